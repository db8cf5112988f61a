"""Implicit steps on all bodies and multipliers: `tangent`. Compiled: `jounce.engine.integrators.tangent`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import ON_MULTIPLIERS, FixedStep, check_one_of, check_positive

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class TangentSpace(FixedStep):
    """Implicit steps on all bodies, whose Newton iteration may keep its matrix for ever (Kang 2014)."""

    name: ClassVar[str] = "tangent"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = ON_MULTIPLIERS
    help: ClassVar[str] = (
        "implicit trapezoidal rule of order 2 on all bodies and Lagrange multipliers at once, by Newton iterations "
        "with a kept Jacobian (Kang 2014), fixed step"
    )
    compiled: ClassVar[str] = "jounce.engine.integrators.tangent"

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
    """Largest number of iterations before the step has failed."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        super().__post_init__()
        check_one_of("frame", self.frame, ("chassis", "world"))
        check_one_of("rule", self.rule, ("trapezoid", "bdf2", "bdf1"))
        if isinstance(self.refresh, str):
            check_one_of("refresh", self.refresh, ("never", "on-failure", "every-step"))
        else:
            check_positive("refresh", self.refresh, "a number of steps, or never, on-failure, every-step")
        check_positive("tolerance", self.tolerance, "a tolerance such as 1e-7")
        check_positive("iterations", self.iterations, "a number of iterations such as 12")

    @property
    def every(self) -> int:
        """Steps between new matrices, 0 when none are planned."""
        if isinstance(self.refresh, str):
            return 1 if self.refresh == "every-step" else 0
        return int(self.refresh)

    def method(self, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        """The compiled method, ready to start at the first of the states."""
        from jounce.engine.integrators.tangent_setup import tangent_method

        return tangent_method(self, system, step, t, states[0])
