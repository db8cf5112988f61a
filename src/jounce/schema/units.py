"""Physical quantities as people write them: `35 N/mm`, `12 deg`, `1.2e3 kg*m^2`; a bare number is SI.

A unit is a product of powers: `*`, `·`, `.` or a space multiply, `/` divides what follows it, from left to right, and
powers are `^2`, `**2`, `²` or a digit. Upper and lower case differ: `g` is the gram, `gn` standard gravity, `m` the
metre, `MN` the meganewton. The angle is kept as a dimension of its own, so that `10 deg` is no length and `5 N*m` no
rotational stiffness.
"""

from __future__ import annotations

import math
import re
from numbers import Real
from typing import NamedTuple

from jounce.errors import InputError
from jounce.findings import shown, suggestion


class Unit(NamedTuple):
    """A factor to SI and the exponents of metre, kilogram, second and radian."""

    factor: float
    dimension: tuple[int, int, int, int]


LENGTH, MASS, TIME, ANGLE = (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
FORCE, TORQUE, POWER, PRESSURE = (1, 1, -2, 0), (2, 1, -2, 0), (2, 1, -3, 0), (-1, 1, -2, 0)
VELOCITY, ACCELERATION, FREQUENCY, ANGULAR_VELOCITY = (1, 0, -1, 0), (1, 0, -2, 0), (0, 0, -1, 0), (0, 0, -1, 1)

POUND, GRAVITY = 0.45359237, 9.80665

UNITS: dict[str, Unit] = {
    **{name: Unit(f, LENGTH) for name, f in {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "dm": 0.1, "km": 1e3}.items()},
    **{name: Unit(f, LENGTH) for name, f in {"um": 1e-6, "µm": 1e-6, "in": 0.0254, "ft": 0.3048}.items()},
    **{name: Unit(f, MASS) for name, f in {"kg": 1.0, "g": 1e-3, "t": 1e3, "lb": POUND}.items()},
    **{name: Unit(f, TIME) for name, f in {"s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0, "h": 3600.0}.items()},
    **{name: Unit(f, ANGLE) for name, f in {"rad": 1.0, "mrad": 1e-3, "rev": math.tau}.items()},
    **{name: Unit(math.pi / 180.0, ANGLE) for name in ("deg", "°")},
    **{name: Unit(f, FORCE) for name, f in {"N": 1.0, "kN": 1e3, "MN": 1e6, "lbf": POUND * GRAVITY}.items()},
    **{name: Unit(f, TORQUE) for name, f in {"Nm": 1.0, "kNm": 1e3, "Nmm": 1e-3}.items()},
    **{name: Unit(f, TORQUE) for name, f in {"J": 1.0, "kJ": 1e3, "MJ": 1e6}.items()},
    **{name: Unit(f, POWER) for name, f in {"W": 1.0, "kW": 1e3, "hp": 550.0 * 0.3048 * POUND * GRAVITY}.items()},
    **{name: Unit(f, PRESSURE) for name, f in {"Pa": 1.0, "kPa": 1e3, "MPa": 1e6, "bar": 1e5}.items()},
    "psi": Unit(POUND * GRAVITY / 0.0254**2, PRESSURE),
    "Hz": Unit(1.0, FREQUENCY),
    "kHz": Unit(1e3, FREQUENCY),
    "rpm": Unit(math.tau / 60.0, ANGULAR_VELOCITY),
    "mph": Unit(0.44704, VELOCITY),
    "kph": Unit(1.0 / 3.6, VELOCITY),
    "gn": Unit(GRAVITY, ACCELERATION),
    "%": Unit(0.01, (0, 0, 0, 0)),
}

DIMENSIONS: dict[str, tuple[tuple[int, int, int, int], str]] = {
    "length": (LENGTH, "a length such as 'm' or 'mm'"),
    "mass": (MASS, "a mass such as 'kg'"),
    "time": (TIME, "a time such as 's' or 'ms'"),
    "angle": (ANGLE, "an angle such as 'rad' or 'deg'"),
    "inertia": ((2, 1, 0, 0), "a moment of inertia such as 'kg*m^2'"),
    "velocity": (VELOCITY, "a velocity such as 'm/s' or 'km/h'"),
    "angular_velocity": (ANGULAR_VELOCITY, "an angular velocity such as 'rad/s', 'deg/s' or 'rpm'"),
    "acceleration": (ACCELERATION, "an acceleration such as 'm/s^2' or 'gn'"),
    "force": (FORCE, "a force such as 'N' or 'kN'"),
    "energy": (TORQUE, "an energy such as 'J' or 'kW*h'"),
    "torque": (TORQUE, "a torque such as 'N*m'"),
    "stiffness": ((0, 1, -2, 0), "a stiffness such as 'N/m' or 'N/mm'"),
    "cubic_stiffness": ((-2, 1, -2, 0), "a cubic stiffness such as 'N/m^3' or 'N/mm^3'"),
    "damping": ((0, 1, -1, 0), "a damping such as 'N*s/m' or 'N*s/mm'"),
    "rotational_stiffness": ((2, 1, -2, -1), "a rotational stiffness such as 'N*m/rad' or 'N*m/deg'"),
    "rotational_damping": ((2, 1, -1, -1), "a rotational damping such as 'N*m*s/rad' or 'N*m*s/deg'"),
    "rotational_inertia": ((2, 1, 0, -1), "a torque per angular acceleration such as 'N*m*s^2/rad'"),
    "area": ((2, 0, 0, 0), "an area such as 'm^2'"),
    "density": ((-3, 1, 0, 0), "a density such as 'kg/m^3'"),
    "frequency": (FREQUENCY, "a frequency such as 'Hz' or '1/s'"),
    "power": (POWER, "a power such as 'W' or 'kW'"),
    "pressure": (PRESSURE, "a pressure such as 'Pa' or 'bar'"),
    "dimensionless": ((0, 0, 0, 0), "a number without a unit"),
}
"""Named dimensions: exponents of metre, kilogram, second and radian, and how a finding describes them."""

COMMON_MISTAKES = {"kmh": "km/h", "kmph": "km/h", "mps": "m/s", "degree": "deg", "degrees": "deg", "sec": "s"}
"""Spellings that are no unit here, in lower case, and the unit that is meant."""

MIN_MAGNITUDE, MAX_MAGNITUDE = 1e-60, 1e60
"""Least and largest magnitude of a quantity that is not 0: products of five of them neither vanish nor overflow."""

_NAMES = {exponents: name.replace("_", " ") for name, (exponents, _) in DIMENSIONS.items()}
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FACTOR = re.compile(r"\s*(?:(?P<name>[A-Za-zµμ°%]+)|(?P<one>1))(?:\s*(?:\^|\*\*)\s*(?P<power>[-+]?\d)|(?P<digit>\d))?")
_OPERATOR = re.compile(r"\s*([*/.·⋅])|\s+")
_PLAIN_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")


def parse_quantity(value: object, *dimensions: str) -> float:
    """Give a number, or a text with a unit, in SI units.

    The unit must be one of the named `dimensions`; without any, every known unit will do. Raises InputError.
    """
    expected = " or ".join(DIMENSIONS[name][1] for name in dimensions)
    if isinstance(value, bool) or not isinstance(value, Real | str):
        kind = "not a number" if dimensions == ("dimensionless",) else "not a quantity"
        raise InputError(kind, shown(value), expected or "a number or a string with a unit")
    if isinstance(value, str):
        number, unit = _split(value, expected)
        if unit is not None and dimensions and unit.dimension not in {DIMENSIONS[name][0] for name in dimensions}:
            given = _NAMES.get(unit.dimension, "another dimension")
            hint = "'g' is the gram, standard gravity is 'gn'" if "acceleration" in dimensions else ""
            raise InputError("wrong unit", f"{shown(value)} ({given})", expected, hint if given == "mass" else "")
        result = _scaled(number, unit.factor) if unit is not None else number
    else:
        try:
            result = float(value)
        except OverflowError:
            result = math.inf
    if not math.isfinite(result):
        raise InputError("not a finite number", shown(value), expected)
    if result != 0.0 and not MIN_MAGNITUDE <= abs(result) <= MAX_MAGNITUDE:
        bounds = f"0, or {MIN_MAGNITUDE:g} to {MAX_MAGNITUDE:g} in SI units"
        raise InputError("out of range", shown(value), bounds)
    return result


def parse_unit(text: str) -> Unit:
    """The factor to SI and the dimension of a unit such as `N·s/mm`; raises InputError."""
    rest = _RAISED.sub(lambda raised: "^" + raised.group().translate(_PLAIN_POWERS), text.strip())
    factor, dimension, sign = 1.0, (0, 0, 0, 0), 1
    if rest.startswith("/"):
        rest, sign = rest[1:], -1
    while True:
        match = _FACTOR.match(rest)
        if match is None:
            raise InputError("unreadable unit", repr(text), "for example 'N/mm' or 'kg*m^2'")
        unit = Unit(1.0, (0, 0, 0, 0)) if match["one"] else _known(match["name"])
        power = sign * int(match["power"] or match["digit"] or 1)
        factor *= unit.factor**power
        dimension = tuple(d + power * u for d, u in zip(dimension, unit.dimension, strict=True))  # type: ignore[assignment]
        rest = rest[match.end() :]
        if not rest.strip():
            return Unit(factor, dimension)
        operator = _OPERATOR.match(rest)
        if operator is None:
            raise InputError("unreadable unit", repr(text), "for example 'N/mm' or 'kg*m^2'")
        sign = -1 if operator[1] == "/" else 1
        rest = rest[operator.end() :]


def _split(text: str, expected: str) -> tuple[float, Unit | None]:
    """The number at the beginning of a text and the unit after it."""
    if not text.strip():
        raise InputError("empty string", repr(text), expected or "a number with or without a unit")
    match = _NUMBER.match(text.replace("−", "-"))
    if match is None:
        raise InputError("no number", shown(text), expected or "a number with or without a unit")
    rest = text[match.end() :]
    if rest.startswith(","):
        raise InputError("unreadable number", shown(text), expected, "write a decimal point, not a comma")
    if not rest.strip():
        return float(match[1]), None
    try:
        return float(match[1]), parse_unit(rest)
    except InputError as refusal:
        finding = refusal.finding
        raise InputError(finding.what, shown(text), expected or finding.expected, finding.hint) from None


def _scaled(number: float, factor: float) -> float:
    """number × factor, rounded once where the factor is one over a whole number: `69 mm` is 0.069, not next to it."""
    if 1e-12 < factor < 1.0:
        divisor = round(1.0 / factor)
        if abs(divisor * factor - 1.0) < 1e-14:
            return number / divisor
    return number * factor


def _known(name: str) -> Unit:
    unit = UNITS.get(name.replace("μ", "µ"))
    if unit is None:
        meant = COMMON_MISTAKES.get(name.lower())
        hint = f"did you mean {meant!r}?" if meant is not None else suggestion(name, UNITS)
        raise InputError(f"unknown unit {name!r}", repr(name), hint=hint)
    return unit
