"""Tables of hardpoints: name, x, y, z in millimetres or metres, put into a vehicle that serves as a template.

A name is a path of a point: `axles.front.suspension.lower_arm.ball_joint`, or short, from the axle on,
`front.lower_arm.ball_joint`. Columns are in the axes of the car: x forward, y left, z up, the ground z = 0.
"""

from __future__ import annotations

import csv
import dataclasses
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from jounce.errors import FileError, ModelError
from jounce.findings import Finding, suggestion
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.vehicle import Vehicle

Unit = Literal["mm", "m"]
FACTORS: Mapping[str, float] = {"mm": 1e-3, "m": 1.0}
COLUMNS = ("name", "x", "y", "z")
LONGEST = 20.0
"""Coordinates beyond this are in millimetres where a table does not say its unit: no car is so long in metres."""
NO_POINTS = frozenset(
    {"axis", "spin_axis", "pivot_axis", "x_axis", "y_axis", "axis_a", "axis_b", "direction", "inertia"}
    | {"stiffness", "damping", "rotational_stiffness", "rotational_damping", "preload", "preload_torque", "wind"}
)
"""Keys of three numbers that are no points."""


@dataclass(frozen=True)
class Hardpoint:
    """A row of a table: name, point [m] and line."""

    name: str
    point: Triple
    line: int


@dataclass(frozen=True)
class HardpointTable:
    """Hardpoints of a file; unit: that of its numbers; says_unit: whether the file or the caller said so."""

    file: str
    points: tuple[Hardpoint, ...]
    unit: Unit
    says_unit: bool


def read_hardpoints(path: str | Path, unit: Unit | None = None) -> HardpointTable:
    """The hardpoints of a CSV file with a header; unit: of its numbers, if its header does not say it, as in `x [mm]`.

    Raises ModelError with all findings and their lines, or FileError.
    """
    rows = _read_rows(Path(path))
    findings: list[Finding] = []
    header = [cell.strip() for cell in rows[0][1]] if rows else []
    places, said = _header(header, findings)
    found: list[Hardpoint] = []
    for line, cells in rows[1:] if len(places) == len(COLUMNS) else ():
        try:
            found.append(_hardpoint(line, cells, places))
        except ModelError as error:
            findings += [finding.at(None, line) for finding in error.findings]
    findings += _repeated(found)
    if not found and not findings:
        findings.append(Finding("", "no hardpoints", "a header alone", "a row for each", line=1))
    if findings:
        raise ModelError([dataclasses.replace(finding, file=str(path)) for finding in findings], str(path))
    known = unit or said
    sizes = [abs(value) for row in found for value in row.point]
    used: Unit = known or ("mm" if max(sizes) > LONGEST else "m")
    points = tuple(Hardpoint(row.name, _scaled(row.point, FACTORS[used]), row.line) for row in found)
    return HardpointTable(str(path), points, used, known is not None)


def point_paths(vehicle: Vehicle) -> dict[str, str]:
    """Name that a table may use → path in the keys of a vehicle, of all its points; short names stand beside long ones.

    An axle stands in the keys by its number.
    """
    found: dict[str, str] = {}
    keys = vehicle.model_dump(mode="json")
    for i, axle in enumerate(keys.pop("axles")):
        for path in _points(axle):
            inside = f"axles.{i}.{path}"
            found[f"axles.{axle['name']}.{path}"] = inside
            if path.startswith("suspension."):
                found[f"{axle['name']}.{path.removeprefix('suspension.')}"] = inside
    return found | {path: path for path in _points(keys)}


def with_hardpoints(vehicle: Vehicle, table: HardpointTable) -> Vehicle:
    """The vehicle with the points of a table in the places of its own; all at once, so that order does not matter.

    Raises ModelError with all findings: names that the vehicle does not have, and points that it refuses, by line.
    """
    known, keys = point_paths(vehicle), vehicle.model_dump(mode="json")
    lines: dict[str, int] = {}
    findings = []
    for row in table.points:
        if row.name not in known:
            short = [name for name in known if not name.startswith("axles.")]
            hint = suggestion(row.name, known) or f"known: {', '.join(short[:12])} …"
            findings.append(Finding(row.name, "no such hardpoint of the template", hint=hint, line=row.line))
            continue
        if known[row.name] in lines:
            findings.append(Finding(row.name, "given twice", f"also in line {lines[known[row.name]]}", line=row.line))
        lines[known[row.name]] = row.line
        _put(keys, known[row.name].split("."), list(row.point))
    if not findings:
        try:
            return Vehicle(**keys)
        except ModelError as error:
            findings = [_located(finding, lines) for finding in error.findings]
    raise ModelError([dataclasses.replace(finding, file=table.file) for finding in findings], table.file)


def kept_points(vehicle: Vehicle, table: HardpointTable) -> tuple[str, ...]:
    """Short names of the points of axles that a table touches and does not give: they stay those of the template."""
    known = point_paths(vehicle)
    given = {known[row.name] for row in table.points if row.name in known}
    axles = {path.split(".")[1] for path in given if path.startswith("axles.")}
    return tuple(
        name
        for name, path in known.items()
        if not name.startswith("axles.")
        and path.startswith("axles.")
        and path.split(".")[1] in axles
        and path not in given
    )


def _read_rows(path: Path) -> list[tuple[int, list[str]]]:
    """Line and cells of all rows that are neither empty nor comments."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read: {error}") from None
    separator = max(",;\t", key=text.count)
    rows = csv.reader(text.splitlines(), delimiter=separator)
    return [
        (rows.line_num, cells) for cells in rows if any(map(str.strip, cells)) and not cells[0].strip().startswith("#")
    ]


def _header(header: list[str], findings: list[Finding]) -> tuple[dict[str, int], Unit | None]:
    """Places of the columns and the unit that they say; what is wrong is added to findings."""
    places, units = dict[str, int](), set[str]()
    for i, cell in enumerate(header):
        match = re.fullmatch(r"(\w+)\s*(?:[\[(]\s*(\w+)\s*[\])])?", cell)
        name = match.group(1).lower() if match else cell.lower()
        if name in COLUMNS and name not in places:
            places[name] = i
            units |= {match.group(2)} if match and match.group(2) and name != "name" else set()
    absent = [name for name in COLUMNS if name not in places]
    if absent:
        got = ", ".join(header) if header else "an empty file"
        findings.append(Finding("header", f"no column {', '.join(absent)}", got, "name, x, y, z", line=1))
    if odd := units - FACTORS.keys():
        findings.append(Finding("header", "unknown unit", ", ".join(sorted(odd)), "mm or m", line=1))
    elif len(units) > 1:
        findings.append(Finding("header", "different units", ", ".join(sorted(units)), "one of mm and m", line=1))
    said: Unit | None = "mm" if units == {"mm"} else "m" if units == {"m"} else None
    return places, said


def _hardpoint(line: int, cells: list[str], places: Mapping[str, int]) -> Hardpoint:
    """A row; raises ModelError with what is wrong with it."""
    findings, values = [], []
    name = cells[places["name"]].strip() if places["name"] < len(cells) else ""
    if not name:
        findings.append(Finding("name", "missing", "an empty cell"))
    for key in COLUMNS[1:]:
        cell = cells[places[key]].strip() if places[key] < len(cells) else ""
        try:
            value = float(cell)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            findings.append(Finding(f"{name}.{key}", "not a number", repr(cell)))
        values.append(value)
    if findings:
        raise ModelError(findings)
    x, y, z = values
    return Hardpoint(name, (x, y, z), line)


def _repeated(points: list[Hardpoint]) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for row in points:
        if row.name in first:
            yield Finding(row.name, "given twice", f"also in line {first[row.name]}", line=row.line)
        first.setdefault(row.name, row.line)


def _scaled(point: Triple, factor: float) -> Triple:
    """A point in metres, to a nanometre."""
    x, y, z = (round(value * factor, 9) + 0.0 for value in point)
    return x, y, z


def _points(keys: Any, path: str = "") -> Iterator[str]:
    """Paths of all points in nested keys."""
    pairs = keys.items() if isinstance(keys, dict) else enumerate(keys) if isinstance(keys, list) else ()
    for key, value in pairs:
        step = value["name"] if isinstance(keys, list) and isinstance(value, dict) and "name" in value else str(key)
        where = f"{path}.{step}" if path else step
        if isinstance(value, list) and len(value) == 3 and all(isinstance(x, float) for x in value):
            if key not in NO_POINTS:
                yield where
        elif isinstance(value, dict | list):
            yield from _points(value, where)


def _put(keys: Any, path: list[str], point: list[float]) -> None:
    """Write a point at a path of nested keys; items of lists by their name or number."""
    step, *rest = path
    if isinstance(keys, list):
        named = [i for i, item in enumerate(keys) if isinstance(item, dict) and item.get("name") == step]
        place: Any = named[0] if named else int(step)
    else:
        place = step
    if rest:
        _put(keys[place], rest, point)
    else:
        keys[place] = point


def _located(finding: Finding, lines: Mapping[str, int]) -> Finding:
    """A finding of the vehicle with the line of the point that it is about, where it is about one."""
    own = [path for path in lines if finding.where == path or finding.where.startswith(f"{path}.")]
    return finding.at(None, lines[max(own, key=len)]) if own else finding
