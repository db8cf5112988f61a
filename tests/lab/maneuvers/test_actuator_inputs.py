"""Actuators of springs as inputs of a maneuver: they lift the car, are recorded in newtons, and are a need of it."""

import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.vehicle.parameters import with_parameters

TEXT = """\
name: lift
speed: 10 km/h
duration: 0.3
inputs:
  spring_force_fl: {force}
  spring_force_fr: {force}
"""
DW18 = load_vehicle("dw18")
ACTIVE = with_parameters(DW18, {"axles.front.suspension.spring.actuator": True})


def run(tmp_path, car, force):
    (tmp_path / "lift.yaml").write_text(TEXT.replace("{force}", force), encoding="utf-8")
    return jounce.run(str(tmp_path / "lift.yaml"), vehicle=car)


def test_a_push_of_both_front_springs_lifts_the_nose(tmp_path):
    """1 kN each at 0.653 of the wheel travel is 1.3 kN at the axle: it starts to rise with 1.3 kN / 780 kg or so."""
    still, lifted = (run(tmp_path, ACTIVE, force) for force in ("0 N", "1 kN"))
    pushed = lifted["input.spring_force_fl"]
    assert pushed.unit == "N"
    assert pushed.values == pytest.approx(1000.0)
    pitch = lifted["chassis.pitch_angle"].values[-1] - still["chassis.pitch_angle"].values[-1]
    assert pitch < -1e-3  # nose up is negative about +y


def test_a_car_without_actuators_is_refused(tmp_path):
    with pytest.raises(ModelError, match="give the vehicle springs with actuator: true"):
        run(tmp_path, DW18, "1 kN")
