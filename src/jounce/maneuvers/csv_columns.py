"""Two columns of a CSV file: a header, then numbers, separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from jounce.errors import Refusal
from jounce.findings import shown, suggestion

SEPARATORS = ",;\t"


def csv_columns(path: Path, columns: Iterable[object]) -> list[tuple[float, ...]]:
    """The numbers of these columns, each called by its name in the header or by its number from 1; raises Refusal."""
    rows = _rows(path)
    header = [name.strip() for name in rows[0]]
    places = [_place(path, header, column) for column in columns]
    return [tuple(_number(path, line, row, place, header) for line, row in _filled(rows)) for place in places]


def _rows(path: Path) -> list[list[str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        hint = "check the name; it is relative to the maneuver's file"
        raise Refusal("no such file", shown(str(path)), hint=hint, where="csv") from None
    except (OSError, ValueError):
        raise Refusal("cannot be read", shown(str(path)), "a CSV file in UTF-8", where="csv") from None
    first = text.partition("\n")[0]
    rows = list(csv.reader(text.splitlines(), delimiter=max(SEPARATORS, key=first.count)))
    if len([row for row in rows if row]) < 3:
        raise Refusal("too few rows", shown(str(path)), "a header and 2 or more rows of numbers", where="csv")
    return rows


def _filled(rows: list[list[str]]) -> Iterable[tuple[int, list[str]]]:
    """Rows below the header that are not empty, with their lines from 1."""
    return [(line, row) for line, row in enumerate(rows[1:], start=2) if any(cell.strip() for cell in row)]


def _place(path: Path, header: list[str], column: object) -> int:
    if isinstance(column, int) and not isinstance(column, bool) and 1 <= column <= len(header):
        return column - 1
    if isinstance(column, str) and column.strip() in header:
        return header.index(column.strip())
    expected = f"one of {', '.join(header)}, or a number from 1 to {len(header)}"
    raise Refusal("no such column", f"{shown(column)} in {path.name}", expected, suggestion(str(column), header))


def _number(path: Path, line: int, row: list[str], place: int, header: list[str]) -> float:
    cell = row[place].strip() if place < len(row) else ""
    try:
        return float(cell)
    except ValueError:
        hint = "write decimal points, not commas" if "," in cell else ""
        got = f"{cell!r} in column {header[place]!r} of {path.name}, line {line}"
        raise Refusal("not a number", got, "a number", hint, where="csv") from None
