"""Implicit steps of a fixed length with a kept Jacobian: `chord`, by iterations, and `rosenbrock`, without.

Compiled: `jounce.engine.integrators.chord` and `jounce.engine.integrators.rosenbrock`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import IMPLICIT, FixedStep, check_one_of, check_positive

if TYPE_CHECKING:
    import numpy as np


RULES = ("trapezoid", "bdf2")


@dataclass(frozen=True, kw_only=True)
class Chord(FixedStep):
    """Implicit steps of order two, iterated with a Jacobian that is renewed only when it no longer serves."""

    name: ClassVar[str] = "chord"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = IMPLICIT
    needs_coordinates: ClassVar[bool] = True
    help: ClassVar[str] = (
        "implicit trapezoidal rule of order 2 by simplified Newton (chord) iterations with a kept Jacobian, fixed step"
    )
    live_help: ClassVar[str] = "implicit, one matrix: for everything"
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {rule: {"rule": rule} for rule in RULES}
    compiled: ClassVar[str] = "jounce.engine.integrators.chord"

    rule: str = "trapezoid"
    """`trapezoid` keeps energy, `bdf2` damps what is stiff."""
    tolerance: float = 1e-10
    """Largest correction left [SI], relative to 1 + the velocity."""
    iterations: int = 8
    """Largest number of iterations before the Jacobian is renewed."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        super().__post_init__()
        check_one_of("rule", self.rule, RULES)
        check_positive("tolerance", self.tolerance, "a tolerance such as 1e-10")
        check_positive("iterations", self.iterations, "a number of iterations such as 8")

    def method(self, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        """The compiled method, with one Jacobian for each of the states."""
        from jounce.engine.integrators import chord
        from jounce.engine.integrators.jacobian_schedule import make_schedule

        rule = {"trapezoid": chord.TRAPEZOID, "bdf2": chord.BDF2}[self.rule]
        schedule = make_schedule(system, chord.BETA[rule] * step, t, states)
        chart = system.coordinates, system.independent, system.auxiliary
        return chord.ChordMethod(rule, *chart, schedule, float(self.tolerance), int(self.iterations))


GAMMAS = ("sharp", "forgiving")
STIFF = 0.3
"""Rate × step up to which a mode is not stiff: explicit steps of order two are stable up to 2."""


@dataclass(frozen=True, kw_only=True)
class Rosenbrock(FixedStep):
    """ROS2: order two with any Jacobian, made once; two evaluations, no iteration."""

    name: ClassVar[str] = "rosenbrock"
    order: ClassVar[int] = 2
    kind: ClassVar[str] = IMPLICIT
    needs_coordinates: ClassVar[bool] = True
    help: ClassVar[str] = "linearly implicit Rosenbrock W-method ROS2 of order 2 with a kept Jacobian, fixed step"
    live_help: ClassVar[str] = "implicit, fixed cost: for hard real time"
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {gamma: {"gamma": gamma} for gamma in GAMMAS}
    compiled: ClassVar[str] = "jounce.engine.integrators.rosenbrock"

    gamma: str = "sharp"
    """`sharp` (1 − 1/√2) has the smaller error, `forgiving` (1 + 1/√2) bears forces far stiffer than the Jacobian."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        super().__post_init__()
        check_one_of("gamma", self.gamma, GAMMAS)

    def method(self, system: Any, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
        """The compiled method, with the stiff part of one Jacobian for each of the states."""
        from jounce.engine.integrators import rosenbrock
        from jounce.engine.integrators.jacobian_schedule import make_schedule

        gamma = {"sharp": rosenbrock.SHARP, "forgiving": rosenbrock.FORGIVING}[self.gamma]
        schedule = make_schedule(system, gamma * step, t, states, threshold=STIFF / step)
        return rosenbrock.RosenbrockMethod(system.coordinates, system.independent, system.auxiliary, schedule)
