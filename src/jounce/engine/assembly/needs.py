"""Which frames and joints an element was packed from: if they and the element are the same, so are its records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class NotedTable(dict[str, T]):
    """A table that notes the names that it is asked for."""

    def __init__(self, table: Mapping[str, T]) -> None:
        super().__init__(table)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> T:
        self.asked.add(name)
        return super().__getitem__(name)

    def take_asked(self) -> frozenset[str]:
        """The names since this was called last."""
        asked = frozenset(self.asked)
        self.asked.clear()
        return asked


class Needs(NamedTuple):
    """Names of frames and joints."""

    frames: frozenset[str]
    joints: frozenset[str]

    def has_any(self, frames: Collection[str], joints: Collection[str]) -> bool:
        """Whether any of these frames or joints is needed."""
        return not (self.frames.isdisjoint(frames) and self.joints.isdisjoint(joints))


def changed_names(old: Mapping[str, object], new: Mapping[str, object]) -> set[str]:
    """Names under which another object stands."""
    return {name for name, thing in new.items() if old.get(name) is not thing}
