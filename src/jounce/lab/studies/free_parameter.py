"""One number of a car that is searched for: what it changes, between which bounds, and what is known about it before.

`identify` and `optimise` take the same parameters. What a path leads to is the business of whoever asks: a vehicle, the
inputs of a record, an option of a maneuver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown
from jounce.lab.studies.parameter import Normal
from jounce.lab.studies.quantities import Written, is_quantity, si_unit, unit_text
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Items
from jounce.schema.units import parse_quantity

DEFAULT_RANGE = 0.5, 2.0
"""Bounds of a parameter without any, by what the model has."""


class FreeParameter(Frozen):
    """Bounds, a value to start from and a prior; of one path, or of several that move together."""

    paths: Annotated[tuple[str, ...], Items, Field(description="moved together; else the key is the path")] = ()
    low: Annotated[Written | None, Field(alias="from", description="least value")] = None
    high: Annotated[Written | None, Field(alias="to", description="largest value")] = None
    start: Annotated[Written | None, Field(description="first value; by default what the model has")] = None
    prior: Annotated[Normal | None, Field(description="what is known before: mean and std")] = None
    factor: Annotated[bool, Field(description="values are multiples of what the model has")] = False

    @model_validator(mode="after")
    def _quantities(self) -> FreeParameter:
        for key, value in self.list_values():
            if not is_quantity(value):
                raise InputError("not a quantity", shown(value), "a number or a string with a unit", where=key)
        if self.low is not None and self.high is not None and parse_quantity(self.low) >= parse_quantity(self.high):
            raise InputError("an empty range", f"{self.low} to {self.high}", "from less than to")
        return self

    def list_values(self) -> list[tuple[str, Any]]:
        """Everything that is written, with the key under which it stands, but for the spread of the prior."""
        found = [("from", self.low), ("to", self.high), ("start", self.start)]
        found += [("prior.mean", self.prior.mean)] if self.prior is not None else []
        return [(key, value) for key, value in found if value is not None]


def read_parameters(value: object) -> object:
    """Paths alone, paths with two bounds, or with all keys."""
    if isinstance(value, list | tuple):
        return {str(name): FreeParameter() for name in value}
    if isinstance(value, Mapping):
        pairs = {str(name): one for name, one in value.items()}
        return {
            name: {"from": one[0], "to": one[1]} if isinstance(one, list | tuple) and len(one) == 2 else one or {}
            for name, one in pairs.items()
        }
    return value


@dataclass(frozen=True)
class FreeNumber:
    """A parameter made ready; all numbers in SI, or multiples of the nominal values."""

    name: str
    paths: tuple[str, ...]
    start: float
    low: float
    high: float
    unit: str = ""
    """SI unit of the numbers; empty for multiples and plain numbers."""
    nominal: tuple[float, ...] = ()
    """What a factor multiplies, for each path; empty when values are taken as they are."""
    prior: tuple[float, float] | None = None
    """Mean and standard deviation of what is known before."""

    @property
    def width(self) -> float:
        """Distance of the bounds."""
        return self.high - self.low

    def changes(self, value: float) -> dict[str, float]:
        """The value of each path."""
        if self.nominal:
            return {path: value * one for path, one in zip(self.paths, self.nominal, strict=True)}
        return dict.fromkeys(self.paths, value)


def free_numbers(
    parameters: Mapping[str, FreeParameter],
    nominal: Callable[[str], Any],
    check: Callable[[str, Any], None],
    unit: Callable[[str, float], str] = lambda path, value: "",
) -> tuple[tuple[FreeNumber, ...], list[Finding]]:
    """All parameters made ready, and everything that is wrong with them, `where` below `parameters`.

    nominal: the value at a path without any change, or InputError; check: refuses a value at a path with a ModelError;
    unit: the SI unit of bare numbers at a path.
    """
    found, findings = [], []
    for name, parameter in parameters.items():
        try:
            found.append(_number(name, parameter, nominal, check, unit))
        except ModelError as error:
            findings += [finding.inside("parameters", name) for finding in error.findings]
    return tuple(found), findings + _changed_twice(found)


def _number(
    name: str,
    parameter: FreeParameter,
    nominal: Callable[[str], Any],
    check: Callable[[str, Any], None],
    unit: Callable[[str, float], str],
) -> FreeNumber:
    paths = parameter.paths or (name,)
    values = [_nominal(path, nominal) for path in paths]
    for key, value in parameter.list_values():
        for path, one in zip(paths, values, strict=True):
            _check(key, path, _share(key, value) * one if parameter.factor else value, check)
    base = 1.0 if parameter.factor else values[0]
    start = _given(parameter.start, parse_quantity(parameter.prior.mean) if parameter.prior is not None else base)
    low, high = (
        _given(given, sorted(share * base for share in DEFAULT_RANGE)[i])
        for i, given in enumerate((parameter.low, parameter.high))
    )
    if not low < high:
        raise ModelError([Finding("", "no bounds", f"{base:g} in the model", "from and to")])
    if not low <= start <= high:
        hint = "give a start between the bounds" if parameter.start is None else ""
        got, expected = f"{start:.6g}", f"between {low:.6g} and {high:.6g}"
        raise ModelError([Finding("start", "outside its bounds", got, expected, hint)])
    units = [text for _, value in parameter.list_values() if (text := unit_text(value))]
    known = "" if parameter.factor else si_unit(units[0]) if units else unit(paths[0], start)
    prior = parameter.prior
    before = None if prior is None else (parse_quantity(prior.mean), parse_quantity(prior.std))
    return FreeNumber(name, paths, start, low, high, known, tuple(values) if parameter.factor else (), before)


def _given(value: Any, otherwise: float) -> float:
    return otherwise if value is None else parse_quantity(value)


def _nominal(path: str, nominal: Callable[[str], Any]) -> float:
    """The number at a path; raises ModelError where there is none."""
    try:
        value = nominal(path)
        if isinstance(value, bool) or not isinstance(value, int | float | str) or not is_quantity(value):
            raise InputError("not a number", shown(value), "the path of a number", where=path)
        return parse_quantity(value)
    except InputError as error:
        found = error.finding
        raise ModelError([Finding("", f"{path}: {found.what}", found.got, found.expected, found.hint)]) from None


def _share(key: str, value: Any) -> float:
    try:
        return parse_quantity(value, "dimensionless")
    except InputError as error:
        raise ModelError([error.finding.inside(key)]) from None


def _check(key: str, path: str, value: Any, check: Callable[[str, Any], None]) -> None:
    try:
        check(path, value)
    except ModelError as error:
        found = error.findings[0]
        finding = Finding(key, f"{path}: {found.what}", found.got or shown(value), found.expected, found.hint)
        raise ModelError([finding]) from None


def _changed_twice(numbers: list[FreeNumber]) -> list[Finding]:
    """Paths that two parameters change."""
    seen: dict[str, str] = {}
    findings = []
    for number in numbers:
        for path in number.paths:
            if path in seen:
                got = f"{path} in {seen[path]!r} and {number.name!r}"
                findings.append(Finding(f"parameters.{number.name}", "changed twice", got, hint="keep one"))
            seen[path] = number.name
    return findings
