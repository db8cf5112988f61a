"""Forces and torques at the wheels from outside: what they act on, and what their inputs are called."""

import pytest

from jounce.lab.results.vehicle_channels import input_unit
from jounce.model.library import load_vehicle
from jounce.model.mechanism import AppliedForce, AppliedTorque
from jounce.model.mechanism.inputs import input_defaults


@pytest.fixture(scope="module")
def plain():
    return load_vehicle("sedan")


def test_an_axle_has_none_unless_it_asks_for_them(plain):
    assert not [name for name in input_defaults(plain.to_mechanism()) if name.startswith("wheel_")]


def test_six_inputs_for_every_wheel_of_an_axle_that_asks_for_them(plain):
    mechanism = plain.with_values({"axles.rear.wheel_loads": True}).to_mechanism()
    added = [force for force in mechanism.forces if force.name.startswith("wheel_")]
    assert len(added) == 12
    by_name = {force.name: force for force in added}
    rear = {body.name: body for body in mechanism.bodies}
    for side, sign in (("rl", 1.0), ("rr", -1.0)):
        centre = rear[f"wheel_{side}"].centre_of_mass
        assert centre[1] * sign > 0.5
        for axis, direction in (("x", (1, 0, 0)), ("y", (0, 1, 0)), ("z", (0, 0, 1))):
            push, turn = by_name[f"wheel_force_{axis}_{side}"], by_name[f"wheel_torque_{axis}_{side}"]
            assert isinstance(push, AppliedForce)
            assert isinstance(turn, AppliedTorque)
            assert (push.point, push.direction, push.frame) == (centre, direction, "body")
            assert push.body != f"wheel_{side}", "the carrier takes forces, which do not spin with the wheel"
            assert turn.body == (f"wheel_{side}" if axis == "y" else push.body)
            assert turn.axis[1 if axis == "y" else "xz".index(axis) * 2] == pytest.approx(1.0, abs=1e-3)
    names = input_defaults(mechanism)
    assert {names[force.name] for force in added} == {0.0}
    assert (input_unit("wheel_force_x_fl"), input_unit("wheel_torque_x_fl")) == ("N", "N*m")
