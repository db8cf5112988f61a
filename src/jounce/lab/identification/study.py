"""What a fit is asked for: a vehicle, records, the channels that are compared, and the parameters that are fitted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.results import Result
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies.free_parameter import FreeParameter, read_parameters
from jounce.lab.studies.quantities import Written
from jounce.lab.studies.study import check_vehicle
from jounce.model.vehicle import Vehicle
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import FolderName, Items, Number, Positive, Time


def _file(value: object) -> object:
    if not isinstance(value, str | Path | Result):
        raise InputError("not a record", shown(value), "a result file, or a Result")
    return value


def _windows(value: object) -> object:
    """One window or several, each [from, to]."""
    if isinstance(value, list | tuple) and len(value) == 2 and not isinstance(value[0], list | tuple):
        return (value,)
    return value


def _held(value: object) -> object:
    return value if isinstance(value, bool) else _windows(value)


Window = Annotated[tuple[Time, Time], Items]
Windows = Annotated[tuple[Window, ...], BeforeValidator(_windows), Items]


class Record(Frozen):
    """A record to fit, and which parts of it count; times are those of the record [s]."""

    file: Annotated[Any, BeforeValidator(_file), Field(description="result file (in Python also a Result)")]
    name: Annotated[str, Field(description="label; by default the name of the file")] = ""
    windows: Annotated[Windows, Field(description="times that are fitted: [from, to], or several; else all")] = ()
    hold_out: Annotated[
        bool | Windows,
        BeforeValidator(_held),
        Field(description="never fitted, only compared: true for the whole record, or windows"),
    ] = False
    inputs: Annotated[
        Mapping[str, str] | None,
        Field(description="input of the car → channel that is replayed; by default what the record has"),
    ] = None
    weight: Annotated[Number, Positive, Field(description="factor on all residuals of the record")] = 1.0
    ground: Annotated[str | None, Field(description="ground of the record; by default that of the settings")] = None

    @model_validator(mode="after")
    def _order(self) -> Record:
        for key, windows in (("windows", self.windows), ("hold_out", self.hold_out)):
            for i, (begin, end) in enumerate(windows if isinstance(windows, tuple) else ()):
                if not begin < end:
                    raise InputError("an empty window", f"{begin:g} to {end:g} s", "a begin before its end", "", key)
                inside = self.windows if key == "hold_out" else ()
                if any(begin < b and a < end for a, b in inside):
                    got = f"{begin:g} to {end:g} s"
                    raise InputError("fitted and held out", got, "windows apart", where=f"{key}.{i}")
        return self


class FittedChannel(Frozen):
    """How a channel counts: its standard deviation, or none."""

    std: Annotated[
        Written | None, Field(description="standard deviation of the measurement; by default 5 % of its spread")
    ] = None


def _records(value: object) -> object:
    """Files or Results alone are records too."""
    if isinstance(value, str | Path | Result):
        value = [value]
    if isinstance(value, list | tuple):
        return tuple({"file": one} if isinstance(one, str | Path | Result) else one for one in value)
    return value


def _channels(value: object) -> object:
    """Names alone, or names with a standard deviation."""
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list | tuple):
        return {str(name): FittedChannel() for name in value}
    if isinstance(value, Mapping):
        return {
            str(name): one if isinstance(one, Mapping | FittedChannel) else FittedChannel(std=one)
            for name, one in value.items()
        }
    return value


class Identification(Frozen):
    """A fit: one vehicle, records of its runs, and the parameters that are to make it like them."""

    name: Annotated[FolderName, Field(description="name of the fit, and of the folder for its files")] = "identify"
    about: Annotated[str, Field(description="a sentence or two about it")] = ""
    vehicle: Annotated[
        Any, BeforeValidator(check_vehicle), Field(description="name of a library vehicle, or a YAML file")
    ]
    records: Annotated[
        tuple[Record, ...], BeforeValidator(_records), Field(description="records to fit, and to hold out")
    ]
    channels: Annotated[
        Mapping[str, FittedChannel],
        BeforeValidator(_channels),
        Field(description="channel → standard deviation of its measurement, by which residuals are divided"),
    ]
    parameters: Annotated[
        Mapping[str, FreeParameter],
        BeforeValidator(read_parameters),
        Field(description="dotted path → bounds, start and prior"),
    ]
    settings: Annotated[RunSettings, Field(description="how every run is made")] = RunSettings()
    every: Annotated[Time, Positive, Field(description="least time between samples that are compared")] = 0.01
    jacobian: Annotated[
        Literal["exact", "differences"],
        Field(description="sensitivities by forward mode where they exist, or differences of runs"),
    ] = "exact"
    iterations: Annotated[int, Field(description="most steps of the fit", ge=1)] = 30
    folder: Annotated[Path, Field(description="folder to which files are relative", exclude=True)] = Path()

    @model_validator(mode="after")
    def _something(self) -> Identification:
        for key, given in (("records", self.records), ("channels", self.channels), ("parameters", self.parameters)):
            if not given:
                raise InputError("nothing given", expected="one or more", where=key)
        if all(record.hold_out is True for record in self.records):
            raise InputError("all records are held out", expected="one or more to fit", where="records")
        return self

    def __repr__(self) -> str:
        car = self.vehicle.name if isinstance(self.vehicle, Vehicle) else self.vehicle
        return f"<Identification {self.name}: {len(self.parameters)} parameters of {car}, {len(self.records)} records>"

    __str__ = __repr__
