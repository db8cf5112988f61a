"""Times of the methods of Kim 1997 along the drive, piece by piece.

The methods take turns, so that a busy machine slows them alike, and of each piece the least of some rounds counts: a
run takes the same steps every time. What is timed is compiled code alone; compiling comes before.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np

from jounce.integrators import progress
from jounce.papers.kim_drive import SAMPLE, Drive, adams, drive_with
from jounce.simulate import Chord, Integrator
from jounce.simulate.advance import advance_of, scratch
from jounce.simulate.options import Implicit
from jounce.simulate.speeds import bank_states

CHORD = Chord(step=1e-3)
"""What jounce takes for cars."""
BRIEF = 0.02
"""A run that compiles, or loads what is compiled [s]."""
PIECE = 10
"""Samples that are timed together."""


def warm(drive: Drive, name: str, integrator: Integrator | None = None) -> None:
    """Compile a method."""
    drive_with(drive, name, integrator or adams(1e-3), end=BRIEF)


def times(drive: Drive, names: tuple[str, ...], integrator: Integrator, rounds: int) -> Mapping[str, float]:
    """Seconds of the drive by method."""
    found: dict[str, list[np.ndarray]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            found[name].append(_pieces(drive, name, integrator))
    return {name: float(np.min(own, axis=0).sum()) for name, own in found.items()}


def _pieces(drive: Drive, name: str, integrator: Integrator) -> np.ndarray:
    """Seconds of every piece of the drive, recorded as ever."""
    system, y = drive.system(name), drive.start(name)
    at = np.linspace(0.0, drive.plan.end, round(drive.plan.end / SAMPLE) + 1)
    samples, record = np.zeros((len(at), 1 + system.size)), np.zeros(progress.LENGTH)
    record[progress.WRITTEN] = 1.0
    states = bank_states(system, y, 0.0) if isinstance(integrator, Implicit) else [y]
    advance = advance_of(system, integrator, y, record, at, samples, scratch(integrator, system.size), states)
    clocks = [time.perf_counter()]
    for k in range(1 + PIECE, len(at) + PIECE, PIECE):
        advance(min(k, len(at)))
        clocks.append(time.perf_counter())
    return np.diff(clocks)
