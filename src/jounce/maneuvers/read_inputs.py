"""The inputs of a maneuver file, each written in one of several ways.

30 deg                                                    a constant
{kind: sine, amplitude: 30 deg, frequency: 0.5}           a signal: constant, table, sine, smooth_step
{times: [0, 1, 2], values: [0, 10 deg, 0]}                a table, with `interpolation: linear` or smooth
{csv: steer.csv, time: t, value: angle, unit: deg}        two columns of a file beside the maneuver's
{expression: "30 deg * sin(2*pi*0.5*t)"}                  an expression of the time t
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding, shown, suggestion
from jounce.maneuvers.csv_columns import csv_columns
from jounce.maneuvers.expression_signal import expression_signal
from jounce.maneuvers.input_names import PEDALS, InputKind, input_kind
from jounce.mechanism import Constant, Signal, Sine, SmoothStep, Table
from jounce.mechanism.kinds import chosen_by_kind
from jounce.mechanism.sampling import sampled
from jounce.units import DIMENSIONS, parse_quantity, parse_unit

QUANTITIES = ("value", "values", "amplitude", "offset", "before", "after")
"""Keys of signals whose unit is that of the input."""
FORMS = "a quantity, or a mapping with kind, times and values, csv, or expression"

_by_kind = chosen_by_kind("signal", Constant, Table, Sine, SmoothStep)


def read_inputs(value: object, folder: Path, end: float) -> dict[str, Signal]:
    """Name → signal of all inputs; folder: of other files that are named; end: of the run [s]. Raises ModelError."""
    if not isinstance(value, Mapping):
        raise Refusal("not a mapping", shown(value), "names of inputs and what they do, such as brake: 0.5")
    found: dict[str, Signal] = {}
    findings: list[Finding] = []
    for name, written in value.items():
        try:
            found[name] = read_input(str(name), written, folder, end)
        except Refusal as refusal:
            findings.append(refusal.finding.inside(name))
        except ModelError as error:
            findings += [finding.inside(name) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return found


def read_input(name: str, value: object, folder: Path, end: float) -> Signal:
    """The signal of one input; raises Refusal or ModelError."""
    kind = input_kind(name)
    if isinstance(value, Mapping):
        signal = _form_of(value)(value, kind, folder, end)
    elif isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Refusal("not an input", shown(value), FORMS)
    else:
        signal = Constant(value=_quantity(value, kind))
    if name in PEDALS:
        _check_pedal(sampled(signal, np.linspace(0.0, end, 2001)))
    return signal


def _form_of(value: Mapping[str, Any]) -> Callable[[Mapping[str, Any], InputKind, Path, float], Signal]:
    for key, form in _FORMS.items():
        if key in value:
            return form
    raise Refusal("not an input", shown(dict(value)), FORMS)


def _signal(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    return _by_kind(_in_si(value, kind))  # type: ignore[return-value]


def _table(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    return Table(**_in_si(value, kind))


def _expression(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    _only(value, "expression")
    try:
        return expression_signal(value["expression"], end)
    except Refusal as refusal:
        raise ModelError([refusal.finding.inside("expression")]) from None


def _csv(value: Mapping[str, Any], kind: InputKind, folder: Path, end: float) -> Signal:
    _only(value, "csv", "time", "value", "unit", "interpolation")
    if not isinstance(value["csv"], str):
        raise Refusal("not a file name", shown(value["csv"]), "a text such as steer.csv", where="csv")
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
    except Refusal as refusal:
        finding, hint = refusal.finding, ""
        if finding.what == "no number":
            hint = "what depends on time is written {expression: …}"
        raise Refusal(finding.what, finding.got, finding.expected, finding.hint or hint, where) from None


def _factor(unit: object, kind: InputKind) -> float:
    if not isinstance(unit, str):
        raise Refusal("not a unit", shown(unit), DIMENSIONS[kind.dimension][1], where="unit")
    try:
        parsed = parse_unit(unit)
    except Refusal as refusal:
        raise ModelError([refusal.finding.inside("unit")]) from None
    if parsed.dimension != DIMENSIONS[kind.dimension][0]:
        raise Refusal("wrong unit", repr(unit), DIMENSIONS[kind.dimension][1], where="unit")
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
    # a smooth table may pass its nodes by a little, which no pedal feels
    if values.min() < -0.02 or values.max() > 1.02:
        raise Refusal("out of range", f"{values.min():.4g} to {values.max():.4g}", "a pedal between 0 and 1")
