"""Heights in a NumPy file: heights[i, j] at x = x₀ + i dx, y = y₀ + j dy.

The file is memory-mapped: pages are loaded when the ground is evaluated. Up to `MAX_CHECKED_SIZE` bytes it is searched
for holes and converted if needed; a larger file must be ready to use, because both would read it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from jounce.engine.terrain.formats.holes import fill_holes
from jounce.engine.terrain.formats.open_file import file_error, find_file, first_line
from jounce.engine.terrain.options import height_factor
from jounce.engine.terrain.options import origin as origin_of
from jounce.engine.terrain.options import spacing as spacing_of
from jounce.engine.terrain.raster import Raster

MAX_CHECKED_SIZE = 256_000_000
"""Largest file whose values are checked and converted [bytes]."""


def read_npy(
    path: str | Path,
    *,
    spacing: Any,
    origin: Any = (0.0, 0.0),
    unit: str = "m",
    fill: Any = "refuse",
) -> Raster:
    """The heights of an .npy file, mapped; raises FileError or InputError.

    spacing: between nodes, one length or two; origin: x and y of heights[0, 0]; unit: of the heights; fill: what to do
    with NaN (see `fill_holes`).
    """
    (dx, dy), (x0, y0), factor = spacing_of(spacing), origin_of(origin), height_factor(unit)
    file = find_file(path)
    heights = _map_file(file)
    large = heights.nbytes > MAX_CHECKED_SIZE
    if large:
        _check_ready(file, heights, factor, fill)
    elif factor != 1.0 or heights.dtype.kind != "f" or not heights.flags.c_contiguous or not heights.dtype.isnative:
        heights = np.ascontiguousarray(heights, dtype=np.float64) * factor
    raster = Raster(heights, x0, y0, dx, dy, about=file.name)
    return raster if large else fill_holes(raster, fill, file)


def _map_file(file: Path) -> NDArray[Any]:
    try:
        heights = np.load(file, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # whatever is in a damaged header, the file is at fault
        expected, hint = "a whole .npy file of numbers", "write it with numpy.save"
        raise file_error(file, f"not readable by NumPy: {first_line(error)}", expected=expected, hint=hint) from None
    if isinstance(heights, NpzFile):
        heights.close()
        raise file_error(file, "an archive of arrays", expected="one array", hint="write it with numpy.save")
    if heights.ndim != 2 or min(heights.shape) < 2:
        expected = "two axes, x and y, of 2 or more nodes"
        raise file_error(file, "no grid of heights", f"shape {heights.shape}", expected)
    if heights.dtype.kind not in "fiu":
        raise file_error(file, "heights are not real numbers", f"dtype {heights.dtype}", "floats or integers")
    return heights


def _check_ready(file: Path, heights: NDArray[Any], factor: float, fill: object) -> None:
    size = f"{heights.nbytes / 1e9:.2g} GB"
    once = "convert it once, for example numpy.save(new, numpy.ascontiguousarray(old, dtype='float32'))"
    if not heights.flags.c_contiguous:
        raise file_error(file, f"Fortran order in {size}, which would be read slowly", "", "C order", once)
    if heights.dtype not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise file_error(file, f"{size} to convert", f"dtype {heights.dtype}", "float32 or float64", once)
    if factor != 1.0:
        raise file_error(file, f"{size} to convert", "heights in another unit", "metres", once)
    if fill != "refuse":
        raise file_error(file, f"{size} to search for holes", f"fill={fill!r}", "a file without", "fill it once")
