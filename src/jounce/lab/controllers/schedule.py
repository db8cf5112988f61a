"""When controllers act: a run is advanced in ticks, an even part of a sample and whole steps long.

The tick is the longest one that is no longer than the shortest period of a controller and than a sample. Periods of
other controllers are rounded to whole ticks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from jounce.errors import InputError

ROUNDING = 1e-6
"""How far a period may fall short of a tick, as a part of it: runs shorten steps a little [-]."""


def ticks_per_sample(periods: Sequence[float], sample: float, step: float | None) -> int:
    """Ticks from sample to sample, for controllers with these periods [s]; sample: time between samples [s].

    step: that of a fixed-step integrator [s], which divides the sample; None where steps are chosen.
    Raises InputError for a period shorter than a step.
    """
    shortest = min(periods, default=sample) * (1.0 + ROUNDING)
    if step is None:
        return max(1, math.ceil(sample / shortest))
    steps = max(1, round(sample / step))
    fitting = [ticks for ticks in range(1, steps + 1) if steps % ticks == 0 and sample / ticks <= shortest]
    if not fitting:
        got = f"{1.0 / min(periods):.6g} Hz with steps of {1e3 * step:.6g} ms"
        expected = f"at most {1.0 / step:.6g} Hz"
        raise InputError("acts more often than the run has steps", got, expected, "shorten the step", "controllers")
    return fitting[0]


def ticks_per_update(period: float, tick: float) -> int:
    """Ticks from one update of a controller to the next: its period [s] in whole ticks [s]."""
    return max(1, round(period / tick))
