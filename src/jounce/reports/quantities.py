"""The edge between SI inside and the units engineers speak: km/h, deg, mm, kN."""

from __future__ import annotations

import math

from jounce.units import parse_unit

SPOKEN = {"m/s": "km/h", "rad": "deg", "rad/s": "deg/s", "m": "mm", "N": "kN", "J": "kJ"}
"""SI unit of a channel → unit in tables and plots; others stay."""

NOISE = 1e-9
"""Numbers in spoken units below this are rounding, and printed as 0."""

MEASURED = {"m/s": "km/h", "rad": "deg", "rad/s": "deg/s"}
"""The same for metrics, whose lengths may be metres of road."""

_WRITTEN = {"1": "", "gn": "g", "deg/gn": "deg/g"}
_SIGNS = str.maketrans("*", "·")


def spoken_unit(unit: str) -> str:
    """The unit in which engineers give a quantity of an SI unit."""
    return SPOKEN.get(unit, unit)


def factor(unit: str, spoken: str) -> float:
    """What to multiply a value in an SI unit with to have it in another."""
    return 1.0 if unit == spoken else parse_unit(unit).factor / parse_unit(spoken).factor


def written(unit: str) -> str:
    """A unit as it is printed: m/s² for m/s^2."""
    return _WRITTEN[unit] if unit in _WRITTEN else unit.translate(_SIGNS).replace("^2", "²").replace("^3", "³")


def engineering(value: float, unit: str, spoken: str | None = None) -> tuple[str, str]:
    """A value in an SI unit as text with four digits in the spoken unit, and that unit as it is printed."""
    target = spoken or spoken_unit(unit)
    number = value * factor(unit, target)
    return digits(0.0 if abs(number) < NOISE else number), written(target)


def digits(value: float | None, count: int = 4) -> str:
    """A number with that many significant digits, a true minus sign, and no exponent where none is needed."""
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0.0:
        return "0"
    places = count - 1 - math.floor(math.log10(abs(value)))
    if places > count + 2 or places < -3:
        return f"{value:.1e}".replace("-", "−")
    return f"{value:.{max(places, 0)}f}".replace("-", "−")
