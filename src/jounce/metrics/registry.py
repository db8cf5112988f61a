"""All metrics by name, and what they give for a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.metrics.catalogue.braking import BRAKING
from jounce.metrics.catalogue.course import COURSE
from jounce.metrics.catalogue.frequency_response import FREQUENCY_RESPONSE
from jounce.metrics.catalogue.loads import LOADS
from jounce.metrics.catalogue.ride import RIDE
from jounce.metrics.catalogue.sine_with_dwell import SINE_WITH_DWELL
from jounce.metrics.catalogue.steady_state import STEADY_STATE
from jounce.metrics.catalogue.step_response import STEP_RESPONSE
from jounce.metrics.metric import Measured, Metric
from jounce.results import Result

THEMES: Mapping[str, tuple[Metric, ...]] = MappingProxyType(
    {
        "Steady-state cornering": STEADY_STATE,
        "Step of the steering wheel": STEP_RESPONSE,
        "Frequency response": FREQUENCY_RESPONSE,
        "Sine with dwell": SINE_WITH_DWELL,
        "Braking": BRAKING,
        "Lane changes between cones": COURSE,
        "Extremes and wheel loads": LOADS,
        "Ride": RIDE,
    }
)
"""Heading → metrics, in the order of the documentation."""

METRICS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for theme in THEMES.values() for metric in theme})
"""Name → metric."""


def metric(name: str) -> Metric:
    """The metric of that name; raises Refusal with a suggestion."""
    try:
        return METRICS[name]
    except KeyError:
        hint = suggestion(name, METRICS) or "jounce.metrics.METRICS has all names"
        raise Refusal("unknown metric", repr(name), hint=hint, where="metrics") from None


def compute(result: Result, names: str | Iterable[str] | None = None) -> dict[str, Measured]:
    """The metrics of those names for a run, or all; a metric without meaning for the run has a note instead of a value.

    Raises Refusal for an unknown name, before anything is computed.
    """
    wanted = METRICS if names is None else [names] if isinstance(names, str) else names
    chosen = [metric(name) for name in wanted]
    return {each.name: each.measure(result) for each in chosen}
