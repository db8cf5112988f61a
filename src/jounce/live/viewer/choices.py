"""Choices of a page: vehicle, ground, engine and a few parameters."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.engine.integrators.registry import live_help
from jounce.engine.terrain.ground_spec import NAMED_GROUNDS
from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.live.realtime.loop_config import SIMPLE_CARS
from jounce.live.realtime.tuning import TUNING
from jounce.model import library

ENGINES: Mapping[str, str] = live_help()
"""Integrators of multibody cars."""
SIMPLE_ENGINES: Mapping[str, str] = {
    "smooth": "friction-limited forces",
    "printed": "the forces as Lee 2000 prints them",
}
"""Laws of the simplified car."""


@dataclass(frozen=True)
class Choice:
    """Vehicle, ground, engine (integrator or law) and parameters of a live drive."""

    vehicle: str = "sedan"
    ground: str = "flat"
    engine: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)

    @property
    def simple(self) -> bool:
        """Whether it is the simplified car."""
        return self.vehicle in SIMPLE_CARS

    @property
    def engines(self) -> Mapping[str, str]:
        """Engines that the vehicle has."""
        return SIMPLE_ENGINES if self.simple else ENGINES

    @property
    def ground_spec(self) -> str:
        """The ground for `ground_of`, its friction included."""
        text = NAMED_GROUNDS[self.ground][0] if self.ground in NAMED_GROUNDS else self.ground
        friction = self.parameters.get("friction", 1.0)
        return text if friction == 1.0 else f"{text}, friction={friction:g}"


@dataclass(frozen=True)
class Choices:
    """Available vehicles and grounds: those of the library, and those of the command line."""

    vehicles: Mapping[str, str]
    grounds: Mapping[str, str]

    def complete(self, choice: Choice) -> Choice:
        """The choice with its defaults put in; raises InputError for what is not available."""
        _check_known("vehicle", choice.vehicle, self.vehicles)
        _check_known("ground", choice.ground, self.grounds)
        engine = choice.engine or next(iter(choice.engines))
        _check_known("engine", engine, choice.engines)
        return replace(choice, engine=engine, parameters=_check_parameters(choice.parameters))

    def apply_message(self, choice: Choice, message: Mapping[str, Any]) -> Choice:
        """The choice after a message of a page; raises InputError."""
        names = {name: message.get(name, getattr(choice, name)) for name in ("vehicle", "ground", "engine")}
        for name, value in names.items():
            if not isinstance(value, str):
                raise InputError(f"not a {name}", repr(value), "a name")
        changed = replace(choice, **names)
        if "engine" not in message and changed.engine not in changed.engines:
            changed = replace(changed, engine="")
        given = message.get("parameters", {})
        if not isinstance(given, Mapping):
            raise InputError("not parameters", repr(given), "names with numbers")
        return self.complete(replace(changed, parameters={**choice.parameters, **given}))

    def to_message(self, choice: Choice) -> dict[str, Any]:
        """Available choices and current choice, as plain data for a page."""
        parameters = [{"name": name, **vars(parameter)} for name, parameter in TUNING.items()]
        return {
            "choices": {
                "vehicles": _to_list(self.vehicles),
                "grounds": _to_list(self.grounds),
                "engines": _to_list(choice.engines),
                "parameters": parameters,
            },
            "chosen": {
                "vehicle": choice.vehicle,
                "ground": choice.ground,
                "engine": choice.engine,
                "parameters": {
                    name: choice.parameters.get(name, parameter.default) for name, parameter in TUNING.items()
                },
            },
        }


def available_choices(vehicle: str, ground: str) -> Choices:
    """The library, the simplified car, and a vehicle file and a ground from a command line."""
    vehicles = {name: library.vehicle(name).about for name in library.names()}
    simplified = "one rigid body on four contact springs (Lee 2000), among ramps, crates and cones"
    vehicles |= {"simple": simplified, "tall": f"a high one, which overturns: {simplified}"}
    if vehicle not in vehicles and vehicle.lower().endswith((".yaml", ".yml")):
        vehicles[vehicle] = library.load_vehicle(vehicle).about
    grounds = {name: about for name, (_, about) in NAMED_GROUNDS.items()}
    if ground not in grounds:
        grounds[ground] = "from the command line"
    return Choices(vehicles, grounds)


def _check_known(what: str, name: str, known: Mapping[str, str]) -> None:
    if name not in known:
        raise InputError(f"unknown {what}", repr(name), f"one of {', '.join(known)}", suggestion(name, known))


def _to_list(known: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "about": about} for name, about in known.items()]


def _check_parameters(given: Mapping[str, Any]) -> dict[str, float]:
    """Known, finite and within their limits; raises InputError."""
    found = {}
    for name, value in given.items():
        _check_known("parameter", name, {key: parameter.label for key, parameter in TUNING.items()})
        parameter = TUNING[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise InputError(
                f"not a number for {name}", shown(value), f"a number from {parameter.low:g} to {parameter.high:g}"
            )
        found[name] = min(max(float(value), parameter.low), parameter.high)
    return found
