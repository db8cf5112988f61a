"""Equations of motion as integrators take them, whatever the formulation.

The state is one vector y; what is in it is the formulation's business. `model` holds constants, `work` preallocated
arrays, among them `culprit`: joint and size of the last failure, and the largest |Φ| that the last projection found
before it corrected anything.

Integrators are handed the equations as two function pointers (see `jounce.engine.compiler`), so that one compiled
integrator serves every model with arrays of the same types. Both return a status of
`jounce.engine.formulations.status`; nothing raises, nothing allocates:

    derivative(model, work, t, y, dy)   writes ẏ at time t [s] into dy
    project(model, work, t, y)          moves y onto the position and velocity constraints at time t, in place

`box_equations` puts both behind one type, with a box for model and scratch. An integrator that takes them so is
compiled once for all formulations; what is compiled for each is a pair of small functions that open the box:

    derivative(box, t, y, dy)     project(box, t, y)

`kinetic_energy`, `stop` and `linearise_exactly` are generic functions of a model and its state.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import functools
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.compiler import (
    address,
    declare,
    fetch,
    function_at,
    generic,
    generic_kernel,
    make_box,
    open_box,
    pointer,
)
from jounce.engine.formulations.coordinates import COORDINATE


@generic
def kinetic_energy(model, y):
    """Kinetic energy of a state [J]."""


def _differences_only(model):
    return False


def _never(model, work, coordinates, independent, auxiliary, t, y, C, K):
    return NO_DERIVATIVES


@partial(generic_kernel, otherwise=_differences_only)
def has_derivatives(model):
    """Whether `linearise_exactly` is there for a model."""


@partial(generic_kernel, otherwise=_never)
def linearise_exactly(model, work, coordinates, independent, auxiliary, t, y, C, K):
    """C and K of `jounce.engine.integrators.linearise` at time t and a closed state y, by exact derivatives.

    Returns a status; NO_DERIVATIVES of models that have none.
    """


@generic
def stop(model, y):
    """Set all velocities to zero, in place."""


NO_DERIVATIVES = -1
"""Stands for a status where there are no exact derivatives."""
_BOX, _STATE = np.zeros(1, np.uint8), np.zeros(1)
_CHART = np.zeros(1, COORDINATE), np.zeros(1, np.int64), np.zeros(1, np.int64)
_MATRIX = np.zeros((1, 1))
declare("boxed derivative", _BOX, 0.0, _STATE, _STATE)
declare("boxed project", _BOX, 0.0, _STATE)
declare("boxed linearise", _BOX, *_CHART, 0.0, _STATE, _MATRIX, _MATRIX)


class BoxContents(NamedTuple):
    """What is in the box."""

    derivative: int
    project: int
    """addresses of the pointers"""
    model: tuple
    work: tuple


class BoxedEquations(NamedTuple):
    """Addresses of the two functions, and the box, which keeps model and scratch alive."""

    derivative: int
    project: int
    box: np.ndarray


def box_equations(derivative: Callable, project: Callable, model: Any, work: Any) -> BoxedEquations:
    """Equations of motion given as pointers, behind the type that serves all."""
    name, box = make_box(BoxContents(address(derivative), address(project), model, work))
    declare(f"derivative of {name}", model, work, 0.0, _STATE, _STATE)
    declare(f"project of {name}", model, work, 0.0, _STATE)
    return BoxedEquations(
        address(pointer(_derivative_of(name), _BOX, 0.0, _STATE, _STATE)),
        address(pointer(_project_of(name), _BOX, 0.0, _STATE)),
        box,
    )


def box_linearise(boxed: BoxedEquations) -> int:
    """Address of `linearise_exactly` for boxed equations: (box, coordinates, independent, auxiliary, t, y, C, K)."""
    name, _ = make_box(open_box(boxed.box))
    return address(pointer(_linearise_of(name), _BOX, *_CHART, 0.0, _STATE, _MATRIX, _MATRIX))


@functools.cache
def _linearise_of(name: str) -> Callable:
    """The exact derivatives of equations whose contents have a type of this name."""

    def boxed_linearise(box, coordinates, independent, auxiliary, t, y, C, K):
        contents = fetch(box, name)
        if not has_derivatives(contents.model):
            return NO_DERIVATIVES
        model, work = contents.model, contents.work
        return linearise_exactly(model, work, coordinates, independent, auxiliary, t, y, C, K)

    return boxed_linearise


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
