"""Controls: steering, pedals, handbrake and gear, the same for every vehicle and every plant."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.engine.laws.forces.records import record
from jounce.errors import InputError

AUTO = 127
"""The automatic gear: forward, chosen by the vehicle."""
REVERSE, NEUTRAL = -1, 0
MAX_GEAR = 32

CONTROLS = record(steer=float, throttle=float, brake=float, handbrake=float, gear=float)
"""Controls as compiled code and shared memory hold them: five floats."""
NAMES = CONTROLS.names or ()
STEER, THROTTLE, BRAKE, HANDBRAKE, GEAR = range(5)
"""Places of the five floats."""
LIMITS = {"steer": (-1.0, 1.0), "throttle": (0.0, 1.0), "brake": (0.0, 1.0), "handbrake": (0.0, 1.0)}


@dataclass(frozen=True)
class Controls:
    """Positions of steering wheel, pedals and lever, dimensionless.

    steer: −1 (fully right) … 1 (fully left); throttle, brake, handbrake: 0 … 1; gear: AUTO, −1 reverse, 0 neutral,
    1, 2 … of a gearbox (vehicles without one drive forward in all of them). Values beyond their limits are clamped;
    values that are not numbers are refused.
    """

    steer: float = 0.0
    throttle: float = 0.0
    brake: float = 0.0
    handbrake: float = 0.0
    gear: int = AUTO

    def __post_init__(self) -> None:
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if not isinstance(value, int | float | np.floating) or not math.isfinite(value):
                raise InputError("not a number", repr(value), f"a number from {low:g} to {high:g}", where=name)
            object.__setattr__(self, name, min(max(float(value), low), high))
        if not isinstance(self.gear, int | float | np.number) or not math.isfinite(self.gear) or self.gear % 1 != 0:
            raise InputError("not a gear", repr(self.gear), f"{AUTO} (automatic), −1, 0, 1, 2 …", where="gear")
        gear = int(self.gear)
        object.__setattr__(self, "gear", gear if gear == AUTO else min(max(gear, REVERSE), MAX_GEAR))

    @property
    def numbers(self) -> tuple[float, float, float, float, float]:
        """The five floats of CONTROLS."""
        return self.steer, self.throttle, self.brake, self.handbrake, float(self.gear)

    @classmethod
    def of(cls, row: np.ndarray) -> Controls:
        """Controls from five floats, or a record of CONTROLS."""
        return cls(*(float(row[name]) for name in NAMES) if row.dtype.names else map(float, row))


def controls_row() -> np.ndarray:
    """An array of one record of CONTROLS in their rest positions."""
    row = np.zeros(1, CONTROLS)
    row["gear"] = AUTO
    return row
