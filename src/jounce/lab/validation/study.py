"""What a validation study says: a vehicle, a measurement with its map, inputs of the model, windows, channels, methods.

Read from YAML with all findings at once; docs/measurements.md has the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.maneuvers.files.inputs import INPUTS
from jounce.lab.measurements.measurement_map import Window
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter
from jounce.lab.results.channel_names import CHANNELS
from jounce.lab.run_settings import RunSettings
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import AnyQuantity, Items, NotNegative, Number, Time
from jounce.schema.yaml_source import Source, load_source, parse_source

RESERVED = ("name", "vehicle", "measurement", "windows", "before", "methods", "passed", "notes", "filter")
"""Keys of the printed object that no window may be called."""


class Tolerance(Frozen):
    """Largest RMS error of a channel, as a share of the measured peak in the window; null: it is only reported."""

    rms: Annotated[Annotated[Number, NotNegative] | None, Field(description="largest RMS error / measured peak")] = None


class CrossPlot(Frozen):
    """ISO 19364: a quantity over another in steady states; the measured points lie within a band about the model."""

    kind: Literal["iso_19364"] = "iso_19364"
    across: Annotated[str, Field(description="channel on the horizontal axis")] = "chassis.lateral_acceleration"
    channels: Annotated[tuple[str, ...], Items, Field(description="channels on the vertical axis")]
    between: Annotated[Window | None, Field(description="times of the test [s]; by default all")] = None
    gain: Annotated[
        Annotated[Number, NotNegative], Field(description="half width of the band as a share of the model's value")
    ] = 0.1
    offset: Annotated[
        Annotated[Number, NotNegative], Field(description="half width at zero, as a share of the model's largest value")
    ] = 0.05


class Characteristics(Frozen):
    """ISO 19365 or 22140: characteristic values of a test, computed from both sides in the same way."""

    kind: Literal["iso_19365", "iso_22140"]
    metrics: Annotated[tuple[str, ...], Items, Field(description="metrics; by default those of the test")] = ()
    tolerance: Annotated[
        Annotated[Number, NotNegative], Field(description="largest difference, as a share of the measured value")
    ] = 0.1


class SineWithDwell(Characteristics):
    """ISO 19365: sine with dwell."""

    kind: Literal["iso_19365"] = "iso_19365"


class LateralTransient(Characteristics):
    """ISO 22140: lateral transient response (step steer and sines of ISO 7401)."""

    kind: Literal["iso_22140"] = "iso_22140"


Method: TypeAlias = CrossPlot | SineWithDwell | LateralTransient
_by_kind = chosen_by_kind("method", CrossPlot, SineWithDwell, LateralTransient)


def _tolerance(value: object) -> object:
    if value is None:
        return {}
    return {"rms": value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _filter(value: object) -> object:
    return {"cutoff": value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _channels(value: object) -> object:
    """A list of names is a mapping without tolerances."""
    return dict.fromkeys(value) if isinstance(value, list | tuple) else value


class ValidationStudy(Frozen):
    """A model held against a measurement."""

    name: Annotated[str, Field(description="name of the study")]
    about: Annotated[str, Field(description="a sentence or two about it")] = ""
    vehicle: Annotated[Any, Field(description="name of a library vehicle, or a YAML file")]
    measurement: Annotated[str, Field(description="file of the measurement, or a result file of `jounce measured`")]
    map: Annotated[str | None, Field(description="map of its columns; none for a result file")] = None
    begin: Annotated[Time, Field(description="measured time at which the model's run begins [s]")]
    end: Annotated[Time, Field(description="measured time at which it ends [s]")]
    inputs: Annotated[Mapping[str, str], Field(description="input of the model → measured channel")]
    channels: Annotated[
        Mapping[str, Annotated[Tolerance, BeforeValidator(_tolerance)]],
        BeforeValidator(_channels),
        Field(description="channels that are compared, with tolerances or a list without them"),
    ]
    windows: Annotated[Mapping[str, Window], Field(description="name → measured times that are looked at [s]")] = {}
    held_to: Annotated[str | None, Field(description="window to which tolerances apply; by default the last")] = None
    before: Annotated[
        Mapping[str, Any], Field(description="dotted path → value that the vehicle had before it was fitted")
    ] = {}
    filter: Annotated[
        ZeroPhaseFilter | None,
        BeforeValidator(_filter),
        Field(description="filter of both sides; by default the map's"),
    ] = None
    methods: Annotated[
        tuple[Annotated[Method, BeforeValidator(_by_kind)], ...], Items, Field(description="methods of standards")
    ] = ()
    options: Annotated[Mapping[str, AnyQuantity], Field(description="options of the maneuver that metrics read")] = {}
    settings: Annotated[RunSettings, Field(description="how the model is run")] = RunSettings()
    notes: Annotated[tuple[str, ...], Items, Field(description="what a reader of the page should know")] = ()
    folder: Annotated[Path, Field(description="folder to which files are relative", exclude=True)] = Path()

    @model_validator(mode="after")
    def _fits_together(self) -> ValidationStudy:
        findings = [
            Finding(
                f"inputs.{name}", "unknown input", shown(name), f"one of {', '.join(INPUTS)}", suggestion(name, INPUTS)
            )
            for name in self.inputs
            if name not in INPUTS
        ]
        if not self.begin < self.end:
            findings.append(Finding("end", "no time between", f"{self.begin:g} to {self.end:g} s", "begin before end"))
        for name, (first, last) in self.windows.items():
            if name in RESERVED:
                findings.append(Finding(f"windows.{name}", "a reserved name", hint="give the window another name"))
            if not self.begin - 1e-9 <= first < last <= self.end + 1e-9:
                expected = f"within {self.begin:g} to {self.end:g} s"
                findings.append(Finding(f"windows.{name}", "not in the run", f"{first:g} to {last:g} s", expected))
        if self.held_to is not None and self.held_to not in self.windows:
            known = ", ".join(self.windows) or "none"
            findings.append(Finding("held_to", "unknown window", shown(self.held_to), f"one of {known}"))
        if not self.channels:
            findings.append(Finding("channels", "nothing to compare", expected="at least one channel"))
        for name in self.channels:
            if name not in CHANNELS and name.count(".") != 2:
                findings.append(
                    Finding(f"channels.{name}", "unknown channel", shown(name), hint=suggestion(name, CHANNELS))
                )
        if findings:
            raise ModelError(findings)
        return self

    @property
    def looked_at(self) -> dict[str, tuple[float, float]]:
        """Windows by name [s]; the whole run where none is given."""
        return dict(self.windows) or {"all": (self.begin, self.end)}

    @property
    def judged(self) -> str:
        """The window to which tolerances apply."""
        return self.held_to or list(self.looked_at)[-1]

    def file(self, name: str) -> Path:
        """A file that the study names, relative to its own folder."""
        return self.folder / name


def read_validation_study(path: str | Path) -> ValidationStudy:
    """The study in a YAML file; raises ModelError with all findings, each with its line, or FileError."""
    return _built(load_source(path))


def parse_validation_study(text: str, file: str = "<text>") -> ValidationStudy:
    """The study in a YAML text; raises ModelError with all findings, which name `file`."""
    return _built(parse_source(text, file))


def _built(source: Source) -> ValidationStudy:
    keys = [name for name in ValidationStudy.model_fields if name != "folder"]
    data = source.mapping("validation study", keys)
    findings = list(source.findings)
    try:
        study = ValidationStudy(**data, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    source.raise_findings(found if found.file is not None else source.locate(found) for found in findings)
    return study
