"""Who drives: the newest input, or, when there is none for too long, nobody, and the car comes to rest."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from jounce.realtime.controls import controls_row

PATIENCE = 0.5
"""Time without fresh input [s, wall clock] after which nobody is driving."""
BRAKE, STEER_RATE = 0.3, 0.5
"""What the car does then: coast, brake by this much, and straighten the steering at this rate [1/s]."""


class Inputs(Protocol):
    """Where controls come from."""

    @property
    def sequence(self) -> int:
        """Number of the last input that was taken."""

    def read(self, time: float, controls: np.ndarray) -> bool:
        """Write what the driver does now into one record of CONTROLS; returns whether that is fresh. time: simulated
        [s]."""


class Seat:
    """Looks at the inputs once a tick, and remembers when they were fresh."""

    def __init__(self, inputs: Inputs | None, patience: float = PATIENCE) -> None:
        """Without inputs, `wanted` holds for ever."""
        self.inputs, self.patience = inputs, patience
        self.wanted, self.applied = controls_row(), controls_row()
        self.empty = False
        """Whether nobody drives."""
        self.left = 0
        """How often it became empty."""
        self._fresh_at = 0.0

    @property
    def sequence(self) -> int:
        """Number of the last input that was taken."""
        return 0 if self.inputs is None else self.inputs.sequence

    def begin(self, now: float) -> None:
        """Count the time without input from now on [s]."""
        self._fresh_at = now

    def drive(self, now: float, time: float, period: float) -> np.ndarray:
        """The record of CONTROLS to apply now [s, wall clock]; time: simulated [s], period: since the last call [s]."""
        if self.inputs is not None:
            if self.inputs.read(time, self.wanted[0]):
                self._fresh_at, self.empty = now, False
            elif now - self._fresh_at > self.patience:
                return self._nobody(STEER_RATE * period)
        self.applied[0] = self.wanted[0]
        return self.applied[0]

    def at_once(self, time: float) -> np.ndarray:
        """The same for single steps, when nobody need be in time."""
        if self.inputs is not None:
            self.inputs.read(time, self.wanted[0])
        self.applied[0] = self.wanted[0]
        return self.applied[0]

    def _nobody(self, most: float) -> np.ndarray:
        self.left += not self.empty
        self.empty = True
        applied = self.applied[0]
        applied["throttle"] = 0.0
        applied["brake"] = max(BRAKE, applied["brake"])
        applied["steer"] -= min(max(applied["steer"], -most), most)
        return applied
