"""Numbers that count the operations they take part in, so that production kernels can be counted by running them.

What counts: an operation with at least one run-time number (`CountingNumber`). Additions and subtractions are one sort,
multiplications and divisions another; square roots, other functions and comparisons are listed apart. What does not:
negation, absolute value, loads, stores, and operations between two constants of the source, which a compiler does.
`2.0 * x` counts. A constant that leaves the number as it is (`1.0 * x`, `-1.0 * x`, `x + 0.0`) is listed as trivial
instead: the compiler drops it. `0.0 * x` counts, because without leave to ignore infinities the compiler must keep it,
and is listed too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any


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
    trivial: int = 0
    """Operations with a constant that changes nothing or only the sign; not among the products and sums."""
    zeros: int = 0
    """Products with the constant zero; among the products."""

    @property
    def total(self) -> int:
        """Products and sums, M·D + A·S."""
        return self.products + self.sums

    def __add__(self, other: OperationCounts) -> OperationCounts:
        return OperationCounts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


Place = tuple[str, str]
"""Place of an operation: kernel and stage."""


class Tally:
    """Counts by place. There is one, `TALLY`: numbers hold no reference to theirs."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.counts: dict[Place, OperationCounts] = {}
        self.go(("", ""))

    def go(self, place: Place) -> None:
        """Count what follows under another place."""
        self.place = place
        self.here = self.counts.setdefault(place, OperationCounts())

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Count inside the block under another place."""
        before = self.place
        self.go(place)
        try:
            yield
        finally:
            self.go(before)


TALLY = Tally()


def _value(x: Any) -> float:
    return x.value if isinstance(x, CountingNumber) else x


def _is(x: Any, *constants: float) -> bool:
    return not isinstance(x, CountingNumber) and x in constants


class CountingNumber:
    """A run-time number."""

    __slots__ = ("value",)
    __array_ufunc__ = None
    """NumPy numbers leave operations with these to them."""

    def __init__(self, value: float) -> None:
        self.value = float(value)

    def _sum(self, other: Any, value: float) -> CountingNumber:
        if _is(other, 0.0):
            TALLY.here.trivial += 1
        else:
            TALLY.here.sums += 1
        return CountingNumber(value)

    def _product(self, other: Any, value: float) -> CountingNumber:
        if _is(other, 1.0, -1.0):
            TALLY.here.trivial += 1
            return CountingNumber(value)
        TALLY.here.products += 1
        TALLY.here.zeros += _is(other, 0.0)
        return CountingNumber(value)

    def __add__(self, other: Any) -> CountingNumber:
        return self._sum(other, self.value + _value(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> CountingNumber:
        return self._sum(other, self.value - _value(other))

    def __rsub__(self, other: Any) -> CountingNumber:
        return self._sum(other, _value(other) - self.value)

    def __mul__(self, other: Any) -> CountingNumber:
        return self._product(other, self.value * _value(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> CountingNumber:
        return self._product(other, self.value / _value(other))

    def __rtruediv__(self, other: Any) -> CountingNumber:
        TALLY.here.products += 1
        return CountingNumber(_value(other) / self.value)

    def __neg__(self) -> CountingNumber:
        return CountingNumber(-self.value)

    def __abs__(self) -> CountingNumber:
        return CountingNumber(abs(self.value))

    def __lt__(self, other: Any) -> bool:
        TALLY.here.comparisons += 1
        return self.value < _value(other)

    def __le__(self, other: Any) -> bool:
        TALLY.here.comparisons += 1
        return self.value <= _value(other)

    def __gt__(self, other: Any) -> bool:
        TALLY.here.comparisons += 1
        return self.value > _value(other)

    def __ge__(self, other: Any) -> bool:
        TALLY.here.comparisons += 1
        return self.value >= _value(other)

    def __eq__(self, other: object) -> bool:
        TALLY.here.comparisons += 1
        return bool(self.value == _value(other))

    __hash__ = None  # type: ignore[assignment]

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"Counted({self.value!r})"


class Numbers(list):
    """An array of run-time numbers: whatever is stored in it is one from then on."""

    def __init__(self, values: Any) -> None:
        super().__init__(CountingNumber(_value(v)) for v in values)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value if isinstance(value, CountingNumber) else CountingNumber(value))


class CountingMath:
    """Stands in for the module `math`; constants and calls without a run-time number are those of `math`."""

    FREE = frozenset(("isfinite", "isnan", "isinf", "fabs", "copysign"))
    """Tests and changes of the sign."""

    def __getattr__(self, name: str) -> Any:
        real = getattr(math, name)
        return self._counting(name, real) if callable(real) else real

    def _counting(self, name: str, real: Callable) -> Callable:
        def call(*arguments: Any) -> Any:
            if not any(isinstance(a, CountingNumber) for a in arguments):
                return real(*arguments)
            if name == "sqrt":
                TALLY.here.square_roots += 1
            elif name not in self.FREE:
                TALLY.here.functions += 1
            answer = real(*map(_value, arguments))
            return answer if isinstance(answer, bool) else CountingNumber(answer)

        return call


@contextmanager
def counting_math(modules: list[ModuleType]) -> Iterator[None]:
    """Inside the block, these modules call the stand-in wherever they call `math`."""
    known = [m for m in modules if getattr(m, "math", None) is math]
    for module in known:
        module.math = CountingMath()  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in known:
            module.math = math  # type: ignore[attr-defined]
