"""How episodes begin, as numbers for compiled code: distributions of the place, and the rows that are copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.engine.laws.forces.records import record
from jounce.gym.distributions import Choice, Distribution, Fixed, Normal, Uniform
from jounce.gym.random_kernel import CHOICE, FIXED, NORMAL, UNIFORM
from jounce.gym.task import Start
from jounce.schema.units import parse_quantity

LAW = record(kind=int, low=float, high=float, limit=float, first=int, count=int)
"""A distribution: its kind; bounds, or mean and standard deviation with a limit in standard deviations; of a choice,
where its numbers begin and how many there are."""


class Starts(NamedTuple):
    """What a start is drawn from, and what is copied then."""

    laws: np.ndarray
    """LAW (3,) of station, offset and heading"""
    numbers: np.ndarray
    """that choices are made from"""
    variants: int
    """number of variants"""
    places: bool
    """whether a place is drawn; otherwise variants stand where they were settled"""
    rows: np.ndarray
    """(arrays, 3) address of the rows of the cars, address of those of the variants, and words in a row"""


def make_starts(start: Start, variants: int, places: bool, pairs: Sequence[tuple[np.ndarray, np.ndarray]]) -> Starts:
    """Starts of a task; pairs: arrays of the cars and those of the variants that their rows are copied from, all of
    which must live as long as the environment."""
    laws, numbers = np.zeros(3, LAW), [0.0]
    for law, distribution in zip(laws, (start.station, start.offset, start.heading), strict=True):
        _fill(law, distribution, numbers)
    rows = np.array([_row(mine, pool, variants) for mine, pool in pairs], np.int64)
    return Starts(laws, np.array(numbers), variants, places, rows)


def _fill(law: np.void, distribution: Distribution, numbers: list[float]) -> None:
    """Write a distribution into its record."""
    if isinstance(distribution, Fixed):
        law["kind"], law["low"] = FIXED, parse_quantity(distribution.value)
    elif isinstance(distribution, Uniform):
        law["kind"], law["low"], law["high"] = UNIFORM, *map(parse_quantity, (distribution.low, distribution.high))
    elif isinstance(distribution, Normal):
        law["kind"], law["low"], law["high"] = NORMAL, *map(parse_quantity, (distribution.mean, distribution.std))
        law["limit"] = distribution.limit
    else:
        assert isinstance(distribution, Choice)
        law["kind"], law["first"], law["count"] = CHOICE, len(numbers), len(distribution.values)
        numbers += map(parse_quantity, distribution.values)


def _row(mine: np.ndarray, pool: np.ndarray, variants: int) -> tuple[int, int, int]:
    """Where rows lie, and how many words of eight bytes each has."""
    assert mine.dtype == pool.dtype, "rows of one type"
    assert mine.shape[1:] == pool.shape[1:], "rows of one shape"
    assert len(pool) == variants, "a row for every variant"
    assert mine.flags.c_contiguous, "rows one after the other"
    assert pool.flags.c_contiguous, "rows one after the other"
    size = mine.itemsize * int(np.prod(mine.shape[1:], dtype=int))
    assert size % 8 == 0, "rows of whole words"
    return mine.ctypes.data, pool.ctypes.data, size // 8
