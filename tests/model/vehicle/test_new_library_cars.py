"""Roadster, 4×4, pick-up and single-seater: at rest as drawn, and as the comments in their files say."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant
from jounce.model.vehicle import to_mechanism

DEGREE = math.degrees(1.0)


MASSES = {"roadster": 1129.2, "trail4x4": 1626.0, "pickup": 2004.5, "single_seater": 670.6}


@pytest.mark.parametrize("name", MASSES)
def test_it_rests_as_drawn(name):
    """Balanced springs on tires whose heights leave them their static load: the chassis stays within 2 mm."""
    car = load_vehicle(name)
    brakes = {f"brake_torque_{corner}": Constant(value=300.0) for corner in ("fl", "fr", "rl", "rr")}
    system = build(to_mechanism(car), inputs=brakes)
    assert settle(system).state[system.pose("chassis")][:3] == pytest.approx(car.chassis.centre_of_mass, abs=2e-3)
    assert sum(body.mass for body in to_mechanism(car).bodies) == pytest.approx(MASSES[name], abs=0.1)


def test_the_roadster():
    """Toe-in in bump behind and toe-out in front, both for understeer; both sides alike."""
    front, rear = load_vehicle("roadster").kc(travel=0.04).axles
    i = front.parallel.design
    assert front.parallel.left.toe_gradient[i] * DEGREE == pytest.approx(-5.0, abs=1.0)
    assert rear.parallel.left.toe_gradient[i] * DEGREE == pytest.approx(5.0, abs=1.0)
    assert rear.parallel.left.toe == pytest.approx(rear.parallel.right.toe, abs=1e-12)
    assert rear.kind == "multilink"


def test_the_trail_4x4():
    """Drag link and Panhard rod are parallel: heave does not steer; the beams keep their wheels upright in heave."""
    front, rear = load_vehicle("trail4x4").kc(travel=0.06).axles
    assert np.abs(front.parallel.left.steer).max() * DEGREE < 0.15
    for axle in (front, rear):
        assert np.abs(axle.parallel.left.camber).max() * DEGREE < 0.5
        assert axle.kind == "solid_axle"
    assert front.steer.ackermann[-1] == pytest.approx(0.957, abs=0.01)


def rates(axle):
    """Wheel rates at the design position in heave and in roll [N/m]."""
    sweeps = axle.parallel, axle.opposite
    return [np.gradient(sweep.left.wheel_load, sweep.travel)[sweep.design] for sweep in sweeps]


def test_the_pick_up():
    """Torsion bars in front, leaf springs behind, three quarters of the roll stiffness ahead; a little understeer."""
    front, rear = load_vehicle("pickup").kc(travel=0.03).axles
    i = front.parallel.design
    assert front.parallel.left.toe_gradient[i] * DEGREE == pytest.approx(-4.0, abs=0.1)
    assert front.parallel.left.caster[i] * DEGREE == pytest.approx(3.4, abs=0.1)
    (_, ahead), (heave, behind) = rates(front), rates(rear)
    assert ahead / (ahead + behind) == pytest.approx(0.75, abs=0.02)
    assert heave == pytest.approx(34e3, rel=0.05)
    roll = 2.0 * rear.opposite.travel[-1] / (2.0 * 0.785)
    assert -rear.opposite.left.steer[-1] / roll == pytest.approx(0.03, abs=0.005)
    assert rear.parallel.left.wheel_load == pytest.approx(rear.parallel.right.wheel_load, rel=1e-9)


def test_the_single_seater():
    """The third springs make heave stiffer than the springs do, the bars roll; next to no bump steer in front."""
    car = load_vehicle("single_seater")
    front, rear = car.kc(travel=0.02).axles
    bare = car.with_values({f"axles.{axle}.{key}": None for axle in ("front", "rear")
                            for key in ("suspension.third_spring", "anti_roll_bar")})  # fmt: skip
    for axle, alone, bar in zip((front, rear), bare.kc(travel=0.02).axles, (1.5, 1.2), strict=True):
        (heave, roll), (least, also) = rates(axle), rates(alone)
        assert heave > 1.15 * least
        assert roll > bar * also
        assert axle.parallel.left.spring_ratio[axle.parallel.design] == pytest.approx(0.607, abs=0.005)
    assert abs(front.parallel.left.toe_gradient[front.parallel.design]) * DEGREE < 1.0
    assert front.parallel.left.toe == pytest.approx(front.parallel.right.toe, abs=1e-12)
