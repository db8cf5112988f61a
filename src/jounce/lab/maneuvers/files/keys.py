"""The keys of a maneuver file, and how each of them is read. A new key is a function and a line in a table below.

The driver in a maneuver file: a path to follow, and perhaps a speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as File
from typing import Annotated, Any, NamedTuple, get_args

import numpy as np
from pydantic import Field, model_validator

from jounce.engine.terrain import ground_of
from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.controllers.registry import controllers_beside, parse_controllers
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.drivers.path import read_path
from jounce.lab.maneuvers.files.inputs import read_inputs
from jounce.lab.maneuvers.leading_figures import check_figures
from jounce.lab.maneuvers.maneuver import Need, check_conditions
from jounce.lab.maneuvers.registry import MANEUVERS
from jounce.lab.metrics.own_metrics import OwnMetric, is_metric_name, is_own
from jounce.schema.frozen import Frozen
from jounce.schema.names import check_folder_name
from jounce.schema.quantities import Length, NotNegative, Number, Positive, Speed, Time, parse_speed
from jounce.schema.units import parse_quantity


class FileDriver(Frozen):
    """Keys of `driver`, numbers in SI or strings with a unit."""

    path: Annotated[str | None, Field(description="CSV file with columns x, y [m] and optionally speed [m/s]")] = None
    points: Annotated[
        tuple[tuple[Length, Length], ...], Field(description="points of the path, instead of a file [m]")
    ] = ()
    closed: Annotated[bool, Field(description="whether the path is closed")] = False
    speed: Annotated[
        Annotated[Speed, Positive] | None, Field(description="target speed [m/s]; by default that of the file")
    ] = None
    preview: Annotated[
        Annotated[Time, NotNegative] | None,
        Field(description="preview time [s]; by default as the tires of the car need it"),
    ] = None
    understeer: Annotated[
        Number | None,
        Field(description="understeer gradient of the feedforward steering [rad s²/m]; by default that of the tires"),
    ] = None

    @model_validator(mode="after")
    def _one_path(self) -> FileDriver:
        if (self.path is None) == (not self.points):
            raise InputError("no path, or two", "path and points" if self.points else "neither", "path or points")
        return self


def read_driver(value: Any, folder: File) -> PathDriver:
    """The driver that a file describes; files are relative to its folder. Raises InputError, ModelError or
    FileError."""
    if not isinstance(value, dict):
        raise InputError("not a driver", shown(value), "a mapping with path or points, and perhaps a speed")
    keys = FileDriver(**value)
    speeds: np.ndarray | None = None
    if keys.path is not None:
        path, speeds = read_path(folder / keys.path, closed=keys.closed)
    else:
        path = Path.through(keys.points, closed=keys.closed)
    speed = keys.speed if keys.speed is not None else speeds
    return PathDriver(path, speed=speed, preview=keys.preview, understeer=keys.understeer)


class KeyContext(NamedTuple):
    """What the reader of a key may use besides its value."""

    folder: File
    """Folder of the file, to which other files are relative."""
    end: float
    """Duration of the run [s]."""


def _string(value: Any, _: KeyContext) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError("not a string", shown(value), "a string")
    return value.strip()


def _more_than_zero(dimension: str) -> Callable[[Any, KeyContext], float]:
    def read(value: Any, _: KeyContext) -> float:
        number = parse_quantity(value, dimension)
        if not number > 0.0:
            raise InputError("out of range", shown(value), "a value greater than 0")
        return number

    return read


def _speed(value: Any, _: KeyContext) -> float:
    speed = parse_speed(value)
    if speed < 0.0:
        raise InputError("out of range", shown(value), "a value of 0 or more")
    return speed


def _ground(value: Any, context: KeyContext) -> tuple:
    if not isinstance(value, str):
        raise InputError("not a ground", shown(value), "a string such as 'flat, friction=0.5' or the name of a file")
    name, comma, rest = value.partition(",")
    if File(name.strip()).suffix:
        name = str(context.folder / name.strip())
    return ground_of(f"{name}{comma}{rest}")


def _needs(value: Any, _: KeyContext) -> tuple[Need, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list):
        raise InputError("not a list", shown(value), f"some of {', '.join(get_args(Need))}")
    for i, name in enumerate(names):
        if name not in get_args(Need):
            hint = suggestion(str(name), get_args(Need))
            raise InputError("unknown need", shown(name), f"one of {', '.join(get_args(Need))}", hint, where=str(i))
    return tuple(names)


def _metrics(value: Any, _: KeyContext) -> tuple[str, ...]:
    """Names of metrics, and definitions of own ones as strings."""
    if not isinstance(value, list):
        raise InputError("not a list", shown(value), "names, and mappings with name, value and unit")
    found: list[str] = []
    findings: list[Finding] = []
    for i, item in enumerate(value):
        try:
            found.append(_metric(item))
        except ModelError as error:
            findings += [finding.inside(i) for finding in error.findings]
    if findings:
        raise ModelError(findings)
    return tuple(found)


def _metric(item: Any) -> str:
    if isinstance(item, dict):
        known = ("name", "value", "unit")
        wrong = [
            Finding(str(key), "unknown key", hint=f"known keys: {', '.join(known)}") for key in item if key not in known
        ]
        wrong += [Finding(key, "missing key") for key in known[:2] if key not in item]
        if wrong:
            raise ModelError(wrong)
        return str(OwnMetric.of(item["name"], item.get("unit", "1"), item["value"]))
    if isinstance(item, str) and is_own(item):
        return str(OwnMetric.parse(item))
    if not is_metric_name(item):
        raise ModelError([Finding("", "not a metric", shown(item), "a name, or a mapping with name, value and unit")])
    return str(item)


def _maneuver(value: Any, _: KeyContext) -> str:
    if not isinstance(value, str) or value not in MANEUVERS:
        raise InputError(
            "unknown maneuver", shown(value), f"one of {', '.join(MANEUVERS)}", suggestion(str(value), MANEUVERS)
        )
    return value


def _options(value: Any, _: KeyContext) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError("not a mapping", shown(value), "options of the maneuver, such as speed: 80 km/h")
    return value


CHANGEABLE = ("speed", "duration", "sample")
"""Keys of a maneuver of its own that options of the caller may replace."""
COMMON: Mapping[str, Callable[[Any, KeyContext], Any]] = {
    "name": lambda value, _: check_folder_name(value),
    "about": _string,
    "duration": _more_than_zero("time"),
    "step": _more_than_zero("time"),
    "sample": _more_than_zero("time"),
    "stop": lambda value, _: check_conditions(value),
    "metrics": _metrics,
    "figures": lambda value, _: check_figures(value),
    "controllers": lambda value, context: parse_controllers(controllers_beside(context.folder, value)),
}
NAMED: Mapping[str, Callable[[Any, KeyContext], Any]] = {**COMMON, "maneuver": _maneuver, "options": _options}
"""Keys of a file that names a maneuver, and how each is read."""
OWN: Mapping[str, Callable[[Any, KeyContext], Any]] = {
    **COMMON,
    "speed": _speed,
    "ground": _ground,
    "needs": _needs,
    "inputs": lambda value, context: read_inputs(value, context.folder, context.end),
    "driver": lambda value, context: read_driver(value, context.folder),
}
"""Keys of a file with a maneuver of its own, and how each is read, in this order: inputs need the duration. A key that
is called like a field of Maneuver becomes that field."""
