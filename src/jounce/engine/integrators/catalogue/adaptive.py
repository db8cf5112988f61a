"""Steps chosen by the local error: `dormand-prince`, a Runge–Kutta method, and `abm`, a multi-step method.

Compiled: `jounce.engine.integrators.dormand_prince` and `jounce.engine.integrators.adams`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import Adaptive
from jounce.errors import ModelError
from jounce.findings import Finding

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


CHUNK = 1024
"""Rows of log and events that compiled code fills before it comes back to have them taken."""


@dataclass(frozen=True, kw_only=True)
class AdamsBashforthMoulton(Adaptive):
    """Adams–Bashforth–Moulton (PECE) with error control by step and order, dense output, events and a log of steps."""

    name: ClassVar[str] = "abm"
    aliases: ClassVar[tuple[str, ...]] = ("adams",)
    order: ClassVar[int] = 13
    """Order of the result, with local extrapolation, at the highest order of the predictor."""
    help: ClassVar[str] = "Adams–Bashforth–Moulton of orders 1 … 12 (PECE), step and order chosen by the local error"
    compiled: ClassVar[str] = "jounce.engine.integrators.adams"
    finds_events: ClassVar[bool] = True

    most_order: int = 12
    """Highest order of the predictor, 1 … 12."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        super().__post_init__()
        if self.most_order not in range(1, 13):
            got = repr(self.most_order)
            raise ModelError([Finding("most_order", "no such order", got, "a whole number from 1 to 12")])

    def scratch(self, size: int) -> np.ndarray:
        """Rows and memory of `jounce.engine.integrators.adams`, one after the other."""
        import numpy as np

        from jounce.engine.integrators.adams import MEMORY, ROWS

        return np.zeros(ROWS * size + MEMORY[0] * MEMORY[1])

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
        """A function that advances, and adds the steps and events to the notes."""
        import numpy as np

        from jounce.engine.formulations import status
        from jounce.engine.formulations.equations import box_equations
        from jounce.engine.integrators import adams, progress

        split = adams.ROWS * y.size
        rows, memory = scratch[:split].reshape(adams.ROWS, y.size), scratch[split:].reshape(adams.MEMORY)
        equations = box_equations(system.derivative, system.project, system.model, system.work)
        control = (
            float(self.relative),
            float(self.absolute),
            float(self.largest_step),
            int(self.most_order),
            float(self.most_steps),
        )
        events, numbers = notes.rows
        log, hits = np.zeros((CHUNK, adams.LOG)), np.zeros((max(CHUNK, len(events)) if len(events) else 0, 2 + y.size))
        before = (*equations, system.work.culprit, y, rows, memory, record, *control, times)
        after = samples, log, events, numbers, hits
        flags = memory[adams.FLAGS]

        def advance(pause: int) -> int:
            while True:
                outcome = adams.advance_adams(*before, pause, *after)
                # what was logged in this call
                if flags[adams.LOGGED]:
                    notes.steps.append(log[: int(flags[adams.LOGGED])].copy())
                if flags[adams.HITS]:
                    notes.hits.append(hits[: int(flags[adams.HITS])].copy())
                notes.stopped = bool(flags[adams.STOPPED])
                if outcome != status.OK or record[progress.WRITTEN] >= pause or notes.stopped:
                    return int(outcome)

        return advance
