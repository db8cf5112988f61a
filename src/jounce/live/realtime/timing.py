"""Counters and histograms of a loop, in one row of floats that another process may read while it is written.

    compute   end − start of the work of a wake-up: input, steps, output                          [s]
    jitter    start − due                                                                         [s]
    late      a tick whose work was not finished when the next one was due

Bins are equally wide on a logarithmic scale, so that a percentile is known to a tenth however long the run; nothing
grows. The largest values are exact.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

FIRST_EDGE, DECADES, BINS_PER_DECADE = 1e-6, 7, 24
BINS = DECADES * BINS_PER_DECADE + 2
"""Bins from 1 µs to 10 s, one below and one above."""

TICKS, LATE, WAKE_UPS, STEPS, LOST, DROPPED, MADE_UP, MAX_COMPUTE, MAX_JITTER, SIMULATED, WALL, DEAD, LAST, HEAD = (
    range(14)
)
"""Ticks done; late ones; wake-ups of the loop; steps of the plant; time [s] by which the clock was put back (policy
slow); ticks that were dropped and made up for (policy drop); largest times [s]; simulated and wall time while running
[s]; times that the dead man's switch acted; compute time of the last wake-up [s]."""
COMPUTE, JITTER = HEAD, HEAD + BINS
LENGTH = HEAD + 2 * BINS


def bin_of(seconds: float) -> int:
    """The bin of a time [s]; 0 is below the smallest."""
    if seconds < FIRST_EDGE:
        return 0
    return min(1 + int(BINS_PER_DECADE * math.log10(seconds / FIRST_EDGE)), BINS - 1)


def edge(i: int) -> float:
    """Upper end of a bin [s]."""
    return FIRST_EDGE * 10.0 ** (i / BINS_PER_DECADE)


def percentile(counts: np.ndarray, share: float, largest: float) -> float:
    """The upper end of the bin that holds the value above which only 1 − share lie, at most the largest value [s]."""
    total = counts.sum()
    if total == 0:
        return 0.0
    place = int(np.searchsorted(np.cumsum(counts), share * total))
    return min(edge(min(place, BINS - 1)), largest) if place < BINS - 1 else largest


class LoopTiming:
    """Counters and histograms of a loop; `numbers` may be memory shared with another process."""

    def __init__(self, numbers: np.ndarray | None = None) -> None:
        self.numbers = np.zeros(LENGTH) if numbers is None else numbers
        self.counters: memoryview[float] = memoryview(self.numbers.data).cast("B").cast("d")
        """The same numbers, one at a time in a quarter of the time that an array takes."""

    def clear(self) -> None:
        """Set all counters to 0."""
        self.numbers[:] = 0.0

    def count_wake_up(self, jitter: float, compute: float) -> None:
        """Count a wake-up."""
        counters = self.counters
        counters[WAKE_UPS] += 1.0
        counters[LAST] = compute
        counters[COMPUTE + bin_of(compute)] += 1.0
        counters[JITTER + bin_of(jitter)] += 1.0
        if compute > counters[MAX_COMPUTE]:
            counters[MAX_COMPUTE] = compute
        if jitter > counters[MAX_JITTER]:
            counters[MAX_JITTER] = jitter

    @property
    def compute(self) -> np.ndarray:
        """Counts of compute times."""
        return self.numbers[COMPUTE : COMPUTE + BINS]

    @property
    def jitter(self) -> np.ndarray:
        """Counts of jitter."""
        return self.numbers[JITTER : JITTER + BINS]

    def summary(self) -> dict[str, Any]:
        """Percentiles [µs], counters and the histogram of compute times, bins that are not empty."""
        n = self.numbers
        largest, shaken = float(n[MAX_COMPUTE]), float(n[MAX_JITTER])
        return {
            "ticks": int(n[TICKS]),
            "late_ticks": int(n[LATE]),
            "p50_us": 1e6 * percentile(self.compute, 0.5, largest),
            "p99_us": 1e6 * percentile(self.compute, 0.99, largest),
            "p999_us": 1e6 * percentile(self.compute, 0.999, largest),
            "max_us": 1e6 * largest,
            "jitter_p50_us": 1e6 * percentile(self.jitter, 0.5, shaken),
            "jitter_p99_us": 1e6 * percentile(self.jitter, 0.99, shaken),
            "jitter_max_us": 1e6 * shaken,
            "wake_ups": int(n[WAKE_UPS]),
            "steps": int(n[STEPS]),
            "lost_time": float(n[LOST]),
            "dropped_ticks": int(n[DROPPED]),
            "made_up_ticks": int(n[MADE_UP]),
            "simulated_time": float(n[SIMULATED]),
            "wall_time": float(n[WALL]),
            "real_time_factor": float(n[SIMULATED] / n[WALL]) if n[WALL] > 0.0 else 0.0,
            "dead_man": int(n[DEAD]),
            "histogram": histogram(self.compute),
            "jitter_histogram": histogram(self.jitter),
        }


def histogram(counts: np.ndarray) -> list[dict[str, float]]:
    """Bins that hold anything: `from_us`, `to_us` (the last has no end: null) and `count`."""
    return [
        {
            "from_us": 0.0 if i == 0 else 1e6 * edge(i - 1),
            "to_us": None if i == BINS - 1 else 1e6 * edge(i),  # type: ignore[dict-item]
            "count": int(count),
        }
        for i, count in enumerate(counts)
        if count
    ]
