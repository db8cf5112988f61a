"""The run-time inputs of a mechanism: every name that something in it is moved by, with the value it has until then."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.model.mechanism.mechanism import Mechanism
from jounce.model.mechanism.signals import Input
from jounce.schema.frozen import Frozen


def input_defaults(mechanism: Mechanism) -> dict[str, float]:
    """Name of every run-time input → its value while nobody sets it [SI]."""
    return {
        found.name: found.default for element in (*mechanism.joints, *mechanism.forces) for found in _inputs(element)
    }


def _inputs(element: Frozen) -> Iterator[Input]:
    """The inputs among the fields of an element, and of what it is made of."""
    for _, value in element:
        if isinstance(value, Input):
            yield value
        elif isinstance(value, Frozen):
            yield from _inputs(value)
