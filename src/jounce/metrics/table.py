"""Metrics as people read them: a row for each, in the units they speak."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from jounce.metrics.metric import Measured
from jounce.metrics.registry import compute, metric
from jounce.results import Result

_WRITTEN = {"deg/gn": "deg/g", "m/s^2": "m/s²", "m/s^2/deg": "m/s²/deg", "m/s^2/rad": "m/s²/rad", "deg*s": "deg·s"}
_WRITTEN |= {"m/s^1.75": "m/s^1.75", "1": ""}


class Row(NamedTuple):
    """One metric in words."""

    name: str
    value: str
    """Four digits; yes or no for a verdict; – without a value."""
    unit: str
    note: str
    """Why there is no value."""


def metrics_table(result: Result, names: str | Iterable[str] | None = None) -> list[Row]:
    """A row for each metric of those names, or of all that have a value for the run."""
    rows = compute(result, names).values()
    return [row(measured) for measured in rows if names is not None or measured.value is not None]


def row(measured: Measured) -> Row:
    """One metric as text, in the unit people speak."""
    if measured.value is None:
        return Row(measured.name, "–", "", measured.note)
    if isinstance(measured.value, bool):
        return Row(measured.name, "yes" if measured.value else "no", "", measured.note)
    value, unit = metric(measured.name).spoken_value(measured.value)
    return Row(measured.name, _digits(value), _WRITTEN.get(unit, unit), measured.note)


def _digits(value: float) -> str:
    """Four significant digits, a true minus sign, and no exponent where none is needed."""
    if abs(value) < 1e-9:
        return "0"
    if value.is_integer() and abs(value) < 1e4:  # cones are counted
        return f"{value:.0f}".replace("-", "−")
    places = 3 - math.floor(math.log10(abs(value)))
    text = f"{value:.1e}" if places > 6 else f"{value:.{max(places, 0)}f}"
    return text.replace("-", "−")
