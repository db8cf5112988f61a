"""A simulated result through the filter that measured channels pass, so that both sides lose the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.errors import InputError
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter
from jounce.lab.metrics.measuring import asked_metrics, with_metrics
from jounce.lab.results.result import Result

EVEN = 1e-6
"""Largest difference of the times between samples, as a share of their mean, of samples that are evenly spaced."""


def filter_result(result: Result, cutoff: float | str | ZeroPhaseFilter) -> Result:
    """The result with all channels but time and inputs filtered, and its metrics from them; raises InputError."""
    chosen = cutoff if isinstance(cutoff, ZeroPhaseFilter) else ZeroPhaseFilter(cutoff=cutoff)
    steps = np.diff(result.time)
    if len(steps) < 2 or np.ptp(steps) > EVEN * float(steps.mean()):
        expected = "samples that are evenly spaced"
        raise InputError("cannot be filtered", f"{len(result.time)} samples, uneven or too few", expected)
    spacing = float(steps.mean())
    kept = ("time", "input.")
    channels = tuple(
        one if one.name.startswith(kept) else replace(one, values=chosen.apply(one.values, spacing))
        for one in result.channels
    )
    settings = {**result.metadata.settings, "filter": str(chosen)}
    changed = replace(result, channels=channels, metadata=replace(result.metadata, settings=settings))
    return with_metrics(changed, asked_metrics([result]))
