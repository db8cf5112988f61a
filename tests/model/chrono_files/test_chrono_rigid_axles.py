"""Axles of Chrono's JSON without springs: wheels on the chassis, and a beam on a pin."""

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.model.vehicle import to_mechanism

SPINDLE = {"Mass": 3.0, "COM": [0.0, 0.75, 0.0], "Inertia": [0.01, 0.02, 0.01]}
RIGID = {"Name": "none", "Template": "RigidSuspension", "Spindle": SPINDLE, "Axle": {"Inertia": 0.1}}
PINNED = {
    "Name": "pin",
    "Template": "RigidPinnedAxle",
    "Spindle": SPINDLE,
    "Tube": {"Mass": 25.0, "COM": [0.02, 0.0, 0.01], "Inertia": [4.0, 0.2, 4.0], "Pin Location": [0.0, 0.0, 0.15]},
    "Axle": {"Inertia": 0.1},
}


def test_wheels_on_the_chassis(cart_on):
    """Hubs are joints of the chassis; the car has two freedoms fewer than one whose rear wheels have a travel each."""
    car = cart_on(rear=RIGID).vehicle
    mechanism = to_mechanism(car)
    assert [mechanism.connection(f"hub_{s}").body_a for s in ("rl", "rr")] == ["chassis", "chassis"]
    checked = car.check()
    assert checked.freedom.dof == cart_on().vehicle.check().freedom.dof - 2
    assert np.isnan(checked.figures.axles[1].wheel_rate).all()
    assert checked.figures.axles[1].wheel_load[0] == pytest.approx(checked.figures.axles[1].wheel_load[1], rel=1e-9)
    assert [axle.name for axle in car.kc(travel=0.02).axles] == ["front"]
    with pytest.raises(InputError, match="rear: nothing moves on the rig; got wheels on the chassis"):
        car.kc(axle="rear")


def test_a_beam_on_a_pin(cart_on):
    """One body for both wheels, which swings about a line along the car and is a single freedom."""
    car = cart_on(rear=PINNED).vehicle
    mechanism, lift = to_mechanism(car), car.axles[1].suspension.wheel_centre[2] - 0.1
    pin = mechanism.connection("pin_rear")
    assert (pin.body_a, pin.body_b) == ("chassis", "beam_rear")
    assert pin.point_a == pytest.approx((-1.3, 0.0, 0.25 + lift), abs=1e-9)
    assert pin.axis_a == (1.0, 0.0, 0.0)
    beam = mechanism.body("beam_rear")
    assert (beam.mass, beam.centre_of_mass) == (25.0, pytest.approx((-1.28, 0.0, 0.11 + lift), abs=1e-9))
    assert car.check().freedom.dof == cart_on().vehicle.check().freedom.dof - 1
