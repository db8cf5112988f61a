"""Numbers as a study file has them: plain, or strings with a unit; and the units of what they change.

Texts of grounds, such as `iso8608, class=C, seed=1`, with some options changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.units import DIMENSIONS, parse_quantity, parse_unit

SEEDED = ("iso8608", "generated")
"""Words of grounds that are made from a seed."""


def ground_options(text: str) -> dict[str, Any]:
    """The options behind the word or file, with numbers where they are some."""
    pairs = (part.partition("=") for part in text.split(",")[1:])
    return {name.strip(): _number(value.strip()) for name, _, value in pairs}


def with_ground_options(text: str, changes: Mapping[str, Any]) -> str:
    """The text with these options instead of its own or added to them."""
    name = text.split(",")[0].strip()
    return ", ".join([name, *(f"{key}={_text(value)}" for key, value in {**ground_options(text), **changes}.items())])


def seeded_ground(text: str, seed: int) -> str:
    """The text with a seed, if its ground is made from one and has none."""
    if text.split(",")[0].strip() not in SEEDED or "seed" in ground_options(text):
        return text
    return with_ground_options(text, {"seed": seed})


def _text(value: Any) -> str:
    """Shortest text that gives the same number back; whole numbers without a point, as seeds must be."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else str(value)


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


SI_UNITS = {
    "length": "m",
    "mass": "kg",
    "time": "s",
    "angle": "rad",
    "inertia": "kg*m^2",
    "velocity": "m/s",
    "angular_velocity": "rad/s",
    "acceleration": "m/s^2",
    "force": "N",
    "torque": "N*m",
    "stiffness": "N/m",
    "cubic_stiffness": "N/m^3",
    "damping": "N*s/m",
    "rotational_stiffness": "N*m/rad",
    "rotational_damping": "N*m*s/rad",
    "rotational_inertia": "N*m*s^2/rad",
    "area": "m^2",
    "density": "kg/m^3",
    "frequency": "Hz",
    "power": "W",
    "pressure": "Pa",
}
"""SI unit of each dimension that has one, as channels and tables spell it."""
_NUMBER = re.compile(r"\s*[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")


def _number_or_text(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InputError("neither a number nor a string", shown(value), "such as 30000 or '30 N/mm'")
    return value


Written = Annotated[Any, BeforeValidator(_number_or_text)]
"""A number in SI, a text with a unit, or a word; which of them is right depends on what it changes."""


def is_quantity(value: object) -> bool:
    """Whether it is a number, with or without a unit."""
    try:
        parse_quantity(value)
    except InputError:
        return False
    return True


def unit_text(value: object) -> str:
    """The unit as it is written behind a number; empty without one."""
    match = _NUMBER.match(value) if isinstance(value, str) else None
    return value[match.end() :].strip() if match is not None and isinstance(value, str) else ""


def si_unit(text: str) -> str:
    """The SI unit of the dimension of a unit: N/m for N/mm; empty where no name is known for it."""
    dimension = parse_unit(text).dimension
    return next((unit for name, unit in SI_UNITS.items() if DIMENSIONS[name][0] == dimension), "")


def accepted_unit(accepts: Callable[[str], bool], value: float) -> str:
    """The one SI unit with which something takes a number; empty when it takes none, or several."""
    found = [unit for unit in SI_UNITS.values() if accepts(f"{value!r} {unit}")]
    return found[0] if len(found) == 1 else ""
