"""What every driver has in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jounce.drivers.seen import Seen
from jounce.vehicle import Vehicle


class Acting(Protocol):
    """A driver at work in one car, with a memory of the run so far."""

    @property
    def inputs(self) -> Sequence[str]:
        """Names of the run-time inputs that it moves."""

    @property
    def start(self) -> Sequence[float]:
        """Where they are when the run begins, in the same order [SI]."""

    def act(self, seen: Seen, tick: float) -> Sequence[float]:
        """Where the inputs shall be one tick [s] from now, in the order of `inputs` [SI]; they move there evenly."""


class Driver(Protocol):
    """Somebody who can take the wheel of a car."""

    def sit(self, car: Vehicle, speed: float) -> Acting:
        """Begin a run that starts at a speed [m/s]; raises Refusal for a car that it cannot drive."""
