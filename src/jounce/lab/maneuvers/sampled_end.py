"""Ends of maneuvers that follow from angles, rates and frequencies, at whole samples."""

from __future__ import annotations

import math

SAMPLE = 1e-2
"""Time between samples of most maneuvers [s]."""


def end_at_sample(time: float, sample: float = SAMPLE) -> float:
    """The first sample at a time or after it [s].

    Fixed steps are fitted to the end of a run. With ends at samples all runs of a study have the same step, and cars go
    through compiled code side by side.
    """
    return round(math.ceil(time / sample - 1e-6) * sample, 9)
