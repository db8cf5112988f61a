"""Equations of motion of any formulation behind one type: two addresses, and a box with the model and the scratch.

An integrator that takes them so is compiled once for all formulations, not once for each. What is compiled for each is
a pair of small functions that open the box and call the pointers of `jounce.engine.formulations.verbs`:

    derivative(box, t, y, dy)     project(box, t, y)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.compiler import address, declare, fetch, function_at, make_box, pointer

_BOX, _STATE = np.zeros(1, np.uint8), np.zeros(1)
declare("boxed derivative", _BOX, 0.0, _STATE, _STATE)
declare("boxed project", _BOX, 0.0, _STATE)


class Contents(NamedTuple):
    """What is in the box."""

    derivative: int
    project: int
    """addresses of the pointers"""
    model: tuple
    work: tuple


class Boxed(NamedTuple):
    """Addresses of the two functions, and the box, which keeps model and scratch alive."""

    derivative: int
    project: int
    box: np.ndarray


def boxed_equations(derivative: Callable, project: Callable, model: Any, work: Any) -> Boxed:
    """Equations of motion given as pointers, behind the type that serves all."""
    name, box = make_box(Contents(address(derivative), address(project), model, work))
    declare(f"derivative of {name}", model, work, 0.0, _STATE, _STATE)
    declare(f"project of {name}", model, work, 0.0, _STATE)
    return Boxed(
        address(pointer(_derivative_of(name), _BOX, 0.0, _STATE, _STATE)),
        address(pointer(_project_of(name), _BOX, 0.0, _STATE)),
        box,
    )


@functools.cache
def _derivative_of(name: str) -> Callable:
    """The derivative of equations whose contents have a type of this name."""
    kind = f"derivative of {name}"

    def boxed_derivative(box, t, y, dy):
        contents = fetch(box, name)
        return function_at(contents.derivative, kind)(contents.model, contents.work, t, y, dy)

    return boxed_derivative


@functools.cache
def _project_of(name: str) -> Callable:
    """The projection of equations whose contents have a type of this name."""
    kind = f"project of {name}"

    def boxed_project(box, t, y):
        contents = fetch(box, name)
        return function_at(contents.project, kind)(contents.model, contents.work, t, y)

    return boxed_project
