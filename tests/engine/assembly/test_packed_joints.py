"""Joints that are the same objects are packed once, into the arrays that packing anew would give."""

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters


def test_shared_joints_give_the_arrays_of_a_full_pack():
    car = load_vehicle("dw18")
    first = pack(rolling(car, 15.0))
    stiff = {"axles.front.suspension.spring.stiffness": 44e3, "chassis.mass": 1600.0}
    other = rolling(with_parameters(car, stiff), 20.0)
    assert first.joints.serves(other)
    quick, full = pack(other, like=first.joints), pack(other)
    assert quick.layout.measures == full.layout.measures
    assert quick.layout.joints.keys() == full.layout.joints.keys()
    for name, array in full.arrays.items():
        assert np.asarray(quick.arrays[name]).tobytes() == np.asarray(array).tobytes(), name


def test_a_moved_point_or_centre_of_mass_is_packed_anew():
    car = load_vehicle("dw18")
    first = pack(rolling(car, 15.0))
    for path in ("axles.front.suspension.lower_arm.ball_joint.2", "chassis.centre_of_mass.2"):
        other = rolling(with_parameters(car, {path: 0.31}), 15.0)
        assert not first.joints.serves(other)
        quick, full = pack(other, like=first.joints), pack(other)
        assert quick.arrays["measures"].tobytes() == full.arrays["measures"].tobytes()


def test_joints_that_follow_signals_are_not_shared():
    mechanism = rolling(load_vehicle("hatchback"), 15.0)
    assert not pack(mechanism).joints.serves(mechanism)
