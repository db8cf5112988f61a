"""A driver through a course of cones who tries it several times, and learns from every attempt.

After an attempt with the command c(x), the path that the steering law was given, the driver knows where the car really
was, y(x) with the heading ψ(x). The next goal is the path of least curvature for a body with that heading; the next
command is the last one, moved by the change of the goal and by a part of the error, ahead of where it showed:

    c ← c + (goal' − goal) + γ (goal − y)(x + v T_l)                                                        (D6)

Test drivers do the same. What is left is the car: it is driven through, or its tires do not hold.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.lab.drivers import ChassisObservation, Path, PathDriver
from jounce.lab.drivers.path_driver import PathSession, turning_axle
from jounce.lab.drivers.steering_response import steering_response
from jounce.lab.maneuvers.lane_path import LanePath, lane_path, replan
from jounce.lab.metrics.course import COURSES, Course, Outline, body_width, least_margin, outline
from jounce.lab.metrics.signals import NoValueError
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.variants import facts_of

LEARNING = 0.7
"""γ: part of the error that the next command makes up for [-]."""
LEAD_TIME = 0.15
"""T_l: how far ahead of an error the command is changed [s]."""
SMOOTHING = 9
"""Points over which errors are smoothed."""
ENOUGH = 0.02
"""Least distance to the edges of the lanes with which a driver is content [m]."""
HOPELESS = 0.3
"""Loss of distance against the best attempt after which a driver gives up [m]."""
SPUN = math.radians(60.0)
"""Heading from which on a car has turned round, and its way teaches the driver nothing [rad]."""


@dataclass(frozen=True)
class CourseDriver:
    """A driver between the cones of a course, whose lanes depend on the width of the car."""

    course: str
    """A name of `jounce.lab.metrics.course.COURSES`."""
    start_x: float
    """Position of the start of the first lane [m]."""
    speed: float
    """Initial speed [m/s]."""
    hold_speed: bool
    preview: float | None = None
    """Preview time [s]; None: as the tires of the car need it."""
    attempts: int = 8
    """Most attempts; the best one is the run."""

    def start(self, car: Vehicle, speed: float) -> CourseSession:
        """Start a run at a speed [m/s]."""
        facts = facts_of(car)
        course, body = COURSES[self.course](body_width(facts), self.start_x), outline(facts)
        centre = car.laden_chassis.centre_of_mass[0]
        lag = centre - turning_axle(car) - steering_response(car).rear * self.speed**2
        goal = lane_path(course, body, min(0.0, centre), self.speed, lag)
        return CourseSession(_Lesson(self, car, speed, course, body, goal, goal.y))


@dataclass(frozen=True, eq=False)
class _Lesson:
    """What a driver has learnt of a course: where the car should be, and the command that is to bring it there."""

    driver: CourseDriver
    car: Vehicle
    speed: float
    course: Course
    outline: Outline
    goal: LanePath
    command: np.ndarray


class CourseSession(PathSession):
    """One attempt at a course."""

    def __init__(self, lesson: _Lesson) -> None:
        driver = lesson.driver
        path = Path.through(np.column_stack([lesson.goal.x, lesson.command]))
        held = driver.speed if driver.hold_speed else None
        super().__init__(PathDriver(path, speed=held, preview=driver.preview), lesson.car, lesson.speed)
        self.lesson = lesson
        self.attempts = driver.attempts
        self.poses: list[tuple[float, float, float]] = []

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        """Steer and press pedals, and remember where the car is."""
        self.poses.append((chassis.x, chassis.y, chassis.yaw))
        return super().update(chassis, tick)

    def restart(self) -> CourseSession:
        """A session that drives this attempt once more, from its beginning."""
        return CourseSession(self.lesson)

    def score(self) -> float:
        """Least distance of the body to the edges of the lanes in this attempt [m]; −∞ if it got not through."""
        x, y, yaw = np.array(self.poses).T
        lesson = self.lesson
        if x.max() < lesson.course.end:
            return -np.inf
        try:
            return least_margin(lesson.course, lesson.outline, x, y, yaw).distance
        except NoValueError:
            return -np.inf

    def improve(self, best: float) -> CourseSession | None:
        """The next attempt by (D6); None if this one is good enough, much worse than the best one so far [m], or ended
        in a spin."""
        score = self.score()
        if score > ENOUGH or score < best - HOPELESS or not np.isfinite(score):
            return None
        x, y, yaw = np.array(self.poses).T
        if np.abs(yaw).max() > SPUN:
            return None
        lesson, goal = self.lesson, self.lesson.goal
        forward = np.concatenate([[True], np.diff(np.maximum.accumulate(x)) > 0.0])
        reached, heading = (np.interp(goal.x, x[forward], values[forward]) for values in (y, yaw))
        after = replan(goal, lesson.course, lesson.outline, 0.5 * (goal.heading + heading))
        error = np.interp(goal.x + LEAD_TIME * lesson.speed, goal.x, _smooth(goal.y - reached))
        command = lesson.command + (after.y - goal.y) + LEARNING * error
        return CourseSession(replace(lesson, goal=after, command=command))


def _smooth(values: np.ndarray) -> np.ndarray:
    """Values averaged over their neighbours, those near more than those far."""
    weights = np.hanning(SMOOTHING + 2)[1:-1]
    padded = np.pad(values, SMOOTHING // 2, mode="edge")
    return np.convolve(padded, weights / weights.sum(), "valid")
