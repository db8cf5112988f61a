"""A metric: a named number of a run, with unit, standard and definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce.metrics.no_value import NoValue
from jounce.results import Result
from jounce.units import parse_unit


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What a metric gave for one run."""

    name: str
    value: float | bool | None
    """In SI units; None when the metric has no meaning for the run."""
    unit: str
    note: str = ""
    """Why there is no value; empty when there is one."""


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A number that people compare cars by."""

    name: str
    unit: str
    """SI; 1 for ratios, empty for a verdict."""
    spoken: str = ""
    """The unit people give it in, when it is another one."""
    standard: str
    """Where the definition comes from; empty for common practice."""
    definition: str
    """One sentence."""
    needs: tuple[str, ...] = ()
    """Channels; `*` stands for the name of any wheel."""
    facts: tuple[str, ...] = ()
    """Keys of `result.metadata.facts` that it cannot do without."""
    options: tuple[str, ...] = ()
    """Keys of `result.metadata.options` that it uses when they are there."""
    rule: Callable[[Result], float | bool]
    """Gives the value, or raises NoValue."""

    def measure(self, result: Result) -> Measured:
        """The value of a run, or a note why there is none; a poor run raises nothing."""
        try:
            self._check(result)
            with np.errstate(all="ignore"):  # a poor run divides by zero: its value is not finite, and noted as such
                value = self.rule(result)
        except NoValue as reason:
            return Measured(name=self.name, value=None, unit=self.unit, note=str(reason))
        if isinstance(value, bool | np.bool_):
            return Measured(name=self.name, value=bool(value), unit=self.unit)
        if not math.isfinite(value):
            return Measured(name=self.name, value=None, unit=self.unit, note="the result is not a finite number")
        return Measured(name=self.name, value=float(value), unit=self.unit)

    def compute(self, result: Result) -> float | bool | None:
        """The value of a run in SI units, None when it has none."""
        return self.measure(result).value

    def spoken_value(self, value: float) -> tuple[float, str]:
        """A value in SI units in the unit people speak, and that unit."""
        if not self.spoken:
            return value, self.unit
        return value * parse_unit(self.unit).factor / parse_unit(self.spoken).factor, self.spoken

    def _check(self, result: Result) -> None:
        """Refuse a run that lacks what the rule reads."""
        if len(result.time) < 3:
            raise NoValue(f"the run has {len(result.time)} samples; 3 are the least")
        if not np.all(np.diff(result.time) > 0.0):
            raise NoValue("the times of the run do not rise from sample to sample")
        channels = [found for need in self.needs for found in _matching(need, result)]
        for name in channels:
            if not np.all(np.isfinite(result[name].values)):
                raise NoValue(f"the channel {name} holds values that are not finite")
        for fact in self.facts:
            if fact not in result.metadata.facts:
                raise NoValue(f"the run does not say the {fact.replace('_', ' ')} of the car (metadata.facts)")


def _matching(need: str, result: Result) -> list[str]:
    """The channels that a need stands for; raises NoValue without any."""
    before, star, after = need.partition("*")
    found = [name for name in result if name == need or (star and name.startswith(before) and name.endswith(after))]
    if not found:
        raise NoValue(f"the run has no channel {need}")
    return found
