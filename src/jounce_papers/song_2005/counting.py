"""Numbers that count the operations they take part in: for functions that are no straight lines, and have no record.

Additions and subtractions are one sort, multiplications and divisions another; square roots, other functions and
comparisons are listed apart. Negation, absolute value, loads and stores do not count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np


@dataclass
class OperationCounts:
    """Operations of one stretch of code."""

    products: int = 0
    """Multiplications and divisions, M·D."""
    sums: int = 0
    """Additions and subtractions, A·S."""
    square_roots: int = 0
    functions: int = 0
    """Sines, arctangents and the like."""
    comparisons: int = 0

    @property
    def total(self) -> int:
        """Products and sums, M·D + A·S."""
        return self.products + self.sums

    def __add__(self, other: OperationCounts) -> OperationCounts:
        return OperationCounts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


Place = tuple[str, str]
"""Place of an operation: kernel and stage."""


def count_call(function: Callable, numbers: np.ndarray, *arguments: Any) -> tuple[OperationCounts, float]:
    """Operations of a function that works in place on numbers, which are changed, and what it returns."""
    tally = OperationCounts()
    counted = [CountingNumber(x, tally) for x in numbers]
    answer = function(counted, *arguments)
    numbers[:] = [_value(x) for x in counted]
    return tally, _value(answer)


def _value(x: Any) -> float:
    return x.value if isinstance(x, CountingNumber) else float(x)


class CountingNumber:
    """A run-time number, and where its operations are counted."""

    __slots__ = ("tally", "value")

    def __init__(self, value: float, tally: OperationCounts) -> None:
        self.value, self.tally = float(value), tally

    def _sum(self, value: float) -> CountingNumber:
        self.tally.sums += 1
        return CountingNumber(value, self.tally)

    def _product(self, value: float) -> CountingNumber:
        self.tally.products += 1
        return CountingNumber(value, self.tally)

    def __add__(self, other: Any) -> CountingNumber:
        return self._sum(self.value + _value(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> CountingNumber:
        return self._sum(self.value - _value(other))

    def __rsub__(self, other: Any) -> CountingNumber:
        return self._sum(_value(other) - self.value)

    def __mul__(self, other: Any) -> CountingNumber:
        return self._product(self.value * _value(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> CountingNumber:
        return self._product(self.value / _value(other))

    def __rtruediv__(self, other: Any) -> CountingNumber:
        return self._product(_value(other) / self.value)

    def __neg__(self) -> CountingNumber:
        return CountingNumber(-self.value, self.tally)

    def __abs__(self) -> CountingNumber:
        return CountingNumber(abs(self.value), self.tally)

    def _compare(self, truth: bool) -> bool:
        self.tally.comparisons += 1
        return truth

    def __lt__(self, other: Any) -> bool:
        return self._compare(self.value < _value(other))

    def __gt__(self, other: Any) -> bool:
        return self._compare(self.value > _value(other))

    def __eq__(self, other: object) -> bool:
        return self._compare(self.value == _value(other))

    def __ne__(self, other: object) -> bool:
        return self._compare(self.value != _value(other))

    __hash__ = None  # type: ignore[assignment]
