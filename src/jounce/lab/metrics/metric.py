"""A metric: a named number of a run, with unit, standard and definition.

What metrics know of a run beside its channels: facts of the car, options of the maneuver, its wheels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

import numpy as np

from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError
from jounce.lab.results import Result
from jounce.schema.units import parse_unit

FACTS = {
    "wheelbase": "distance between the first and the last axle [m]",
    "track_front": "distance between the wheels of the first axle [m]",
    "track_rear": "distance between the wheels of the last axle [m]",
    "width": "of the body, without mirrors [m]",
    "length": "of the body [m]",
    "front_overhang": "from the first axle to the front end of the body [m]",
    "rear_overhang": "from the last axle to the rear end of the body [m]",
    "centre_to_front_axle": "from the chassis' centre of mass to the first axle, along the car [m]",
    "mass": "of the whole car [kg]",
    "steering_ratio": "angle of the steering wheel per angle of the road wheels [1]",
}
"""Keys of `result.metadata.facts` that metrics read, and what they are."""

OPTIONS = {
    "start": "when the input of the maneuver begins [s]",
    "frequency": "of a sine; needed by the metrics of sines [Hz]",
    "course_start": "x at which the first section of a course begins; needed by the metrics of courses [m]",
}
"""Keys of `result.metadata.options` that metrics read, and what they are."""


def values(result: Result, name: str) -> np.ndarray:
    """The values of a channel; raises NoValueError when the run has none of that name."""
    if name not in result:
        raise NoValueError(f"the run has no channel {name}")
    return result[name].values


def fact(result: Result, name: str) -> float:
    """A number of the car; raises NoValueError when the run does not say it."""
    if name not in result.metadata.facts:
        raise NoValueError(f"the run does not record the {name.replace('_', ' ')} of the car (metadata.facts)")
    return float(result.metadata.facts[name])


def option(result: Result, name: str) -> float | None:
    """A number that the maneuver was made with, None when there is none."""
    value = result.metadata.options.get(name)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


@once
def axles(result: Result) -> list[tuple[str, str]]:
    """The left and the right wheel of every axle, from front to rear; raises NoValueError without any.

    A wheel ends with l or r; what stands before is its axle. The order is that of the channels.
    """
    wheels = [name.split(".")[1] for name in result if name.startswith("tire.") and name.endswith(".vertical_force")]
    pairs = [(left, left[:-1] + "r") for left in wheels if left.endswith("l") and left[:-1] + "r" in wheels]
    if not pairs:
        raise NoValueError("the run has no channels of tires")
    return pairs


def wheel_load(result: Result, wheel: str) -> np.ndarray:
    """The force of the ground on a wheel along its normal, with both tires of dual wheels [N]."""
    load, inner = result[f"tire.{wheel}.vertical_force"].values, f"tire.{wheel}_inner.vertical_force"
    return load + result[inner].values if inner in result else load


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What a metric gave for one run."""

    name: str
    value: float | bool | None
    """Value in SI units; None when the metric has no meaning for the run."""
    unit: str
    note: str = ""
    """Why there is no value; empty when there is one."""


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A number that people compare cars by."""

    name: str
    unit: str
    """SI unit of the value; 1 for ratios, empty for a verdict."""
    display_unit: str = ""
    """Usual unit of the value, when it is not the SI unit."""
    standard: str
    """Where the definition comes from; empty for common practice."""
    definition: str
    """Definition in one sentence."""
    needs: tuple[str, ...] = ()
    """Names of the channels that it needs; `*` stands for the name of any wheel."""
    facts: tuple[str, ...] = ()
    """Keys of `result.metadata.facts` that it cannot do without."""
    options: tuple[str, ...] = ()
    """Keys of `result.metadata.options` that it uses when they are there."""
    rule: Callable[[Result], float | bool]
    """Function that gives the value, or raises NoValueError."""

    def measure(self, result: Result) -> Measured:
        """The value of a run, or a note why there is none; a poor run raises nothing."""
        try:
            self._check(result)
            with np.errstate(all="ignore"):  # a poor run divides by zero: its value is not finite, and noted as such
                value = self.rule(result)
        except NoValueError as reason:
            return Measured(name=self.name, value=None, unit=self.unit, note=str(reason))
        if isinstance(value, bool | np.bool_):
            return Measured(name=self.name, value=bool(value), unit=self.unit)
        if not math.isfinite(value):
            return Measured(name=self.name, value=None, unit=self.unit, note="the result is not a finite number")
        return Measured(name=self.name, value=float(value), unit=self.unit)

    def compute(self, result: Result) -> float | bool | None:
        """The value of a run in SI units, None when it has none."""
        return self.measure(result).value

    def display_value(self, value: float) -> tuple[float, str]:
        """A value in SI units in its display unit, and that unit."""
        if not self.display_unit:
            return value, self.unit
        return value * parse_unit(self.unit).factor / parse_unit(self.display_unit).factor, self.display_unit

    def _check(self, result: Result) -> None:
        """Refuse a run that lacks what the rule reads."""
        _check_times(result)
        _check_channels(result, self.needs)
        for fact in self.facts:
            if fact not in result.metadata.facts:
                raise NoValueError(f"the run does not record the {fact.replace('_', ' ')} of the car (metadata.facts)")


@once
def _check_times(result: Result) -> None:
    """Refuse a run that has no course of time."""
    if len(result.time) < 3:
        raise NoValueError(f"the run has {len(result.time)} samples; at least 3 are needed")
    if not np.all(result.time[1:] > result.time[:-1]):
        raise NoValueError("the times of the run do not increase from sample to sample")


@once
def _check_channels(result: Result, needs: tuple[str, ...]) -> None:
    """Refuse a run without these channels, or with gaps in one of them."""
    channels = [found for need in needs for found in _matching(result, need)]
    for name in channels:
        if not _is_finite(result, name):
            raise NoValueError(f"the channel {name} holds values that are not finite")


@once
def _is_finite(result: Result, name: str) -> bool:
    return bool(np.isfinite(result[name].values).all())


@once
def _matching(result: Result, need: str) -> list[str]:
    """The channels that a need stands for; raises NoValueError without any."""
    before, star, after = need.partition("*")
    found = [name for name in result if name == need or (star and name.startswith(before) and name.endswith(after))]
    if not found:
        raise NoValueError(f"the run has no channel {need}")
    return found
