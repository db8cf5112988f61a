"""A snapshot: everything that the future of a simulation depends on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.model.vehicle import Vehicle


@dataclass(frozen=True)
class Snapshot:
    """From it, the same inputs give the same bits; it pickles.

    model: what was simulated, in words: others refuse the snapshot. count: steps since the start. arrays: states,
    history, matrices, inputs and parameters. car: the vehicle with its numbers then. sessions: memories of controllers.
    recorded: samples kept by then.
    """

    model: str
    count: int
    arrays: tuple[np.ndarray, ...] = field(repr=False)
    car: Vehicle = field(repr=False)
    sessions: Any = field(default=None, repr=False)
    recorded: int = 0
