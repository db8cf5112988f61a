"""Measured profiles in a CSV file with the columns s, left and, if it differs, right."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

from jounce.engine.terrain.formats.open_file import file_error, find_file, read_bytes
from jounce.engine.terrain.options import height_factor
from jounce.engine.terrain.profiles import Tracks, table
from jounce.errors import InputError
from jounce.findings import shown

COLUMNS = ("s", "left", "right")


def read_profile(path: str | Path, *, unit: str = "m", start: Any = 0.0, spacing: Any = None) -> Tracks:
    """The tracks of a CSV file; raises FileError with the line, or InputError.

    The first line names the columns: s [m], left and right; others are ignored, lines that begin with # too. Columns
    are separated by commas, semicolons or tabs. unit: of the heights; start and spacing as for `table`.
    """
    factor = height_factor(unit)
    file = find_file(path)
    columns = _columns(file)
    heights = {name: [factor * z for z in columns[name]] for name in COLUMNS[1:] if name in columns}
    try:
        return table(columns["s"], heights["left"], heights.get("right"), start=start, spacing=spacing)
    except InputError as refusal:
        if refusal.finding.where in ("start", "spacing"):
            raise
        raise file_error(file, str(refusal)) from None


def _columns(file: Path) -> dict[str, list[float]]:
    try:
        lines = read_bytes(file).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise file_error(file, f"not UTF-8 text at byte {error.start}", hint="save the file as UTF-8") from None
    numbered = [(i, line) for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]
    if not numbered:
        raise file_error(file, "empty file", expected="the columns s, left and right", line=1)
    separator = next((mark for mark in ";\t" if mark in numbered[0][1]), ",")
    names = [name.strip().lower() for name in numbered[0][1].split(separator)]
    for name in COLUMNS[:2]:
        if names.count(name) != 1:
            expected = "the columns s, left and, if it differs, right, named in the first line"
            raise file_error(file, f"no column {name}", shown(numbered[0][1]), expected, line=numbered[0][0])
    columns: dict[str, list[float]] = {name: [] for name in COLUMNS if name in names}
    for i, line in numbered[1:]:
        cells = _cells(file, line, separator, i)
        if len(cells) != len(names):
            raise file_error(file, "wrong number of columns", str(len(cells)), str(len(names)), line=i)
        for name, values in columns.items():
            values.append(_number(file, cells[names.index(name)], name, i))
    return columns


def _cells(file: Path, line: str, separator: str, i: int) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error as error:
        raise file_error(file, f"not a line of columns: {error}", line=i) from None


def _number(file: Path, cell: str, name: str, i: int) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise file_error(file, f"column {name} is not a number", shown(cell), "a finite number", line=i)
    return value
