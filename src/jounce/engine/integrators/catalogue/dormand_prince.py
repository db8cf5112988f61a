"""Runge–Kutta steps chosen by the local error: `dormand-prince`. Compiled:
`jounce.engine.integrators.dormand_prince`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import Adaptive

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class DormandPrince(Adaptive):
    """Dormand–Prince 5(4) with error control and dense output."""

    name: ClassVar[str] = "dormand-prince"
    aliases: ClassVar[tuple[str, ...]] = ("dopri",)
    order: ClassVar[int] = 5
    help: ClassVar[str] = "Dormand–Prince 5(4), step chosen by the local error"
    compiled: ClassVar[str] = "jounce.engine.integrators.dormand_prince"

    def advance_function(
        self,
        system: Any,
        y: np.ndarray,
        record: np.ndarray,
        times: np.ndarray,
        samples: np.ndarray,
        scratch: np.ndarray,
        notes: Any,
    ) -> Callable[[int], int]:
        """A function that advances; the first guess of a step is a thousandth of the sampling interval."""
        from jounce.engine.integrators import progress
        from jounce.engine.integrators.dormand_prince import advance_dormand_prince

        if record[progress.STEP] == 0.0:
            record[progress.STEP] = 1e-3 * (times[1] - times[0])
        equations = system.derivative, system.project, system.model, system.work
        control = self.relative, self.absolute, self.largest_step, float(self.most_steps)

        def advance(pause: int) -> int:
            return advance_dormand_prince(*equations, y, scratch, record, *control, times, pause, samples)

        return advance
