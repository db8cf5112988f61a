"""What a page may choose: vehicle, ground, engine and a handful of parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce import library
from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.realtime.recipe import SIMPLE_CARS
from jounce.realtime.tuning import TUNING

GROUNDS: Mapping[str, tuple[str, str]] = {
    "flat": ("flat", "level, without end"),
    "hills": ("generated, outside=level", "700 m × 700 m of hills and rough ground around a flat test area"),
    "bumps": ("generated, bumps=1, outside=level", "the same with two bumps ahead"),
    "grade": ("plane, grade=0.2", "a plane that rises by 20 %"),
    "country road": ("iso8608, class=C, length=2000", "a worn road of class C (ISO 8608)"),
    "field track": ("iso8608, class=E, length=2000", "a bad track of class E (ISO 8608)"),
}
"""Name → what `jounce.terrain.ground_of` understands, and a description."""
ENGINES: Mapping[str, str] = {
    "chord": "implicit, one matrix: for everything",
    "rosenbrock": "implicit, fixed cost: for hard real time",
    "midpoint": "explicit: the fastest, for cars whose tires have relaxation lengths",
}
"""Integrators of multibody cars."""
SIMPLE_ENGINES: Mapping[str, str] = {
    "smooth": "friction-limited forces",
    "printed": "the forces as Lee 2000 prints them",
}
"""Laws of the simplified car."""


@dataclass(frozen=True)
class Choice:
    """What is driven, on what, by which engine; parameters by name."""

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
    def ground_text(self) -> str:
        """The ground for `ground_of`, its friction included."""
        text = GROUNDS[self.ground][0] if self.ground in GROUNDS else self.ground
        friction = self.parameters.get("friction", 1.0)
        return text if friction == 1.0 else f"{text}, friction={friction:g}"


@dataclass(frozen=True)
class Choices:
    """Everything that is on offer: the library, and what the command line brought."""

    vehicles: Mapping[str, str]
    grounds: Mapping[str, str]

    def completed(self, choice: Choice) -> Choice:
        """The choice with its defaults put in; raises Refusal for what is not on offer."""
        _known("vehicle", choice.vehicle, self.vehicles)
        _known("ground", choice.ground, self.grounds)
        engine = choice.engine or next(iter(choice.engines))
        _known("engine", engine, choice.engines)
        return replace(choice, engine=engine, parameters=_parameters(choice.parameters))

    def changed(self, choice: Choice, words: Mapping[str, Any]) -> Choice:
        """The choice after a message of a page; raises Refusal."""
        texts = {name: words.get(name, getattr(choice, name)) for name in ("vehicle", "ground", "engine")}
        for name, text in texts.items():
            if not isinstance(text, str):
                raise Refusal(f"not a {name}", repr(text), "a name")
        changed = replace(choice, **texts)
        if "engine" not in words and changed.engine not in changed.engines:
            changed = replace(changed, engine="")
        given = words.get("parameters", {})
        if not isinstance(given, Mapping):
            raise Refusal("not parameters", repr(given), "names with numbers")
        return self.completed(replace(changed, parameters={**choice.parameters, **given}))

    def words(self, choice: Choice) -> dict[str, Any]:
        """The offer and the choice, for a page."""
        parameters = [{"name": name, **vars(knob)} for name, knob in TUNING.items()]
        return {
            "choices": {
                "vehicles": _listed(self.vehicles),
                "grounds": _listed(self.grounds),
                "engines": _listed(choice.engines),
                "parameters": parameters,
            },
            "chosen": {
                "vehicle": choice.vehicle,
                "ground": choice.ground,
                "engine": choice.engine,
                "parameters": {name: choice.parameters.get(name, knob.default) for name, knob in TUNING.items()},
            },
        }


def offered(vehicle: str, ground: str) -> Choices:
    """The library, the simplified car, and a vehicle file and a ground from a command line."""
    vehicles = {name: library.vehicle(name).about for name in library.names()}
    simplified = "one rigid body on four contact springs (Lee 2000), among ramps, crates and cones"
    vehicles |= {"simple": simplified, "tall": f"a high one, which overturns: {simplified}"}
    if vehicle not in vehicles and vehicle.lower().endswith((".yaml", ".yml")):
        vehicles[vehicle] = library.load_vehicle(vehicle).about
    grounds = {name: about for name, (_, about) in GROUNDS.items()}
    if ground not in grounds:
        grounds[ground] = "from the command line"
    return Choices(vehicles, grounds)


def _known(what: str, name: str, known: Mapping[str, str]) -> None:
    if name not in known:
        raise Refusal(f"unknown {what}", repr(name), f"one of {', '.join(known)}", suggestion(name, known))


def _listed(known: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "about": about} for name, about in known.items()]


def _parameters(given: Mapping[str, Any]) -> dict[str, float]:
    """Known, finite and within their limits; raises Refusal."""
    found = {}
    for name, value in given.items():
        _known("parameter", name, {key: knob.label for key, knob in TUNING.items()})
        knob = TUNING[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise Refusal(f"not a number for {name}", repr(value), f"a number from {knob.low:g} to {knob.high:g}")
        found[name] = min(max(float(value), knob.low), knob.high)
    return found
