"""Implicit steps chosen by the local error: `auto`.

Compiled: `jounce.engine.integrators.esdirk` (a step), `jounce.engine.integrators.auto_requests` (the choice of steps),
`jounce.engine.integrators.auto` (one car) and `jounce.engine.integrators.lanes.auto` (several).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jounce.engine.integrators.integrator import IMPLICIT, Adaptive

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class Auto(Adaptive):
    """Kværnø's ESDIRK 4(3) with error control, a kept matrix and dense output."""

    name: ClassVar[str] = "auto"
    aliases: ClassVar[tuple[str, ...]] = ("esdirk",)
    order: ClassVar[int] = 4
    kind: ClassVar[str] = IMPLICIT
    needs_coordinates: ClassVar[bool] = True
    help: ClassVar[str] = "implicit Runge–Kutta 4(3) (Kværnø) with a kept Jacobian, step chosen by the local error"
    compiled: ClassVar[str] = "jounce.engine.integrators.esdirk"
    absolute_share: ClassVar[float | None] = 0.3

    relative: float = 3e-5
    """Local error allowed, relative to each velocity and first-order state."""
    absolute: float = 9e-6
    """Local error allowed near zero [SI]."""
    largest_step: float = 0.03
    """Largest step that may be taken [s]: a car at 30 m/s looks at the road every 0.4 m."""
    most_steps: int = 1_000_000

    def scratch(self, size: int) -> np.ndarray:
        """Rows, flags, swaps and four matrices of `jounce.engine.integrators.esdirk`, one after the other."""
        import numpy as np

        from jounce.engine.integrators.esdirk import FLAGS, ROWS

        return np.zeros(ROWS * size + FLAGS + size + 4 * size**2)

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
        """A function that advances; a new one begins with a new matrix."""
        import numpy as np

        from jounce.engine.formulations.equations import box_equations, box_linearise
        from jounce.engine.integrators.auto import advance_auto
        from jounce.engine.integrators.auto_requests import COURSE, Run
        from jounce.engine.integrators.esdirk import Equations
        from jounce.engine.integrators.kinks import kink_times

        boxed = box_equations(system.derivative, system.project, system.model, system.work)
        system.load_derivatives()
        equations = Equations(*boxed, box_linearise(boxed), system.coordinates, system.independent, system.auxiliary)
        rows, matrices = _split(scratch, y.size, len(system.independent) + len(system.auxiliary))
        matrices.flags[:] = 0.0
        kinks = kink_times(system.model.signals, system.model.tables)
        run = Run(equations, matrices, y, rows, record, np.zeros(COURSE), kinks, times, samples)

        def advance(pause: int) -> int:
            until = float(times[pause - 1]) if notes.inputs_change else math.inf
            return int(advance_auto(run, self.control(until, pause), system.work.culprit))

        return advance

    def control(self, until: float, pause: int) -> Any:
        """What compiled steps are told: not to go beyond a time [s], and to pause after so many samples."""
        from jounce.engine.integrators.auto_requests import Control

        tolerances = float(self.relative), float(self.absolute)
        return Control(*tolerances, float(self.largest_step), float(self.most_steps), until, pause)


def _split(scratch: np.ndarray, size: int, n: int) -> tuple[np.ndarray, Any]:
    """Rows, and the matrices for n unknowns, of the scratch: views."""
    import numpy as np

    from jounce.engine.integrators.esdirk import FLAGS, ROWS, Matrices

    rows, flags, swaps, rest = np.split(scratch, np.cumsum([ROWS * size, FLAGS, size]))
    damping, stiffness, matrix, inverse = (part[: n * n].reshape(n, n) for part in np.split(rest, 4))
    kept = Matrices(damping, stiffness, matrix, inverse, swaps[:n].view(np.int64), flags)
    return rows.reshape(ROWS, size), kept
