"""Over, on the roof, and at rest; and never with more energy than before."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Plane
from jounce.engine.single_body import TALL, Fleet
from jounce.schema.frozen import replace
from tests.engine.single_body.cars import G, speed, upright

STIFF = replace(TALL, friction=3.0, stiffness=400e3, damping=30e3, relaxation_length=0.02, drag_area=0.0)
"""Hardly leans or gives way, so that t / (2 h) is its threshold."""
THRESHOLD = TALL.track / (2.0 * TALL.height)


def least_upright(fleet, seconds):
    """The least over the time: what has overturned may roll on until it stands again."""
    least = 1.0
    for _ in range(round(seconds / 0.1)):
        fleet.advance(0.1)
        least = min(least, upright(fleet))
    return least


@pytest.mark.parametrize(("share", "stands"), [(0.88, True), (1.05, False)])
def test_tilt_table(share, stands):
    """On a slope to the side it overturns above t / (2 h); that it is put there at once takes the missing percents."""
    fleet = Fleet(STIFF, ground=Plane(slope_y=share * THRESHOLD))
    fleet.drive(brake=1.0)
    assert (least_upright(fleet, 4.0) > 0.75) == stands


def turn(car, lateral):
    """Turn slowly into a circle of this lateral acceleration [g] at 12 m/s; how upright the car stays."""
    angle = TALL.wheelbase * lateral * G / 12.0**2
    fleet = Fleet(replace(car, max_steer=0.3, steer_rate=0.05, cornering_front=40.0, cornering_rear=40.0))
    fleet.place(speed=12.0)
    fleet.drive(steer=angle / 0.3)
    return least_upright(fleet, 5.0)


@pytest.mark.parametrize(("share", "stands"), [(0.9, True), (1.15, False)])
def test_overturning_in_a_turn(share, stands):
    assert (turn(STIFF, share * THRESHOLD) > 0.9) == stands


def test_with_little_friction_it_slides_instead():
    assert turn(replace(STIFF, friction=0.85 * THRESHOLD), 1.3 * THRESHOLD) > 0.95


def test_it_comes_to_rest_on_its_roof():
    """Dropped upside down with some speed: still on its roof, and at rest to rounding, without jitter."""
    fleet = Fleet()
    fleet.set_state(0, (0.0, 0.0, 1.3), (0.0, 1.0, 0.0, 0.0), (4.0, 0.5, 0.0), (0.0, 0.0, 0.4))
    fleet.advance(10.0)
    assert upright(fleet) < -0.95
    fastest = 0.0
    before = fleet.bodies["position"][0].copy()
    for _ in range(50):
        fleet.advance(0.1)
        fastest = max(fastest, speed(fleet))
    assert fastest < 1e-6
    assert fleet.bodies["position"][0] == pytest.approx(before, abs=1e-7)


@pytest.fixture(scope="module", params=[1e-3, 5e-4])
def tumbles(request):
    """Energies of cars thrown at random, (samples, cars), and how they end."""
    rng, n = np.random.default_rng(3), 24
    fleet = Fleet(
        [replace(TALL, name=f"t{i % 2}", hull_friction=0.3 + 0.4 * (i % 2)) for i in range(n)], step=request.param
    )
    for i in range(n):
        velocity, spin = rng.normal(size=3) * (6.0, 6.0, 1.0), 2.0 * rng.normal(size=3)
        fleet.set_state(i, (0.0, 0.0, rng.uniform(2.0, 3.5)), rng.normal(size=4), velocity, spin)
    energy = [fleet.energies().car]
    for _ in range(500):
        fleet.advance(0.02)
        energy.append(fleet.energies().car)
    return request.param, np.array(energy), fleet


def test_energy_never_grows_without_drive(tumbles):
    """Falling, tumbling, sliding, rolling. The steps give back up to (ω h)² of what a spring holds, which is some J."""
    h, energy, _ = tumbles
    lowest = np.minimum.accumulate(energy, axis=0)
    grown = (energy[1:] - lowest[:-1]).max()
    assert grown < 5e-4 * energy[0].max() * (h / 1e-3)
    assert np.all(energy[-1] < 0.6 * energy[0])


def test_thrown_cars_come_to_rest(tumbles):
    """On roof or side; those that fell on their wheels roll away."""
    _, _, fleet = tumbles
    fallen = np.array([upright(fleet, i) < 0.5 for i in range(fleet.count)])
    assert fallen.sum() >= 5
    assert np.linalg.norm(fleet.bodies["velocity"], axis=1)[fallen].max() < 5e-3


def test_a_fall_from_three_metres_ends_on_the_wheels():
    fleet = Fleet()
    fleet.place(above=3.0)
    deepest = 0.0
    for _ in range(60):
        fleet.advance(0.02)
        deepest = max(deepest, fleet.wheels["depth"].max())
    fleet.advance(4.0)
    assert deepest < fleet.cars[0].wheel_radius
    assert upright(fleet) == pytest.approx(1.0, abs=1e-6)
    assert fleet.bodies["position"][0, 2] == pytest.approx(fleet.cars[0].height, abs=1e-4)
    assert math.isclose(fleet.wheels["load"].sum(), 1200.0 * G, rel_tol=1e-3)
