"""The state of all cars of an environment as a value, for planners that try actions: MPPI, tree search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown


@dataclass(frozen=True, eq=False)
class FleetState:
    """From it, the same actions give the same bits; it pickles.

    `len(state)` cars; `state[i]` is the state of one of them, `state[mask]` of several; `state.repeat(n)` has each car
    n times. arrays: everything, the random numbers too, with a first axis over the cars.
    """

    arrays: tuple[np.ndarray, ...]

    def __len__(self) -> int:
        return len(self.arrays[0])

    def __getitem__(self, cars: int | slice | np.ndarray | list[int]) -> FleetState:
        chosen = np.atleast_1d(np.arange(len(self))[cars])
        return FleetState(tuple(array[chosen] for array in self.arrays))

    def repeat(self, count: int) -> FleetState:
        """Every car `count` times, one after the other."""
        if count < 1:
            raise InputError("not a count", shown(count), "1 or more", where="repeat")
        return self[np.repeat(np.arange(len(self)), count)]
