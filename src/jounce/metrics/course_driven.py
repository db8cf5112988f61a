"""A car's outline driven through a course: does it stay inside, and which cones does it hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.metrics.course import Course
from jounce.metrics.no_value import NoValue
from jounce.metrics.signals import at, crossing

OVERHANG = 0.85
"""Of a body in front of its first and behind its last axle, when nothing is known [m]."""
BODY_OVER_TRACK = 1.17
"""Width of a body over the larger track, when nothing is known."""
STEP = 0.02
"""Largest motion of the car between two looks at it [m]."""


@dataclass(frozen=True)
class Outline:
    """The rectangle of a body around the chassis' centre of mass [m]."""

    front: float
    """From the centre of mass to the front end."""
    rear: float
    """From the centre of mass to the rear end."""
    width: float

    @property
    def corners(self) -> np.ndarray:
        """(4, 2) front left, front right, rear right, rear left, in the axes of the car."""
        half = 0.5 * self.width
        return np.array([(self.front, half), (self.front, -half), (-self.rear, -half), (-self.rear, half)])


def outline(facts: Mapping[str, float]) -> Outline:
    """From what is known of a car (`jounce.metrics.facts`); raises NoValue without wheelbase, or width and tracks.

    Without overhangs, what `length` leaves beside the wheelbase is shared equally; without a length they are 0.85 m
    each. Without a width it is 1.17 times the larger track. The centre of mass is in the middle of the wheelbase,
    unless `centre_to_front_axle` says otherwise.
    """
    if "wheelbase" not in facts:
        raise NoValue("the run does not say the wheelbase of the car (metadata.facts)")
    wheelbase = facts["wheelbase"]
    half_rest = 0.5 * (facts["length"] - wheelbase) if "length" in facts else OVERHANG
    ahead = facts.get("centre_to_front_axle", 0.5 * wheelbase)
    front = ahead + facts.get("front_overhang", half_rest)
    rear = wheelbase - ahead + facts.get("rear_overhang", half_rest)
    return Outline(front, rear, body_width(facts))


def body_width(facts: Mapping[str, float]) -> float:
    """[m]"""
    if "width" in facts:
        return facts["width"]
    tracks = [facts[name] for name in ("track_front", "track_rear") if name in facts]
    if not tracks:
        raise NoValue("the run does not say the width of the car (metadata.facts)")
    return BODY_OVER_TRACK * max(tracks)


@dataclass(frozen=True)
class Driven:
    """What happened on a course."""

    finished: bool
    """The whole outline passed the end."""
    cones_hit: int
    left_the_lane: bool
    """A corner of the outline crossed the edge of a lane."""
    entry_speed: float
    """Of the centre of mass at the beginning of the first section [m/s]."""
    exit_speed: float | None
    """At the end of the last section [m/s]; None when it did not get there."""

    @property
    def passed(self) -> bool:
        """Through it without touching anything."""
        return self.finished and not self.left_the_lane and self.cones_hit == 0


def drive_through(
    course: Course, body: Outline, t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, speed: np.ndarray
) -> Driven:
    """Move the outline along a path of the centre of mass [m, rad] and look at its corners and the cones.

    A cone is hit when the point where its base touches the lane is inside the outline. Raises NoValue when the car
    does not come to the course.
    """
    entry = crossing(t, x, course.start)
    if entry is None or x[0] > course.start:
        raise NoValue(f"the car does not drive through x = {course.start:g} m, where the course begins")
    leave = crossing(t, x, course.end, after=entry)
    speeds = at(t, speed, entry), None if leave is None else at(t, speed, leave)
    t, x, y, yaw = _near(course, body, t, x, y, yaw)
    times = _often(t, x, y, yaw, body)
    poses = np.stack([np.interp(times, t, values) for values in (x, y, yaw)], axis=1)
    corners = _corners(poses, body)
    return Driven(
        finished=bool(np.any(corners[..., 0].min(axis=1) >= course.end)),
        cones_hit=_cones_hit(course, poses, body),
        left_the_lane=_leaves(course, corners),
        entry_speed=speeds[0],
        exit_speed=speeds[1],
    )


def _near(course: Course, body: Outline, t: np.ndarray, x: np.ndarray, *others: np.ndarray) -> list[np.ndarray]:
    """The samples from before the first that can touch the course to after the last."""
    reach = float(np.max(np.hypot(*body.corners.T)))
    first, last = np.argmax(x >= course.start - reach), np.flatnonzero(x <= course.end + reach)[-1]
    part = slice(max(int(first) - 1, 0), int(last) + 2)
    return [values[part] for values in (t, x, *others)]


def _often(t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, body: Outline) -> np.ndarray:
    """Times between which no point of the outline moves far."""
    reach = float(np.max(np.hypot(*body.corners.T)))
    moved = np.hypot(np.diff(x), np.diff(y)) + reach * np.abs(np.diff(yaw))
    parts = np.maximum(np.ceil(moved / STEP), 1.0).astype(int)
    inner = [np.linspace(t[i], t[i + 1], n, endpoint=False) for i, n in enumerate(parts)]
    return np.concatenate([*inner, t[-1:]])


def _corners(poses: np.ndarray, body: Outline) -> np.ndarray:
    """(n, 4, 2) of the outline in the world."""
    cos, sin = np.cos(poses[:, 2, None]), np.sin(poses[:, 2, None])
    along, across = body.corners.T
    return np.stack([poses[:, 0, None] + cos * along - sin * across, poses[:, 1, None] + sin * along + cos * across], 2)


def _leaves(course: Course, corners: np.ndarray) -> bool:
    """Whether a corner that is beside a section is outside of it."""
    x, y = corners[..., 0], corners[..., 1]
    for section in course.sections:
        beside = (x >= section.start) & (x <= section.end)
        if np.any(beside & ((y > section.left) | (y < section.right))):
            return True
    return False


def _cones_hit(course: Course, poses: np.ndarray, body: Outline) -> int:
    """How many cones were ever inside the outline."""
    hit = 0
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    for cone in course.boundary():
        dx, dy = (cone - poses[:, :2]).T
        along, across = cos * dx + sin * dy, cos * dy - sin * dx
        inside = (along <= body.front) & (along >= -body.rear) & (np.abs(across) < 0.5 * body.width)
        hit += bool(np.any(inside))
    return hit
