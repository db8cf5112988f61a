"""What integrators note of a run on the way: steps and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.engine.simulate.events import Event, event_rows
from jounce.engine.simulate.trajectory import StepLog


@dataclass
class Notes:
    """Steps and events of a run, as they come; like the scratch, one for a whole run."""

    events: Sequence[Event] = ()
    rows: tuple[np.ndarray, np.ndarray] = field(init=False)
    """The events as compiled code takes them, with the sides on which their quantities are (`event_rows`)."""
    inputs_change: bool = False
    """Whether a controller acts at every tick: what was foreseen beyond it would be wrong."""
    stopped: bool = False
    """Whether an event has ended the run."""
    steps: list[np.ndarray] = field(default_factory=list)
    """Rows of the log."""
    hits: list[np.ndarray] = field(default_factory=list)
    """Number of an event, time and state."""

    def __post_init__(self) -> None:
        self.rows = event_rows(self.events)

    def step_log(self) -> StepLog | None:
        """All steps; None if there are none."""
        return StepLog(*np.concatenate(self.steps).T) if self.steps else None
