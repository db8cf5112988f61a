"""Objects of a course in a scene: boxes, ramps, crates and cones as bodies beside those of a car."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from jounce.engine.single_body import Course
from jounce.lab.scene.scene import POSE, Scene, Shape
from jounce.lab.scene.shapes import box, cone

COLOURS = {"box": "#8d99a6", "ramp": "#9aa5b1", "crate": "#b08a5a", "cleat": "#e3b22f", "car": "#a3423a"}
CLEAT = 0.02
"""Half of the height below which a box is painted, so that it is seen on the ground [m]."""
CAR = 2.0
"""Half of the length from which a crate stands for a car [m]."""
POSE_PARTS = ("x", "y", "z", "qw", "qx", "qy", "qz")
"""Names of the numbers of a pose, as they are recorded."""


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Objects of a course: half lengths of their contact boxes (m, 3) [m], and poses at the start (m, 7), world."""

    course: Course
    half_lengths: np.ndarray
    poses: np.ndarray

    @property
    def names(self) -> tuple[str, ...]:
        """Kind and number of every object."""
        return tuple(f"{thing.kind}_{i}" for i, thing in enumerate(self.course.objects))

    def shapes(self, first: int) -> tuple[Shape, ...]:
        """One solid each, on bodies from number `first` on."""
        found: list[Shape] = []
        for i, (thing, half) in enumerate(zip(self.course.objects, self.half_lengths.tolist(), strict=True)):
            if thing.kind == "cone":
                found.append(cone(first + i, (0.0, 0.0, -half[2]), (0.0, 0.0, half[2]), round(half[0], 4)))
            else:
                size = [round(length, 4) for length in half]
                colour = COLOURS["cleat" if half[2] < CLEAT else "car" if half[0] > CAR else thing.kind]
                found.append(box(first + i, (0.0, 0.0, 0.0), size, role="obstacle", colour=colour))
        return tuple(found)

    def recorded_poses(self, values: Mapping[str, np.ndarray], prefix: str, samples: int) -> np.ndarray:
        """Poses over a run (samples, m, 7): of objects that moved as they were recorded, of others as they stood."""
        poses = np.broadcast_to(self.poses, (samples, *self.poses.shape)).copy()
        for i, name in enumerate(self.names):
            for k, part in enumerate(POSE_PARTS):
                if f"{prefix}{name}.{part}" in values:
                    poses[:, i, k] = values[f"{prefix}{name}.{part}"]
        return poses


def with_obstacles(scene: Scene, obstacles: Obstacles) -> Scene:
    """The scene of a car with objects beside it; their bodies come last."""
    shapes = obstacles.shapes(len(scene.bodies))
    return replace(scene, bodies=(*scene.bodies, *obstacles.names), shapes=(*scene.shapes, *shapes))


def poses_of(things: np.ndarray) -> np.ndarray:
    """Poses (m, 7) of records with position and rotation."""
    poses = np.zeros((len(things), POSE))
    poses[:, :3], poses[:, 3:] = things["position"], things["rotation"]
    return poses
