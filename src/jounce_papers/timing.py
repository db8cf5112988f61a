"""Time of a drive, piece by piece: compiled code alone, compiling comes before.

Methods take turns, so that a busy machine slows them alike, and of each piece the smallest time of several rounds
counts: a run takes the same steps every time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.simulate import Integrator, Stepper
from jounce_papers.drives import Drive


def pieces(
    drive: Drive, formulation: str, integrator: Integrator, *, sample: float, together: int = 1
) -> Iterator[tuple[float, float]]:
    """Seconds and iterations of every `together` samples [s] of a drive, recorded as ever, as far as it goes."""
    system, start = drive.ready(formulation)
    at = np.linspace(0.0, drive.plan.end, round(drive.plan.end / sample) + 1)
    stepper = Stepper(system, integrator, start, at)
    record = stepper.record
    for k in range(1 + together, len(at) + together, together):
        before, clock = record[progress.ITERATIONS], time.perf_counter()
        if stepper.advance(min(k, len(at))) != status.OK:
            return
        yield time.perf_counter() - clock, float(record[progress.ITERATIONS] - before)
