"""Implicit steps without iterations: `rosenbrock`. Compiled: `jounce.engine.integrators.rosenbrock`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import IMPLICIT, FixedStep, check_one_of

if TYPE_CHECKING:
    import numpy as np

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
        from jounce.engine.integrators.setup.jacobians import make_schedule

        gamma = {"sharp": rosenbrock.SHARP, "forgiving": rosenbrock.FORGIVING}[self.gamma]
        schedule = make_schedule(system, gamma * step, t, states, threshold=STIFF / step)
        return rosenbrock.Rosenbrock(system.coordinates, system.independent, system.auxiliary, schedule)
