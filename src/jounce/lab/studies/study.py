"""What a study file says: a vehicle, a maneuver, how they are run, and the parameters that change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies.parameter import Parameter
from jounce.lab.studies.quantities import Written
from jounce.model.vehicle import Vehicle
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import FolderName, Items


def whole_number(least: int) -> BeforeValidator:
    def check(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise InputError("not a whole number", shown(value), f"a whole number of {least} or more")
        return value

    return BeforeValidator(check)


class Sampled(Frozen):
    """A number of runs."""

    runs: Annotated[int, whole_number(2), Field(description="number of runs")]


DESIGNS = ("grid", "latin_hypercube", "sobol", "list")


class Design(Frozen):
    """How the parameters are combined; one of the four."""

    grid: Annotated[bool, Field(description="all combinations")] = False
    latin_hypercube: Annotated[Sampled | None, Field(description="a sample that is even in every parameter")] = None
    sobol: Annotated[Sampled | None, Field(description="a scrambled Sobol sequence; runs a power of two")] = None
    list: Annotated[tuple[Mapping[str, Written], ...], Items, Field(description="rows of values")] = ()

    @model_validator(mode="after")
    def _one(self) -> Design:
        if sum([self.grid, self.latin_hypercube is not None, self.sobol is not None, bool(self.list)]) != 1:
            raise InputError("not one design", expected=f"one of {', '.join(DESIGNS)}")
        if self.sobol is not None and self.sobol.runs & (self.sobol.runs - 1):
            near = 1 << (self.sobol.runs.bit_length() - 1)
            got, why = str(self.sobol.runs), "a power of two, without which the sequence is not even"
            raise InputError("not a power of two", got, why, f"take {near} or {2 * near}", "sobol.runs")
        return self

    @property
    def kind(self) -> Literal["grid", "latin_hypercube", "sobol", "list"]:
        """Which of the four it is."""
        if self.grid:
            return "grid"
        return "sobol" if self.sobol is not None else "list" if self.list else "latin_hypercube"


def _design(value: object) -> object:
    if isinstance(value, str):
        if value != "grid":
            example = {name: f"write {name}: {{runs: 256}}" for name in ("latin_hypercube", "sobol")}
            hint = example.get(value, suggestion(value, DESIGNS))
            raise InputError(
                "unknown design", repr(value), f"grid, or a mapping with one of {', '.join(DESIGNS)}", hint
            )
        return {"grid": True}
    if isinstance(value, Mapping) and value.get("grid", False) in (None, {}):
        return {**value, "grid": True}
    return value


def check_vehicle(value: object) -> object:
    if not isinstance(value, str | Path | Vehicle):
        raise InputError("not a vehicle", shown(value), "a name of the library, or a YAML file")
    return value


class Study(Frozen):
    """A study: one vehicle and one maneuver, with parameters that change from run to run."""

    name: Annotated[FolderName, Field(description="name of the study, and of the folder for its files")]
    about: Annotated[str, Field(description="a sentence or two about it")] = ""
    vehicle: Annotated[
        Any, BeforeValidator(check_vehicle), Field(description="name of a library vehicle, or a YAML file")
    ]
    maneuver: Annotated[str, Field(description="name of a maneuver, or a YAML file")]
    options: Annotated[Mapping[str, Any], Field(description="options of the maneuver")] = {}
    settings: Annotated[RunSettings, Field(description="how every run is made")] = RunSettings()
    seed: Annotated[int, whole_number(0), Field(description="seed of all random numbers")] = 0
    design: Annotated[Design, BeforeValidator(_design), Field(description="how parameters are combined")] = Design(
        grid=True
    )
    parameters: Annotated[Mapping[str, Parameter], Field(description="dotted path → values")] = {}
    metrics: Annotated[tuple[str, ...], Items, Field(description="what is computed of every run")] = ()
    keep: Annotated[Literal["none", "results"], Field(description="whether result files are written")] = "none"
    folder: Annotated[Path, Field(description="folder to which files are relative", exclude=True)] = Path()

    @model_validator(mode="after")
    def _changes(self) -> Study:
        if not self.parameters and self.design.kind != "list":
            raise InputError("nothing changes", expected="at least one parameter", where="parameters")
        return self

    def __repr__(self) -> str:
        car = self.vehicle.name if isinstance(self.vehicle, Vehicle) else self.vehicle
        counts = f"{len(self.parameters)} parameters, {len(self.metrics)} metrics"
        return f"<Study {self.name}: {self.maneuver} with {car}, {self.design.kind} of {counts}>"

    __str__ = __repr__
