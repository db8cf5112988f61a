"""Times and iterations of the methods of Kang 2014 along a drive, piece by piece.

The methods take turns after every piece, so that a busy machine slows them alike, and of each piece the least of some
repeats counts. What is timed is compiled code alone; compiling and choosing pivots come before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from jounce.formulations import status
from jounce.integrators import progress
from jounce.papers.kang_drives import METHODS, STEP, Drive, ready
from jounce.simulate.advance import advance_of, scratch
from jounce.simulate.options import Implicit
from jounce.simulate.speeds import bank_states

PIECE = 250
"""Steps that are timed together: the call from Python costs less than a microsecond of each."""
TOGETHER = 20
"""Steps whose iterations become one mean: whole numbers of every step would be a black band."""


def times(drive: Drive, names: tuple[str, ...], repeats: int) -> dict[str, float]:
    """Microseconds per step by method, as far as it goes."""
    runs = [_taking_turns(drive, names) for _ in range(repeats)]
    return {
        name: 1e6 / PIECE * float(np.mean([min(seconds) for seconds in zip(*(run[name] for run in runs), strict=True)]))
        for name in names
    }


def _taking_turns(drive: Drive, names: tuple[str, ...]) -> dict[str, list[float]]:
    """Seconds of every piece by method."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for pieces in zip_longest(*(stepping(drive, name, PIECE) for name in names)):
        for name, piece in zip(names, pieces, strict=True):
            if piece is not None:
                found[name].append(piece[0])
    return found


def iterations(drive: Drive, name: str) -> list[float]:
    """Iterations per step with a method, means over `TOGETHER` steps each, as far as it goes."""
    return [count / TOGETHER for _, count in stepping(drive, name, TOGETHER)]


def stepping(drive: Drive, name: str, piece: int) -> Iterator[tuple[float, float]]:
    """Drive with a method, `piece` steps at a time: seconds and iterations of each."""
    method = METHODS[name]
    (system, start), integrator = ready(drive, method.formulation), method.integrator(STEP)
    at = np.linspace(0.0, drive.plan.end, round(drive.plan.end / (piece * STEP)) + 1)
    y, record = start.copy(), np.zeros(progress.LENGTH)
    record[progress.WRITTEN] = 1.0
    samples, stages = np.zeros((len(at), 1 + system.size)), scratch(integrator, system.size)
    states = bank_states(system, y, 0.0) if isinstance(integrator, Implicit) else [y]
    advance = advance_of(system, integrator, y, record, at, samples, stages, states)
    for k in range(2, len(at) + 1):
        before, clock = record[progress.ITERATIONS], time.perf_counter()
        if advance(k) != status.OK:
            return
        yield time.perf_counter() - clock, float(record[progress.ITERATIONS] - before)
