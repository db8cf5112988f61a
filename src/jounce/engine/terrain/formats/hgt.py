"""Heights in an SRTM tile: one degree square, big-endian 16-bit metres, rows from north to south.

The name says where: N37E127.hgt has its south-west node at 37° north, 127° east. Nodes are 3″ (1201²) or 1″ (3601²)
apart and include all four edges. How degrees become metres: `jounce.engine.terrain.formats.geotiff`.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine.terrain.formats.geotiff import local_metres
from jounce.engine.terrain.formats.holes import fill_holes
from jounce.engine.terrain.formats.open_file import file_error, find_file, read_bytes
from jounce.engine.terrain.raster import Raster, from_north_west

VOID = -32768
SIDES = (1201, 3601)
_NAME = re.compile(r"([NS])(\d{2})([EW])(\d{3})", re.IGNORECASE)


def read_hgt(path: str | Path, *, fill: Any = "refuse") -> Raster:
    """The heights of an .hgt tile, its south-west node at the origin, x east, y north; raises FileError.

    fill: what to do with voids (see `fill_holes`).
    """
    file = find_file(path)
    latitude, longitude = _corner(file)
    side = _side(file)
    rows = np.frombuffer(read_bytes(file), dtype=">i2").reshape(side, side).astype(np.float64)
    rows[rows == VOID] = math.nan
    step = 1.0 / (side - 1)
    x0, y0, dx, dy, place = local_metres(longitude, latitude, step, step, side, "deg")
    return fill_holes(Raster(from_north_west(rows), x0, y0, dx, dy, about=f"{file.name}{place}"), fill, file)


def _corner(file: Path) -> tuple[float, float]:
    match = _NAME.match(file.name)
    if match is None or int(match[2]) > 90 or int(match[4]) > 180:
        expected = "for example N37E127.hgt, latitude and longitude of the south-west corner"
        raise file_error(file, "the name does not tell where the tile is", repr(file.name), expected, "rename it")
    north, east = match[1].upper() == "N", match[3].upper() == "E"
    return float(match[2]) * (1 if north else -1), float(match[4]) * (1 if east else -1)


def _side(file: Path) -> int:
    size = file.stat().st_size
    for side in SIDES:
        if size == 2 * side * side:
            return side
    expected = " or ".join(f"{2 * side * side} ({side} × {side})" for side in SIDES)
    raise file_error(file, "wrong size for an SRTM tile", f"{size} bytes", expected, "the file is cut or packed")
