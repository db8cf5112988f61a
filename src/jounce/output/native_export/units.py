"""Units of FMI: each with its exponents of SI units, and those that people would rather see."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement

BASE: Mapping[str, Mapping[str, int]] = {
    "1": {},
    "s": {"s": 1},
    "m": {"m": 1},
    "m/s": {"m": 1, "s": -1},
    "m/s2": {"m": 1, "s": -2},
    "rad": {"rad": 1},
    "rad/s": {"rad": 1, "s": -1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "N.m": {"kg": 1, "m": 2, "s": -2},
    "N/m": {"kg": 1, "s": -2},
    "N.s/m": {"kg": 1, "s": -1},
    "N.m/rad": {"kg": 1, "m": 2, "s": -2, "rad": -1},
    "N.m.s/rad": {"kg": 1, "m": 2, "s": -1, "rad": -1},
    "kg": {"kg": 1},
    "kg.m2": {"kg": 1, "m": 2},
    "N/m3": {"kg": 1, "m": -2, "s": -2},
    "m2": {"m": 2},
    "kg/m3": {"kg": 1, "m": -3},
    "Pa": {"kg": 1, "m": -1, "s": -2},
}
DISPLAY: Mapping[str, tuple[tuple[str, float], ...]] = {
    "m": (("mm", 1000.0),),
    "m/s": (("km/h", 3.6),),
    "rad": (("deg", 180.0 / math.pi),),
    "rad/s": (("deg/s", 180.0 / math.pi), ("rpm", 30.0 / math.pi)),
    "N": (("kN", 1e-3),),
}
"""Unit → display units, and what a value is multiplied by to be shown in them; the first is the usual one."""
SHOWN_AS = {"rad": "deg", "rad/s": "deg/s", "m/s": "km/h"}
"""Display units that variables ask for; speeds of engines and wheels are shown in rpm."""


def unit_name(unit: str) -> str:
    """The name of a unit as FMI and Modelica write it: N.m, m/s2; empty for numbers without."""
    return "" if unit == "1" else unit.replace("*", ".").replace("^", "")


def display_unit(name: str, unit: str) -> str:
    """The display unit of a variable; empty for none."""
    if unit == "rad/s" and name.startswith(("wheel.", "engine.")):
        return "rpm"
    return SHOWN_AS.get(unit, "")


def add_units(root: Element, used: Iterable[str]) -> None:
    """Write the definitions of units that occur."""
    names = sorted({unit_name(unit) for unit in used} - {""})
    definitions = SubElement(root, "UnitDefinitions")
    for name in names:
        unit = SubElement(definitions, "Unit", name=name)
        SubElement(unit, "BaseUnit", {key: str(power) for key, power in BASE[name].items()})
        for shown, factor in DISPLAY.get(name, ()):
            SubElement(unit, "DisplayUnit", name=shown, factor=repr(factor))
