"""Courses between cones: the double lane changes of ISO 3888, as lanes whose widths follow the width of the car.

x runs along the course from where its first section begins, y = 0 is the middle of the first section, and the car
swerves to the left. Between sections the car is free.

A car's outline driven through a course: does it stay inside, and which cones does it hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from jounce.lab.metrics.cones import cone_hits
from jounce.lab.metrics.metric import Metric, option, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, at, crossing
from jounce.lab.results import Result

CONE_RADIUS = 0.15
"""Radius of a cone's base [m]; the edges of a lane touch the bases of its cones from inside."""
CONES_PER_SIDE = 3
"""Places of the cones along a section: at its beginning, in its middle and at its end."""


@dataclass(frozen=True)
class Section:
    """A lane from x = start to x = end, between y = right and y = left [m]."""

    name: str
    start: float
    end: float
    right: float
    left: float

    @property
    def middle(self) -> float:
        """y of its centre line [m]."""
        return 0.5 * (self.left + self.right)

    @property
    def width(self) -> float:
        """Width of the lane [m]."""
        return self.left - self.right


@dataclass(frozen=True)
class Course:
    """Sections in the order in which they are driven through."""

    name: str
    sections: tuple[Section, ...]

    @property
    def start(self) -> float:
        """x of its beginning [m]."""
        return self.sections[0].start

    @property
    def end(self) -> float:
        """x of its end [m]."""
        return self.sections[-1].end

    @property
    def length(self) -> float:
        """Length of the course [m]."""
        return self.end - self.start

    def at(self, start: float) -> Course:
        """This course, beginning at x = start [m]."""
        shift = start - self.start
        moved = (Section(s.name, s.start + shift, s.end + shift, s.right, s.left) for s in self.sections)
        return Course(self.name, tuple(moved))

    def mirror(self) -> Course:
        """This course with a swerve to the right."""
        return Course(self.name, tuple(Section(s.name, s.start, s.end, -s.left, -s.right) for s in self.sections))

    def boundary(self) -> np.ndarray:
        """Points (n, 2) of the edges of the lanes that the cones touch, right and left, section after section [m]."""
        return np.array([point for point, _ in self._places()])

    def cones(self) -> np.ndarray:
        """Centres (n, 2) of the cones [m], in the order of `boundary`; one that two sections share is there once."""
        return np.array([point for _, point in self._places()])

    def path(self) -> np.ndarray:
        """Points (n, 2) for a driver to aim at: the ends of the centre lines of all sections [m]."""
        return np.array([(x, s.middle) for s in self.sections for x in (s.start, s.end)])

    def _places(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Every cone: where it touches the lane, and its centre."""
        places = {}
        for s in self.sections:
            for x in np.linspace(s.start, s.end, CONES_PER_SIDE):
                places[float(x), s.right] = (float(x), s.right - CONE_RADIUS)
                places[float(x), s.left] = (float(x), s.left + CONE_RADIUS)
        return list(places.items())


def iso_3888_1(width: float, start: float = 0.0) -> Course:
    """The double lane change for a car of that width [m]: 125 m, offset 3.5 m.

    The offset is from the right edge of the first lane to the right edge of the second; the last lane continues the
    right edge of the first.
    """
    first, second, third = (factor * width + 0.25 for factor in (1.1, 1.2, 1.3))
    right = -0.5 * first
    return Course(
        "ISO 3888-1",
        (
            Section("1", 0.0, 15.0, right, right + first),
            Section("3", 45.0, 70.0, right + 3.5, right + 3.5 + second),
            Section("5", 95.0, 110.0, right, right + third),
            Section("6", 110.0, 125.0, right, right + third),
        ),
    ).at(start)


def iso_3888_2(width: float, start: float = 0.0) -> Course:
    """The obstacle avoidance for a car of that width [m]: 61 m, with 1 m between the edges of the two lanes.

    The last lane continues the right edge of the first.
    """
    first, second, third = 1.1 * width + 0.25, width + 1.0, max(1.3 * width + 0.25, 3.0)
    right = -0.5 * first
    aside = right + first + 1.0
    return Course(
        "ISO 3888-2",
        (
            Section("1", 0.0, 12.0, right, right + first),
            Section("3", 25.5, 36.5, aside, aside + second),
            Section("5", 49.0, 61.0, right, right + third),
        ),
    ).at(start)


COURSES: dict[str, Callable[[float, float], Course]] = {"ISO 3888-1": iso_3888_1, "ISO 3888-2": iso_3888_2}
"""Name → course for a width and a start [m]."""


OVERHANG = 0.85
"""Overhang of a body in front of its first and behind its last axle, when nothing is known [m]."""
BODY_OVER_TRACK = 1.17
"""Width of a body over the larger track, when nothing is known."""
STEP = 0.02
"""Largest motion of the car between two looks at it [m]."""
SIDE_POINTS = 23
"""Points of either side of the body whose distances to the edges of the lanes are taken."""


@dataclass(frozen=True)
class Outline:
    """The rectangle of a body around the chassis' centre of mass [m]."""

    front: float
    """Distance from the centre of mass to the front end [m]."""
    rear: float
    """Distance from the centre of mass to the rear end [m]."""
    width: float

    @property
    def corners(self) -> np.ndarray:
        """(4, 2) front left, front right, rear right, rear left, in the axes of the car."""
        half = 0.5 * self.width
        return np.array([(self.front, half), (self.front, -half), (-self.rear, -half), (-self.rear, half)])


def outline(facts: Mapping[str, float]) -> Outline:
    """The outline from what is known of a car (`jounce.lab.metrics.metric`); raises NoValueError without wheelbase, or
    width and tracks.

    Without overhangs, what `length` leaves beside the wheelbase is shared equally; without a length they are 0.85 m
    each. Without a width it is 1.17 times the larger track. The centre of mass is in the middle of the wheelbase,
    unless `centre_to_front_axle` says otherwise.
    """
    if "wheelbase" not in facts:
        raise NoValueError("the run does not record the wheelbase of the car (metadata.facts)")
    wheelbase = facts["wheelbase"]
    half_rest = 0.5 * (facts["length"] - wheelbase) if "length" in facts else OVERHANG
    ahead = facts.get("centre_to_front_axle", 0.5 * wheelbase)
    front = ahead + facts.get("front_overhang", half_rest)
    rear = wheelbase - ahead + facts.get("rear_overhang", half_rest)
    return Outline(front, rear, body_width(facts))


def body_width(facts: Mapping[str, float]) -> float:
    """The width of a body [m]; raises NoValueError without width and tracks."""
    if "width" in facts:
        return facts["width"]
    tracks = [facts[name] for name in ("track_front", "track_rear") if name in facts]
    if not tracks:
        raise NoValueError("the run does not record the width of the car (metadata.facts)")
    return BODY_OVER_TRACK * max(tracks)


@dataclass(frozen=True)
class Margin:
    """How near a body came to the edge of a lane, and where."""

    distance: float
    """Distance from the body to the edge [m]; negative where it was outside."""
    section: str
    """Name of the section."""
    station: float
    """Distance from the start of the course [m]."""
    side: Literal["left", "right"]
    """The edge."""


def least_margin(course: Course, body: Outline, x: np.ndarray, y: np.ndarray, yaw: np.ndarray) -> Margin:
    """The least distance of the sides of an outline to the edges of the lanes, at poses of the centre of mass [m, rad].

    Raises NoValueError for poses of which none is beside a section.
    """
    cos, sin = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
    ahead = np.linspace(-body.rear, body.front, SIDE_POINTS)
    found: list[Margin] = []
    for aside in (-0.5 * body.width, 0.5 * body.width):
        place = x[:, None] + ahead * cos - aside * sin
        across = y[:, None] + ahead * sin + aside * cos
        for section in course.sections:
            beside = (place >= section.start) & (place <= section.end)
            for side, room in (("right", across - section.right), ("left", section.left - across)):
                if beside.any():
                    n = int(np.argmin(room[beside]))
                    station = float(place[beside][n]) - course.start
                    found.append(Margin(float(room[beside][n]), section.name, station, side))  # type: ignore[arg-type]
    if not found:
        raise NoValueError("the car does not come to the course")
    return min(found, key=lambda margin: margin.distance)


@dataclass(frozen=True)
class CourseHit:
    """A cone that was hit."""

    cone: int
    """Number of the cone, in the order of `Course.cones`."""
    section: str
    """Name of the section that it marks."""
    side: Literal["left", "right"]
    station: float
    """Distance from the start of the course [m]."""
    time: float
    """When the body touches it [s]."""
    depth: float
    """How far the body went over the point where it touches the lane [m]."""


@dataclass(frozen=True)
class Driven:
    """What happened on a course."""

    finished: bool
    """Whether the whole outline passed the end."""
    cones_hit: int
    left_the_lane: bool
    """Whether a corner of the outline crossed the edge of a lane."""
    margin: Margin
    """Where the body came nearest to the edge of a lane."""
    entry_speed: float
    """Speed of the centre of mass at the beginning of the first section [m/s]."""
    exit_speed: float | None
    """Speed at the end of the last section [m/s]; None when the car did not get there."""
    hits: tuple[CourseHit, ...] = ()
    """The cones that were hit."""

    @property
    def passed(self) -> bool:
        """Whether the car drove the whole course without touching anything."""
        return self.finished and not self.left_the_lane and self.cones_hit == 0


def drive_through(
    course: Course, body: Outline, t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, speed: np.ndarray
) -> Driven:
    """Move the outline along a path of the centre of mass [m, rad] and look at its corners and the cones.

    A cone is hit when the point where its base touches the lane is inside the outline. Raises NoValueError when the car
    does not come to the course.
    """
    entry = crossing(t, x, course.start)
    if entry is None or x[0] > course.start:
        raise NoValueError(f"the car does not drive through x = {course.start:g} m, where the course begins")
    leave = crossing(t, x, course.end, after=entry)
    speeds = at(t, speed, entry), None if leave is None else at(t, speed, leave)
    t, x, y, yaw = _near(course, body, t, x, y, yaw)
    times = _often(t, x, y, yaw, body)
    poses = np.stack([np.interp(times, t, values) for values in (x, y, yaw)], axis=1)
    corners = _corners(poses, body)
    hits = cone_hits(course.boundary(), poses, body.front, body.rear, body.width)
    return Driven(
        finished=bool(np.any(corners[..., 0].min(axis=1) >= course.end)),
        cones_hit=len(hits),
        hits=tuple(CourseHit(*_cone_place(course, hit.cone), float(times[hit.sample]), hit.depth) for hit in hits),
        left_the_lane=_leaves(course, corners),
        margin=least_margin(course, body, *poses.T),
        entry_speed=speeds[0],
        exit_speed=speeds[1],
    )


def _cone_place(course: Course, cone: int) -> tuple[int, str, Literal["left", "right"], float]:
    """Number, section, side and station of a cone."""
    x, y = course.boundary()[cone]
    section = next(s for s in course.sections if s.start - 1e-9 <= x <= s.end + 1e-9 and y in (s.left, s.right))
    return cone, section.name, "left" if y == section.left else "right", float(x) - course.start


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


# which channels, facts and options of a run go into which function

CHANNELS = ("chassis.position_x", "chassis.position_y", "chassis.yaw_angle", "chassis.speed")


def course_of(result: Result, standard: str) -> Course:
    """The course of a run of a lane change; raises NoValueError for any other run."""
    start = option(result, "course_start")
    if start is None:
        raise NoValueError("the maneuver does not state where its course begins (course_start in metadata.options)")
    return COURSES[standard](body_width(result.metadata.facts), start)


@once
def driven_course(result: Result, standard: str) -> Driven:
    """What happened on the course of a run; raises NoValueError for a run without one."""
    course = course_of(result, standard)
    found = (values(result, name) for name in CHANNELS)
    return drive_through(course, outline(result.metadata.facts), result.time, *found)


def _exit_speed(result: Result, standard: str) -> float:
    speed = driven_course(result, standard).exit_speed
    if speed is None:
        raise NoValueError("the car did not reach the end of the course")
    return speed


def _of(standard: str, name: str) -> tuple[Metric, ...]:
    """All metrics of one course."""

    def metric(
        suffix: str, unit: str, definition: str, rule: Callable[[Result], float | bool], display_unit: str
    ) -> Metric:
        return Metric(
            name=f"{name}_{suffix}",
            unit=unit,
            display_unit=display_unit,
            standard=standard,
            definition=definition,
            needs=CHANNELS,
            facts=("wheelbase",),
            options=("course_start",),
            rule=rule,
        )

    return (
        metric(
            "passed",
            "",
            "The whole outline of the body passed the end of the course, its corners stayed inside the lanes, and no "
            "cone was hit.",
            lambda result: driven_course(result, standard).passed,
            "",
        ),
        metric(
            "cones_hit",
            "1",
            "Number of cones, three on each side of a section, whose innermost points were inside the outline of the "
            "body.",
            lambda result: driven_course(result, standard).cones_hit,
            "",
        ),
        metric(
            "margin",
            "m",
            "Least distance of the sides of the body to the edge of the lane beside them; negative where the body was "
            "outside.",
            lambda result: driven_course(result, standard).margin.distance,
            "cm",
        ),
        metric(
            "nearest_station",
            "m",
            "Distance from the start of the course at which the body came nearest to the edge of a lane, or left it "
            "furthest.",
            lambda result: driven_course(result, standard).margin.station,
            "m",
        ),
        metric(
            "entry_speed",
            "m/s",
            "Speed when the centre of mass enters the first section.",
            lambda result: driven_course(result, standard).entry_speed,
            "km/h",
        ),
        metric(
            "exit_speed",
            "m/s",
            "Speed when the centre of mass leaves the last section.",
            lambda result: _exit_speed(result, standard),
            "km/h",
        ),
    )


COURSE = (*_of("ISO 3888-1", "double_lane_change"), *_of("ISO 3888-2", "obstacle_avoidance"))
