"""What an environment is given: actions, and the cars whose episodes shall begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError


def check_actions(actions: Any, shape: tuple[int, ...] | None) -> np.ndarray:
    """Actions as numbers (cars, inputs); raises InputError for another shape, and for what is not finite."""
    held = np.asarray(actions, dtype=float)
    if held.shape != shape:
        raise InputError("not actions", f"shape {held.shape}", f"shape {shape}: cars, inputs", where="actions")
    bad = ~np.isfinite(held).all(axis=1)
    if bad.any():
        raise InputError("not a number", f"actions of cars {some(np.flatnonzero(bad))}", "−1 … 1", where="actions")
    return held


def check_reset_mask(options: Mapping[str, Any], count: int) -> np.ndarray:
    """The cars of options["reset_mask"], (count,); all where there is none. Raises InputError for what is no mask."""
    unknown = [name for name in options if name != "reset_mask"]
    if unknown:
        raise InputError("no such option", unknown[0], "reset_mask", where="options")
    if "reset_mask" not in options:
        return np.ones(count, bool)
    mask = np.asarray(options["reset_mask"])
    if mask.shape != (count,) or mask.dtype != bool or not mask.any():
        got, expected = f"{mask.dtype} of shape {mask.shape}", f"{count} booleans, one or more of them true"
        raise InputError("not a mask", got, expected, where="reset_mask")
    return mask


def some(cars: np.ndarray) -> str:
    """Numbers of cars, the first of many."""
    return ", ".join(map(str, cars[:5])) + (" …" if len(cars) > 5 else "")
