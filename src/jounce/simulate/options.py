"""How to step: an integrator and its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.findings import Finding


@dataclass(frozen=True, kw_only=True)
class _Fixed:
    step: float = 1e-3
    """Fixed step [s]."""

    def __post_init__(self) -> None:
        _positive("step", self.step, "a step in seconds such as 0.001")


@dataclass(frozen=True, kw_only=True)
class SemiImplicitEuler(_Fixed):
    """Velocities first, positions with the new velocities: order one, one evaluation."""


@dataclass(frozen=True, kw_only=True)
class Midpoint(_Fixed):
    """The explicit midpoint rule: order two, two evaluations."""


@dataclass(frozen=True, kw_only=True)
class AdamsBashforth2(_Fixed):
    """Adams–Bashforth of order two: one evaluation."""


@dataclass(frozen=True, kw_only=True)
class RungeKutta4(_Fixed):
    """Classical Runge–Kutta of order four: four evaluations."""


@dataclass(frozen=True, kw_only=True)
class Chord(_Fixed):
    """Implicit steps of order two, iterated with a matrix that is renewed only when it no longer serves."""

    rule: str = "trapezoid"
    """`trapezoid` keeps energy, `bdf2` damps what is stiff."""
    tolerance: float = 1e-10
    """Largest correction left [SI], relative to 1 + the velocity."""
    iterations: int = 8
    """At most, before the matrix is renewed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _one_of("rule", self.rule, ("trapezoid", "bdf2"))
        _positive("tolerance", self.tolerance, "a tolerance such as 1e-10")
        _positive("iterations", self.iterations, "a number of iterations such as 8")


@dataclass(frozen=True, kw_only=True)
class Rosenbrock(_Fixed):
    """ROS2: order two with any matrix, made once; two evaluations, no iteration."""

    gamma: str = "sharp"
    """`sharp` (1 − 1/√2) has the smaller error, `forgiving` (1 + 1/√2) bears forces far stiffer than the matrix."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _one_of("gamma", self.gamma, ("sharp", "forgiving"))


@dataclass(frozen=True, kw_only=True)
class TangentSpace(_Fixed):
    """Implicit steps on all bodies, whose Newton iteration may keep its matrix for ever (Kang 2014)."""

    frame: str = "chassis"
    """`chassis` or `world`: the axes in which velocities, accelerations and equations are resolved."""
    rule: str = "trapezoid"
    """`trapezoid` keeps energy, `bdf2` damps what is stiff, `bdf1` is of order one."""
    refresh: str | int = "on-failure"
    """When the matrix is made anew: `never`, `on-failure`, `every-step`, or every so many steps."""
    shrink: bool = True
    """Whether a step that fails with a new matrix too may be made in parts."""
    tolerance: float = 1e-7
    """Largest correction left: of velocities relative to 1 + the velocity, of positions over the step [SI]."""
    iterations: int = 12
    """At most, before the step has failed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _one_of("frame", self.frame, ("chassis", "world"))
        _one_of("rule", self.rule, ("trapezoid", "bdf2", "bdf1"))
        if isinstance(self.refresh, str):
            _one_of("refresh", self.refresh, ("never", "on-failure", "every-step"))
        else:
            _positive("refresh", self.refresh, "a number of steps, or never, on-failure, every-step")
        _positive("tolerance", self.tolerance, "a tolerance such as 1e-7")
        _positive("iterations", self.iterations, "a number of iterations such as 12")

    @property
    def every(self) -> int:
        """Steps between new matrices, 0 when none are planned."""
        if isinstance(self.refresh, str):
            return 1 if self.refresh == "every-step" else 0
        return int(self.refresh)


@dataclass(frozen=True, kw_only=True)
class _Adaptive:
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


@dataclass(frozen=True, kw_only=True)
class DormandPrince(_Adaptive):
    """Dormand–Prince 5(4) with error control and dense output."""


@dataclass(frozen=True, kw_only=True)
class AdamsBashforthMoulton(_Adaptive):
    """Adams–Bashforth–Moulton (PECE) with error control by step and order, dense output, events and a log of steps."""

    most_order: int = 12
    """Highest order of the predictor, 1 … 12."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most_order not in range(1, 13):
            got = repr(self.most_order)
            raise ModelError([Finding("most_order", "no such order", got, "a whole number from 1 to 12")])


FixedStep = SemiImplicitEuler | Midpoint | AdamsBashforth2 | RungeKutta4 | Chord | Rosenbrock | TangentSpace
Adaptive = DormandPrince | AdamsBashforthMoulton
Integrator = FixedStep | Adaptive
Implicit = Chord | Rosenbrock
NeedsCoordinates = SemiImplicitEuler | Chord | Rosenbrock
"""Those that must know positions from velocities."""

FIXED_BY_NAME: dict[str, type[FixedStep]] = {
    "euler": SemiImplicitEuler,
    "midpoint": Midpoint,
    "ab2": AdamsBashforth2,
    "rk4": RungeKutta4,
    "chord": Chord,
    "rosenbrock": Rosenbrock,
    "tangent": TangentSpace,
}
ADAPTIVE_BY_NAME: dict[str, type[Adaptive]] = {"dormand-prince": DormandPrince, "abm": AdamsBashforthMoulton}
BY_NAME: dict[str, type[Integrator]] = {**FIXED_BY_NAME, **ADAPTIVE_BY_NAME}
"""Names used on the command line."""


def _positive(name: str, value: float, expected: str) -> None:
    if not value > 0.0:
        raise ModelError([Finding(where=name, what="must be positive", got=repr(value), expected=expected)])


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ModelError([Finding(where=name, what="unknown", got=repr(value), expected=f"one of {', '.join(known)}")])
