"""Leading figures by the names that maneuvers give in `Maneuver.figures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from jounce.lab.maneuvers.leading_figures import MAX_FIGURES
from jounce.lab.metrics.frequency_response import TURN, YAW_RATE
from jounce.lab.results import Result
from jounce.output.reports.answers import (
    course,
    crosswind,
    path,
    phase_plane,
    ride_spectrum,
    road,
    rollover,
    sine_dwell,
    steer_response,
    step_response,
    stopping,
    tire_use,
    understeer,
)
from jounce.output.reports.answers.answer import Answer, Kind, Seen
from jounce.output.reports.answers.bode import bode

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "step-response": step_response.draw,
        "bode-yaw-rate": bode(YAW_RATE, "yaw-rate", "yaw rate"),
        "bode-lateral-acceleration": bode(TURN, "lateral-acceleration", "lateral acceleration"),
        "ride-spectrum": ride_spectrum.draw,
        "road": road.draw,
        "course": course.draw,
        "crosswind": crosswind.draw,
        "understeer": understeer.draw,
        "stopping": stopping.draw,
        "rollover": rollover.draw,
        "phase-plane": phase_plane.draw,
        "sine-with-dwell": sine_dwell.draw,
        "steer-response": steer_response.draw,
        "path": path.draw,
        "tire-use": tire_use.draw,
    }
)
"""Name → what makes the figure."""
BY_METRIC: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "yaw_rate_response_time": ("step-response",),
        "yaw_rate_bandwidth": ("bode-yaw-rate", "bode-lateral-acceleration"),
        "weighted_vertical_acceleration": ("ride-spectrum", "road"),
        "double_lane_change_passed": ("course",),
        "obstacle_avoidance_passed": ("course",),
        "understeer_gradient": ("understeer",),
        "stopping_distance": ("stopping",),
        "crosswind_deviation": ("crosswind",),
        "sine_with_dwell_passed": ("sine-with-dwell",),
        "load_transfer_ratio": ("rollover",),
        "peak_side_slip": ("phase-plane",),
        "minimum_wheel_load": ("tire-use",),
    }
)
"""Metric → the figures that show where it comes from, for runs that name none: people's own maneuvers, older files."""


def figure_names(result: Result) -> tuple[str, ...]:
    """The leading figures that a run names, or those behind its metrics."""
    if result.metadata.figures:
        return tuple(result.metadata.figures)
    found = dict.fromkeys(name for metric in result.metadata.measured for name in BY_METRIC.get(metric, ()))
    return tuple(found)


def answers(runs: Sequence[Seen]) -> tuple[Answer, ...]:
    """The leading figures of runs; those that a run cannot have are left out, and unknown names too, as a later version
    may write them."""
    names = dict.fromkeys(name for run in runs for name in figure_names(run.result))
    made = (KINDS[name](runs) for name in names if name in KINDS)
    return tuple(answer for answer in made if answer is not None)[:MAX_FIGURES]
