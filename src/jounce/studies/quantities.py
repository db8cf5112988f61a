"""Numbers as a study file has them: plain, or texts with a unit; and the units of what they change."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BeforeValidator

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.units import DIMENSIONS, parse_quantity, parse_unit

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
"""Of each dimension that has one, as channels and tables spell it."""
_NUMBER = re.compile(r"\s*[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")


def _number_or_text(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Refusal("neither a number nor a text", shown(value), "such as 30000 or '30 N/mm'")
    return value


Written = Annotated[Any, BeforeValidator(_number_or_text)]
"""A number in SI, a text with a unit, or a word; which of them is right depends on what it changes."""


def is_quantity(value: object) -> bool:
    """Whether it is a number, with or without a unit."""
    try:
        parse_quantity(value)
    except Refusal:
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
