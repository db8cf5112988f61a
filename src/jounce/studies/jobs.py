"""The runs of a study, one by one: a number, values and a seed. Workers load this and little else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

Point: TypeAlias = dict[str, float | str]
"""Parameter → value, a number in SI or a word."""


@dataclass(frozen=True)
class Job:
    """One run: its number, its values and its seed."""

    index: int
    parameters: Point
    seed: int


def jobs_of(points: Sequence[Point], seed: int) -> tuple[Job, ...]:
    """A job for every point; its seed depends on the seed of the study and its number alone."""
    return tuple(
        Job(i, point, int(np.random.SeedSequence([seed, i]).generate_state(1)[0])) for i, point in enumerate(points)
    )
