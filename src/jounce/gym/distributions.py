"""Distributions that starts and parameters are drawn from, one draw an episode, from a generator of the environment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.units import parse_quantity

Number = float | str
"""A number in SI, or a text with a unit."""


@dataclass(frozen=True)
class Fixed:
    """Always the same value."""

    value: Number

    def draw(self, random: np.random.Generator) -> float:
        """The value [SI]."""
        return parse_quantity(self.value)


@dataclass(frozen=True)
class Uniform:
    """Any value between two, all alike."""

    low: Number
    high: Number

    def __post_init__(self) -> None:
        if not parse_quantity(self.low) <= parse_quantity(self.high):
            raise InputError("an empty range", f"{shown(self.low)} … {shown(self.high)}", "low up to high", where="low")

    def draw(self, random: np.random.Generator) -> float:
        """A value [SI]."""
        return float(random.uniform(parse_quantity(self.low), parse_quantity(self.high)))


@dataclass(frozen=True)
class Normal:
    """A normal distribution, cut off at `limit` standard deviations so that no parameter gets the wrong sign."""

    mean: Number
    std: Number
    limit: float = 3.0

    def __post_init__(self) -> None:
        if not parse_quantity(self.std) > 0.0:
            raise InputError("out of range", shown(self.std), "a value greater than 0", where="std")

    def draw(self, random: np.random.Generator) -> float:
        """A value [SI]; what lies beyond the limit is drawn again."""
        share = random.standard_normal()
        while abs(share) > self.limit:
            share = random.standard_normal()
        return parse_quantity(self.mean) + parse_quantity(self.std) * float(share)


@dataclass(frozen=True)
class Choice:
    """One of several values, all alike."""

    values: tuple[Number, ...]

    def draw(self, random: np.random.Generator) -> float:
        """A value [SI]."""
        return parse_quantity(self.values[int(random.integers(len(self.values)))])


Distribution = Fixed | Uniform | Normal | Choice


def as_distribution(value: Distribution | Number) -> Distribution:
    """A distribution, or a value that never changes."""
    return value if isinstance(value, Distribution) else Fixed(value)
