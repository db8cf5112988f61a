"""One parameter of a study: what it changes, and which values it takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator
from scipy.special import ndtri

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.studies.quantities import Written, is_quantity
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Items
from jounce.schema.units import parse_quantity


def _count(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or value < 2:
        raise InputError("not a number of steps", shown(value), "a whole number of 2 or more")
    return value


class Normal(Frozen):
    """A normal distribution."""

    mean: Annotated[Written, Field(description="of the distribution")]
    std: Annotated[Written, Field(description="standard deviation, greater than 0")]

    @model_validator(mode="after")
    def _spread(self) -> Normal:
        if not parse_quantity(self.std) > 0.0:
            raise InputError("out of range", shown(self.std), "a value greater than 0", where="std")
        return self


class Uniform(Frozen):
    """An even distribution between two values."""

    low: Annotated[Written, Field(alias="from", description="least value")]
    high: Annotated[Written, Field(alias="to", description="largest value")]


class Parameter(Frozen):
    """Values in a list, a range in steps, or a distribution; of one path, or of several that move together."""

    paths: Annotated[tuple[str, ...], Items, Field(description="moved together; else the key is the path")] = ()
    values: Annotated[tuple[Written, ...], Items, Field(description="all values, or words")] = ()
    low: Annotated[Written | None, Field(alias="from", description="first value of a range")] = None
    high: Annotated[Written | None, Field(alias="to", description="last value of a range")] = None
    steps: Annotated[int | None, BeforeValidator(_count), Field(description="values of a range in a grid")] = None
    scale: Annotated[Literal["linear", "log"], Field(description="how a range is divided")] = "linear"
    normal: Annotated[Normal | None, Field(description="distribution for sampled designs")] = None
    uniform: Annotated[Uniform | None, Field(description="the same as from and to")] = None
    factor: Annotated[bool, Field(description="values are multiples of what the model has")] = False

    @model_validator(mode="after")
    def _one_way(self) -> Parameter:
        ranged = self.low is not None or self.high is not None
        ways = [bool(self.values), ranged, self.normal is not None, self.uniform is not None]
        if sum(ways) > 1:
            raise InputError("several ways to give values", expected="one of values, from and to, normal, uniform")
        if ranged and (self.low is None or self.high is None):
            missing = "from" if self.low is None else "to"
            raise InputError("missing key", expected="from and to", where=missing)
        if self.steps is not None and not ranged:
            raise InputError("steps without a range", str(self.steps), "from, to and steps", where="steps")
        if self.values and len({is_quantity(value) for value in self.values}) > 1:
            raise InputError("numbers and names mixed", shown(list(self.values)), "one or the other", where="values")
        for where, value in self.list_values():
            if not where.startswith("values") and not is_quantity(value):
                raise InputError("not a quantity", shown(value), "a number or a string with a unit", where=where)
        if self.scale == "log" and (self.range is None or min(self.range) <= 0.0):
            raise InputError("no logarithmic range", expected="from and to greater than 0", where="scale")
        return self

    @property
    def words(self) -> bool:
        """Whether the values are words instead of numbers."""
        return bool(self.values) and not is_quantity(self.values[0])

    @property
    def open(self) -> bool:
        """Whether no values are given: they come from the list of a design."""
        return not self.values and self.range is None and self.normal is None

    @property
    def range(self) -> tuple[float, float] | None:
        """Low and high end of the values [SI]; None without a range."""
        if self.uniform is not None:
            return parse_quantity(self.uniform.low), parse_quantity(self.uniform.high)
        return None if self.low is None else (parse_quantity(self.low), parse_quantity(self.high))

    def list_values(self) -> list[tuple[str, Any]]:
        """Everything that is written, with the key under which it stands."""
        found = [(f"values.{i}", value) for i, value in enumerate(self.values)]
        found += [(key, value) for key, value in (("from", self.low), ("to", self.high)) if value is not None]
        if self.uniform is not None:
            found += [("uniform.from", self.uniform.low), ("uniform.to", self.uniform.high)]
        if self.normal is not None:
            found += [("normal.mean", self.normal.mean), ("normal.std", self.normal.std)]
        return found

    def in_si(self) -> list[float | str]:
        """The values of a list, as numbers in SI or as words."""
        return [value if self.words else parse_quantity(value) for value in self.values]

    def grid(self) -> list[float | str]:
        """The values that a grid visits; raises InputError when there are none to count."""
        if self.values:
            return self.in_si()
        if self.range is None or self.steps is None:
            hint = "or use the design latin_hypercube or sobol"
            raise InputError("a grid needs values", expected="values, or from, to and steps", hint=hint)
        return self._between(np.linspace(0.0, 1.0, self.steps))

    def at(self, shares: np.ndarray) -> list[float | str]:
        """The values at shares 0 … 1 of the probability; raises InputError when there is no distribution."""
        if self.values:
            values = self.in_si()
            return [values[min(int(share * len(values)), len(values) - 1)] for share in shares]
        if self.normal is not None:
            inside = np.clip(shares, 1e-12, 1.0 - 1e-12)
            mean, std = parse_quantity(self.normal.mean), parse_quantity(self.normal.std)
            return [float(value) for value in mean + std * ndtri(inside)]
        if self.range is None:
            raise InputError("a sample needs a distribution", expected="values, from and to, uniform or normal")
        if self.steps is not None:
            raise InputError("steps in a sample", str(self.steps), "from and to alone", "use the design grid", "steps")
        return self._between(shares)

    def _between(self, shares: np.ndarray) -> list[float | str]:
        assert self.range is not None
        low, high = self.range
        if self.scale == "log":
            found = low * (high / low) ** shares
        else:
            found = low + (high - low) * shares
        exact = np.where(shares == 1.0, high, found)  # a range ends where it says
        return [float(value) for value in exact]
