"""Options that several readers take, checked: spacing, origin, unit of the heights, unit of the coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import SupportsIndex

from jounce.errors import InputError
from jounce.findings import Finding, shown
from jounce.schema.units import ANGLE, LENGTH, Unit, parse_quantity, parse_unit


def length(value: object, where: str) -> float:
    """A length [m], from a number or a string with a unit; raises InputError."""
    return _quantity(value, where, "length")


def number(value: object, where: str) -> float:
    """A number without a unit; raises InputError."""
    return _quantity(value, where, "dimensionless")


def positive(value: object, where: str) -> float:
    """A length greater than 0 [m]; raises InputError."""
    result = length(value, where)
    if not result > 0.0:
        raise InputError("out of range", shown(value), "a length greater than 0", where=where)
    return result


def not_negative(value: object, where: str) -> float:
    """A length of 0 or more [m]; raises InputError."""
    result = length(value, where)
    if not result >= 0.0:
        raise InputError("out of range", shown(value), "a length of 0 or more", where=where)
    return result


def spacing(value: object) -> tuple[float, float]:
    """dx and dy [m], from one length or two; raises InputError."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        along, across = _pair(value, "spacing", "one length, or two for x and y")
        return positive(along, "spacing.0"), positive(across, "spacing.1")
    both = positive(value, "spacing")
    return both, both


def origin(value: object) -> tuple[float, float]:
    """x and y [m] of the first node; raises InputError."""
    x, y = _pair(value, "origin", "two lengths, x and y of the south-west node")
    return length(x, "origin.0"), length(y, "origin.1")


def height_factor(unit: object) -> float:
    """Metres per unit of height; raises InputError."""
    return _unit(unit, "unit", "a length such as 'm' or 'ft'", LENGTH).factor


def coordinates(unit: object) -> Unit:
    """The unit of x and y in a file, a length or an angle; raises InputError."""
    return _unit(unit, "horizontal", "a length such as 'm', or 'deg' for longitude and latitude", LENGTH, ANGLE)


def seed(value: object) -> int:
    """A seed of random numbers; raises InputError."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex) or int(value) < 0:
        raise InputError("not a seed", shown(value), "a whole number of 0 or more", where="seed")
    return int(value)


def _quantity(value: object, where: str, dimension: str) -> float:
    try:
        return parse_quantity(value, dimension)
    except InputError as refusal:
        raise _refusal(refusal.finding.inside(where)) from None


def _pair(value: object, where: str, expected: str) -> tuple[object, object]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise InputError("not a pair", shown(value), expected, where=where)
    return value[0], value[1]


def _unit(text: object, where: str, expected: str, *dimensions: tuple[int, int, int, int]) -> Unit:
    if not isinstance(text, str):
        raise InputError("not a unit", shown(text), expected, where=where)
    try:
        unit = parse_unit(text)
    except InputError as refusal:
        raise _refusal(replace(refusal.finding.inside(where), expected=expected)) from None
    if unit.dimension not in dimensions:
        raise InputError("wrong unit", repr(text), expected, where=where)
    return unit


def _refusal(finding: Finding) -> InputError:
    return InputError(finding.what, finding.got, finding.expected, finding.hint, finding.where)
