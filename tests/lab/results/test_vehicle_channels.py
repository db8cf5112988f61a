"""Channels of a car: signs as documented, and consistent with each other."""

import numpy as np
import pytest

from jounce.lab.results.heading import along_heading, roll_pitch_yaw
from jounce.model.mechanism.signals import sample_signal
from jounce.schema.units import parse_unit


def rotation(axis: int, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i], R[j, j], R[i, j], R[j, i] = c, c, -s, s
    return R


def test_angles_are_taken_in_the_order_yaw_pitch_roll():
    roll, pitch, yaw = 0.1, -0.2, 2.5
    R = rotation(2, yaw) @ rotation(1, pitch) @ rotation(0, roll)
    assert np.allclose([angle[0] for angle in roll_pitch_yaw(R[None])], [roll, pitch, yaw], atol=1e-15)


def test_yaw_counts_full_turns():
    turns = np.array([rotation(2, angle) for angle in np.linspace(0.0, 15.0, 60)])
    assert roll_pitch_yaw(turns)[2][-1] == pytest.approx(15.0)


def test_each_run_counts_its_turns_from_its_own_start():
    angles = np.concatenate([np.linspace(0.0, 15.0, 60), np.linspace(3.0, -9.0, 50), [0.5]])
    turns = np.array([rotation(2, angle) for angle in angles])
    together = roll_pitch_yaw(turns, (0, 60, 110))[2]
    alone = [roll_pitch_yaw(part)[2] for part in np.split(turns, (60, 110))]
    assert together.tobytes() == np.concatenate(alone).tobytes()


def test_vectors_along_the_heading_are_horizontal_but_for_the_last_component():
    R = rotation(2, 0.7) @ rotation(1, 0.3) @ rotation(0, -0.2)
    for a in np.eye(3):
        assert np.allclose(along_heading(R[None], a[None])[0], rotation(2, -0.7) @ a, atol=1e-15)


def test_steering_left_has_the_documented_signs(left_turn):
    end = {name: left_turn[name][-1] for name in left_turn}
    assert end["rack.travel"] < 0.0  # the rack of dw18 is behind the axle
    assert end["chassis.yaw_rate"] > 0.0
    assert end["chassis.yaw_angle"] > 0.0
    assert end["chassis.lateral_acceleration"] > 0.0
    assert end["chassis.position_y"] > 0.0
    assert end["chassis.roll_angle"] > 0.0  # leans to the right, out of the turn
    for left, right in (("fl", "fr"), ("rl", "rr")):
        assert end[f"tire.{left}.vertical_force"] < end[f"tire.{right}.vertical_force"]
        assert end[f"suspension.{left}.travel"] < 0.0 < end[f"suspension.{right}.travel"]
        assert end[f"spring.{left}.length"] > end[f"spring.{right}.length"]
        assert end[f"wheel.{left}.spin"] < end[f"wheel.{right}.spin"]
    for corner in ("fl", "fr"):
        assert end[f"tire.{corner}.slip_angle"] < 0.0 < end[f"tire.{corner}.lateral_force"]


def test_rates_are_the_derivatives_of_angles(left_turn):
    # central differences of samples h = 10 ms apart, after the first bounce off the design position (wheels hop at
    # about 12 Hz); the ramp's kinks leave an error of order h × jump of the slope
    t, settled = left_turn.time, slice(20, -1)
    for angle, rate in (
        ("chassis.yaw_angle", "chassis.yaw_rate"),
        ("chassis.roll_angle", "chassis.roll_rate"),
        ("chassis.pitch_angle", "chassis.pitch_rate"),
    ):
        slope = np.gradient(left_turn[angle].values, t)[settled]
        assert np.allclose(slope, left_turn[rate][settled], atol=2e-2 * np.max(np.abs(left_turn[rate].values))), angle


def test_accelerations_are_those_of_the_path(left_turn):
    t, yaw = left_turn.time, left_turn["chassis.yaw_angle"].values
    x, y = (np.gradient(np.gradient(left_turn[f"chassis.position_{axis}"].values, t), t) for axis in "xy")
    lateral = (-np.sin(yaw) * x + np.cos(yaw) * y)[3:-3]
    expected = left_turn["chassis.lateral_acceleration"][3:-3]
    assert np.allclose(lateral, expected, atol=0.05 * np.max(np.abs(expected)))


def test_loads_carry_the_car(left_turn):
    total = sum(left_turn[f"tire.{corner}.vertical_force"].values for corner in ("fl", "fr", "rl", "rr"))
    weight = 1673.0 * 9.81  # 1500 chassis, 5 rack, 4 × (6 + 4 + 12 + 20) kg
    assert np.mean(total[30:]) == pytest.approx(weight, rel=0.01)  # after the first bounce off the design position


def test_every_channel_has_a_known_unit_a_frame_and_a_description(left_turn):
    for channel in left_turn.channels:
        parse_unit(channel.unit)
        assert channel.frame in ("", "world", "heading", "chassis", "contact")
        assert channel.description
        assert len(channel) == len(left_turn.time)
        assert np.all(np.isfinite(channel.values)), channel.name


def test_the_input_is_recorded_as_asked(left_turn):
    asked = np.interp(left_turn.time, (0.1, 0.3), (0.0, -0.010))
    # steps are 2e-10 longer than written: 0.05 m/s × 2e-10 × 0.3 s
    assert np.allclose(left_turn["input.rack_travel"].values, asked, atol=4e-12)
    assert np.max(np.abs(left_turn["rack.travel"].values - asked)) < 1e-3  # the servo gives way under load


def test_signals_are_sampled_as_the_kernels_evaluate_them():
    from jounce.engine.assembly.signals import SignalTable
    from jounce.engine.laws.forces.signal import signal as compiled
    from jounce.model.mechanism import Constant, Sine, SmoothStep, Table

    t = np.linspace(-0.5, 3.0, 29)
    for signal in (
        Constant(value=2.0),
        Table(times=(0.0, 1.0, 2.0), values=(0.0, 3.0, -1.0), interpolation="linear"),
        Table(times=(0.0, 1.0, 2.0), values=(0.0, 3.0, -1.0)),
        Sine(amplitude=2.0, frequency=0.7, phase=0.3, offset=1.0, start=0.2, cycles=1.5),
        SmoothStep(before=1.0, after=-2.0, start=0.3, end=1.7),
    ):
        table = SignalTable({})
        row = table.add(signal)
        rows, data = table.arrays()
        expected = [getattr(compiled, "py_func", compiled)(rows[row], data, time)[0] for time in t]
        assert np.allclose(sample_signal(signal, t), expected, atol=1e-14), signal
