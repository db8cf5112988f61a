"""Arrays with a row for every car, the rows of variants that they are copied from when an episode begins, and memory
for looks at cars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from jounce.engine.formulations.elements import ARRAYS, ElementArrays
from jounce.gym.look_kernel import Look, Looks, Scratch, Told, Tree
from jounce.gym.multibody_kernel import Cockpits
from jounce.gym.variants import Kind, Variant
from jounce.lab.cockpit.controls import controls_row
from jounce.lab.results.instant_kernel import CHASSIS_COLUMNS, WHEEL_COLUMNS

SHARED = ("code", "tire")
"""Fields of models that all cars share."""


def with_rows(stack: Any, count: int, only: type | None = None) -> Any:
    """A tuple of arrays like a stack, with `count` rows of zeros; only: the type of the fields that have rows."""
    found = {}
    for name, value in _own(stack, only):
        if isinstance(value, np.ndarray):
            found[name] = np.zeros((count, *value.shape[1:]), value.dtype)
        else:
            found[name] = with_rows(value, count)
    return stack._replace(**found)


def pairs(mine: Any, pool: Any, only: type | None = None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Arrays of the cars, and those of the variants that they are copied from."""
    for name, value in _own(mine, only):
        if isinstance(value, np.ndarray):
            yield value, getattr(pool, name)
        else:
            yield from pairs(value, getattr(pool, name))


def _own(stack: Any, only: type | None) -> Iterator[tuple[str, Any]]:
    """Fields of a stack that differ between cars."""
    for name, value in stack._asdict().items():
        if name not in SHARED and isinstance(value, only or (np.ndarray, tuple)):
            yield name, value


def cockpits_of(variants: Sequence[Variant], kinds: Sequence[Kind]) -> Cockpits:
    """Cockpits of the variants, in the gear that each begins with."""
    own = [kinds[one.kind].actuators for one in variants]
    memories = np.concatenate([actuators.memory for actuators in own])
    memories["gear"] = memories["lever"] = [one.gear for one in variants]
    return Cockpits(
        np.concatenate([actuators.car for actuators in own]),
        np.array([actuators.inputs for actuators in own]),
        memories,
        np.array([actuators.ratios for actuators in own]),
        np.concatenate([controls_row() for _ in own]),
    )


def looks_of(kinds: Sequence[Kind]) -> Looks:
    """What the channels of all kinds are found with, along a first axis."""
    found = []
    for kind in kinds:
        own = kind.channels
        assert own.tree_arguments is not None, "generated kernels are on a tree"
        branches, motions, _, fixed, *_ = own.tree_arguments
        elements, measures = own.seen.elements, own.seen.measures
        found.append(Look(branches, motions, fixed, measures, elements, own.car_record, own.design))
    names = [name for name in Look._fields if name != "elements"]
    stacks = {name: _along([getattr(look, name) for look in found]) for name in names}
    arrays = {name: _along([getattr(look.elements, name) for look in found]) for name in ARRAYS}
    return Looks(**stacks, elements=ElementArrays(**arrays, tire=found[0].elements.tire))


def tree_and_scratch(kind: Kind, system: Any, names: Sequence[str]) -> tuple[Tree, Scratch]:
    """What looks at all kinds of cars share, for channels of these names, and memory for a range of cars."""
    channels = kind.channels
    assert channels.tree_arguments is not None, "generated kernels are on a tree"
    _, _, base, _, velocity, sources, _, frames, world = channels.tree_arguments
    plan, seen = channels.plan[[channels.index[name] for name in names]], channels.seen
    scratch = Scratch(
        frames=frames.copy(),
        world=world.copy(),
        dy=np.zeros(system.size),
        bodies=seen.bodies.copy(),
        contacts=seen.contacts.copy(),
        forces=seen.forces.copy(),
        measure_states=seen.measure_states.copy(),
        wheels=np.zeros((len(channels.design), len(WHEEL_COLUMNS))),
    )
    return Tree(base, velocity, sources, np.array(system.contact_order, np.int64), plan), scratch


def _along(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays as one, of the very type that they have: numpy would lay out overlapping fields anew."""
    stack = np.zeros((len(arrays), *arrays[0].shape), arrays[0].dtype)
    for i, array in enumerate(arrays):
        stack[i] = array
    return stack


def empty_told(values: np.ndarray, observations: np.ndarray) -> Told:
    """What is written of every car, of whom nothing is told yet; values and observations are those given."""
    n = len(values)
    rows = np.zeros((4, n), np.int64)
    return Told(np.zeros((n, len(CHASSIS_COLUMNS))), rows[0], rows[1], rows[2], rows[3], values, observations)
