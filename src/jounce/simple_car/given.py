"""What a person gives to a fleet, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.simple_car.car import SimpleCar
from jounce.terrain import Raster, ground_of


def ground_given(given: tuple | Raster | str) -> tuple:
    """A ground from what may also be heights or words."""
    if isinstance(given, str):
        return ground_of(given)
    if isinstance(given, Raster):
        return cast(tuple, given.ground())
    if not isinstance(given, tuple):
        raise Refusal("not a ground", shown(given), "a ground such as Flat(), a Raster, or words", where="ground")
    return given


def cars_given(cars: SimpleCar | Sequence[SimpleCar], count: int | None) -> tuple[SimpleCar, ...]:
    """A description for each car."""
    found = (cars,) * (1 if count is None else count) if isinstance(cars, SimpleCar) else tuple(cars)
    if not found or any(not isinstance(car, SimpleCar) for car in found):
        raise Refusal("not cars", shown(cars), "a SimpleCar, or a list of one or more", where="cars")
    if count is not None and count != len(found):
        raise Refusal("count and cars do not match", f"{count} and {len(found)} cars", "the count of one description")
    return found


def places_given(value: float | np.ndarray, count: int, name: str) -> np.ndarray:
    """A number for each of `count` cars, from one for all or a list."""
    numbers = np.asarray(value, dtype=float)
    if numbers.shape not in ((), (count,)) or not np.all(np.isfinite(numbers)):
        raise Refusal("not a place", shown(value), f"a finite number, or one for each of {count} cars", where=name)
    return np.broadcast_to(numbers, (count,))
