"""What an optimisation is asked for: a vehicle, maneuvers, parameters, goals and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.maneuvers.maneuver import check_conditions
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies.free_parameter import FreeParameter, read_parameters
from jounce.lab.studies.quantities import Written
from jounce.lab.studies.study import check_vehicle, whole_number
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import FolderName
from jounce.schema.units import parse_quantity

LEAST, MOST = "least", "most"


class Case(Frozen):
    """One maneuver that every car is driven through."""

    maneuver: Annotated[str, Field(description="name of a maneuver, or a YAML file")]
    options: Annotated[Mapping[str, Any], Field(description="options of the maneuver")] = {}
    settings: Annotated[RunSettings, Field(description="how the run is made")] = RunSettings()


class Goal(Frozen):
    """What a metric should be: least, most, or near a target."""

    target: Annotated[Written | None, Field(description="value to come near, in SI or with a unit")] = None
    most: Annotated[bool, Field(description="whether more is better")] = False

    def cost(self, value: float) -> float:
        """The number that is to be least."""
        if self.target is not None:
            return abs(value - parse_quantity(self.target))
        return -value if self.most else value

    def __str__(self) -> str:
        return f"near {self.target}" if self.target is not None else MOST if self.most else LEAST


def _goals(value: object) -> object:
    """`metric: least`, `metric: most`, or `metric: {target: 2 deg/gn}`."""
    if not isinstance(value, Mapping):
        raise InputError("not a mapping", shown(value), "metrics with least, most, or {target: VALUE}")
    found = {}
    for name, one in value.items():
        if isinstance(one, str):
            if one not in (LEAST, MOST):
                raise InputError("unknown goal", repr(one), "least, most, or {target: VALUE}", where=str(name))
            one = Goal(most=one == MOST)
        found[str(name)] = one
    return found


class Optimisation(Frozen):
    """An optimisation: the parameters of one vehicle, against metrics of one maneuver or several."""

    name: Annotated[FolderName, Field(description="name of the study, and of the folder for its files")] = "optimise"
    about: Annotated[str, Field(description="a sentence or two about it")] = ""
    vehicle: Annotated[
        Any, BeforeValidator(check_vehicle), Field(description="name of a library vehicle, or a YAML file")
    ]
    cases: Annotated[Mapping[str, Case], Field(description="name → maneuver with options and settings")]
    parameters: Annotated[
        Mapping[str, FreeParameter],
        BeforeValidator(read_parameters),
        Field(description="path vehicle.… → bounds, or a mapping with from, to, paths, factor"),
    ]
    objectives: Annotated[
        Mapping[str, Goal],
        BeforeValidator(_goals),
        Field(description="CASE.METRIC → least, most, or {target: VALUE}"),
    ]
    constraints: Annotated[
        tuple[str, ...],
        BeforeValidator(check_conditions),
        Field(description="conditions on CASE.METRIC that a car must meet"),
    ] = ()
    population: Annotated[int, whole_number(4), Field(description="cars of a generation")] = 24
    generations: Annotated[int, whole_number(1), Field(description="generations, the first included")] = 10
    seed: Annotated[int, whole_number(0), Field(description="seed of all random numbers")] = 0
    folder: Annotated[Path, Field(description="folder to which files are relative", exclude=True)] = Path()

    @model_validator(mode="after")
    def _something(self) -> Optimisation:
        for key in ("cases", "parameters", "objectives"):
            if not getattr(self, key):
                raise InputError("nothing given", expected="one or more", where=key)
        return self

    def __repr__(self) -> str:
        return f"<Optimisation {self.name}: {len(self.parameters)} parameters, {len(self.objectives)} objectives>"

    __str__ = __repr__
