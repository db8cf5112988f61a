"""The roadster on five links and the 4×4 on solid axles: at rest as drawn, and as their comments say."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant
from jounce.model.vehicle import to_mechanism

DEGREE = math.degrees(1.0)


@pytest.mark.parametrize("name", ["roadster", "trail4x4"])
def test_it_rests_as_drawn(name):
    """Balanced springs on tires whose heights leave them their static load: the chassis stays within 2 mm."""
    car = load_vehicle(name)
    brakes = {f"brake_torque_{corner}": Constant(value=300.0) for corner in ("fl", "fr", "rl", "rr")}
    system = build(to_mechanism(car), inputs=brakes)
    assert settle(system).state[system.pose("chassis")][:3] == pytest.approx(car.chassis.centre_of_mass, abs=2e-3)
    assert sum(body.mass for body in to_mechanism(car).bodies) == pytest.approx(
        {"roadster": 1129.2, "trail4x4": 1626.0}[name], abs=0.1
    )


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
