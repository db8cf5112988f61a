"""Models, scratch and methods of one or many cars along a first axis, as `jounce.integrators.many` takes them.

A single car is a stack of one: it runs through the very code that many cars run through, not a copy that a compiler may
have rounded differently, so that their results are the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.formulations.generated import Model, Work
from jounce.integrators.bank import Bank
from jounce.integrators.chord import Chord
from jounce.integrators.explicit import Explicit
from jounce.integrators.rosenbrock import Rosenbrock
from jounce.integrators.stacks import Models, Works

SHARED = ("ground", "tire")
"""What all cars of a stack have in common."""


def one_model(model: Model) -> Models:
    """A stack of one that shares the model's memory."""
    arrays = {name: getattr(model, name)[None] for name in Model._fields if name not in SHARED}
    return Models(**arrays, ground=model.ground, tire=model.tire)


def one_work(work: Work) -> Works:
    """A stack of one that shares the scratch."""
    return Works(*(array[None] for array in work))


def one_method(method: tuple) -> tuple:
    """A stack of one; a bank shares its memory."""
    if isinstance(method, Chord | Rosenbrock):
        return method._replace(bank=Bank(*(array[None] for array in method.bank)))
    return method


def many_models(models: Sequence[Model]) -> Models:
    """All models; tables are filled up to the longest."""
    longest = max(model.tables.size for model in models)
    tables = np.zeros((len(models), longest))
    for i, model in enumerate(models):
        tables[i, : model.tables.size] = model.tables
    names = [name for name in Model._fields if name not in ("tables", *SHARED)]
    arrays = {name: np.array([getattr(model, name) for model in models]) for name in names}
    return Models(**arrays, tables=tables, ground=models[0].ground, tire=models[0].tire)


def many_works(works: Sequence[Work]) -> Works:
    """Scratch for each car."""
    return Works(*(np.array([getattr(work, name) for work in works]) for name in Work._fields))


def many_methods(methods: Sequence[tuple]) -> tuple:
    """One method with a bank for each car, or the explicit one that serves all."""
    first = methods[0]
    if isinstance(first, Explicit):
        return first
    implicit = [method for method in methods if isinstance(method, Chord | Rosenbrock)]
    banks = Bank(*(np.array([getattr(method.bank, name) for method in implicit]) for name in Bank._fields))
    return implicit[0]._replace(bank=banks)
