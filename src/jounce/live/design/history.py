"""Undo and redo of hardpoints: what was moved so far, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from jounce.model.vehicle.geometry import Triple

Places: TypeAlias = Mapping[str, Triple]
MAX_STEPS = 500
"""Most steps that can be undone."""


class History:
    """Places of moved hardpoints by their paths [m], now and before every step."""

    def __init__(self) -> None:
        self.places: Places = {}
        self._before: list[Places] = []
        self._after: list[Places] = []
        self._open = False

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone and nothing moved since."""
        return bool(self._after)

    def move(self, places: Places, *, done: bool = True) -> None:
        """Move hardpoints. A drag is one step: all moves up to the one that is done."""
        if not self._open:
            self._before = [*self._before, self.places][-MAX_STEPS:]
            self._after = []
        self.places = {**self.places, **places}
        self._open = not done
        if done and self._before and self._before[-1] == self.places:
            self._before.pop()

    def undo(self) -> bool:
        """Go one step back; an open drag counts as one. False if there is none."""
        self._open = False
        if not self._before:
            return False
        self._after.append(self.places)
        self.places = self._before.pop()
        return True

    def redo(self) -> bool:
        """Go one undone step forward; False if there is none."""
        if self._open or not self._after:
            return False
        self._before.append(self.places)
        self.places = self._after.pop()
        return True
