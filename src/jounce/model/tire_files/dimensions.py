"""The `[UNITS]` of a `.tir` file and the keys they apply to.

Coefficients of the formulas (P…, Q…, R…, S…, L…) have no unit: they belong to radians, and to loads relative to FNOMIN.

Which Magic Formula a `.tir` file was fitted for.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.schema.units import UNITS

PAC2002, MF52, MF61, MF62 = "PAC2002", "MF 5.2", "MF 6.1", "MF 6.2"
MODERN = (MF61, MF62)

FITTYPES = {5: MF52, 6: MF52, 21: MF52, 51: MF52, 52: MF52, 60: MF61, 61: MF61, 62: MF62}
FORMATS = {"PAC2002": PAC2002, "PAC02": PAC2002, "MF_05": MF52, "MF-TYRE": None, "MF_TYRE": None, "USER": None}
"""PROPERTY_FILE_FORMAT → dialect; None where the coefficients have to tell."""
SIGNS_OF_61 = ("PKY4", "PKY5", "PKY6", "PKY7", "PEY5", "PPY5", "Q_FZ2", "NOMPRES", "RBX3", "RBY4")
"""Keys that came with MF 6.1."""


def dialect(fittype: float | str | None, form: str | None, keys: Container[str]) -> tuple[str, str]:
    """The dialect, and how it was guessed if neither FITTYP nor PROPERTY_FILE_FORMAT says it; raises InputError."""
    if fittype is not None:
        if not isinstance(fittype, float) or int(fittype) not in FITTYPES:
            known = ", ".join(str(number) for number in FITTYPES)
            raise InputError("unknown version of the Magic Formula", shown(fittype), known, where="FITTYP")
        return FITTYPES[int(fittype)], ""
    if form is not None and form.upper() not in FORMATS:
        hint = "jounce reads PAC2002, MF 5.2, 6.1 and 6.2"
        raise InputError("another kind of tire", shown(form), ", ".join(FORMATS), hint, "PROPERTY_FILE_FORMAT")
    told = FORMATS[form.upper()] if form is not None else None
    if told is not None:
        return told, ""
    modern = [key for key in SIGNS_OF_61 if key in keys]
    if modern:
        return MF61, f"taken for {MF61} because of {modern[0]}"
    return MF52, f"taken for {MF52} because it has none of {', '.join(SIGNS_OF_61[:5])} …"


def side(text: float | str | None) -> str:
    """The side a tire was measured on: left, right, symmetric or unknown; raises InputError."""
    word = "unknown" if text in (None, "") else str(text).lower()
    if word not in ("left", "right", "symmetric", "unknown"):
        raise InputError("unknown side", shown(text), "LEFT, RIGHT, SYMMETRIC or UNKNOWN", where="TYRESIDE")
    return word


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
    """The unit that a word of [UNITS] means, as `jounce.schema.units` writes it; raises InputError."""
    known = {word: unit for unit, words in _SPELLINGS[quantity].items() for word in words.split()}
    unit = known.get(text.lower().replace(" ", ""))
    if unit is None:
        expected = "one of " + ", ".join(repr(words.split()[0]) for words in _SPELLINGS[quantity].values())
        raise InputError(
            f"unknown unit of {quantity.lower()}", shown(text), expected, suggestion(text, known), quantity
        )
    return unit


def factor(key: str, units: Mapping[str, str]) -> float:
    """What a value of this key is multiplied with to be SI."""
    result = 1.0
    for quantity, power in DIMENSIONAL.get(key, {}).items():
        result *= UNITS[units[quantity]].factor ** power
    return result
