"""Ramps, walls, crates and cones."""

import numpy as np
import pytest

from jounce.engine.single_body import SIMPLE, Box, Cone, Course, Crate, Fleet, Ramp, jump, playground, slalom
from tests.engine.single_body.cars import FREE, G, speed, upright

AIR = -2


def test_a_jump_follows_the_parabola_of_its_take_off():
    """From the last contact on: position to first order of the step, horizontal velocity to rounding."""
    fleet = Fleet(FREE, course=jump(distance=15.0))
    fleet.place(speed=16.0)
    flying = 0
    while flying < 20:
        fleet.advance(steps=1)
        flying = flying + 1 if np.all(fleet.wheels["surface"] == AIR) else 0
        assert fleet.time[0] < 3.0
    start, v = fleet.bodies["position"][0].copy(), fleet.bodies["velocity"][0].copy()
    assert v[2] > 1.0
    steps = 0
    while np.all(fleet.wheels["surface"] == AIR):
        fleet.advance(steps=1)
        steps += 1
    t = 1e-3 * steps
    assert t > 0.4
    assert fleet.bodies["position"][0] == pytest.approx(start + v * t - [0, 0, 0.5 * G * t * (t + 1e-3)], abs=1e-2)
    fleet.advance(3.0)
    assert upright(fleet) > 0.999
    assert speed(fleet) > 12.0
    assert np.all(fleet.wheels["surface"] == -1)


def test_the_foot_of_a_ramp_is_no_step():
    """At walking pace the loads stay near the weights: nothing but the slope is felt."""
    fleet = Fleet(course=Course(objects=(Ramp(x=4.0, length=12.0, height=1.0),)))
    fleet.place(speed=1.0)
    most = 0.0
    for _ in range(100):
        fleet.drive(throttle=0.3 * (speed(fleet) < 1.0))
        fleet.advance(0.06)
        most = max(most, fleet.wheels["load"].max())
    assert fleet.wheels["surface"].max() == 0
    assert most < 1.25 * 1200.0 * G / 4.0


@pytest.mark.parametrize("speed_", [3.0, 12.0])
def test_momentum_is_kept_when_a_crate_is_hit_in_the_air(speed_):
    """No ground near, no gravity: linear and angular momentum of car and crate, to rounding."""
    fleet = Fleet(FREE, course=Course(objects=(Crate(x=4.0, y=0.5, above=30.0),)), gravity=0.0)
    fleet.set_state(0, (0.0, 0.0, 30.4), velocity=(speed_, 0.0, 0.0))
    fleet.advance(steps=1)
    before = momenta(fleet)
    fleet.advance(2.0)
    assert fleet.things["velocity"][0, 0, 0] > 0.5 * speed_
    assert momenta(fleet) == pytest.approx(before, abs=1e-8 * np.abs(before).max())


def momenta(fleet):
    """Linear and angular momentum about the origin of a car and its first object."""
    from jounce.engine.linalg.quaternion import rotate

    total = np.zeros(6)
    shape = fleet.shapes[0]
    for row, mass, inertia in (
        (fleet.bodies[0], 1200.0, SIMPLE.inertia),
        (fleet.things[0, 0], shape["mass"], shape["inertia"]),
    ):
        p = mass * row["velocity"]
        turning = rotate(tuple(row["rotation"]), tuple(np.array(inertia) * row["spin"]))
        total += np.concatenate([p, np.cross(row["position"], p) + turning])
    return total


def test_a_wall_stops_a_car():
    fleet = Fleet(course=Course(objects=(Box(x=15.0, size=(2.0, 8.0, 2.0)),)))
    fleet.place(speed=12.0)
    fleet.advance(4.0)
    front = fleet.bodies["position"][0, 0] + 0.5 * SIMPLE.hull_boxes[0].size[0]
    assert front < 14.3
    assert speed(fleet) < 0.3 * 12.0


@pytest.mark.parametrize("thickness", [0.3, 1.0])
def test_a_thin_wall_stops_a_fast_car(thickness):
    """Its points are pushed out where they came in, also when they are through."""
    fleet = Fleet(course=Course(objects=(Box(x=15.0, size=(thickness, 8.0, 2.0)),)), step=2e-3)
    fleet.place(speed=35.0)
    fleet.advance(2.0)
    assert fleet.bodies["position"][0, 0] < 13.0
    assert -0.3 * 35.0 < fleet.bodies["velocity"][0, 0] < 0.0


def test_energy_does_not_grow_between_walls_and_ramps():
    """Cars thrown into a yard of standing boxes: what they have, they lose. At edges a wheel's depth is approximate,
    which gives back 1e-4 of it at most (7e-4 with other seeds).
    """
    yard = [Box(x=8.0, size=(1.0, 16.0, 3.0)), Box(x=-8.0, size=(1.0, 16.0, 3.0)), Box(y=6.0, size=(3.0, 2.0, 0.8))]
    rng, n = np.random.default_rng(5), 12
    fleet = Fleet(FREE, count=n, course=Course(objects=(*yard, Ramp(x=-2.0, y=-4.0, heading=0.5))))
    for i in range(n):
        velocity, spin = rng.normal(size=3) * (10.0, 6.0, 1.0), 2.0 * rng.normal(size=3)
        fleet.set_state(i, (0.0, 0.0, rng.uniform(2.5, 4.0)), rng.normal(size=4), velocity, spin)
    energy = [fleet.energies().car]
    for _ in range(200):
        fleet.advance(0.02)
        energy.append(fleet.energies().car)
    found = np.array(energy)
    grown = (found[1:] - np.minimum.accumulate(found, axis=0)[:-1]).max()
    assert (fleet.points["partner"] >= 0).any() or (fleet.wheels["surface"] >= 0).any()
    assert grown < 5e-4 * found[0].max()


def test_a_post_between_the_corners_is_met():
    fleet = Fleet(course=Course(objects=(Box(x=12.0, y=0.5, size=(0.4, 0.4, 1.5)),)))
    fleet.place(speed=8.0)
    fleet.advance(1.5)
    assert fleet.bodies["position"][0, 0] < 11.0


def test_things_fall_and_rest():
    """A crate and a cone dropped near a parked car come to rest on the ground, and sleep when it has gone."""
    fleet = Fleet(course=Course(objects=(Crate(x=4.0, above=0.5), Cone(x=4.0, y=2.0, above=0.3))))
    fleet.advance(4.0)
    assert fleet.things["position"][0, :, 2] == pytest.approx([0.3, 0.35], abs=2e-3)
    assert np.abs(fleet.things["velocity"]).max() < 1e-4
    fleet.place(x=-100.0)
    fleet.advance(steps=2)
    assert np.all(fleet.things["velocity"] == 0.0)


def test_a_cone_is_knocked_over():
    fleet = Fleet(course=slalom(gates=3, first=10.0))
    fleet.place(speed=10.0)
    fleet.advance(4.0)
    moved = np.linalg.norm(fleet.things["position"][0, :, :2] - [[10.0, 0.0], [28.0, 0.0], [46.0, 0.0]], axis=1)
    assert moved[0] > 1.0
    assert moved[2] == 0.0
    assert np.all(fleet.things["position"][0, :, 2] < 1.5)
    assert speed(fleet) > 8.0


def test_every_ready_course_can_be_driven():
    fleet = Fleet(course=playground(), step=2e-3)
    fleet.place(speed=10.0)
    fleet.drive(steer=0.3, throttle=0.4)
    fleet.advance(20.0)
    assert fleet.stopped.size == 0
    assert np.all(np.isfinite(fleet.things["position"]))
    assert fleet.things["position"][0, :, 2].min() > -0.3
