"""Nodes without a height, and what to do about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.open_file import file_error
from jounce.engine.terrain.options import length
from jounce.engine.terrain.raster import Raster
from jounce.errors import InputError
from jounce.findings import shown

POLICIES = "'refuse', 'nearest', 'linear' or a height such as 0.0"


def fill_holes(raster: Raster, fill: object, path: str | Path) -> Raster:
    """The raster with every height that is not finite filled.

    "refuse": FileError that says how many there are and where; "nearest": the height of the nearest node that has one;
    "linear": a plane through three nodes around the hole, nearest where the hole is open to the edge; a number: that
    height [m].
    """
    height = _height(fill)
    holes = ~np.isfinite(raster.heights)
    count = int(np.count_nonzero(holes))
    if count == 0:
        return raster
    if count == holes.size:
        raise file_error(path, "no node has a height", hint="check the file, and the value that stands for no data")
    if fill == "refuse":
        raise file_error(path, _describe(raster, holes, count), hint=f"choose fill= {POLICIES}")
    heights = np.array(raster.heights, dtype=np.float64)
    if height is not None:
        heights[holes] = height
    elif fill == "nearest":
        _nearest(heights, holes, raster)
    else:
        _linear(heights, holes, raster)
    return replace(raster, heights=heights, about=f"{raster.about}; {count} holes filled, {fill}")


def _height(fill: object) -> float | None:
    """The height that fills, None for the policies with a name; raises InputError."""
    if isinstance(fill, str) and fill in ("refuse", "nearest", "linear"):
        return None
    try:
        return length(fill, "fill")
    except InputError:
        raise InputError("unknown way to fill holes", shown(fill), POLICIES, where="fill") from None


def _describe(raster: Raster, holes: NDArray[np.bool_], count: int) -> str:
    i, j = (int(index) for index in np.unravel_index(np.argmax(holes), holes.shape))
    share = f"{count} of {holes.size} nodes without a height"
    return f"{share}, the first heights[{i}, {j}] at x = {raster.x[i]:.6g} m, y = {raster.y[j]:.6g} m"


def _nearest(heights: NDArray[Any], holes: NDArray[np.bool_], raster: Raster) -> None:
    from scipy.ndimage import distance_transform_edt  # here, because every run would wait for it otherwise

    indices: Any = distance_transform_edt(
        holes, sampling=(raster.dx, raster.dy), return_distances=False, return_indices=True
    )
    heights[holes] = heights[tuple(indices)][holes]


def _linear(heights: NDArray[Any], holes: NDArray[np.bool_], raster: Raster) -> None:
    """Triangles over the rims of the holes alone: a tile of millions of nodes is not triangulated."""
    from scipy.interpolate import LinearNDInterpolator
    from scipy.ndimage import binary_dilation
    from scipy.spatial import QhullError

    rim = binary_dilation(holes, np.ones((3, 3), dtype=bool)) & ~holes
    spacing = np.array([raster.dx, raster.dy])
    try:
        plane = LinearNDInterpolator(np.argwhere(rim) * spacing, heights[rim])
        heights[holes] = plane(np.argwhere(holes) * spacing)
    except QhullError:
        pass  # rims on one line: no triangles
    left = ~np.isfinite(heights)
    if left.any():
        _nearest(heights, left, raster)
