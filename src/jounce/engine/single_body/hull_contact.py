"""The hull of a car that something else moves, such as a multibody car, among the objects of a course."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.engine.laws.ground.query import memories
from jounce.engine.single_body.arrays import objects_of
from jounce.engine.single_body.car import HullBox
from jounce.engine.single_body.compiled.collide import collide
from jounce.engine.single_body.compiled.records import BOX, NO_PARTNER, NUMBERS, POINT, Objects
from jounce.engine.single_body.course import Course
from jounce.engine.single_body.wheel_outline import WheelOutline, pack_outlines

NOWHERE = np.zeros(0)
"""World state of a car that no object is near to."""
ONSET = 5e-3
"""Depth over which damping of a point of the hull sets in [m]."""
BODY = 13
"""Numbers that tell where a hull is: position, rotation, velocity, angular velocity."""


class HullContact:
    """Contact forces on a hull and on wheels, and the objects that they meet; the laws are those of the simplified car
    (S14), of wheels (H3) and (H4).

    body (13,): where the hull is, see `collide`; push (6,): force [N] and torque about the centre of mass [N m] on it,
    world axes; things (m,): where the objects are; loads (w, 6): as push, of each body with wheels.
    """

    def __init__(
        self,
        boxes: Sequence[HullBox],
        ground: tuple,
        placed: tuple,
        *,
        course: Course | None = None,
        wheels: Sequence[WheelOutline] = (),
        reach: float = 0.0,
        stiffness: float = 400e3,
        damping: float = 10e3,
        friction: float = 0.5,
        gravity: float = 9.81,
    ) -> None:
        """boxes: around the centre of mass, which is their origin; ground: what objects stand on, and `placed` for
        compiled code; wheels: what may touch objects beside the hull, and how far from the centre of mass they reach
        [m]; stiffness [N/m] and damping [N s/m] of a point,
        friction of the hull on a ground of factor 1."""
        points = _points(boxes)
        self.course = course or Course()
        self._numbers = np.zeros(1, NUMBERS)
        number = self._numbers[0]
        number["points"], number["boxes"], number["gravity"] = len(points), len(boxes), gravity
        number["reach"] = max(reach, *(math.hypot(*point) for point in points))
        self._tires, self._treads, bodies = pack_outlines(wheels)
        self.loads = np.zeros((bodies, 6))
        number["hull_stiffness"], number["hull_damping"] = stiffness, damping
        number["hull_onset"], number["hull_friction"] = ONSET, friction
        self._offsets = np.array(points, dtype=float)
        self._boxes = np.zeros(len(boxes), BOX)
        self._boxes["centre"] = [box.centre for box in boxes]
        self._boxes["half"] = [[0.5 * length for length in box.size] for box in boxes]
        self._points = np.zeros(len(points), POINT)
        self._points["partner"] = NO_PARTNER
        self._memory = memories(1)
        self._objects: Objects = objects_of(self.course, ground, 1)
        self._ground = placed
        self.body, self.push = np.zeros(BODY), np.zeros(6)
        self.body[3] = 1.0
        self._start = tuple(array.copy() for array in self.arrays())

    @property
    def things(self) -> np.ndarray:
        """Where the objects are: records with `position` and `rotation`."""
        return self._objects.things[0]

    @property
    def half_lengths(self) -> np.ndarray:
        """Half lengths of the contact box of every object (m, 3) [m]."""
        return self._objects.shapes["half"]

    @property
    def is_near_objects(self) -> bool:
        """Whether wheels may touch an object in the next step."""
        return bool(self._tires.size) and bool(self._objects.things["near"].any())

    @property
    def treads(self) -> np.ndarray:
        """What each wheel touches: records with `surface`, `depth` and `load`."""
        return self._treads

    def advance(self, h: float, world: np.ndarray = NOWHERE) -> np.ndarray:
        """Contacts at `body`, and one step of h [s] of the objects; returns `push`. world: poses and twists of all
        bodies, needed by wheels while an object `is_near_objects`."""
        collide(
            self._numbers,
            self._offsets,
            self._boxes,
            self._points,
            self._memory[0],
            self._ground,
            self._objects,
            self._tires,
            self._treads,
            self.body,
            world,
            self.push,
            self.loads,
            h,
        )
        return self.push

    def arrays(self) -> tuple[np.ndarray, ...]:
        """What the future depends on beside the motion of the hull."""
        return self._points, self._memory, self._objects.things, self._objects.touches, self._treads

    def restore(self, kept: Sequence[np.ndarray]) -> None:
        """Go back to copies of `arrays`."""
        for array, copy in zip(self.arrays(), kept, strict=True):
            array[...] = copy

    def reset(self) -> None:
        """Put all objects back to where they stood."""
        self.restore(self._start)


def _points(boxes: Sequence[HullBox]) -> list[tuple[float, float, float]]:
    """Corners of all boxes, and middles of the first."""
    corners = [corner for box in boxes for corner in box.corners()]
    return list(dict.fromkeys(corners + boxes[0].middles()))
