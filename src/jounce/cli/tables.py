"""Summaries of runs and studies as tables in a terminal, in the units that engineers use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from jounce.lab.results import Result
from jounce.output.reports.plots import NOISE, digits, engineering
from jounce.output.reports.tables import NEGLIGIBLE

if TYPE_CHECKING:
    from jounce.lab.studies import StudyTable

ROWS = (
    ("speed", "speed"),
    ("yaw rate", "yaw_rate"),
    ("lateral acceleration", "lateral_acceleration"),
    ("roll angle", "roll_angle"),
    ("side slip angle", "side_slip_angle"),
)
"""Label and key of the values at the end of a run."""
MAX_PARAMETERS = 3
"""Parameters of a study that are named beside a metric."""


def print_summary(result: Result) -> None:
    """Print the summary of a run on stdout."""
    summary, run = result.summary, result.metadata
    table = Table(
        title=f"{run.maneuver} · {run.vehicle}, until t = {summary['end_time']:g} s",
        box=box.SIMPLE,
        show_header=False,
        title_justify="left",
        title_style="bold",
    )
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    for name, found in run.measured.items():
        table.add_row(name.replace("_", " "), *_measured(found))
    if run.measured:
        table.add_section()
    for label, key in ROWS:
        value = summary[key]
        if value is not None and _says_something(result, key, value):
            text, unit = engineering(value, result[f"chassis.{key}"].unit)
            table.add_row(f"{label} at the end", text, f"{unit} {_also(key, value)}")
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


def _says_something(result: Result, key: str, value: float) -> bool:
    """Whether a value at the end is more than what is left of a motion that has ended."""
    largest = float(np.max(np.abs(result[f"chassis.{key}"].values)))
    return abs(value) > NEGLIGIBLE * largest and largest > NOISE


def print_study(table: StudyTable) -> None:
    """Print how the runs of a study ended, and for every metric its range and what it depends on most."""
    from jounce.output.reports.study.figures import labels

    counts = [f"{table.count(how)} {how}" for how in ("ok", "failed", "interrupted") if table.count(how)]
    console = Console()
    console.print(f"[bold]{table.facts['name']}[/bold]: {len(table)} runs, {', '.join(counts)}", highlight=False)
    shown = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for head, side in (("metric", "left"), ("least", "right"), ("mean", "right"), ("most", "right"), ("", "left")):
        shown.add_column(head, justify=side)  # type: ignore[arg-type]
    shown.add_column("strongest parameters", overflow="fold")
    found, short = table.sensitivity(), labels([*table.parameters, *table.metrics])
    for name in table.metrics:
        values = table[name]
        known = values[np.isfinite(values)]
        cells = [engineering(float(one), table.unit(name) or "1") for one in _range(known)]
        unit = cells[0][1] if cells else ""
        ranked = found[name].rank_parameters()[:MAX_PARAMETERS]
        strong = ", ".join(f"{short[p]} {100.0 * found[name].influences[p].size:.0f} %" for p in ranked)
        shown.add_row(short[name], *([cell for cell, _ in cells] or ["–"] * 3), unit, strong)
    if table.metrics:
        console.print(shown)


def _measured(found: Mapping[str, Any]) -> tuple[str, str]:
    """A metric and its unit, or a dash and why it has no value."""
    value = found["value"]
    if value is None:
        return "–", str(found["note"])
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    return engineering(value, found["unit"], found["display_unit"] or found["unit"])


def _also(key: str, value: float) -> str:
    return f"({engineering(value / 9.80665, '1')[0]} g)" if key == "lateral_acceleration" else ""


def _method(result: Result) -> str:
    run = result.metadata
    how = f"of {1e3 * run.step:g} ms" if run.step is not None else f"at a tolerance of {run.tolerance:g}"
    return f"{how}, {run.integrator}, {run.formulation}"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None or not math.isfinite(value) else format(value, form)


def _range(known: np.ndarray) -> list[float]:
    return [known.min(), known.mean(), known.max()] if len(known) else []
