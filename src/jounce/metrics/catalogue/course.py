"""Metrics of the double lane changes between cones."""

from __future__ import annotations

from collections.abc import Callable

from jounce.metrics.course import COURSES
from jounce.metrics.course_driven import Driven, body_width, drive_through, outline
from jounce.metrics.facts import option, values
from jounce.metrics.metric import Metric
from jounce.metrics.no_value import NoValue
from jounce.results import Result

CHANNELS = ("chassis.position_x", "chassis.position_y", "chassis.yaw_angle", "chassis.speed")


def _driven(result: Result, standard: str) -> Driven:
    facts = result.metadata.facts
    start = option(result, "course_start")
    if start is None:
        raise NoValue("the maneuver does not say where its course begins (course_start in metadata.options)")
    course = COURSES[standard](body_width(facts), start)
    return drive_through(course, outline(facts), result.time, *(values(result, name) for name in CHANNELS))


def _exit_speed(result: Result, standard: str) -> float:
    speed = _driven(result, standard).exit_speed
    if speed is None:
        raise NoValue("the car did not reach the end of the course")
    return speed


def _of(standard: str, name: str) -> tuple[Metric, ...]:
    """All metrics of one course."""

    def metric(suffix: str, unit: str, definition: str, rule: Callable[[Result], float | bool], spoken: str) -> Metric:
        return Metric(
            name=f"{name}_{suffix}",
            unit=unit,
            spoken=spoken,
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
            lambda result: _driven(result, standard).passed,
            "",
        ),
        metric(
            "cones_hit",
            "1",
            "Number of cones, three on each side of a section, whose innermost points were inside the outline of the "
            "body.",
            lambda result: _driven(result, standard).cones_hit,
            "",
        ),
        metric(
            "entry_speed",
            "m/s",
            "Speed when the centre of mass enters the first section.",
            lambda result: _driven(result, standard).entry_speed,
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
