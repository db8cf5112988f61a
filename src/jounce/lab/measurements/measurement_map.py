"""The map of a measurement: which column is which channel, in which unit and with which sign, and on which grid.

Read from YAML with all findings at once; docs/measurements.md has the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter
from jounce.lab.results.channel_names import CHANNELS, WHEEL
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import AnyQuantity, Frequency, Items, Number, Positive, Time
from jounce.schema.yaml_source import Source, load_source, parse_source

Window = Annotated[tuple[Time, Time], Items]


def _interval(value: tuple[float, float] | None, where: str) -> None:
    if value is not None and not value[0] < value[1]:
        raise InputError(
            "no time between", f"{value[0]:g} and {value[1]:g} s", "an earlier and a later time", "", where
        )


class TimeColumn(Frozen):
    """Where the times of a file are."""

    column: Annotated[str, Field(description="column of the time, of files that have one for all")] = "time"
    unit: Annotated[str, Field(description="unit of the time")] = "s"
    shift: Annotated[Time, Field(description="added to all times [s]")] = 0.0


class MappedChannel(Frozen):
    """How a column becomes a channel: sign × factor × value in the unit + offset, later by −delay."""

    column: Annotated[str, Field(description="name of the column")]
    unit: Annotated[str | None, Field(description="unit of the column; by default that of the file, or SI")] = None
    sign: Annotated[Literal[1, -1], Field(description="−1 turns it over")] = 1
    factor: Annotated[Number, Field(description="multiplies the values")] = 1.0
    offset: Annotated[AnyQuantity, Field(description="added to the values, in the unit of the channel")] = 0.0
    zero: Annotated[Window | None, Field(description="times between which its mean is taken as zero [s]")] = None
    delay: Annotated[Time, Field(description="how much the sensor lags; the channel is moved back by it [s]")] = 0.0
    description: Annotated[str, Field(description="what it is, of a channel that cars do not have")] = ""

    @model_validator(mode="after")
    def _window(self) -> MappedChannel:
        _interval(self.zero, "zero")
        return self


def _mapped(value: object) -> object:
    return {"column": value} if isinstance(value, str) else value


def _filter(value: object) -> object:
    return {"cutoff": value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _time(value: object) -> object:
    return {"column": value} if isinstance(value, str) else value


class MeasurementMap(Frozen):
    """What the columns of a measurement are, and how they become channels of a result."""

    name: Annotated[str, Field(description="name of the maneuver")] = "measurement"
    about: Annotated[str, Field(description="what was driven, with what and by whom")] = ""
    source: Annotated[str, Field(description="where the file comes from, and its licence")] = ""
    vehicle: Annotated[str, Field(description="name of a library vehicle, a YAML file, or a name alone")] = ""
    time: Annotated[TimeColumn, BeforeValidator(_time), Field(description="the column of the time")] = TimeColumn()
    rate: Annotated[Frequency, Positive, Field(description="samples of the result per second [Hz]")] = 100.0
    between: Annotated[
        Window | None, Field(description="part that is kept, after the shift [s]; by default what all channels cover")
    ] = None
    max_gap: Annotated[Time, Positive, Field(description="longest time that is bridged by a straight line [s]")] = 0.1
    filter: Annotated[
        ZeroPhaseFilter | None,
        BeforeValidator(_filter),
        Field(description="zero-phase low-pass: its cutoff [Hz], or a mapping with cutoff and order"),
    ] = None
    channels: Annotated[
        Mapping[str, Annotated[MappedChannel, BeforeValidator(_mapped)]],
        Field(description="channel → column, or a mapping"),
    ]
    metrics: Annotated[tuple[str, ...], Items, Field(description="metrics to compute from the channels")] = ()
    options: Annotated[Mapping[str, AnyQuantity], Field(description="options of the maneuver that metrics read")] = {}
    facts: Annotated[Mapping[str, AnyQuantity], Field(description="numbers of the car that metrics read")] = {}
    folder: Annotated[Path, Field(description="folder to which files are relative", exclude=True)] = Path()

    @model_validator(mode="after")
    def _channels_are_known(self) -> MeasurementMap:
        _interval(self.between, "between")
        if not self.channels:
            raise InputError("no channels", "nothing", "at least one", where="channels")
        findings = [found for name, one in self.channels.items() for found in _unknown(name, one)]
        if findings:
            raise ModelError(findings)
        return self


def table_key(name: str) -> str:
    """The row of a channel in the table of channels: that of any wheel for `wheel.fl.spin`; empty if it has none."""
    part, *rest = name.split(".")
    key = f"{part}.{WHEEL}.{rest[1]}" if len(rest) == 2 else name
    return key if key in CHANNELS and key != "time" else ""


def _unknown(name: str, one: MappedChannel) -> list[Finding]:
    """What is wrong with the name of a channel: cars do not have it, and no unit says what it is."""
    if table_key(name) or (name != "time" and one.unit is not None):
        return []
    hint = suggestion(name, CHANNELS) or "`jounce list` has all names; one of your own needs a unit"
    return [Finding(f"channels.{name}", "unknown channel", shown(name), "a channel of a car, or a unit", hint)]


def read_map(path: str | Path) -> MeasurementMap:
    """The map in a YAML file; raises ModelError with all findings, each with its line, or FileError."""
    return build_map(load_source(path))


def parse_map(text: str, file: str = "<text>") -> MeasurementMap:
    """The map in a YAML text; raises ModelError with all findings, which name `file`."""
    return build_map(parse_source(text, file))


def build_map(source: Source) -> MeasurementMap:
    """The map in parsed YAML data; raises ModelError with all findings."""
    keys = [name for name in MeasurementMap.model_fields if name != "folder"]
    data: dict[str, Any] = source.mapping("map of a measurement", keys)
    findings = list(source.findings)
    try:
        built = MeasurementMap(**data, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    source.raise_findings(source.locate(found, _steps(data, found.where)) for found in findings)
    return built


def _steps(data: Mapping[str, Any], where: str) -> list[str]:
    """Keys on the way to a channel, whose name holds dots itself."""
    rest = where.removeprefix("channels.")
    if rest == where or not isinstance(data.get("channels"), Mapping):
        return []
    named = [name for name in data["channels"] if rest == name or rest.startswith(f"{name}.")]
    return ["channels", max(named, key=len)] if named else ["channels"]


def with_filter(given: MeasurementMap, cutoff: ZeroPhaseFilter | None) -> MeasurementMap:
    """The map with another filter."""
    fields = {name: getattr(given, name) for name in type(given).model_fields}
    return MeasurementMap(**(fields | {"filter": cutoff}))
