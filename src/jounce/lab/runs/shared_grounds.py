"""Grounds of many runs: each specification is made once, and grids of equal heights lie in memory once.

A study over friction on a height map has one map and many grounds; without this every run of a batch would hold a copy.
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

from jounce.engine.terrain import ground_of

MAX_KNOWN = 8
"""Grounds that are kept for runs to come."""


class SharedGrounds:
    """The grounds that were asked for last, for as long as this object lives: files may change after that."""

    def __init__(self) -> None:
        self._known: dict[str, tuple] = {}

    def ground_of(self, spec: str) -> tuple:
        """The ground of a specification, bit for bit that of `jounce.engine.terrain.ground_of`; raises InputError."""
        ground = self._known.pop(spec, None)
        if ground is None:
            ground = _with_arrays_of(ground_of(spec), [a for known in self._known.values() for a in _arrays_in(known)])
        self._known[spec] = ground  # the last one that was asked for stays longest
        if len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return ground


def _arrays_in(value: Any) -> list[np.ndarray]:
    if isinstance(value, tuple):
        return [array for part in value for array in _arrays_in(part)]
    return [value] if isinstance(value, np.ndarray) else []


def _with_arrays_of(value: Any, arrays: list[np.ndarray]) -> Any:
    """A ground, or a part of one, with those of some arrays that hold the same bits in the same layout."""
    if isinstance(value, tuple):
        parts = [_with_arrays_of(part, arrays) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, np.ndarray):
        return next((array for array in arrays if _are_the_same(array, value)), value)
    return value


def _is_mapped(array: Any) -> bool:
    while isinstance(array, np.ndarray) and not isinstance(array, np.memmap):
        array = array.base
    return isinstance(array, np.memmap | mmap.mmap)


def _are_the_same(a: np.ndarray, b: np.ndarray) -> bool:
    if _is_mapped(a):  # files are shared already, and may be too large to be read through
        return False
    alike = (a.dtype, a.shape, a.strides, a.flags.writeable) == (b.dtype, b.shape, b.strides, b.flags.writeable)
    return alike and a.flags.c_contiguous and np.array_equal(a.view(np.uint8), b.view(np.uint8))
