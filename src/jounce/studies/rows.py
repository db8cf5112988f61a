"""What came of a run, as a row of the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["ok", "failed", "interrupted"]


@dataclass(frozen=True)
class Value:
    """One metric of one run; None where it has no meaning."""

    name: str
    value: float | bool | None
    unit: str


@dataclass(frozen=True)
class Row:
    """Number and seed of a run, how it ended and why, what was measured, and the time it took [s]."""

    index: int
    seed: int
    status: Status
    reason: str = ""
    values: tuple[Value, ...] = ()
    notes: str = ""
    """Why metrics have no value, where they have none."""
    wall_time: float = field(default=0.0, compare=False)
