"""A ground as the equations of motion carry it: an address to ask and a box with its numbers.

Compiled cars thus know one type of ground, whatever lies under them, and are compiled once for all; a new kind of
ground compiles alone, in two or three seconds. An answer is written to the asker's memory, beside the patch that it
remembers.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import address, declare, fetch, function_at, inline, kernel, make_box, open_box, pointer
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground.surface import PATCH, allocate_memory, surface

surface_here = inline(surface)
MEMORY = record(z=float, zx=float, zy=float, friction=float, patch=PATCH)
"""What one asker remembers: the last answer, and the patch that it was found on."""
EXAMPLE = (np.zeros(1, np.uint8), np.zeros(1, MEMORY)[0], 0.0, 0.0)
"""Arguments of `ask`."""
declare("ask", *EXAMPLE)


class Ground(NamedTuple):
    """Any ground, behind one type."""

    ask: int
    """address of (box, memory, x, y) → status, which writes the answer to the memory"""
    box: np.ndarray
    """the numbers of the ground, as bytes"""


def place_ground(ground: tuple) -> Ground:
    """A ground such as `Flat()` for the equations of motion; one that is placed already stays as it is."""
    if isinstance(ground, Ground):
        return ground
    name, box = make_box(ground)
    ours = type(ground).__module__.partition(".")[0] == "jounce"
    return Ground(address(pointer(_ask_of(name), *EXAMPLE, keep=ours)), box)


def original(ground: Ground) -> tuple:
    """The ground that was placed."""
    return open_box(ground.box)


def same_ground(a: Ground, b: Ground) -> bool:
    """Whether two placed grounds are of one kind and have the same numbers and arrays."""
    return _same(original(a), original(b))


def _same(a: object, b: object) -> bool:
    if isinstance(a, tuple):
        return type(a) is type(b) and all(map(_same, a, b))
    return a is b if isinstance(a, np.ndarray) else a == b


@kernel
def look(ground, memory, x, y):
    """Height [m], slopes ∂z/∂x and ∂z/∂y, and friction [-] of a placed ground under (x, y) [m]."""
    function_at(ground.ask, "ask")(ground.box, memory, x, y)
    return memory["z"], memory["zx"], memory["zy"], memory["friction"]


def memories(count: int) -> np.ndarray:
    """Memories of askers who remember nothing."""
    rows = np.zeros(count, MEMORY)
    rows["patch"] = allocate_memory(count)
    return rows


@functools.cache
def _ask_of(name: str) -> Callable:
    """The question to a ground whose type has this name."""

    def ask(box, memory, x, y):
        z, zx, zy, friction = surface_here(fetch(box, name), memory["patch"], x, y)
        memory["z"], memory["zx"], memory["zy"], memory["friction"] = z, zx, zy, friction
        return 0

    return ask
