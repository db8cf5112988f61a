"""Heights in an ESRI ASCII grid: a header of keys, then rows of numbers from north to south.

    ncols, nrows                                numbers of cells
    xllcorner or xllcenter, yllcorner or …      the corner, or the centre, of the south-west cell
    cellsize, or dx and dy                      size of a cell
    NODATA_value                                stands for no height; −9999 when it is not given

Keys in any case. Heights are those at the centres of the cells.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.geotiff import local_metres
from jounce.engine.terrain.formats.holes import fill_holes
from jounce.engine.terrain.formats.open_file import check_size, file_error, find_file, read_bytes
from jounce.engine.terrain.options import height_factor
from jounce.engine.terrain.raster import Raster, from_north_west
from jounce.findings import shown, suggestion

KEYS = (
    "ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "dx", "dy", "nodata_value",
)  # fmt: skip


def read_ascii(path: str | Path, *, horizontal: str | None = None, unit: str = "m", fill: Any = "refuse") -> Raster:
    """The heights of an .asc file; raises FileError with the line, or InputError.

    horizontal: unit of the coordinates, "m" or "deg"; unit: of the heights; fill: what to do with holes
    (see `fill_holes`).
    """
    factor = height_factor(unit)
    file = find_file(path)
    lines = _lines(file)
    header, first = _header(file, lines)
    columns, rows = _count(file, header, "ncols"), _count(file, header, "nrows")
    check_size(file, rows * columns, "cut it, or convert it to .npy")
    dx, dy = _cell(file, header)
    corner = _first(file, header, "x", dx), _first(file, header, "y", dy)
    x0, y0, dx, dy, place = local_metres(*corner, dx, dy, rows, horizontal)
    values = _values(file, lines, first, rows, columns)
    values[values == header.get("nodata_value", (-9999.0, 0))[0]] = math.nan
    raster = Raster(from_north_west(values) * factor, x0, y0, dx, dy, about=f"{file.name}{place}")
    return fill_holes(raster, fill, file)


Header = dict[str, tuple[float, int]]
"""Lower-case key → number and line."""


def _lines(file: Path) -> list[str]:
    try:
        return read_bytes(file).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise file_error(file, f"not text at byte {error.start}", expected="an ESRI ASCII grid") from None


def _header(file: Path, lines: list[str]) -> tuple[Header, int]:
    """The keys, and the index of the first line after them."""
    header: Header = {}
    for i, line in enumerate(lines):
        words = line.split()
        if not words:
            continue
        if not words[0][0].isalpha() or words[0].lower() == "nan":
            return header, i
        key = words[0].lower()
        if key not in KEYS:
            hint = suggestion(key, KEYS) or f"known: {', '.join(KEYS)}"
            raise file_error(file, "unknown key", shown(words[0]), hint=hint, line=i + 1)
        if key in header:
            raise file_error(file, f"{key} given twice", hint="keep one", line=i + 1)
        value = _number(words[1]) if len(words) == 2 else None
        if value is None or (not math.isfinite(value) and key != "nodata_value"):
            raise file_error(file, f"{key} is not a number", shown(" ".join(words[1:])), "one number", line=i + 1)
        header[key] = value, i + 1
    return header, len(lines)


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _required(file: Path, header: Header, *keys: str) -> tuple[str, float, int]:
    """The first of the keys that is there, its number and its line."""
    for key in keys:
        if key in header:
            return key, *header[key]
    given = ", ".join(header) or "no keys"
    raise file_error(file, f"missing key {' or '.join(keys)}", given, f"the keys {', '.join(KEYS[:2])}, …", line=1)


def _count(file: Path, header: Header, key: str) -> int:
    _, value, line = _required(file, header, key)
    if value != int(value) or value < 2:
        raise file_error(file, f"{key} is out of range", f"{value:g}", "a whole number of 2 or more", line=line)
    return int(value)


def _cell(file: Path, header: Header) -> tuple[float, float]:
    sizes = []
    for axis in ("dx", "dy"):
        key, value, line = _required(file, header, "cellsize", axis)
        if not value > 0.0:
            raise file_error(file, f"{key} is out of range", f"{value:g}", "a size greater than 0", line=line)
        sizes.append(value)
    return sizes[0], sizes[1]


def _first(file: Path, header: Header, axis: str, size: float) -> float:
    """The coordinate of the centre of the south-west cell."""
    key, value, _ = _required(file, header, f"{axis}llcorner", f"{axis}llcenter")
    return value + 0.5 * size if key.endswith("corner") else value


def _values(file: Path, lines: list[str], first: int, rows: int, columns: int) -> NDArray[Any]:
    """The numbers after the header, however they are broken into lines."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # NumPy warns where text stops being numbers
            values = np.fromstring(" ".join(lines[first:]), sep=" ")
    except (DeprecationWarning, ValueError):
        raise _not_a_number(file, lines, first) from None
    if values.size != rows * columns:
        raise _wrong_count(file, lines, first, rows, columns, values.size)
    return values.reshape(rows, columns)


def _not_a_number(file: Path, lines: list[str], first: int) -> Exception:
    for i, line in enumerate(lines[first:], start=first + 1):
        for word in line.split():
            if _number(word) is None:
                hint = "write a decimal point, not a comma" if "," in word else ""
                return file_error(file, "not a number", shown(word), "a height", hint, line=i)
    return file_error(file, "not all heights are plain numbers", line=first + 1)


def _wrong_count(file: Path, lines: list[str], first: int, rows: int, columns: int, count: int) -> Exception:
    """Names the first row that is not complete, if rows are lines, otherwise the end of the file."""
    line = len(lines)
    if first < len(lines) and len(lines[first].split()) == columns:
        wrong = (i for i, text in enumerate(lines[first:], first + 1) if text.split() and len(text.split()) != columns)
        line = next(wrong, line)
    expected = f"nrows × ncols = {rows} × {columns} = {rows * columns}"
    hint = "the file is cut short" if count < rows * columns else "check nrows and ncols"
    return file_error(file, "wrong number of heights", str(count), expected, hint, line=max(line, 1))
