"""From the rows of a real-time loop to the blocks of a scene, sixty times a second."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from jounce.mechanism import Mechanism
from jounce.realtime.rows import PLACE, WHEEL, RowLayout
from jounce.scene import Scene, TreePoses, vehicle_scene
from jounce.scene.gauges import DRIVING, ENGINE, LOAD, LOOP, TRAVEL
from jounce.scene.scene import CONTACT, POSE, Triple

_AT = {name: i for i, name in enumerate(WHEEL)}
LONGEST = 0.2
"""Between rows whose difference is an acceleration [s]."""


class Picture(Protocol):
    """Draws the rows of one plant."""

    scene: Scene

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""


class CarPicture:
    """A multibody car."""

    def __init__(self, mechanism: Mechanism, layout: RowLayout, title: str, origin: Triple, *, engine: bool) -> None:
        more = (*(ENGINE if engine else ()), *DRIVING, *LOOP)
        self.scene = vehicle_scene(mechanism, title=title, more=more, origin=origin)
        self._layout = layout
        self._place = TreePoses.of(mechanism)

    def poses(self, row: np.ndarray, poses: np.ndarray) -> None:
        """Write the poses of all bodies, (bodies, 7), world."""
        self._place(row[self._layout.y], poses)


class Painter:
    """Makes blocks of rows, one after the other: accelerations are differences of velocities."""

    def __init__(self, picture: Picture, layout: RowLayout) -> None:
        self.scene = picture.scene
        self._picture = picture
        self._layout = layout
        self._origin = np.array(self.scene.origin)
        self._poses = np.zeros((len(self.scene.bodies), POSE))
        self._contacts = np.zeros((len(self.scene.contacts), CONTACT))
        self._names = [gauge.name for gauge in self.scene.gauges]
        self._before: tuple[float, np.ndarray] | None = None
        self._acceleration = np.zeros(3)

    def another(self) -> Painter:
        """One that has seen no rows yet."""
        return Painter(self._picture, self._layout)

    def block(self, row: np.ndarray, tick_time: float = 0.0) -> np.ndarray:
        """The block of a row; tick_time: of the last tick's work [s]."""
        block = np.zeros(self.scene.width, np.float32)
        block[0] = row[PLACE["time"]]
        gauges = self._gauges(row) | {"tick_time": tick_time}
        block[1 : 1 + len(self._names)] = [gauges[name] for name in self._names]
        self._picture.poses(row, self._poses)
        self._poses[:, :3] -= self._origin
        block[self.scene.poses] = self._poses.ravel()
        wheels = self._layout.wheel_rows(row)
        self._contacts[:, :3] = wheels[:, _AT["px"] : _AT["pz"] + 1] - self._origin
        self._contacts[:, 3:] = wheels[:, _AT["fx"] : _AT["fz"] + 1]
        block[self.scene.contact_numbers] = self._contacts.ravel()
        return block

    def _gauges(self, row: np.ndarray) -> dict[str, float]:
        """Everything by its gauge's name [SI]."""

        def at(name: str) -> float:
            return float(row[PLACE[name]])

        q0, q1, q2, q3 = (at(f"q{i}") for i in range(4))
        forward = np.array([1.0 - 2.0 * (q2 * q2 + q3 * q3), 2.0 * (q1 * q2 + q0 * q3)])
        forward /= max(math.hypot(*forward), 1e-9)
        velocity = np.array([at("vx"), at("vy"), at("vz")])
        along, across = self._accelerations(at("time"), velocity, forward)
        w = at("wx"), at("wy"), at("wz")
        yaw = 2.0 * (q1 * q3 - q0 * q2) * w[0] + 2.0 * (q2 * q3 + q0 * q1) * w[1]
        yaw += (1.0 - 2.0 * (q1 * q1 + q2 * q2)) * w[2]
        wheels = self._layout.wheel_rows(row)
        found = {
            "speed": float(math.hypot(velocity[0], velocity[1])),
            "longitudinal_acceleration": along,
            "lateral_acceleration": across,
            "yaw_rate": yaw,
            "engine_speed": at("engine_speed"),
            "steer": at("steer"),
            "throttle": at("throttle"),
            "brake": at("brake"),
            "gear": at("gear"),
            "late_ticks": at("late_ticks"),
        }
        for name, wheel in zip(self._layout.wheels, wheels, strict=True):
            found[LOAD + name], found[TRAVEL + name] = float(wheel[_AT["load"]]), float(wheel[_AT["travel"]])
        return found

    def _accelerations(self, t: float, velocity: np.ndarray, forward: np.ndarray) -> tuple[float, float]:
        """Along and across the heading [m/s²], from the row before; those stay while time stands still."""
        if self._before is None or not 0.0 <= t - self._before[0] <= LONGEST:
            self._acceleration[:] = 0.0
        elif t > self._before[0]:
            self._acceleration[:] = (velocity - self._before[1]) / (t - self._before[0])
        self._before = t, velocity
        a = self._acceleration
        return float(a[0] * forward[0] + a[1] * forward[1]), float(a[1] * forward[0] - a[0] * forward[1])
