"""Somebody who moves a car's inputs while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from jounce.engine.formulations.formulation import System


class Controller(Protocol):
    """Acts at every tick of a run, before the steps to the next one; a tick is a sample or an even part of one."""

    def attach(self, system: System, tables: np.ndarray, y: np.ndarray) -> None:
        """Begin a run: `tables` of the model's signals, which it may write, and the state `y`, which changes."""

    def update(self, t: float, until: float) -> None:
        """Look at the state at the time t [s] and set the inputs until the next tick."""
