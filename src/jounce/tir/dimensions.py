"""The `[UNITS]` of a `.tir` file and the keys they apply to.

Coefficients of the formulas (P…, Q…, R…, S…, L…) have no unit: they belong to radians, and to loads relative to FNOMIN.
"""

from __future__ import annotations

from collections.abc import Mapping

from jounce.errors import Refusal
from jounce.findings import shown, suggestion
from jounce.units import UNITS

_SPELLINGS = {
    "LENGTH": {
        "m": "meter m metre meters metres",
        "mm": "mm millimeter millimetre millimeters millimetres",
        "cm": "cm centimeter centimetre",
        "km": "km kilometer kilometre",
        "in": "inch in inches",
        "ft": "foot ft feet",
    },
    "FORCE": {
        "N": "newton n newtons",
        "kN": "kn kilonewton kilonewtons knewton",
        "lbf": "lbf pound_force pound-force pound pounds",
    },
    "ANGLE": {"rad": "radian rad radians", "deg": "degree deg degrees"},
    "MASS": {
        "kg": "kg kilogram kilograms kilogramme",
        "g": "gram g grams",
        "t": "tonne t tonnes ton",
        "lb": "lbm lb pound_mass pound",
    },
    "TIME": {
        "s": "second s sec seconds",
        "ms": "millisecond ms milliseconds",
        "min": "minute min minutes",
        "h": "hour h hours",
    },
    "PRESSURE": {
        "Pa": "pascal pa pascals n/m^2 n/m2",
        "kPa": "kpa kilopascal kilopascals",
        "MPa": "mpa megapascal megapascals n/mm^2 n/mm2",
        "bar": "bar bars",
        "psi": "psi",
    },
}
DEFAULTS = {"LENGTH": "m", "FORCE": "N", "ANGLE": "rad", "MASS": "kg", "TIME": "s", "PRESSURE": "Pa"}
"""Units of a file that does not say."""

EXPONENTS: dict[str, dict[str, int]] = {
    "UNLOADED_RADIUS WIDTH RIM_RADIUS RIM_WIDTH BOTTOMING_RADIUS BOTTOM_OFFST": {"LENGTH": 1},
    "FNOMIN FZMIN FZMAX": {"FORCE": 1},
    "VERTICAL_STIFFNESS LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS BOTTOM_STIFF": {"FORCE": 1, "LENGTH": -1},
    "VERTICAL_DAMPING": {"FORCE": 1, "TIME": 1, "LENGTH": -1},
    "LONGVL VXLOW": {"LENGTH": 1, "TIME": -1},
    "INFLPRES NOMPRES": {"PRESSURE": 1},
    "ALPMIN ALPMAX CAMMIN CAMMAX": {"ANGLE": 1},
    "MASS": {"MASS": 1},
    "IXX IYY": {"MASS": 1, "LENGTH": 2},
}
DIMENSIONAL = {key: powers for keys, powers in EXPONENTS.items() for key in keys.split()}
"""Keys with a dimension → exponents of the quantities of [UNITS]."""


def unit_of(quantity: str, text: str) -> str:
    """The unit that a word of [UNITS] means, as `jounce.units` writes it; raises Refusal."""
    known = {word: unit for unit, words in _SPELLINGS[quantity].items() for word in words.split()}
    unit = known.get(text.lower().replace(" ", ""))
    if unit is None:
        expected = "one of " + ", ".join(repr(words.split()[0]) for words in _SPELLINGS[quantity].values())
        raise Refusal(f"unknown unit of {quantity.lower()}", shown(text), expected, suggestion(text, known), quantity)
    return unit


def factor(key: str, units: Mapping[str, str]) -> float:
    """What a value of this key is multiplied with to be SI."""
    result = 1.0
    for quantity, power in DIMENSIONAL.get(key, {}).items():
        result *= UNITS[units[quantity]].factor ** power
    return result
