"""The keys of a maneuver file, and how each of them is read. A new key is a function and a line in a table below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding, shown, suggestion
from jounce.maneuvers.maneuver import Need
from jounce.maneuvers.own_metrics import OwnMetric, is_metric_name, is_own
from jounce.maneuvers.read_driver import read_driver
from jounce.maneuvers.read_inputs import read_inputs
from jounce.maneuvers.registry import MANEUVERS
from jounce.maneuvers.stop import check_conditions
from jounce.terrain import ground_of
from jounce.units import parse_quantity


class Context(NamedTuple):
    """What the reader of a key may need besides its value."""

    folder: Path
    """Of the file, to which other files are relative."""
    end: float
    """Of the run [s]."""


def _text(value: Any, _: Context) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refusal("not a text", shown(value), "a text")
    return value.strip()


def _more_than_zero(dimension: str) -> Callable[[Any, Context], float]:
    def read(value: Any, _: Context) -> float:
        number = parse_quantity(value, dimension)
        if not number > 0.0:
            raise Refusal("out of range", shown(value), "a value greater than 0")
        return number

    return read


def _speed(value: Any, _: Context) -> float:
    speed = parse_quantity(value, "velocity")
    if speed < 0.0:
        raise Refusal("out of range", shown(value), "a value of 0 or more")
    return speed


def _ground(value: Any, context: Context) -> tuple:
    if not isinstance(value, str):
        raise Refusal("not a ground", shown(value), "a text such as 'flat, friction=0.5' or the name of a file")
    name, comma, rest = value.partition(",")
    if Path(name.strip()).suffix:
        name = str(context.folder / name.strip())
    return ground_of(f"{name}{comma}{rest}")


def _needs(value: Any, _: Context) -> tuple[Need, ...]:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list):
        raise Refusal("not a list", shown(value), f"some of {', '.join(get_args(Need))}")
    for i, word in enumerate(words):
        if word not in get_args(Need):
            hint = suggestion(str(word), get_args(Need))
            raise Refusal("unknown need", shown(word), f"one of {', '.join(get_args(Need))}", hint, where=str(i))
    return tuple(words)


def _metrics(value: Any, _: Context) -> tuple[str, ...]:
    """Names of metrics, and definitions of own ones as texts."""
    if not isinstance(value, list):
        raise Refusal("not a list", shown(value), "names, and mappings with name, value and unit")
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


def _maneuver(value: Any, _: Context) -> str:
    if not isinstance(value, str) or value not in MANEUVERS:
        raise Refusal(
            "unknown maneuver", shown(value), f"one of {', '.join(MANEUVERS)}", suggestion(str(value), MANEUVERS)
        )
    return value


def _options(value: Any, _: Context) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal("not a mapping", shown(value), "options of the maneuver, such as speed: 80 km/h")
    return value


CHANGEABLE = ("speed", "duration", "sample")
"""Keys of a maneuver of its own that whoever runs it may change."""
COMMON: Mapping[str, Callable[[Any, Context], Any]] = {
    "name": _text,
    "about": _text,
    "duration": _more_than_zero("time"),
    "step": _more_than_zero("time"),
    "sample": _more_than_zero("time"),
    "stop": lambda value, _: check_conditions(value),
    "metrics": _metrics,
}
NAMED: Mapping[str, Callable[[Any, Context], Any]] = {**COMMON, "maneuver": _maneuver, "options": _options}
"""Keys of a file that names a maneuver, and how each is read."""
OWN: Mapping[str, Callable[[Any, Context], Any]] = {
    **COMMON,
    "speed": _speed,
    "ground": _ground,
    "needs": _needs,
    "inputs": lambda value, context: read_inputs(value, context.folder, context.end),
    "driver": lambda value, context: read_driver(value, context.folder),
}
"""Keys of a file with a maneuver of its own, and how each is read, in this order: inputs need the duration. A key that
is called like a field of Maneuver becomes that field."""
