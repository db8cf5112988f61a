"""The tables of a report as rows of text."""

from __future__ import annotations

import numpy as np

from jounce.reports.plots import corner_suffixes
from jounce.reports.quantities import digits, engineering, factor, written
from jounce.results import Result

_QUANTITIES = (
    ("Speed", "chassis.speed", "km/h"),
    ("Yaw rate", "chassis.yaw_rate", "deg/s"),
    ("Lateral acceleration", "chassis.lateral_acceleration", "m/s^2"),
    ("Longitudinal acceleration", "chassis.longitudinal_acceleration", "m/s^2"),
    ("Roll angle", "chassis.roll_angle", "deg"),
    ("Pitch angle", "chassis.pitch_angle", "deg"),
    ("Side slip angle", "chassis.side_slip_angle", "deg"),
    ("Rack travel", "rack.travel", "mm"),
)


def headline_rows(result: Result) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers to see first; channels at the end of the run."""
    rows = [
        (label, *engineering(result[name][-1], result[name].unit, unit))
        for label, name, unit in _QUANTITIES
        if name in ("chassis.speed", "chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle")
        and name in result
    ]
    return [*rows, ("Real-time factor", digits(result.summary["real_time_factor"], 3), "×")]


def quantity_rows(result: Result) -> list[tuple[str, str, str, str, str]]:
    """Quantity, unit, value at the end, extreme (the value farthest from zero) and its time."""
    rows = []
    for label, name, unit in _QUANTITIES:
        if name in result:
            rows.append((label, *_end_and_extreme(result, name, unit)))
    for suffix in corner_suffixes(result):
        rows.append((f"Vertical load {suffix.upper()}, smallest", *_end_and_least(result, suffix)))
    return rows


def setting_rows(result: Result) -> list[tuple[str, str]]:
    """What was run and how."""
    run = result.metadata
    return [
        ("Vehicle", run.vehicle),
        ("Maneuver", run.maneuver),
        ("Formulation", run.formulation),
        ("Integrator", _method(result)),
        ("Rack", run.rack or "none"),
        ("Initial position", run.initial),
        ("Created", f"{run.created}, jounce {run.jounce_version}"),
    ]


def how_words(result: Result) -> list[str]:
    """The settings in a few words, for the head of the page."""
    run = result.metadata
    rack = [f"rack: {run.rack}"] if run.rack else []
    return [run.formulation, _method(result), *rack, f"from the {run.initial} position", run.created[:10]]


def cost_rows(result: Result) -> list[tuple[str, str]]:
    """What it took, and how well the joints were kept."""
    summary = result.summary
    rejected = f", {summary['rejected_steps']} rejected" if summary["rejected_steps"] else ""
    return [
        ("Simulated time", f"{digits(summary['end_time'])} s of {summary['planned_end_time']:g} s"),
        ("Steps", f"{summary['steps']:,}{rejected}".replace(",", " ", 1)),
        ("Evaluations", f"{summary['evaluations']:,}".replace(",", " ")),
        ("Wall-clock time", f"{digits(summary['wall_time'], 3)} s, without compilation"),
        ("Time per step", f"{digits(summary['us_per_step'])} µs"),
        ("Real-time factor", f"{digits(summary['real_time_factor'], 3)} (above 1: faster than the clock)"),
        ("Largest constraint violation", f"{digits(summary['max_constraint_violation'], 2)} m"),
    ]


def _method(result: Result) -> str:
    run = result.metadata
    step = f", step {1e3 * run.step:g} ms" if run.step is not None else ""
    return run.integrator + step + (f", tolerance {run.tolerance:g}" if run.tolerance is not None else "")


def _end_and_extreme(result: Result, name: str, unit: str) -> tuple[str, str, str, str]:
    channel = result[name]
    scale, n = factor(channel.unit, unit), int(np.argmax(np.abs(channel.values)))
    end, extreme = digits(scale * channel[-1]), digits(scale * channel[n])
    return written(unit), end, extreme, f"{result.time[n]:.2f}"


def _end_and_least(result: Result, suffix: str) -> tuple[str, str, str, str]:
    load = result[f"tire.{suffix}.vertical_force"]
    n = int(np.argmin(load.values))
    return "kN", digits(1e-3 * load[-1]), digits(1e-3 * load[n]), f"{result.time[n]:.2f}"
