"""Measured channels give a path and a motion to replay: a circle is one, turned wheels and lean are as measured."""

import numpy as np
import pytest

import jounce
from jounce.lab.measurements.chassis_motion import chassis_path, measured_motion
from jounce.lab.scene import scene_from_dict
from jounce.model.vehicle.variants import facts_of

TIME = np.arange(0.0, 2.0 * np.pi, 0.01)
SPEED, RATE = 20.0, 0.5
CIRCLE = {"chassis.speed": np.full(len(TIME), SPEED), "chassis.yaw_rate": np.full(len(TIME), RATE)}


def test_a_circle_from_speed_and_yaw_rate():
    x, y, yaw = chassis_path(TIME, CIRCLE).T
    radius = SPEED / RATE
    assert yaw == pytest.approx(RATE * TIME)
    # trapezoids: h²/12 ω² of the way at most
    assert x == pytest.approx(radius * np.sin(RATE * TIME), abs=1e-3)
    assert y == pytest.approx(radius * (1.0 - np.cos(RATE * TIME)), abs=1e-3)


def test_side_slip_turns_the_course_and_measured_places_are_kept():
    slipping = {**CIRCLE, "chassis.yaw_rate": 0.0 * TIME, "chassis.side_slip_angle": np.full(len(TIME), 0.1)}
    x, y, _ = chassis_path(TIME, slipping).T
    assert np.arctan2(y[-1], x[-1]) == pytest.approx(0.1)
    placed = {**CIRCLE, "chassis.position_x": 3.0 * TIME, "chassis.position_y": 0.0 * TIME + 7.0}
    assert chassis_path(TIME, placed)[:, :2] == pytest.approx(np.column_stack([3.0 * TIME, 0.0 * TIME + 7.0]))


def test_too_little_gives_no_motion():
    assert chassis_path(TIME, {"chassis.speed": CIRCLE["chassis.speed"]}) is None
    assert chassis_path(TIME, {"chassis.yaw_rate": CIRCLE["chassis.yaw_rate"]}) is None
    assert measured_motion(TIME, {"chassis.speed": CIRCLE["chassis.speed"]}, None, "a") is None


@pytest.mark.parametrize("car", [None, jounce.load_vehicle("bmw_m8")])
def test_wheels_stand_on_the_ground_steer_and_turn(car):
    lean = np.full(len(TIME), 0.05)
    values = {**CIRCLE, "chassis.roll_angle": lean, "steering_wheel.angle": np.full(len(TIME), 1.43)}
    motion = measured_motion(TIME, values, car, "circle")
    scene = scene_from_dict(motion.scene)
    poses = motion.blocks[:, scene.poses].reshape(len(TIME), len(scene.bodies), 7)
    radii = {wheel.name: wheel.radius for wheel in scene.wheels}
    for wheel in scene.wheels:
        assert poses[:, wheel.body, 2] == pytest.approx(radii[wheel.name], abs=1e-5)
    # the chassis leans to the right by the measured angle: its left (y) axis points upwards by sin 0.05
    w, x, y, z = poses[7, 0, 3:].astype(float)
    assert 2.0 * (y * z + w * x) == pytest.approx(np.sin(0.05), abs=1e-6)
    # the front wheel is turned against the chassis by the road-wheel angle: that of the wheel by the car's ratio
    front = next(wheel.body for wheel in scene.wheels if wheel.name == "fl")
    w, x, y, z = poses[0, front, 3:].astype(float)
    turned = np.arctan2(-(2.0 * (x * y - w * z)), 1.0 - 2.0 * (x * x + z * z))
    assert turned == pytest.approx(0.0 if car is None else 1.43 / facts_of(car)["steering_ratio"], abs=1e-5)


def test_a_measured_drive_is_replayed_and_stands_beside_a_simulated_one(left_turn, tmp_path):
    found = left_turn
    columns = ("time", "chassis.speed", "chassis.yaw_rate", "chassis.roll_angle", "chassis.lateral_acceleration")
    found.export(tmp_path / "r.csv")
    channels = {name: name for name in columns[1:]}
    measured = jounce.read_measurement(tmp_path / "r.csv", {"channels": channels, "vehicle": "dw18"})
    measured.replay(tmp_path / "replay.html", ghosts=[found])
    found.replay(tmp_path / "other.html", ghosts=[measured])
    jounce.compare(measured, found, path=tmp_path / "both.html")
    page = (tmp_path / "both.html").read_text()
    assert all(words in page for words in ("measured", "simulated"))
