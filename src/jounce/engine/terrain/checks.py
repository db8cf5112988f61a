"""Checks that all grounds share: numbers, arrays, and what they become for compiled code."""

from __future__ import annotations

import math
import mmap
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.findings import shown


def number(value: float, where: str) -> float:
    """A finite number as a float."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise InputError("not a finite number", shown(value), where=where)
    return found


def positive(value: float, where: str) -> float:
    """A finite number above zero."""
    found = number(value, where)
    if found <= 0.0:
        raise InputError("must be positive", shown(value), where=where)
    return found


def numbers(values: Sequence[float], count: int, where: str) -> tuple[float, ...]:
    """`count` finite numbers, checked."""
    if np.shape(values) != (count,):
        raise InputError(f"not {count} numbers", shown(values), where=where)
    return tuple(number(value, where) for value in values)


def spacing_of(value: float | Sequence[float]) -> tuple[float, float]:
    """One distance for both directions, or one along x and one along y."""
    dx, dy = numbers((value, value) if isinstance(value, float | int | np.number) else value, 2, "spacing")
    return positive(dx, "spacing"), positive(dy, "spacing")


def choice(value: str, known: dict[str, int], where: str) -> int:
    """The number of a name."""
    if value not in known:
        raise InputError("unknown", shown(value), f"one of {', '.join(known)}", where=where)
    return known[value]


def table(values: ArrayLike, dimensions: int, where: str) -> np.ndarray:
    """Finite float64 or float32 values in C order, read-only, at least two in each direction.

    A memory map is neither copied nor read, so its values are not checked.
    """
    array = np.asarray(values)
    if array.ndim != dimensions or min(array.shape, default=0) < 2:
        raise InputError(
            "wrong shape", str(array.shape), f"{dimensions} dimensions with at least 2 values in each", where=where
        )
    file = mapping(array)
    if file is None:
        array = _copy(array, where)
    else:
        _check_mappable(array, where)
        _disable_read_ahead(file)
    view = array.view(np.ndarray)
    view.flags.writeable = False
    return view


def mapping(array: object) -> mmap.mmap | None:
    """The mapped file that an array is a view of, if it is."""
    while array is not None and not isinstance(array, mmap.mmap):
        array = getattr(array, "base", None)
    return array


def _check_mappable(array: np.ndarray, where: str) -> None:
    if array.dtype not in (np.float32, np.float64) or not array.dtype.isnative or not array.flags.c_contiguous:
        order = "C order" if array.flags.c_contiguous else "other than C order"
        raise InputError(
            "memory map that compiled code cannot read",
            f"{array.dtype.str} in {order}",
            f"native float32 or float64 in C order ({np.dtype(np.float32).str} or {np.dtype(np.float64).str})",
            "convert the file once, or pass numpy.array(values) if it fits into memory",
            where,
        )


def _disable_read_ahead(file: mmap.mmap) -> None:
    """Disable read-ahead of the operating system: about 64 kB around every page that a contact evaluates."""
    if hasattr(mmap, "MADV_RANDOM"):
        file.madvise(mmap.MADV_RANDOM)


def _copy(array: np.ndarray, where: str) -> np.ndarray:
    """A copy, independent of the caller's array; integers and other floats become float64."""
    kind = np.float32 if array.dtype == np.float32 else np.float64
    try:
        found = np.array(array, dtype=kind, order="C")
    except (TypeError, ValueError):
        raise InputError("not numbers", str(array.dtype), where=where) from None
    if not np.isfinite(found).all():
        first = tuple(int(i) for i in np.argwhere(~np.isfinite(found))[0])
        at = ", ".join(str(i) for i in first)
        raise InputError("not finite", f"{found[first]} at [{at}]", hint="fill the gaps first", where=where)
    return found
