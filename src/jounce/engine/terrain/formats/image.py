"""Heights in a grey image, PNG or TIFF: z = offset + scale · count, the top row in the north, the first column west."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.holes import fill_holes
from jounce.engine.terrain.formats.open_file import check_size, file_error, find_file, first_line, import_package
from jounce.engine.terrain.options import length, number
from jounce.engine.terrain.options import origin as origin_of
from jounce.engine.terrain.options import spacing as spacing_of
from jounce.engine.terrain.raster import Raster, from_north_west
from jounce.errors import InputError, JounceError
from jounce.findings import shown

DEEP_MODES = ("I", "F")
"""Pillow's modes of 32 bits; those of 16 begin with I;16."""
PIXEL_SCALE = 33550
"""The TIFF tag with which a file gives its own spacing."""


def read_image(
    path: str | Path,
    *,
    spacing: Any,
    scale: Any,
    offset: Any = 0.0,
    origin: Any = (0.0, 0.0),
    bits: int = 16,
    nodata: float | None = None,
    fill: Any = "refuse",
) -> Raster:
    """The heights of a grey image of 16 bits or more; raises FileError or InputError.

    spacing: between pixels, one length or two; scale: height of one count; offset: height of count 0; origin: x and y
    of the south-west pixel; bits: 8 to allow 8-bit images, whose steps are 1/255 of their range; nodata: the count
    that stands for no height; fill: what to do with holes (see `fill_holes`).
    """
    (dx, dy), (x0, y0) = spacing_of(spacing), origin_of(origin)
    per_count, base = length(scale, "scale"), length(offset, "offset")
    if per_count == 0.0:
        raise InputError("out of range", shown(scale), "a height per count that is not 0", where="scale")
    if bits not in (8, 16):
        raise InputError("out of range", shown(bits), "16, or 8 to allow 8-bit images", where="bits")
    file = find_file(path)
    counts = _counts(file, bits)
    if nodata is not None:
        counts[counts == number(nodata, "nodata")] = math.nan
    raster = Raster(from_north_west(base + per_count * counts), x0, y0, dx, dy, about=file.name)
    return fill_holes(raster, fill, file)


def _counts(file: Path, bits: int) -> NDArray[Any]:
    pillow = import_package("pillow", file, "PIL.Image")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # large images are judged by their size
            with pillow.open(file) as image:
                check_size(file, image.width * image.height, "cut it, or convert it to .npy")
                _check_kind(file, image, bits)
                return np.array(image, dtype=np.float64)
    except JounceError:
        raise
    except Exception as error:  # a foreign decoder: whatever it raises, the file is at fault
        raise file_error(file, f"not an image that can be read: {first_line(error)}", hint="write it again") from None


def _check_kind(file: Path, image: Any, bits: int) -> None:
    mode = image.mode
    if min(image.size) < 2:
        raise file_error(file, "no grid of heights", f"{image.width} × {image.height} pixels", "2 × 2 or more")
    if getattr(image, "n_frames", 1) > 1:
        raise file_error(file, "several pages", f"{image.n_frames}", "one", "save the one that is meant")
    if PIXEL_SCALE in getattr(image, "tag_v2", {}):
        raise file_error(file, "a GeoTIFF, which has a spacing of its own", "spacing=…", hint="leave it out")
    if mode == "L" and bits != 8:
        hint = "save it with 16, or allow the steps of 8 with bits=8"
        raise file_error(file, "too few grey levels", "8 bits", "16 bits", hint)
    if not (mode.startswith("I;16") or mode in DEEP_MODES or mode == "L"):
        raise file_error(file, "not a grey image", f"mode {mode}", "one channel of 16 bits", "save it as 16-bit grey")
