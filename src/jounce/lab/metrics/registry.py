"""All metrics by name, and what they give for a run.

Metrics as people read them: a row for each, in display units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.metrics.braking import BRAKING
from jounce.lab.metrics.combinations import COMBINATIONS
from jounce.lab.metrics.course import COURSE
from jounce.lab.metrics.crosswind import CROSSWIND
from jounce.lab.metrics.frequency_response import FREQUENCY_RESPONSE
from jounce.lab.metrics.loads import LOADS
from jounce.lab.metrics.metric import Measured, Metric
from jounce.lab.metrics.ride import RIDE
from jounce.lab.metrics.sine_with_dwell import SINE_WITH_DWELL
from jounce.lab.metrics.steady_state import STEADY_STATE
from jounce.lab.metrics.step_response import STEP_RESPONSE
from jounce.lab.results import Result

THEMES: Mapping[str, tuple[Metric, ...]] = MappingProxyType(
    {
        "Steady-state cornering": STEADY_STATE,
        "Step of the steering wheel": STEP_RESPONSE,
        "Frequency response": FREQUENCY_RESPONSE,
        "Sine with dwell": SINE_WITH_DWELL,
        "Braking": BRAKING,
        "Lane changes between cones": COURSE,
        "Vehicles with trailers": COMBINATIONS,
        "Wind from the side": CROSSWIND,
        "Extremes and wheel loads": LOADS,
        "Ride": RIDE,
    }
)
"""Heading → metrics, in the order of the documentation."""

METRICS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for theme in THEMES.values() for metric in theme})
"""Metrics by name."""


def metric(name: str) -> Metric:
    """The metric of that name; raises InputError with a suggestion."""
    try:
        return METRICS[name]
    except KeyError:
        hint = suggestion(name, METRICS) or "jounce.lab.metrics.METRICS has all names"
        raise InputError("unknown metric", repr(name), hint=hint, where="metrics") from None


def compute(result: Result, names: str | Iterable[str] | None = None) -> dict[str, Measured]:
    """The metrics of those names for a run, or all; a metric without meaning for the run has a note instead of a value.

    Raises InputError for an unknown name, before anything is computed.
    """
    wanted = METRICS if names is None else [names] if isinstance(names, str) else names
    chosen = [metric(name) for name in wanted]
    return {each.name: each.measure(result) for each in chosen}


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
    """One metric as text, in its display unit."""
    if measured.value is None:
        return Row(measured.name, "–", "", measured.note)
    if isinstance(measured.value, bool):
        return Row(measured.name, "yes" if measured.value else "no", "", measured.note)
    value, unit = metric(measured.name).display_value(measured.value)
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
