"""Metrics that people define themselves: `my_peak [deg/s] = max(abs(chassis.yaw_rate))`.

They stand among the names of `Maneuver.metrics` as such texts. The value is computed in SI and told in the unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown
from jounce.schema.expressions import Expression
from jounce.schema.units import parse_unit

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TEXT = re.compile(r"\s*(?P<name>[^\[=]*?)\s*\[(?P<unit>[^\]]*)\]\s*=\s*(?P<value>.*)", re.S)
ONE = ("", "1", "-")
"""How people write that there is no unit."""


@dataclass(frozen=True)
class OwnMetric:
    """A name, the unit in which it is told (`1` for none), and an expression of channels that is one number."""

    name: str
    unit: str
    value: Expression

    @classmethod
    def of(cls, name: object, unit: object, value: object) -> OwnMetric:
        """A metric from what people wrote; raises ModelError with all findings."""
        findings, expression = [], None
        if not is_metric_name(name):
            findings.append(Finding("name", "not a name", shown(name), "small letters, digits and _, such as my_peak"))
        try:
            factor(unit)
        except InputError as refusal:
            findings.append(refusal.finding.inside("unit"))
        try:
            expression = one_number(value)
        except InputError as refusal:
            findings.append(refusal.finding.inside("value"))
        if findings or expression is None:
            raise ModelError(findings, f"the metric {shown(name)}")
        return cls(str(name), "1" if unit in ONE else str(unit), expression)

    @classmethod
    @cache
    def parse(cls, text: str) -> OwnMetric:
        """A metric from its text, read once; raises ModelError."""
        parts = _TEXT.fullmatch(text)
        if parts is None:
            finding = Finding("", "not a metric", shown(text), "'name [unit] = value'")
            raise ModelError([finding], "the metrics")
        return cls.of(parts["name"], parts["unit"].strip(), parts["value"])

    def __str__(self) -> str:
        return f"{self.name} [{self.unit}] = {self.value.text}"

    def measure(self, channels: Mapping[str, np.ndarray]) -> float:
        """The value, in its unit, for these channels [SI]; raises InputError for unknown channels."""
        return float(self.value.evaluate(channels)) / factor(self.unit)


def is_own(metric: str) -> bool:
    """Whether an entry of `Maneuver.metrics` is a definition and not a name."""
    return "=" in metric


def is_metric_name(name: object) -> bool:
    """Whether something could be the name of a metric."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def own_metrics(metrics: Iterable[str]) -> tuple[OwnMetric, ...]:
    """The definitions among the entries of `Maneuver.metrics`."""
    return tuple(OwnMetric.parse(metric) for metric in metrics if is_own(metric))


def one_number(text: object) -> Expression:
    """The expression in a text, which must be one number for a whole run; raises InputError."""
    expression = Expression.parse(text)  # type: ignore[arg-type]  # it refuses what is no text
    if expression.is_condition:
        hint = "write last(where(condition, 1, 0))"
        raise InputError("a condition, not a number", shown(text), "a number", hint)
    if not expression.is_number:
        raise InputError("many numbers", shown(text), "one", "put it into max, min, mean, rms, first or last")
    return expression


def factor(unit: object) -> float:
    """SI units in a unit; raises InputError."""
    if unit in ONE:
        return 1.0
    if not isinstance(unit, str):
        raise InputError("not a unit", shown(unit), "a string such as m/s^2, or 1")
    return parse_unit(unit).factor
