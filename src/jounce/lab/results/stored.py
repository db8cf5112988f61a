"""What the texts in the schema of a result file must hold: checked once when a file is read, and trusted afterwards.

Everybody may have written a result file. Keys of later versions are ignored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AllowInfNan, BaseModel, ConfigDict, Field, ValidationError

from jounce.findings import dotted, is_breaking, on_one_line, shown

MAX_DEPTH = 40
"""Levels of lists and mappings in one text; a vehicle has about ten."""


def _is_surrogate(character: str) -> bool:
    return 0xD800 <= ord(character) < 0xE000


def _text(text: str) -> str:
    if any(_is_surrogate(c) for c in text):
        raise ValueError("a lone surrogate is no character")
    return text


def _label(text: str) -> str:
    if any(is_breaking(c) for c in text):
        raise ValueError("a name stands on one line")
    return text


def _plain(value: Any, depth: int = 0) -> Any:
    """Plain data whose numbers are finite and whose strings are text."""
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number that is not finite")
    if isinstance(value, int) and abs(value) >= 1 << 63:
        raise ValueError("a number that is too large")
    if isinstance(value, str):
        _text(value)
    for item in (
        (*value.keys(), *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        _plain(item, depth + 1)
    return value


Text = Annotated[str, AfterValidator(_text)]
Label = Annotated[str, AfterValidator(_label)]
Plain = Annotated[Any, AfterValidator(_plain)]
Count = Annotated[int, Field(ge=0, lt=1 << 63)]
Finite = Annotated[float, AllowInfNan(False)]
Seconds = Annotated[float, AllowInfNan(False), Field(ge=0.0)]


class _Stored(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Open(_Stored):
    """Keys beside those that are known are kept, and hold plain data."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[Label, Plain]


class StoredSettings(_Open):
    """Settings that reports show, beside any others."""

    formulation: Label = ""
    integrator: Label = ""
    step: Finite | None = None
    tolerance: Finite | None = None
    rack: Label | None = None
    initial: Label | None = None
    ground: Text | None = None


class StoredMetric(_Open):
    """What came of one metric."""

    value: Finite | bool | None
    unit: Label = ""
    display_unit: Label | None = None
    note: Text | None = None


class StoredMetadata(_Stored):
    """The text `jounce.run`: see `jounce.lab.results.metadata.Metadata`."""

    vehicle: Label
    maneuver: Label
    origin: Literal["simulated", "measured"] = "simulated"
    settings: StoredSettings
    planned_end: Finite
    options: dict[Label, Plain] = {}
    facts: dict[Label, float] = {}
    about: Text = ""
    jounce_version: Label
    created: Label
    steps: Count
    evaluations: Count
    rejected_steps: Count
    iterations: Count = 0
    refreshes: Count = 0
    wall_time: Seconds
    preparation_time: Seconds = 0.0
    interrupted: bool = False
    stopped: Text = ""
    failure: Text | None = None
    warnings: list[Text] = []
    metrics: list[Text] = []
    figures: list[Label] = []
    measured: dict[Label, StoredMetric] = {}


class StoredManeuver(_Open):
    """A maneuver in a record."""

    name: Label
    options: dict[Label, Plain] | None = None
    text: Text | None = None
    source: Text | None = None
    data: dict[Label, Plain]


class StoredRecord(_Stored):
    """The text `jounce.record`: see `jounce.lab.results.record.RunRecord`."""

    vehicle: dict[Label, Plain]
    vehicle_source: Text | None = None
    vehicle_text: Text | None = None
    maneuver: StoredManeuver
    settings: dict[Label, Plain] = {}
    seed: int | None = None
    files: dict[Text, Label] = {}
    unrepeatable: list[Text] = []
    versions: dict[Label, Label] = {}
    created: Label
    timing: dict[Label, Seconds] = {}


class StoredGauge(_Stored):
    """A gauge of a scene."""

    name: Label
    label: Label
    unit: Label


class StoredScene(_Stored):
    """The text `jounce.scene`: see `jounce.lab.scene.Scene`."""

    title: Label
    vehicle: Label
    bodies: list[Label]
    shapes: list[dict[Label, Plain]]
    wheels: list[dict[Label, Plain]] = []
    contacts: list[Label] = []
    gauges: list[StoredGauge] = []
    charts: list[dict[Label, Plain]] = []
    weight: Finite = 0.0
    focus: Count = 0
    origin: Annotated[list[Finite], Field(min_length=3, max_length=3)] = [0.0, 0.0, 0.0]


def read_text(key: bytes, text: bytes, schema: type[BaseModel]) -> dict[str, Any]:
    """The data in a text of a result file, if it is what the schema says; raises ValueError with place and value.

    Keys that the schema does not know are passed on too, so that nothing in them may be without a character either.
    """
    place = key.decode()
    try:
        data = json.loads(text)
        schema.model_validate(data)
        if not _is_written(data):
            raise ValueError("a lone surrogate is no character")
    except ValidationError as error:
        raise ValueError(_sentence(place, error.errors(include_url=False)[0])) from None
    except RecursionError:
        raise ValueError(f"{place}: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{place}: cannot be read: {error}") from None
    return data


def _is_written(value: Any) -> bool:
    """Whether all strings of plain data, keys too, can be written as text."""
    if isinstance(value, str):
        return not any(_is_surrogate(c) for c in value)
    if isinstance(value, dict):
        return all(_is_written(key) and _is_written(item) for key, item in value.items())
    return all(map(_is_written, value)) if isinstance(value, list) else True


def check_label(text: str, where: str) -> str:
    """A name on one line; raises ValueError with its place."""
    try:
        return _label(text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}; got {shown(text)}") from None


def _sentence(place: str, detail: Mapping[str, Any]) -> str:
    where = on_one_line(dotted(place, *detail["loc"]))[:200]
    message = detail["msg"].removeprefix("Value error, ")
    return f"{where}: {message[:1].lower()}{message[1:]}; got {shown(detail['input'])}"
