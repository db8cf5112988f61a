"""The tables of a comparison: numbers of several runs side by side, with differences from the first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import Refusal
from jounce.reports.quantities import digits, factor, written
from jounce.reports.tables import OPTION, QUANTITIES, cost_rows, measure, setting_rows, spoken_name, units_of
from jounce.results import Result
from jounce.results.record import WORDS

MOST = 40
"""Parameters of vehicles that differ, and are listed."""
ROUNDING = 1e-12
"""Relative differences below this are rounding."""


@dataclass(frozen=True)
class Row:
    """A row of a table: a heading, and for each run a text and, in small, its difference from the first."""

    name: str
    cells: tuple[tuple[str, str], ...]
    unit: str = ""
    differs: bool = False


def run_labels(results: Sequence[Result], given: Sequence[str] | None = None) -> list[str]:
    """What to call the runs: as given, or what tells them apart; raises Refusal for too few labels, or two alike."""
    if given is not None:
        if len(given) != len(results) or len(set(given)) < len(given) or not all(given):
            raise Refusal("wrong labels", ", ".join(given), f"{len(results)} different ones", where="labels")
        return list(given)
    runs = [result.metadata for result in results]
    names = dict.fromkeys(name for run in runs for name in run.options)
    choices = [
        [run.vehicle for run in runs],
        [run.maneuver for run in runs],
        [f"{run.maneuver} · {run.vehicle}" for run in runs],
        *([f"{name.replace('_', ' ')} {run.options.get(name, '–')}" for run in runs] for name in names),
        [run.integrator for run in runs],
        [run.formulation for run in runs],
    ]
    different = (labels for labels in choices if len(set(labels)) == len(labels))
    return next(different, [f"run {i + 1}" for i in range(len(runs))])


def metric_rows(results: Sequence[Result]) -> list[Row]:
    """The metrics of all runs."""
    names = dict.fromkeys(name for result in results for name in result.metadata.measured)
    rows = []
    for name in names:
        found = [dict(result.metadata.measured.get(name, {})) for result in results]
        units = units_of(next(row for row in found if row))
        rows.append(_numbers(spoken_name(name), [row.get("value") for row in found], *units))
    return rows


def extreme_rows(results: Sequence[Result]) -> list[Row]:
    """The value farthest from zero of each quantity, and its value at the end."""
    rows = []
    for label, name, unit in QUANTITIES:
        having = [name in result for result in results]
        if not any(having):
            continue
        own = results[having.index(True)][name].unit
        values = [result[name].values if has else None for result, has in zip(results, having, strict=True)]
        extremes = [None if v is None else float(v[np.argmax(np.abs(v))]) for v in values]
        ends = [None if v is None else float(v[-1]) for v in values]
        rows.append(_numbers(f"{label}, extreme", extremes, own, unit))
        rows.append(_numbers(f"{label}, at the end", ends, own, unit))
    return rows


def shared_settings(results: Sequence[Result]) -> list[Row]:
    """Settings side by side; those that differ are marked."""
    tables = [dict(setting_rows(result)) for result in results]
    found = [name for name in dict.fromkeys(name for table in tables for name in table) if name != "Hash"]
    options = [name for name in found if name.startswith(OPTION)]
    what = found.index("Maneuver") + 1
    names = [*found[:what], *options, *(name for name in found[what:] if name not in options)]
    return [_words(name, [table.get(name, "–") for table in tables]) for name in names]


def shared_costs(results: Sequence[Result]) -> list[Row]:
    """What the runs took, side by side."""
    tables = [dict(cost_rows(result)) for result in results]
    names = dict.fromkeys(name for table in tables for name in table)
    return [Row(name, tuple((table.get(name, "–"), "") for table in tables)) for name in names]


def parameter_rows(results: Sequence[Result]) -> list[Row]:
    """Parameters of the vehicles that differ, of runs that have a record; SI."""
    if any(result.record is None for result in results):
        return []
    vehicles = [dict(leaves(result.record.vehicle)) for result in results if result.record is not None]
    names = dict.fromkeys(name for vehicle in vehicles for name in vehicle)
    rows = [_words(name, [_text(vehicle.get(name)) for vehicle in vehicles]) for name in names]
    differing = [row for row in rows if row.differs and row.name.split(".")[0] not in WORDS]
    if len(differing) > MOST:
        rest = Row(f"… {len(differing) - MOST} more", tuple(("", "") for _ in results))
        return [*differing[:MOST], rest]
    return differing


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number, text or None in nested data with its dotted path; items of lists that have a name go by it."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple):
        for i, value in enumerate(data):
            name = value.get("name", i) if isinstance(value, Mapping) else i
            yield from leaves(value, f"{path}.{name}")
    else:
        yield path, data


def _numbers(name: str, values: Sequence[object], unit: str, spoken: str) -> Row:
    """One quantity of all runs, in the spoken unit, with the differences from the first."""
    first = _number(values[0])
    cells = []
    for i, value in enumerate(values):
        other = _number(value)
        known = i > 0 and first is not None and other is not None
        small = _difference(first or 0.0, other or 0.0, factor(unit, spoken)) if known else ""
        cells.append((measure(value, unit, spoken)[0], small))
    return Row(name, tuple(cells), written(spoken))


def _number(value: object) -> float | None:
    """The value if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _difference(first: float, other: float, scale: float) -> str:
    """As text: absolute, and in percent of the first where that says something."""
    change = other - first
    if abs(change) <= ROUNDING * max(abs(first), abs(other)):
        return "same"
    sign = "+" if change > 0.0 else ""
    percent = 100.0 * change / abs(first) if first else math.inf
    share = f" ({sign}{digits(percent, 3)} %)" if abs(percent) < 1000.0 else ""
    return f"{sign}{digits(change * scale, 3)}{share}"


def _words(name: str, texts: Sequence[str]) -> Row:
    return Row(name, tuple((text, "") for text in texts), differs=len(set(texts)) > 1)


def _text(value: Any) -> str:
    return "–" if value is None else f"{value:.10g}" if isinstance(value, float) else str(value)
