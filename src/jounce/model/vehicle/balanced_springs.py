"""Which springs of a car ask for a preload that balances it, and the car with numbers instead."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import Corner
from jounce.model.vehicle.geometry import LEFT, RIGHT, SIDES
from jounce.model.vehicle.overrides import with_overrides
from jounce.model.vehicle.suspensions.leaf_spring import FRONT, REAR, LeafSpring
from jounce.model.vehicle.suspensions.springs import BALANCE
from jounce.model.vehicle.suspensions.suspension import Suspension
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.frozen import replace
from jounce.schema.remembered import remembered

PARTS: dict[str, tuple[str, ...]] = {
    "spring": ("spring",),
    "damper": ("damper",),
    "torsion_bar": ("torsion",),
    "leaf_spring": (FRONT, REAR),
}
"""Key of a suspension → its force elements, without the suffix of the corner."""
SAME = 1e-9
"""Relative difference up to which both sides have one preload."""


def balanced_spring_names(vehicle: Vehicle) -> tuple[str, ...]:
    """Names of the force elements whose preload is `balance`."""
    return tuple(name for axle in vehicle.all_axles for names in _names(axle).values() for name in names)


def with_preloads(vehicle: Vehicle, preloads: Mapping[str, float]) -> Vehicle:
    """The car with these preloads, by the names of the force elements; on the right only where it differs."""
    trailers = tuple(replace(trailer, axles=_loaded(trailer.axles, preloads)) for trailer in vehicle.trailers)
    return replace(vehicle, axles=_loaded(vehicle.axles, preloads), trailers=trailers)


def _loaded(axles: Iterable[Axle], preloads: Mapping[str, float]) -> tuple[Axle, ...]:
    return tuple(_with_preloads(axle, preloads) for axle in axles)


def _with_preloads(axle: Axle, preloads: Mapping[str, float]) -> Axle:
    names = _names(axle)
    if not names:
        return axle
    given: dict[str, dict[str, Any]] = {side.letter: {} for side in SIDES}
    for (key, letter), elements in names.items():
        part = getattr(axle.on(LEFT if letter == LEFT.letter else RIGHT).suspension, key)
        given[letter][key] = {"preload": _preload(part, [preloads[name] for name in elements])}
    left, right = given[LEFT.letter], given[RIGHT.letter]
    both = with_overrides(axle, {"suspension": left}) if left else axle
    if not axle.right and all(_same(left.get(key), value) for key, value in right.items()):
        return both
    return replace(both, right=_merged(axle.right or {}, {"suspension": right}))


def _preload(part: Any, found: list[float]) -> float | tuple[float, float]:
    """What the key `preload` of a part says for these efforts of its force elements [N, N m]."""
    return part.eye_loads((found[0], found[1])) if isinstance(part, LeafSpring) else found[0]


@remembered
def _names(axle: Axle) -> dict[tuple[str, str], tuple[str, ...]]:
    """Key and side → names of the force elements of an axle whose preload is `balance`."""
    return {
        (key, side.letter): tuple(Corner(axle.name, side).name(part) for part in parts)
        for side in SIDES
        for key, parts in PARTS.items()
        if _preload_of(axle.on(side).suspension, key) == BALANCE
    }


def _preload_of(suspension: Suspension, key: str) -> object:
    """The preload of a part, None where it has none; `getattr` of a pydantic model is slow where there is no such
    field."""
    part = vars(suspension).get(key)
    return vars(part).get("preload") if part is not None else None


def _same(left: Mapping[str, Any] | None, right: Mapping[str, Any]) -> bool:
    if left is None:
        return False
    ours, theirs = (np.atleast_1d(given["preload"]) for given in (left, right))
    return all(math.isclose(a, b, rel_tol=SAME) for a, b in zip(ours, theirs, strict=True))


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping with the values of another one inside it."""
    merged = dict(old)
    for key, value in new.items():
        there = merged.get(key)
        merged[key] = _merged(there, value) if isinstance(there, Mapping) and isinstance(value, Mapping) else value
    return merged
