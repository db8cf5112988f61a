"""The runs of a study: before they are made a number, values and a seed, afterwards a row of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

Point: TypeAlias = dict[str, float | str]
"""Parameter → value, a number in SI or a name."""
Status: TypeAlias = Literal["ok", "failed", "interrupted"]


@dataclass(frozen=True)
class Run:
    """One run of a study: its number, the values of its parameters and its seed."""

    index: int
    parameters: Point
    seed: int


@dataclass(frozen=True)
class Value:
    """One metric of one run; None where it has no meaning."""

    name: str
    value: float | bool | None
    unit: str


TIMES = ("wall_time", "preparation_time")
"""Fields of a row that depend on the machine."""


@dataclass(frozen=True)
class Row:
    """Number and seed of a run, how it ended and why, what was measured, and where its time went [s]."""

    index: int
    seed: int
    status: Status
    reason: str = ""
    values: tuple[Value, ...] = ()
    notes: str = ""
    """Why metrics have no value, where they have none."""
    wall_time: float = field(default=0.0, compare=False)
    """Time in the integrator."""
    preparation_time: float = field(default=0.0, compare=False)
    """Time before it: building, compiling where code was missing, and finding the rest position."""


def runs_of(points: Sequence[Point], seed: int) -> tuple[Run, ...]:
    """A run for every point; its seed depends on the seed of the study and its number alone."""
    return tuple(
        Run(i, point, int(np.random.SeedSequence([seed, i]).generate_state(1)[0])) for i, point in enumerate(points)
    )
