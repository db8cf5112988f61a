"""The inputs of a maneuver file, each written in one of several ways.

30 deg                                                    a constant
{kind: sine, amplitude: 30 deg, frequency: 0.5}           a signal: constant, table, sine, smooth_step
{times: [0, 1, 2], values: [0, 10 deg, 0]}                a table, with `interpolation: linear` or smooth
{csv: steer.csv, time: t, value: angle, unit: deg}        two columns of a file beside the maneuver's
{expression: "30 deg * sin(2*pi*0.5*t)"}                  an expression of the time t

Two columns of a CSV file: a header, then numbers, separated by commas, semicolons or tabs.

The inputs that a maneuver may have: their dimensions, and what a car must have for them.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import FileError, InputError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.maneuvers.maneuver import Need
from jounce.model.mechanism import Constant, Polynomial, Ramp, Signal, Sine, SmoothStep, Table
from jounce.model.mechanism.formula import expression_signal
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import (
    BRAKE,
    CHARGE_LIMIT,
    CLUTCH,
    DISCHARGE_LIMIT,
    GEAR,
    LOCK_UP,
    RACK_TRAVEL,
    REGENERATION,
    SIDE_FORCE,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
    TRANSFER_CLUTCH,
    WIND_DIRECTION,
    WIND_END,
    WIND_SPEED,
    WIND_START,
)
from jounce.schema.files import MAX_CSV_SIZE, read_text_file
from jounce.schema.frozen import chosen_by_kind
from jounce.schema.units import DIMENSIONS, parse_quantity, parse_unit

SEPARATORS = ",;\t"


def csv_columns(path: Path, columns: Iterable[object]) -> list[tuple[float, ...]]:
    """The numbers of these columns, each called by its name in the header or by its number from 1; raises
    InputError."""
    rows = _rows(path)
    header = [name.strip() for name in rows[0]]
    places = [_place(path, header, column) for column in columns]
    return [tuple(_number(path, line, row, place, header) for line, row in _filled(rows)) for place in places]


def _rows(path: Path) -> list[list[str]]:
    try:
        text = read_text_file(path, MAX_CSV_SIZE)
        first = text.partition("\n")[0]
        rows = list(csv.reader(text.splitlines(), delimiter=max(SEPARATORS, key=first.count)))
    except (FileError, csv.Error) as error:
        reason = str(error).removeprefix(f"{path}: ")
        raise InputError(f"cannot be read: {reason}", shown(str(path)), "a CSV file in UTF-8", where="csv") from None
    if len([row for row in rows if row]) < 3:
        raise InputError("too few rows", shown(str(path)), "a header and 2 or more rows of numbers", where="csv")
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
    raise InputError("no such column", f"{shown(column)} in {path.name}", expected, suggestion(str(column), header))


def _number(path: Path, line: int, row: list[str], place: int, header: list[str]) -> float:
    cell = row[place].strip() if place < len(row) else ""
    try:
        return float(cell)
    except ValueError:
        hint = "write decimal points, not commas" if "," in cell else ""
        got = f"{cell!r} in column {header[place]!r} of {path.name}, line {line}"
        raise InputError("not a number", got, "a number", hint, where="csv") from None


class InputKind(NamedTuple):
    """Dimension of an input (a key of `jounce.schema.units.DIMENSIONS`), what a car must have for it, and a
    description."""

    dimension: str
    need: Need | None
    about: str


INPUTS: Mapping[str, InputKind] = {
    STEERING_WHEEL_ANGLE: InputKind("angle", "steering", "angle of the steering wheel [rad], positive to the left"),
    RACK_TRAVEL: InputKind("length", "steering", "travel of the rack along its axis [m]"),
    BRAKE: InputKind("dimensionless", "brakes", "brake pedal, 0 to 1; 1 demands 1.1 g, or for the full pressure"),
    TARGET_SPEED: InputKind(
        "velocity", "propulsion", "target speed of the speed controller [m/s]; negative: the controller is off"
    ),
    THROTTLE: InputKind("dimensionless", "powertrain", "throttle pedal, 0 to 1"),
    CLUTCH: InputKind("dimensionless", "powertrain", "clutch, 0 open to 1 closed"),
    GEAR: InputKind("dimensionless", "powertrain", "number of the gear"),
    LOCK_UP: InputKind("dimensionless", "powertrain", "lock-up of the torque converter, 0 open to 1 closed"),
    TRANSFER_CLUTCH: InputKind("dimensionless", "powertrain", "clutch of the transfer case, 0 open to 1 closed"),
    REGENERATION: InputKind("dimensionless", "powertrain", "braking of electric motors, 0 to 1"),
    DISCHARGE_LIMIT: InputKind("dimensionless", "powertrain", "share of the battery's power that motors draw, 0 to 1"),
    CHARGE_LIMIT: InputKind("dimensionless", "powertrain", "share of the battery's power that motors give, 0 to 1"),
    SPEED_LEFT: InputKind("velocity", "skid_steering", "speed of the left wheels' rims [m/s]"),
    SPEED_RIGHT: InputKind("velocity", "skid_steering", "speed of the right wheels' rims [m/s]"),
    SIDE_FORCE: InputKind("force", None, "push on the body to its left, such as that of a gust [N]"),
    WIND_SPEED: InputKind("velocity", "air", "speed of the wind [m/s]"),
    WIND_DIRECTION: InputKind("angle", "air", "angle of the wind's velocity from x [rad]; 90 deg blows to the left"),
    WIND_START: InputKind(
        "length", "air", "x at which a zone of wind begins [m]; without both ends it blows everywhere"
    ),
    WIND_END: InputKind("length", "air", "x at which a zone of wind ends [m]"),
}
CORNERS: Mapping[str, InputKind] = {
    "drive_torque": InputKind("torque", "drive", "torque that drives a wheel, such as drive_torque_rl [N m]"),
    "brake_torque": InputKind("torque", "brakes", "torque that brakes a wheel, such as brake_torque_fl [N m]"),
    "brake_pressure": InputKind(
        "pressure", "brakes", "pressure that is asked of a wheel's brake, such as brake_pressure_fl [Pa]"
    ),
    "spring_force": InputKind("force", "actuators", "push of a spring's actuator, such as spring_force_fl [N]"),
    "damper_force": InputKind("force", "actuators", "push of a damper's actuator, such as damper_force_rl [N]"),
    "torsion_torque": InputKind(
        "torque", "actuators", "torque of a torsion bar's actuator towards bump, such as torsion_torque_rl [N m]"
    ),
}
"""Inputs of single wheels, whose names end with that of the wheel."""
PEDALS = (BRAKE, THROTTLE, CLUTCH, LOCK_UP, TRANSFER_CLUTCH, REGENERATION, DISCHARGE_LIMIT, CHARGE_LIMIT)
"""Inputs between 0 and 1."""


def input_kind(name: str) -> InputKind:
    """What an input is; raises InputError for one that no car has."""
    for prefix, kind in CORNERS.items():
        if name.startswith(f"{prefix}_") and len(name) > len(prefix) + 1:
            return kind
    if name not in INPUTS:
        known = [*INPUTS, *(f"{prefix}_fl" for prefix in CORNERS)]
        raise InputError("unknown input", repr(name), f"one of {', '.join(known)} …", suggestion(name, known))
    return INPUTS[name]


def needs_of(names: Iterable[str]) -> tuple[Need, ...]:
    """What a car must have for these inputs."""
    needs = (input_kind(name).need for name in names)
    return tuple(dict.fromkeys(need for need in needs if need is not None))


QUANTITIES = ("value", "values", "y", "amplitude", "offset", "before", "after")
"""Keys of signals whose unit is that of the input."""
FORMS = "a quantity, or a mapping with kind, x and y, csv, or expression"

_by_kind = chosen_by_kind("signal", Constant, Table, Sine, SmoothStep, Ramp, Polynomial)


def read_inputs(value: object, folder: Path, end: float) -> dict[str, Signal]:
    """Name → signal of all inputs; folder: of the CSV files that inputs name; end: duration of the run [s].

    Raises ModelError with all findings.
    """
    if not isinstance(value, Mapping):
        raise InputError("not a mapping", shown(value), "names of inputs and what they do, such as brake: 0.5")
    found: dict[str, Signal] = {}
    findings: list[Finding] = []
    for name, written in value.items():
        try:
            found[name] = read_input(str(name), written, folder, end)
        except InputError as refusal:
            findings.append(refusal.finding.inside(name))
        except ModelError as error:
            findings += [finding.inside(name) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return found


def read_input(name: str, value: object, folder: Path, end: float) -> Signal:
    """The signal of one input; raises InputError or ModelError."""
    kind = input_kind(name)
    if isinstance(value, Mapping):
        signal = _form_of(value)(value, kind, folder, end)
    elif isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InputError("not an input", shown(value), FORMS)
    else:
        signal = Constant(value=_quantity(value, kind))
    if name in PEDALS:
        _check_pedal(sample_signal(signal, np.linspace(0.0, end, 2001)))
    return signal


def _form_of(value: Mapping[str, Any]) -> Callable[[Mapping[str, Any], InputKind, Path, float], Signal]:
    for key, form in _FORMS.items():
        if key in value:
            return form
    raise InputError("not an input", shown(dict(value)), FORMS)


def _signal(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    return _by_kind(_in_si(value, kind))  # type: ignore[return-value]


def _table(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    return Table(**_in_si(value, kind))


def _expression(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    _only(value, "expression")
    try:
        return expression_signal(value["expression"], end)
    except InputError as refusal:
        raise ModelError([refusal.finding.inside("expression")]) from None


def _csv(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    _only(value, "csv", "time", "value", "unit", "interpolation")
    if not isinstance(value["csv"], str):
        raise InputError("not a file name", shown(value["csv"]), "a string such as steer.csv", where="csv")
    missing = [key for key in ("time", "value") if key not in value]
    if missing:
        raise ModelError([Finding(key, "missing key", expected="the name of a column") for key in missing])
    times, values = csv_columns(folder / value["csv"], (value["time"], value["value"]))
    factor = _factor(value["unit"], kind) if "unit" in value else 1.0
    return Table(
        times=times, values=tuple(factor * x for x in values), interpolation=value.get("interpolation", "smooth")
    )


_FORMS: Mapping[str, Callable[[Mapping[str, Any], InputKind, Path, float], Signal]] = {
    "expression": _expression,
    "csv": _csv,
    "kind": _signal,
    "x": _table,
    "y": _table,
    "times": _table,
    "values": _table,
}


def _in_si(value: Mapping[str, Any], kind: InputKind) -> dict[str, Any]:
    """The keys of a signal with its values as numbers in SI, refused if they are of another dimension."""
    found = {str(key): item for key, item in value.items()}
    for key in QUANTITIES:
        item = found.get(key)
        if isinstance(item, str):
            found[key] = _quantity(item, kind, key)
        elif isinstance(item, list):
            found[key] = [_quantity(x, kind, f"{key}.{i}") if isinstance(x, str) else x for i, x in enumerate(item)]
    return found


def _quantity(value: object, kind: InputKind, where: str = "") -> float:
    try:
        return parse_quantity(value, kind.dimension)
    except InputError as refusal:
        finding, hint = refusal.finding, ""
        if finding.what == "no number":
            hint = "what depends on time is written {expression: …}"
        raise InputError(finding.what, finding.got, finding.expected, finding.hint or hint, where) from None


def _factor(unit: object, kind: InputKind) -> float:
    if not isinstance(unit, str):
        raise InputError("not a unit", shown(unit), DIMENSIONS[kind.dimension][1], where="unit")
    try:
        parsed = parse_unit(unit)
    except InputError as refusal:
        raise ModelError([refusal.finding.inside("unit")]) from None
    if parsed.dimension != DIMENSIONS[kind.dimension][0]:
        raise InputError("wrong unit", repr(unit), DIMENSIONS[kind.dimension][1], where="unit")
    return parsed.factor


def _only(value: Mapping[str, Any], *known: str) -> None:
    findings = [
        Finding(str(key), "unknown key", hint=suggestion(str(key), known) or f"known keys: {', '.join(known)}")
        for key in value
        if key not in known
    ]
    if findings:
        raise ModelError(findings)


def _check_pedal(values: np.ndarray) -> None:
    # a smooth table may overshoot its nodes by up to 2 %
    if values.min() < -0.02 or values.max() > 1.02:
        raise InputError("out of range", f"{values.min():.4g} to {values.max():.4g}", "a pedal between 0 and 1")
