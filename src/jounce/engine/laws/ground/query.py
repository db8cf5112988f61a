"""How a ground is queried: for arrays of points from Python, and behind one type by the equations of motion.

`ask` evaluates points in one compiled call; `extent` and `inside` say where a ground ends.

Compiled cars carry a `Ground`, a function pointer and a box with the numbers of the ground. They thus know one type of
ground, whatever lies under them, and are compiled once for all; a new kind of ground compiles alone, in two or three
seconds. An answer is written to the memory of the wheel that asks, beside the patch that it remembers.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.engine.compiler import (
    address,
    declare,
    entry,
    fetch,
    function_at,
    inline,
    kernel,
    make_box,
    open_box,
    pointer,
    refill_box,
)
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.ground.axis import Irregular, Regular
from jounce.engine.laws.ground.ferguson import Ferguson
from jounce.engine.laws.ground.kept_patch import derivatives_address, ground_label
from jounce.engine.laws.ground.surface import PATCH, PLACE, allocate_memory, announce, forget, surface, unit_normal


def extent(ground: tuple) -> tuple[float, float, float, float] | None:
    """x_min, x_max, y_min, y_max [m] of a ground with an edge; None for one without end."""
    return (*ends(ground.x), *ends(ground.y)) if isinstance(ground, Ferguson) else None


def ends(axis: Regular | Irregular) -> tuple[float, float]:
    """First and last node [m]."""
    if isinstance(axis, Regular):
        return axis.start, axis.start + axis.spacing * (axis.count - 1)
    return float(axis.nodes[0]), float(axis.nodes[-1])


def inside(ground: tuple, x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Whether points (x, y) [m] lie on the ground, its edge included; NaN does not."""
    x_min, x_max, y_min, y_max = extent(ground) or (-np.inf, np.inf, -np.inf, np.inf)
    x, y = np.asarray(x), np.asarray(y)
    return (x_min <= x) & (x <= x_max) & (y_min <= y) & (y <= y_max)


AHEAD = 4
"""Points that are announced before they are asked about: their heights arrive while others are answered."""

announce_inlined, surface_inlined = inline(announce), inline(surface)


class Answer(NamedTuple):
    """What the ground is at points of shape (…)."""

    height: np.ndarray
    """World z (…) [m]."""
    gradient: np.ndarray
    """∂z/∂x, ∂z/∂y (…, 2) [-]."""
    normal: np.ndarray
    """Upward, of length one, in world axes (…, 3)."""
    friction: np.ndarray
    """Factor on the tires' peak forces (…) [-]."""
    patch: np.ndarray
    """Indices m, n of the patch (…, 2); −1 where a ground has no patches."""


def ask(ground, x, y) -> Answer:
    """The ground under the points (x, y) [m], which broadcast against each other."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    answer = empty(x.size)
    answer_each(ground, np.ascontiguousarray(x).ravel(), np.ascontiguousarray(y).ravel(), np.empty(PLACE), answer)
    return Answer(*(part.reshape(x.shape + part.shape[1:]) for part in answer))


def empty(count: int) -> Answer:
    """Arrays for the answers at `count` points."""
    shapes = ((count,), (count, 2), (count, 3), (count,))
    height, gradient, normal, friction = (np.empty(shape) for shape in shapes)
    return Answer(height, gradient, normal, friction, np.empty((count, 2), dtype=np.int64))


@entry
def answer_each(ground, x, y, memory, answer):
    """Ask at one point after the other and write into `answer`; the memory has PLACE numbers, or PATCH as a wheel's."""
    forget(memory)
    last = x.size - 1
    for i in range(x.size):
        if memory.size != PATCH:
            ahead = min(i + AHEAD, last)
            announce_inlined(ground, x[ahead], y[ahead])
        z, zx, zy, friction = surface_inlined(ground, memory, x[i], y[i])
        n = unit_normal(zx, zy)
        answer.height[i] = z
        answer.gradient[i, 0], answer.gradient[i, 1] = zx, zy
        answer.normal[i, 0], answer.normal[i, 1], answer.normal[i, 2] = n
        answer.friction[i] = friction
        answer.patch[i, 0], answer.patch[i, 1] = int(memory[0]), int(memory[1])


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
    name, box = make_box(ground, ground_label(ground))
    return Ground(_address_of(name, type(ground).__module__.partition(".")[0] == "jounce"), box)


@functools.cache
def _address_of(name: str, ours: bool) -> int:
    """The address of `ask` for a kind of ground; ours: whether it is kept on disk."""
    return address(pointer(_ask_of(name), *EXAMPLE, keep=ours))


def original(ground: Ground) -> tuple:
    """The ground that was placed."""
    return open_box(ground.box)


def change_ground(placed: Ground, ground: tuple) -> None:
    """Put another ground of the same types where one is placed; whoever stands on it notices. Raises TypeError."""
    if _types_of(original(placed)) != _types_of(ground):
        raise TypeError(f"{_types_of(ground)} where {_types_of(original(placed))} is placed")
    _, box = make_box(ground, ground_label(ground, derivatives_address(placed.box)))
    refill_box(placed.box, box)


def number_places(placed: Ground) -> dict[str, tuple[tuple[int, ...], float]]:
    """Plain numbers of a placed ground: where in its box they are [bytes], also on its label, and their values."""
    ground, found = original(placed), {}
    before = make_box(ground, ground_label(ground))[1].view(np.uint64)
    for name in ground._fields:  # type: ignore[attr-defined]
        value = getattr(ground, name)
        if type(value) is float:
            other = ground._replace(**{name: value + 1.0})  # type: ignore[attr-defined]
            after = make_box(other, ground_label(other))[1].view(np.uint64)
            places = np.flatnonzero(before != after).tolist()
            found[name] = tuple(8 * place for place in places), value
    return found


def _types_of(ground: tuple) -> tuple:
    """Classes of a ground and of everything in it."""
    return type(ground), *(_types_of(part) if isinstance(part, tuple) else type(part) for part in ground)


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
