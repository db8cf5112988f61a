"""Records as maneuvers: which inputs are replayed, and how they differ from what was recorded."""

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.replay import InputChange, replay, replayed_inputs
from jounce.lab.identification.study import Identification
from jounce.lab.results import Metadata, Result
from jounce.lab.results.channel import Channel

METADATA = Metadata(
    vehicle="car",
    maneuver="test",
    planned_end=2.0,
    jounce_version="",
    created="",
    steps=0,
    evaluations=0,
    rejected_steps=0,
    wall_time=0.0,
)
TIME = 3.0 + np.arange(0.0, 2.0, 0.01)


def record(**units: str) -> Result:
    """A record with channels that rise evenly from 0 to 1; `__` stands for a dot."""
    channels = [Channel("time", "s", "", "", TIME)]
    for name, unit in units.items():
        channels.append(Channel(name.replace("__", "."), unit, "", "", (TIME - TIME[0]) / 2.0))
    return Result(tuple(channels), METADATA)


def test_the_steering_wheel_comes_before_the_rack_and_the_pedal_before_torques():
    found = replayed_inputs(
        record(
            input__rack_travel="m",
            input__steering_wheel_angle="rad",
            input__brake="1",
            input__brake_torque_fl="N*m",
            input__target_speed="m/s",
            chassis__speed="m/s",
        )
    )
    assert found == {
        "steering_wheel_angle": "input.steering_wheel_angle",
        "brake": "input.brake",
        "target_speed": "input.target_speed",
    }


def test_a_measured_record_is_steered_by_its_wheel_and_held_at_its_speed():
    found = replayed_inputs(record(steering_wheel__angle="rad", chassis__speed="m/s", chassis__yaw_rate="rad/s"))
    assert found == {"steering_wheel_angle": "steering_wheel.angle", "target_speed": "chassis.speed"}


def test_torques_that_were_recorded_leave_no_speed_to_hold():
    found = replayed_inputs(record(input__drive_torque_rl="N*m", input__brake_torque_fl="N*m", chassis__speed="m/s"))
    assert found == {"drive_torque_rl": "input.drive_torque_rl", "brake_torque_fl": "input.brake_torque_fl"}


def test_times_begin_at_zero_and_changes_act():
    measured = record(steering_wheel__angle="rad", chassis__speed="m/s")
    inputs = replayed_inputs(measured)
    plan = replay(measured, inputs, changes={"steering_wheel_angle": InputChange(0.1, 2.0, 0.5)})
    angle = plan.inputs["steering_wheel_angle"]
    assert angle.times[0] == pytest.approx(0.1)
    assert angle.values[0] == pytest.approx(0.5)
    assert angle.values[-1] == pytest.approx(2.0 * (TIME[-1] - TIME[0]) / 2.0 + 0.5)
    assert plan.inputs["target_speed"].times[0] == 0.0
    assert plan.end == pytest.approx(TIME[-1] - TIME[0])


def test_a_fast_record_is_thinned_to_the_samples_of_the_run():
    measured = record(steering_wheel__angle="rad", chassis__speed="m/s")
    plan = replay(measured, replayed_inputs(measured), sample=0.05)
    assert np.diff(plan.inputs["steering_wheel_angle"].times) == pytest.approx(0.05)


def test_all_that_is_wrong_with_given_inputs_is_said_at_once():
    with pytest.raises(ModelError) as caught:
        replayed_inputs(record(chassis__speed="m/s"), {"stering_wheel_angle": "angle", "target_speed": "chasis.speed"})
    text = str(caught.value)
    assert "unknown input" in text
    assert "did you mean 'steering_wheel_angle'" in text
    assert "did you mean 'chassis.speed'" in text


@pytest.mark.parametrize(("car", "lead"), [("hatchback", 0.02), ("dw18", 0.0)])
def test_a_rack_that_gets_a_lag_is_asked_as_much_earlier(car, lead):
    """Two lags of 10 ms, of first order, delay what is slow by 20 ms."""
    study = Identification(
        vehicle=car,
        records=[record(steering_wheel__angle="rad", chassis__speed="m/s", chassis__yaw_rate="rad/s")],
        channels={"chassis.yaw_rate": 0.01},
        parameters={"vehicle.chassis.mass": {}, "inputs.steering_wheel_angle.delay": (-0.1, 0.1)},
    )
    problem = prepare_identification(study)
    run = problem.run_of(problem.candidate([problem.numbers[0].start, 0.05]), 0)
    assert run.maneuver.inputs["steering_wheel_angle"].times[0] == pytest.approx(0.05 - lead)
    assert run.maneuver.inputs["target_speed"].times[0] == 0.0
    actuation = run.vehicle.steering.actuation
    assert getattr(actuation, "smoothing", 0.01) == 0.01
