"""The motion of a measured car for replays: the pose of its chassis, rebuilt from what was measured.

Yaw angle: as measured, or the integral of the yaw rate. Position: as measured, or the integral of

    ẋ = V cos(ψ + β),   ẏ = V sin(ψ + β)

with speed V and side slip angle β (0 where it was not measured). Roll and pitch are 0 where they were not measured.
Wheels stay upright on a plane, turn with the measured spin or V / radius, and steer with the steering wheel by the
ratio of the car: suspension travel is not measured, and so not shown.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.engine.laws.ground import Flat
from jounce.lab.results.motion import Motion
from jounce.lab.scene.car_body import WheelGeometry, car_body
from jounce.lab.scene.gauges import MOTION, charts
from jounce.lab.scene.mechanism_shapes import tire_width
from jounce.lab.scene.motion import path_terrain
from jounce.lab.scene.scene import POSE, Scene, SceneWheel
from jounce.lab.scene.shapes import wheel as wheel_shape
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.variants import facts_of

POSITION = ("chassis.position_x", "chassis.position_y")
DEFAULT_HEIGHT = 0.55
"""Height of the chassis' origin above the ground of a car that no file describes [m]."""
DEFAULT_WHEELS = {
    "fl": (1.35, 0.79, 0.32), "fr": (1.35, -0.79, 0.32), "rl": (-1.35, 0.79, 0.32), "rr": (-1.35, -0.79, 0.32),
}  # fmt: skip
"""Wheel → x, y of its centre from the chassis' origin, and its radius, of a car that no file describes [m]."""


def chassis_path(time: np.ndarray, values: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """x, y and yaw angle over time, (n, 3) [m, rad]; None where the channels do not tell them.

    It begins at the measured place, or at 0, 0 with heading 0. Missing values are bridged.
    """
    known = {name: _bridged(time, found) for name, found in values.items()}
    zeros = np.zeros(len(time))
    if "chassis.yaw_angle" in known:
        yaw = known["chassis.yaw_angle"]
    elif "chassis.yaw_rate" in known:
        yaw = _integral(time, known["chassis.yaw_rate"])
    else:
        return None
    if all(name in known for name in POSITION):
        return np.column_stack([known[POSITION[0]], known[POSITION[1]], yaw])
    if "chassis.speed" not in known:
        return None
    course = yaw + known.get("chassis.side_slip_angle", zeros)
    speed = known["chassis.speed"]
    return np.column_stack([_integral(time, speed * np.cos(course)), _integral(time, speed * np.sin(course)), yaw])


def measured_motion(
    time: np.ndarray, values: Mapping[str, np.ndarray], car: Vehicle | None, title: str
) -> Motion | None:
    """Chassis and wheels over time; None where too little was measured. car: what it looks like, if that is known."""
    path = chassis_path(time, values)
    if path is None:
        return None
    n, zeros = len(time), np.zeros(len(time))
    height, wheels, widths, names = _geometry(car)
    roll, pitch = (_bridged(time, values.get(f"chassis.{angle}_angle", zeros)) for angle in ("roll", "pitch"))
    scene = _scene(height, wheels, widths, names, car, title)
    present = tuple(gauge for gauge in scene.gauges if gauge.name in values)
    origin = (round(float(path[0, 0])) + 0.0, round(float(path[0, 1])) + 0.0, 0.0)
    scene = Scene(**{**vars(scene), "gauges": present, "charts": charts(present), "origin": origin})
    blocks = np.zeros((n, scene.width), np.float32)
    blocks[:, 0] = time
    for i, gauge in enumerate(present):
        blocks[:, 1 + i] = _bridged(time, values[gauge.name])
    poses = np.zeros((n, len(scene.bodies), POSE))
    x, y, yaw = path.T
    poses[:, 0, :3] = np.column_stack([x, y, np.full(n, height)])
    poses[:, 0, 3:] = _quaternions(yaw, pitch, roll)
    steer = _steer(time, values, car)
    for i, name in enumerate(names):
        px, py, radius = wheels[name]
        centre = [x + px * np.cos(yaw) - py * np.sin(yaw), y + px * np.sin(yaw) + py * np.cos(yaw), np.full(n, radius)]
        spin = values.get(f"wheel.{name}.spin", values.get("chassis.speed", zeros) / radius)
        turned = yaw + (steer if name.startswith("f") else 0.0)
        poses[:, 1 + i, :3] = np.column_stack(centre)
        poses[:, 1 + i, 3:] = _quaternions(turned, _integral(time, _bridged(time, spin)), zeros)
    poses[:, :, :3] -= origin
    blocks[:, scene.poses] = poses.reshape(n, -1)
    return Motion(scene.to_dict(), blocks, path_terrain(Flat(), np.column_stack([x, y, zeros])))


def _geometry(car: Vehicle | None) -> tuple[float, dict[str, tuple[float, float, float]], dict[str, float], list[str]]:
    """Height of the chassis' centre of mass, place and radius of the wheels, their widths, and their names [m]."""
    if car is None:
        return DEFAULT_HEIGHT, DEFAULT_WHEELS, dict.fromkeys(DEFAULT_WHEELS, 0.22), list(DEFAULT_WHEELS)
    mechanism, centre = car.to_mechanism(), car.laden_chassis.centre_of_mass
    places, widths = {}, {}
    for tire in mechanism.tires:
        name = tire.name.removeprefix("tire_")
        places[name] = (tire.centre[0] - centre[0], tire.centre[1] - centre[1], tire.radius)
        widths[name] = tire_width(tire)
    return centre[2], places, widths, list(places)


def _scene(
    height: float,
    wheels: Mapping[str, tuple[float, float, float]],
    widths: Mapping[str, float],
    names: list[str],
    car: Vehicle | None,
    title: str,
) -> Scene:
    around = [
        WheelGeometry(np.array([wheels[name][0], wheels[name][1], wheels[name][2] - height]), wheels[name][2], width)
        for name, width in widths.items()
    ]
    zero, across = np.zeros(3), np.array([0.0, 1.0, 0.0])
    shapes = [wheel_shape(1 + i, zero, across, wheels[name][2], widths[name], name) for i, name in enumerate(names)]
    return Scene(
        title=title,
        vehicle=car.name if car is not None else "measured car",
        bodies=("chassis", *(f"wheel_{name}" for name in names)),
        shapes=(*car_body(0, around), *shapes),
        wheels=tuple(SceneWheel(name, 1 + i, -1, wheels[name][2], widths[name]) for i, name in enumerate(names)),
        gauges=MOTION,
    )


def _steer(time: np.ndarray, values: Mapping[str, np.ndarray], car: Vehicle | None) -> np.ndarray:
    """Angle of the road wheels [rad]; 0 where steering wheel or ratio are not known."""
    ratio = facts_of(car).get("steering_ratio") if car is not None else None
    if ratio is None or "steering_wheel.angle" not in values:
        return np.zeros(len(time))
    return _bridged(time, values["steering_wheel.angle"]) / ratio


def _bridged(time: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values with straight lines over what is missing; 0 without any."""
    known = np.isfinite(values)
    return np.interp(time, time[known], values[known]) if known.any() else np.zeros(len(time))


def _integral(time: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """Integral from the first sample, by trapezoids."""
    return np.concatenate(([0.0], np.cumsum(0.5 * np.diff(time) * (rate[1:] + rate[:-1]))))


def _quaternions(yaw: np.ndarray, pitch: np.ndarray, roll: np.ndarray) -> np.ndarray:
    """Scalar-first quaternions of the turns yaw, then pitch, then roll (ISO 8855), (n, 4)."""
    cy, sy, cp, sp = np.cos(yaw / 2), np.sin(yaw / 2), np.cos(pitch / 2), np.sin(pitch / 2)
    cr, sr = np.cos(roll / 2), np.sin(roll / 2)
    return np.column_stack(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ]
    )
