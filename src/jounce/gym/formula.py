"""Functions of a task that become part of the compiled call.

Reward("speed", -1.0, Formula(lambda seen: seen.period * np.abs(seen["chassis.speed"] / 20.0 - 1.0)))
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.gym.task import Function, Seen


@dataclass(frozen=True)
class Formula:
    """A NumPy function of a `Seen` that is run once on symbolic numbers and becomes machine code.

    It may use arithmetic, comparisons and NumPy's elementary functions; choices are `np.where`, not `if`. Numbers that
    it reads from elsewhere are those of the moment at which the environment is made. What it gives one car must not
    depend on others. Called with arrays it is the NumPy function.
    """

    function: Function

    def __call__(self, seen: Seen) -> np.ndarray:
        """What the function gives on arrays, (cars,)."""
        return self.function(seen)
