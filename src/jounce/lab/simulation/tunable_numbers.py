"""Numbers of a car that can be changed in memory alone: those that stand there as they are.

Numbers are tried with other values, many at once and each with another factor. Where every word that changes is one of
the new values, to the last bit, whoever has the memory can change these numbers without the code that assembles a car.
Where one is not, halves of the group are tried, down to single numbers, which then need that code, and are left out; so
is the stiffness of springs with a preload.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.simulate.observer import to_world_frame
from jounce.errors import JounceError
from jounce.lab.results.instant_channels import InstantChannels
from jounce.lab.runs.driving import rolling_in_gear
from jounce.lab.runs.prepare import Prepared
from jounce.lab.simulation.parameters import pairs_of_arrays
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.parameters import with_parameters
from jounce.schema.frozen import Frozen

_STIFFNESS, _DAMPING = ("N/m", "N*m/rad"), ("N*s/m", "N*m*s/rad")
UNITS = {
    "mass": ("kg",),
    "stiffness": _STIFFNESS,
    "damping": _DAMPING,
    "bump_damping": _DAMPING,
    "rebound_damping": _DAMPING,
    "vertical_stiffness": _STIFFNESS,
    "vertical_damping": _DAMPING,
    "cubic": ("N/m^3",),
    **dict.fromkeys("bcde", ("1",)),
    "torque": ("N*m",),
    "grip_angle": ("rad",),
    "full_speed": ("rad/s",),
    "drag_area": ("m^2",),
    "air_density": ("kg/m^3",),
}
"""Last steps of the paths that are tried, and the units that they may have: masses, stiffnesses, damping; coefficients
b, c, d, e of tires; clutches, brakes, air."""
TRIED = 1.37, 0.0117
"""Factor on the first value of a group, and by how much those of the others are larger: no powers of two."""


Words = list[tuple[np.ndarray, int]]
"""Arrays, and indices of 64-bit words in them."""


@dataclass(frozen=True)
class TunableNumber:
    """A number of a car by its path, its value, and the words that hold it."""

    path: str
    unit: str
    value: float
    words: Words


def tunable_numbers(ready: Prepared, channels: InstantChannels) -> list[TunableNumber]:
    """All numbers of the car of a run that can be changed in memory alone."""
    candidates = dict(_numbers(ready.car))
    found = _try_group(ready, channels, candidates)
    return [TunableNumber(path, _unit_of(ready.car, path), candidates[path], found[path]) for path in found]


def _unit_of(car: Vehicle, path: str) -> str:
    """The unit of a number: the one that the vehicle takes."""
    first, *others = UNITS[path.rpartition(".")[2]]
    for unit in others:
        with contextlib.suppress(JounceError):
            with_parameters(car, {path: f"1 {unit}"})
            return unit
    return first


def _try_group(ready: Prepared, channels: InstantChannels, group: Mapping[str, float]) -> dict[str, Words]:
    """Words of the numbers of a group that stand in memory as they are."""
    first, more = TRIED
    values = {path: value * (first + more * i) for i, (path, value) in enumerate(group.items())}
    try:
        pairs = _changed(ready, channels, with_parameters(ready.car, values))
        explained = _explain(group, values, pairs)
    except JounceError:
        explained = None
    if explained is not None:
        return explained
    if len(group) <= 1:
        return {}
    items = list(group.items())
    halves = items[: len(items) // 2], items[len(items) // 2 :]
    return {path: words for half in halves for path, words in _try_group(ready, channels, dict(half)).items()}


def _numbers(thing: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
    """Paths and values of the numbers that are tried."""
    if isinstance(thing, Frozen):
        sagging = getattr(thing, "preload", None) is not None  # its free length follows from preload and stiffness
        for key in type(thing).model_fields:
            if key == "stiffness" and sagging:
                continue
            yield from _numbers(getattr(thing, key), (*path, key))
    elif isinstance(thing, tuple) and all(hasattr(part, "name") for part in thing):
        for part in thing:
            yield from _numbers(part, (*path, part.name))
    elif type(thing) is float and thing != 0.0 and path[-1] in UNITS:
        yield ".".join(path), thing


def _changed(ready: Prepared, channels: InstantChannels, car: Vehicle) -> list[tuple[np.ndarray, np.ndarray]]:
    """Arrays that hold numbers of the car, and what another car would have there."""
    system: Any = ready.system
    other = system.with_mechanism(rolling_in_gear(ready.plan, car), inputs=system.inputs, ground=system.model.ground)
    world = to_world_frame(other).model
    pairs = [*pairs_of_arrays(system.model, other.model), *pairs_of_arrays(channels.world_model, world)]
    pairs.append((system.model.tables, other.model.tables))
    factors = channels.force_terms.copy()
    factors["factor"] = world.elements.scalar_force_terms["factor"]
    return [*pairs, (channels.force_terms, factors)]


def _explain(
    group: Mapping[str, float], values: Mapping[str, float], pairs: list[tuple[np.ndarray, np.ndarray]]
) -> dict[str, Words] | None:
    """Words that were numbers of a group and have become the new values; None if a word has become anything else."""
    found: dict[str, Words] = {}
    places = {(group[path], value): path for path, value in values.items()}
    for mine, new in pairs:
        if mine.shape != new.shape or mine.dtype != new.dtype:
            return None
        before, after = _words(mine), _words(new)
        for k in np.flatnonzero(before.view(np.uint64) != after.view(np.uint64)).tolist():
            path = places.get((float(before[k]), float(after[k])))
            if path is None:
                return None
            found.setdefault(path, []).append((mine, k))
    return found


def _words(array: np.ndarray) -> np.ndarray:
    """The 64-bit words of an array, as doubles."""
    return np.frombuffer(np.ascontiguousarray(array).tobytes(), np.float64)
