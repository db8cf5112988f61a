"""From the options of Adams–Bashforth–Moulton to a function that advances, and what it notes on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.formulations import status
from jounce.formulations.boxed import boxed_equations
from jounce.integrators import adams, progress
from jounce.simulate.events import Event, event_rows
from jounce.simulate.options import AdamsBashforthMoulton
from jounce.simulate.trajectory import StepLog

CHUNK = 1024
"""Rows of log and events that compiled code fills before it comes back to have them taken."""


@dataclass
class Notes:
    """Steps and events of a run, as they come; like the scratch, one for a whole run."""

    events: Sequence[Event] = ()
    rows: tuple[np.ndarray, np.ndarray] | None = None
    """The events as compiled code takes them, with the sides on which their quantities are (`event_rows`)."""
    stopped: bool = False
    """Whether an event has ended the run."""
    steps: list[np.ndarray] = field(default_factory=list)
    """Rows of the log."""
    hits: list[np.ndarray] = field(default_factory=list)
    """Number of an event, time and state."""

    def step_log(self) -> StepLog | None:
        """All steps; None if there are none."""
        return StepLog(*np.concatenate(self.steps).T) if self.steps else None


def scratch_size(size: int) -> int:
    """Numbers of scratch for states of a size: rows, then memory."""
    return adams.ROWS * size + adams.MEMORY[0] * adams.MEMORY[1]


def adams_advance(
    system: Any,
    integrator: AdamsBashforthMoulton,
    y: np.ndarray,
    record: np.ndarray,
    times: np.ndarray,
    samples: np.ndarray,
    scratch: np.ndarray,
    notes: Notes,
) -> Callable[[int], int]:
    """Advance y, the record, the samples and the notes; scratch holds the history (`scratch_size`)."""
    split = adams.ROWS * y.size
    rows, memory = scratch[:split].reshape(adams.ROWS, y.size), scratch[split:].reshape(adams.MEMORY)
    equations = boxed_equations(system.derivative, system.project, system.model, system.work)
    control = (
        float(integrator.relative),
        float(integrator.absolute),
        float(integrator.largest_step),
        int(integrator.most_order),
        float(integrator.most_steps),
    )
    notes.rows = notes.rows or event_rows(notes.events)
    events, numbers = notes.rows
    log, hits = np.zeros((CHUNK, adams.LOG)), np.zeros((max(CHUNK, len(events)) if len(events) else 0, 2 + y.size))
    flags = memory[adams.FLAGS]

    def advance(pause: int) -> int:
        while True:
            outcome = adams.advance_adams(
                *equations,
                system.work.culprit,
                y,
                rows,
                memory,
                record,
                *control,
                times,
                pause,
                samples,
                log,
                events,
                numbers,
                hits,
            )
            if flags[adams.LOGGED]:
                notes.steps.append(log[: int(flags[adams.LOGGED])].copy())
            if flags[adams.HITS]:
                notes.hits.append(hits[: int(flags[adams.HITS])].copy())
            notes.stopped = bool(flags[adams.STOPPED])
            if outcome != status.OK or record[progress.WRITTEN] >= pause or notes.stopped:
                return int(outcome)

    return advance
