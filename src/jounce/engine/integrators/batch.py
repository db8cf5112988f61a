"""Many cars of one topology at once: the walk of `fixed`, once per car.

Everything that differs between cars has a first axis over them: the arrays of
`jounce.engine.formulations.synthesis.arrays`, scratch and methods. How that of one car is taken from a batch is for its
type to say, with the generic function `member`. Each car keeps its own record and status; one that fails
does not stop the others. The loop is the same compiled function that serves a single car, so are the results.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.integrators.fixed import member, walk
from jounce.engine.laws.ground import Ground


@entry
def advance_many(
    derivative,
    project,
    models,
    works,
    methods,
    first,
    last,
    y,
    k,
    progress,
    times,
    stride,
    pause,
    samples,
    outcomes,
):
    """Advance cars first … last − 1 until `pause` samples are written; returns how many failed.

    y (cars, size), k (cars, ROWS of the method, size), progress (cars, LENGTH), samples (cars, times, 1 + size) and
    outcomes (cars,) int64, the statuses; `times`, `stride` and `pause` are shared. Ranges that do not overlap may run
    in threads of their own.
    """
    failed = 0
    for i in range(first, last):
        outcomes[i] = walk(
            member(methods, i),
            derivative,
            project,
            member(models, i),
            member(works, i),
            y[i],
            k[i],
            progress[i],
            times,
            stride,
            pause,
            samples[i],
        )
        failed += outcomes[i] != 0
    return failed


class Grounds(NamedTuple):
    """Placed grounds of n cars, of any kinds and sizes."""

    asks: np.ndarray
    """(n,) function pointers"""
    boxes: np.ndarray
    """(n, bytes) numbers of each ground, and where its arrays lie; filled up to the longest"""


class Models(NamedTuple):
    """Models of n cars."""

    parameters: np.ndarray
    elements: ElementArrays
    """whose arrays have one axis more"""
    signals: np.ndarray
    tables: np.ndarray
    grounds: Grounds
    code: np.ndarray
    """of all cars; so is the function pointer of the tires"""


class Works(NamedTuple):
    """Scratch of n cars."""

    numbers: np.ndarray
    contacts: np.ndarray
    culprit: np.ndarray


def take_item(kind: type, shared: tuple[str, ...] = ()) -> Callable:
    """A function (stack, i) that makes a NamedTuple of item i of every array of a stack with the same names.

    It is written from the names of the fields, so that they are listed once; compiled code cannot go through them.
    shared: fields that are no arrays and the same for all.
    """
    names = kind._fields  # type: ignore[attr-defined]
    values = ", ".join(f"stack.{name}" if name in shared else f"stack.{name}[i]" for name in names)
    space: dict = {kind.__name__: kind}
    exec(f"def take(stack, i):\n    return {kind.__name__}({values})", space)
    return space["take"]


member.of(ElementArrays)(take_item(ElementArrays, shared=("tire",)))
member.of(Works)(take_item(Work))


@member.of(Models)
def model_member(stack, i):
    """The model of one car; views, no copies."""
    elements, ground = member(stack.elements, i), Ground(stack.grounds.asks[i], stack.grounds.boxes[i])
    return Model(stack.parameters[i], elements, stack.signals[i], stack.tables[i], ground, stack.code)
