"""The summary of a run as a table, in the units engineers speak."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from jounce.reports.quantities import digits, engineering
from jounce.results import Result

ROWS = (
    ("speed", "speed"),
    ("yaw rate", "yaw_rate"),
    ("lateral acceleration", "lateral_acceleration"),
    ("roll angle", "roll_angle"),
    ("side slip angle", "side_slip_angle"),
)
"""Label and key of the values at the end of a run."""


def print_summary(result: Result) -> None:
    """Print the table on stdout."""
    summary, run = result.summary, result.metadata
    table = Table(
        title=f"{run.maneuver} · {run.vehicle} at t = {summary['end_time']:g} s",
        box=box.SIMPLE,
        show_header=False,
        title_justify="left",
        title_style="bold",
    )
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    for label, key in ROWS:
        value = summary[key]
        if value is not None:
            text, unit = engineering(value, result[f"chassis.{key}"].unit)
            table.add_row(label, text, f"{unit} {_also(key, value)}")
    for name, found in run.measured.items():
        if name == next(iter(run.measured)):
            table.add_section()
        table.add_row(name.replace("_", " "), *_measured(found))
    table.add_section()
    table.add_row("max constraint violation", digits(summary["max_constraint_violation"], 2), "m")
    table.add_section()
    table.add_row("steps", f"{summary['steps']:,}".replace(",", " "), _method(result))
    table.add_row("wall time", f"{summary['wall_time']:.2f}", "s")
    table.add_row("time per step", _number(summary["us_per_step"], ".1f"), "µs")
    table.add_row("real-time factor", _number(summary["real_time_factor"], ".2f"), "simulated / wall-clock time")
    if run.stopped:
        table.add_row("ended by", "", run.stopped)
    Console().print(table)


def _measured(found: Mapping[str, Any]) -> tuple[str, str]:
    """A metric and its unit, or a dash and why it has no value."""
    value = found["value"]
    if value is None:
        return "–", str(found["note"])
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    return engineering(value, found["unit"], found["spoken"] or found["unit"])


def _also(key: str, value: float) -> str:
    return f"({engineering(value / 9.80665, '1')[0]} g)" if key == "lateral_acceleration" else ""


def _method(result: Result) -> str:
    run = result.metadata
    how = f"of {1e3 * run.step:g} ms" if run.step is not None else f"at a tolerance of {run.tolerance:g}"
    return f"{how}, {run.integrator}, {run.formulation}"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None or not math.isfinite(value) else format(value, form)
