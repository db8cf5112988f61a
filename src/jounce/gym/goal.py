"""A goal on open ground: how far it is, and in which direction, for environments that drive to one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.gym.task import Seen


@dataclass(frozen=True)
class Goal:
    """A place (x, y) [m] that is reached within a radius [m].

    A task with a goal needs the channels position_x, position_y and yaw_angle of the chassis.
    """

    x: float = 0.0
    y: float = 0.0
    radius: float = 3.0

    def distance(self, seen: Seen) -> np.ndarray:
        """Distance of every car from the goal [m]."""
        return self._distance(seen.values, seen)

    def approach(self, seen: Seen) -> np.ndarray:
        """By how much every car has come nearer to the goal [m]."""
        return self._distance(seen.before, seen) - self._distance(seen.values, seen)

    def bearing(self, seen: Seen) -> np.ndarray:
        """Direction of the goal against the heading of every car, −π … π; to the left → positive [rad]."""
        dx, dy = self.x - seen["chassis.position_x"], self.y - seen["chassis.position_y"]
        turned = np.arctan2(dy, dx) - seen["chassis.yaw_angle"]
        return np.arctan2(np.sin(turned), np.cos(turned))

    def is_reached(self, seen: Seen) -> np.ndarray:
        """Whether a car is within the radius."""
        return self.distance(seen) < self.radius

    def _distance(self, values: np.ndarray, seen: Seen) -> np.ndarray:
        x, y = (values[:, seen.index[f"chassis.position_{axis}"]] for axis in "xy")
        return np.hypot(self.x - x, self.y - y)
