"""How a run is made: the settings of `jounce.run` that belong neither to the maneuver nor to the vehicle, defined once.

A field of RunSettings is a keyword of `jounce.run`, an option of `jounce run`, a key under `settings:` of a study, an
entry in the record and summary of a result, and a row in docs/commands.md. Nothing here loads numerics: listing names
must be quick.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from jounce.engine.formulations.registry import find_formulation, load_formulations
from jounce.engine.integrators.registry import INTEGRATORS, full_name
from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.lab.controllers.registry import CONTROLLERS, parse_controllers
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Length, Number, Positive, Time, items

FORMULATIONS: Mapping[str, str] = {name: formulation.about for name, formulation in load_formulations().items()}
BASES: Mapping[str, str] = load_formulations()["null-space"].options["basis"]
RACKS: Mapping[str, str] = {
    "servo": "a stiff spring and damper pull the rack to the input: one degree of freedom more",
    "prescribed": "the travel of the rack is the input, as a constraint",
    "column": "a torsion bar between the steering wheel, whose angle is the input, and the rack; cars that have one",
}
INITIALS: Mapping[str, str] = {
    "settled": "in static equilibrium on flat ground, found first; forces of the air are not part of it",
    "design": "at the design position, as the definition of the vehicle says, whatever its springs carry there",
}


def check_name(kind: str, name: str, known: Mapping[str, object]) -> str:
    """The name itself, if it is known; raises InputError with the known names."""
    if name in known:
        return name
    raise InputError(f"unknown {kind}", repr(name), f"one of {', '.join(known)}", suggestion(str(name), known))


RESERVED = ("maneuver", "vehicle", "settings", "progress", "from", "set", "out", "json", "quiet", "help")
"""Arguments of `jounce.run` and options of `jounce run`: no setting and no option of a maneuver has such a name."""


@dataclass(frozen=True)
class Spelling:
    """How a setting is written on the command line and in the documentation, beside its description."""

    metavar: str
    """What stands for its value in help texts: TIME, NAME."""
    known: Mapping[str, str] | None = None
    """Names that it may have, with what they mean."""
    otherwise: str = ""
    """What holds when it is not given, where the default alone does not tell."""
    page: str = ""
    """Where the documentation says more, relative to docs/."""


def _one_of(kind: str, known: Mapping[str, str]) -> AfterValidator:
    return AfterValidator(lambda name: check_name(kind, name, known))


def _count_or_policy(value: object) -> object:
    return int(value) if isinstance(value, str) and value.isdigit() else value


def _ground(value: object) -> object:
    if value is not None and not isinstance(value, str | tuple):
        raise InputError(
            "not a ground", shown(value), "a string such as 'plane, grade=0.1', a file, or a jounce.engine.laws.ground"
        )
    return value


def _controllers(value: object) -> object:
    return None if value is None or value in ("", [], ()) else parse_controllers(value)


def parse_place(value: object) -> object:
    """A place on a ground as x, y [m] and heading [rad]; a string is X,Y[,HEADING] in m and degrees."""
    if value is None:
        return None
    if not isinstance(value, str):
        given = items(value)
        return (*given, 0.0) if len(given) == 2 else items(value, 3)
    try:
        x, y, *heading = (float(part) for part in value.split(","))
        (angle,) = heading or [0.0]
    except ValueError:
        raise InputError("not a place", repr(value), "X,Y or X,Y,HEADING in m and degrees, such as 20,-5,90") from None
    return x, y, math.radians(angle)


class RunSettings(Frozen):
    """How to run a maneuver; quantities in SI or strings with a unit. Raises ModelError with all findings."""

    formulation: Annotated[
        str,
        AfterValidator(lambda name: find_formulation(name).name),
        Field(description="formulation of the equations of motion"),
        Spelling("NAME", FORMULATIONS, page="choose.md"),
    ] = "synthesis"
    integrator: Annotated[
        Annotated[str, AfterValidator(full_name)] | None,
        Field(description="integrator"),
        Spelling(
            "NAME",
            {name: integrator.help for name, integrator in INTEGRATORS.items()},
            "by default "
            + ", ".join(f"`{f.default_integrator}` with `{name}`" for name, f in load_formulations().items())
            + ", and `auto` instead of `chord` in runs that allow long steps",
            "choose.md",
        ),
    ] = None
    step: Annotated[
        Annotated[Time, Positive] | None,
        Field(description="step of a fixed-step integrator, in seconds or with a unit: `0.001` or `'1 ms'`"),
        Spelling(
            "TIME",
            otherwise="by default the maneuver's, shortened a little where it does not divide the run; with a step "
            "`chord` is the default of `synthesis`",
        ),
    ] = None
    tolerance: Annotated[
        Annotated[Number, Positive] | None,
        Field(
            description="relative local error allowed by an integrator that chooses its steps; of `chord` the largest "
            "correction that its iterations leave"
        ),
        Spelling("NUMBER", otherwise="by default 1e-8, of `auto` 3e-5, of `chord` 1e-10"),
    ] = None
    max_step: Annotated[
        Annotated[Time, Positive] | None,
        Field(description="longest step that an integrator may choose, in seconds or with a unit: `'5 ms'`"),
        Spelling(
            "TIME", otherwise="by default no limit, of `auto` 30 ms; with it `auto` is the default of `synthesis`"
        ),
    ] = None
    refresh: Annotated[
        str | int | None,
        BeforeValidator(_count_or_policy),
        Field(
            description="when the integrator `tangent` renews its matrix: `never`, `on-failure`, `every-step`, or a "
            "number of steps"
        ),
        Spelling("WHEN", otherwise="by default `on-failure`"),
    ] = None
    basis: Annotated[
        Annotated[str, _one_of("basis", BASES)] | None,
        Field(description="how the formulation `null-space` removes constraint forces"),
        Spelling("NAME", BASES, "by default `projection`", "theory/null_space.md"),
    ] = None
    rack: Annotated[
        Annotated[str, _one_of("rack", RACKS)] | None,
        Field(description="how the steering rack is moved"),
        Spelling("KIND", RACKS, "by default as the vehicle has it"),
    ] = None
    initial: Annotated[
        str,
        _one_of("initial position", INITIALS),
        Field(description="initial position of the vehicle, in static equilibrium or as designed"),
        Spelling("KIND", INITIALS),
    ] = "settled"
    ground: Annotated[
        Any,
        BeforeValidator(_ground),
        Field(description="ground to drive on: a file, or a name with options behind commas: `'plane, grade=0.1'`"),
        Spelling("GROUND", otherwise="by default what the maneuver brings, or `flat`", page="terrain.md"),
    ] = None
    at: Annotated[
        tuple[Length, Length, Angle] | None,
        BeforeValidator(parse_place),
        Field(description="place on the ground to start from, in m, m and degrees: `20,-5,90`"),
        Spelling("X,Y[,HEADING]", otherwise="by default the origin, along x"),
    ] = None

    controllers: Annotated[
        Any,
        BeforeValidator(_controllers),
        Field(
            description="controllers that act on the car, in this order, with options in parentheses: "
            "`'esc, abs(target_slip=0.12)'`"
        ),
        Spelling(
            "NAMES",
            otherwise=f"known are {', '.join(f'`{name}`' for name in CONTROLLERS)}; by default none",
            page="controllers.md",
        ),
    ] = None

    def without_defaults(self) -> dict[str, Any]:
        """The settings that differ from their defaults."""
        return {name: value for name, value in self if value != type(self).model_fields[name].default}

    def __repr__(self) -> str:
        return f"RunSettings({', '.join(f'{name}={value!r}' for name, value in self.without_defaults().items())})"

    __str__ = __repr__


def spelling(name: str) -> Spelling:
    """How the setting of that name is written."""
    (found,) = (item for item in RunSettings.model_fields[name].metadata if isinstance(item, Spelling))
    return found


def option_name(name: str) -> str:
    """The option of `jounce run` for a setting, or for an option of a maneuver: `--max-step` for `max_step`."""
    return f"--{name.replace('_', '-')}"


def describe_setting(name: str) -> str:
    """A setting in one sentence without capital and stop, in Markdown: what it is, its values and its default."""
    field, how = RunSettings.model_fields[name], spelling(name)
    text = field.description or ""
    if how.known is not None:
        names = [f"`{one}`" + (" (default)" if one == field.default else "") for one in how.known]
        text += f": {', '.join(names[:-1])} or {names[-1]}"
    return f"{text}; {how.otherwise}" if how.otherwise else text


def settings_table() -> list[str]:
    """The rows of docs/commands.md: option and meaning of every setting, in Markdown."""
    rows = []
    for name in RunSettings.model_fields:
        how, text = spelling(name), describe_setting(name)
        link = f"; see [{how.page}]({how.page})" if how.page else ""
        rows.append(f"| `{option_name(name)} {how.metavar}` | {text}{link} |")
    return rows


def check_option_names(maneuver: str, names: Iterable[str]) -> None:
    """Refuse options of a maneuver that are called like a setting or an argument of `jounce.run`; raises TypeError."""
    taken = [name for name in names if name in RunSettings.model_fields or name in RESERVED]
    if taken:
        raise TypeError(f"options of {maneuver}: {', '.join(taken)}: names of settings or arguments of a run")


def as_keywords() -> list[inspect.Parameter]:
    """Every setting as a keyword parameter, for the signature that help texts and editors show."""
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.annotation)
        for name, field in RunSettings.model_fields.items()
    ]
