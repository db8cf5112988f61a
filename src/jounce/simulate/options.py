"""How to step: an integrator and its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.findings import Finding


@dataclass(frozen=True, kw_only=True)
class RungeKutta4:
    """Classical Runge–Kutta of order four."""

    step: float = 1e-3
    """Fixed step [s]."""

    def __post_init__(self) -> None:
        _positive("step", self.step, "a step in seconds such as 0.001")


@dataclass(frozen=True, kw_only=True)
class DormandPrince:
    """Dormand–Prince 5(4) with error control and dense output."""

    relative: float = 1e-8
    """Local error allowed, relative to each state."""
    absolute: float = 1e-10
    """Local error allowed near zero [SI]."""
    largest_step: float = math.inf
    """[s]"""
    most_steps: int = 10_000_000

    def __post_init__(self) -> None:
        _positive("relative", self.relative, "a tolerance such as 1e-8")
        _positive("absolute", self.absolute, "a tolerance such as 1e-10")
        _positive("largest_step", self.largest_step, "a step in seconds, or inf")
        _positive("most_steps", self.most_steps, "a number of steps")


Integrator = RungeKutta4 | DormandPrince

BY_NAME: dict[str, type[RungeKutta4] | type[DormandPrince]] = {"rk4": RungeKutta4, "dormand-prince": DormandPrince}
"""Names used on the command line."""


def _positive(name: str, value: float, expected: str) -> None:
    if not value > 0.0:
        raise ModelError([Finding(where=name, what="must be positive", got=repr(value), expected=expected)])
