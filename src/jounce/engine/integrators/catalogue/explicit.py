"""Explicit steps of a fixed length: `euler`, `midpoint`, `ab2` and `rk4`. Compiled:
`jounce.engine.integrators.explicit`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import EXPLICIT, FixedStep

if TYPE_CHECKING:
    import numpy as np

COMPILED = "jounce.engine.integrators.explicit"


def _method_of(scheme: str) -> Callable[..., tuple]:
    """The `method` of an integrator, by the name of its scheme in the compiled module."""

    def method(self: FixedStep, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        """The compiled method; any step and state."""
        from jounce.engine.integrators import explicit

        return explicit.Explicit(getattr(explicit, scheme), system.coordinates)

    return method


@dataclass(frozen=True, kw_only=True)
class SemiImplicitEuler(FixedStep):
    """Velocities first, positions with the new velocities: order one, one evaluation."""

    name: ClassVar[str] = "euler"
    order: ClassVar[int] = 1
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = 2.0
    needs_coordinates: ClassVar[bool] = True
    help: ClassVar[str] = "semi-implicit Euler of order 1, fixed step"
    compiled: ClassVar[str] = COMPILED
    method = _method_of("EULER")


@dataclass(frozen=True, kw_only=True)
class Midpoint(FixedStep):
    """The explicit midpoint rule: order two, two evaluations."""

    name: ClassVar[str] = "midpoint"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = 2.0
    help: ClassVar[str] = "explicit midpoint rule of order 2, fixed step"
    live_help: ClassVar[str] = "explicit: the fastest, for cars whose tires have relaxation lengths"
    compiled: ClassVar[str] = COMPILED
    method = _method_of("MIDPOINT")


@dataclass(frozen=True, kw_only=True)
class AdamsBashforth2(FixedStep):
    """Adams–Bashforth of order two: one evaluation."""

    name: ClassVar[str] = "ab2"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = 1.0
    help: ClassVar[str] = "Adams–Bashforth of order 2, fixed step"
    compiled: ClassVar[str] = COMPILED
    method = _method_of("ADAMS_BASHFORTH")


@dataclass(frozen=True, kw_only=True)
class RungeKutta4(FixedStep):
    """Classical Runge–Kutta of order four: four evaluations."""

    name: ClassVar[str] = "rk4"
    order: ClassVar[int] = 4
    kind: ClassVar[str] = EXPLICIT
    stability: ClassVar[float | None] = 2.785
    help: ClassVar[str] = "classical Runge–Kutta of order 4, fixed step"
    compiled: ClassVar[str] = COMPILED
    method = _method_of("RUNGE_KUTTA")
