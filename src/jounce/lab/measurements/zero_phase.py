"""The filter for measured and simulated channels alike: a Butterworth low-pass, forward and backward, without delay.

Run in both directions its gain is |H(f)|² = 1 / (1 + (f / f_c)^2n): 1/2 (−6 dB) at the cutoff f_c, and its phase is 0.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import BeforeValidator, Field

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, Positive

MAX_ORDER = 8


def _order(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_ORDER:
        raise InputError("not an order", shown(value), f"a whole number from 1 to {MAX_ORDER}")
    return value


class ZeroPhaseFilter(Frozen):
    """A Butterworth low-pass that runs over the samples forward and backward."""

    cutoff: Annotated[Frequency, Positive, Field(description="frequency at which the gain is one half [Hz]")]
    order: Annotated[int, BeforeValidator(_order), Field(description="of the Butterworth filter in each direction")] = 4

    def __str__(self) -> str:
        return f"zero-phase Butterworth, {self.cutoff:g} Hz, order {self.order} forward and backward"

    def apply(self, values: np.ndarray, spacing: float) -> np.ndarray:
        """Filtered values, evenly spaced [s]; stretches between missing values (NaN) are filtered one by one.

        Values whose sampling cannot carry the cutoff (below 2.5 samples a period) stay as they are.
        """
        if self.cutoff * spacing > 0.4:
            return values
        from scipy.signal import butter, sosfiltfilt

        sections = butter(self.order, self.cutoff, fs=1.0 / spacing, output="sos")
        filtered = values.astype(float, copy=True)
        reach = int(np.ceil(3.0 / (self.cutoff * spacing)))  # edges are mirrored over three periods of the cutoff
        for first, last in known_stretches(values):
            if last - first > 2:
                part = values[first:last]
                filtered[first:last] = sosfiltfilt(sections, part, padlen=min(reach, len(part) - 1))
        return filtered


def known_stretches(values: np.ndarray) -> list[tuple[int, int]]:
    """First index and index after the last of every stretch of finite values."""
    known = np.concatenate(([False], np.isfinite(values), [False]))
    edges = np.flatnonzero(known[1:] != known[:-1])
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
