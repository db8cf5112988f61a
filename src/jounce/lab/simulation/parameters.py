"""Numbers of a car and of its ground, changed while it is stepped: springs, dampers, masses, tires, friction.

What changes no kernel is written into the arrays that compiled code reads. Hardpoints are another car: its joints
would have to be closed anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.laws.forces.signal import LINEAR_TABLE, POLYNOMIAL, SPLINE_TABLE
from jounce.engine.laws.ground import change_ground, original
from jounce.engine.simulate.observer import to_world_frame
from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.lab.results.instant_channels import InstantChannels
from jounce.lab.runs.driving import rolling_in_gear
from jounce.lab.runs.prepare import Prepared
from jounce.model.vehicle import Vehicle

GROUND = "ground."
_KEPT = ("signals", "ground", "pattern", "regularisation", "redundant", "tire", "tables", "code")
"""Fields of models that are not numbers of the car."""


def set_ground(ready: Prepared, key: str, value: float) -> None:
    """Change a number of the ground, such as its friction; raises InputError for one that it does not have."""
    placed = ready.system.model.ground
    ground: Any = original(placed)
    numbers = [name for name in ground._fields if isinstance(getattr(ground, name), int | float)]
    if key not in numbers:
        where, hint = f"{GROUND}{key}", suggestion(key, numbers)
        expected = (
            f"one of {', '.join(numbers)}" if numbers else f"no number of a {type(ground).__name__} can be changed"
        )
        raise InputError("no such number", key, expected, hint, where=where)
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not np.isfinite(value):
        raise InputError("not a number", shown(value), "a finite number [SI]", where=f"{GROUND}{key}")
    if key == "friction" and not value > 0.0:
        raise InputError("out of range", f"{value:g}", "a factor above 0", where=f"{GROUND}{key}")
    change_ground(placed, ground._replace(**{key: float(value)}))


def change_car(ready: Prepared, channels: InstantChannels, car: Vehicle, where: str) -> Prepared:
    """Write the numbers of a car that differs in no hardpoint; returns the run with that car.

    where: what asks for it. Raises InputError for a change that needs another Simulation; nothing has changed then.
    """
    system: Any = ready.system
    if not system.capabilities.runs_batches:
        raise InputError("cannot change a car that runs", ready.names["formulation"], "synthesis", where="formulation")
    mechanism = rolling_in_gear(ready.plan, car)
    other = system.with_mechanism(mechanism, inputs=system.inputs, ground=system.model.ground)
    pairs = [
        *pairs_of_arrays(system.model, other.model),
        *pairs_of_arrays(channels.world_model, to_world_frame(other).model),
    ]
    tables = system.model.tables, other.model.tables
    same_places = all(np.array_equal(system.frames[name].centre, f.centre) for name, f in other.frames.items())
    same_joints = mechanism.joints == system.mechanism.joints
    if not (same_places and same_joints and other.shares_kernels_with(system)) or not _fit([*pairs, tables]):
        hint = "make a new Simulation of vehicle.with_values(…)"
        raise InputError("needs another Simulation", where, "a number that moves no hardpoint", hint, where=where)
    for mine, new in pairs:
        mine[...] = new
    channels.renew_factors()
    inputs = _input_tables(system)
    kept = [(place, system.model.tables[place].copy()) for place in inputs]
    system.model.tables[...] = other.model.tables
    for place, numbers in kept:
        system.model.tables[place] = numbers
    return replace(ready, car=car, system=replace(system, mechanism=other.mechanism, packed=other.packed))


def pairs_of_arrays(mine: Any, other: Any) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Arrays of two models that hold numbers of the car."""
    for name in mine._fields:
        a, b = getattr(mine, name), getattr(other, name)
        if name in _KEPT:
            continue
        if isinstance(a, np.ndarray):
            yield a, b
        elif hasattr(a, "_fields"):
            yield from pairs_of_arrays(a, b)


def _fit(pairs: list[tuple[np.ndarray, np.ndarray]]) -> bool:
    return all(a.shape == b.shape and a.dtype == b.dtype for a, b in pairs)


def _input_tables(system: Any) -> list[slice]:
    """Where the tables of run-time inputs are: they belong to whoever moves the inputs."""
    found = []
    for rows in system.layout.inputs.values():
        for row in rows:
            kind, first, count = (int(n) for n in system.model.signals[row, :3])
            numbers = {LINEAR_TABLE: 2 * count, SPLINE_TABLE: 5 * count, POLYNOMIAL: count}
            if kind in numbers:
                found.append(slice(first, first + numbers[kind]))
    return found
