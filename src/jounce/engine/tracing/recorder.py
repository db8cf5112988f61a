"""Writes down what happens to symbolic numbers in one function: equal operations once, what is known folded.

Sums with 0 and products with 0 and 1 vanish, operations on constants are done, a sum with a negated number is a
difference. Reading what was written or read before gives that value; what is written stays a value until the end of the
function, or until another function may read it, and is then stored once. Two places with different index arguments
never overlap: each argument of a generated function begins a stretch of its own.

Accumulators are places that functions only add to. A function sums its own share from zero and adds it once at its end:
so shares may be computed side by side and still round alike.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

from jounce.engine.compiler import two_to
from jounce.engine.tracing.record import Function, Op, Place
from jounce.engine.tracing.symbols import Condition, Number, Symbol, TraceError

_COMPARE = {"less": operator.lt, "less_equal": operator.le, "equal": operator.eq, "not_equal": operator.ne}
_UNARY: dict[str, Callable[[float], float]] = {
    "absolute": abs,
    "root": math.sqrt,
    "floor": math.floor,
    "two_to": two_to,
}


class Recorder:
    """One function while it is traced. constant_arrays: names of arrays that nobody writes."""

    def __init__(
        self,
        name: str,
        constant_arrays: frozenset[str] = frozenset(),
        accumulators: frozenset[tuple[str, Place]] = frozenset(),
    ) -> None:
        self.function = Function(name)
        self._accumulators = accumulators
        self._constant_arrays = constant_arrays
        self._known: dict[tuple, int] = {}
        self._cells: dict[tuple[str, Place], Number] = {}
        self._written: dict[tuple[str, Place], None] = {}

    # values
    def put(self, op: Op) -> int:
        """Write down an operation that must not be left out or joined with an equal one."""
        self.function.ops.append(op)
        return len(self.function.ops) - 1

    def pure(self, *op: Any) -> int:
        """Write down an operation that only makes a value, unless it is there."""
        found = self._known.get(op)
        if found is None:
            found = self._known[op] = self.put(op)
        return found

    def value_of(self, x: Any) -> int:
        """The number of the operation that makes x."""
        if isinstance(x, Symbol):
            if x.recorder is not self:
                raise TraceError(
                    f"{self.function.name}: a number of {x.recorder.function.name} is used in another traced function"
                )
            return x.value
        return self._constant(float(x))

    def _constant(self, x: float) -> int:
        bits = struct.pack("<d", x)
        found = self._known.get(("constant", bits))
        if found is None:
            found = self._known["constant", bits] = self.put(("constant", x))
        return found

    def new_number(self) -> Symbol:
        """One more floating-point argument."""
        self.function.numbers += 1
        return Symbol(self, self.put(("number", self.function.numbers - 1)))

    def new_index(self) -> int:
        """One more integer argument."""
        self.function.indices += 1
        return self.function.indices - 1

    def _symbol(self, *op: Any) -> Symbol:
        return Symbol(self, self.pure(*op))

    def _negated(self, x: Number) -> Symbol | None:
        """What x is the negative of, if it was made so."""
        if isinstance(x, Symbol):
            op = self.function.ops[x.value]
            if op[0] == "negate":
                return Symbol(self, op[1])
        return None

    # arithmetic
    def add(self, a: Number, b: Number) -> Number:
        if not isinstance(a, Symbol):
            a, b = b, a
        if not isinstance(b, Symbol):
            if not isinstance(a, Symbol):
                return a + b
            if b == 0.0:
                return a
        if (opposite := self._negated(b)) is not None:
            return self.subtract(a, opposite)
        if (opposite := self._negated(a)) is not None:
            return self.subtract(b, opposite)
        return self._symbol("add", *sorted((self.value_of(a), self.value_of(b))))

    def subtract(self, a: Number, b: Number) -> Number:
        if not isinstance(b, Symbol):
            if not isinstance(a, Symbol):
                return a - b
            if b == 0.0:
                return a
        elif not isinstance(a, Symbol) and a == 0.0:
            return self.negate(b)
        if (opposite := self._negated(b)) is not None:
            return self.add(a, opposite)
        return self._symbol("subtract", self.value_of(a), self.value_of(b))

    def multiply(self, a: Number, b: Number) -> Number:
        if not isinstance(a, Symbol):
            a, b = b, a
        if not isinstance(b, Symbol):
            if not isinstance(a, Symbol):
                return a * b
            if b in (0.0, 1.0, -1.0):
                return 0.0 if b == 0.0 else a if b == 1.0 else self.negate(a)
        return self._symbol("multiply", *sorted((self.value_of(a), self.value_of(b))))

    def divide(self, a: Number, b: Number) -> Number:
        if not isinstance(b, Symbol):
            if b in (1.0, -1.0):
                return a if b == 1.0 else self.negate(a)
            if not isinstance(a, Symbol):
                return a / b
        elif not isinstance(a, Symbol) and a == 0.0:
            return 0.0
        return self._symbol("divide", self.value_of(a), self.value_of(b))

    def negate(self, a: Number) -> Number:
        if not isinstance(a, Symbol):
            return -a
        opposite = self._negated(a)
        return self._symbol("negate", a.value) if opposite is None else opposite

    def unary(self, name: str, a: Number) -> Number:
        """A function of one number."""
        if not isinstance(a, Symbol):
            return float(_UNARY[name](a))
        return self._symbol(name, self.value_of(a))

    def several_pure(self, op: Op, count: int) -> tuple[Symbol, ...]:
        """An operation with several results that only makes values."""
        made = self.pure(*op)
        return tuple(Symbol(self, self.pure("result", made, k)) for k in range(count))

    # conditions
    def compare(self, name: str, a: Number, b: Number) -> Condition | bool:
        if not isinstance(a, Symbol) and not isinstance(b, Symbol):
            return bool(_COMPARE[name](a, b))
        return Condition(self, self.pure(name, self.value_of(a), self.value_of(b)))

    def both(self, c: Condition, d: Condition | bool) -> Condition | bool:
        if not isinstance(d, Condition):
            return c if d else False
        return Condition(self, self.pure("both", c.value, d.value))

    def either(self, c: Condition, d: Condition | bool) -> Condition | bool:
        if not isinstance(d, Condition):
            return True if d else c
        return Condition(self, self.pure("either", c.value, d.value))

    def contrary(self, c: Condition) -> Condition:
        return Condition(self, self.pure("not", c.value))

    def choose(self, c: Condition | bool, a: Any, b: Any) -> Any:
        """a where the condition holds, else b; of tuples, part by part."""
        if not isinstance(c, Condition):
            return a if c else b
        if isinstance(a, tuple):
            return tuple(self.choose(c, x, y) for x, y in zip(a, b, strict=True))
        first, second = self.value_of(a), self.value_of(b)
        return a if first == second else self._symbol("choose", c.value, first, second)

    def choose_seldom(self, c: Condition | bool, a: Number, b: Number) -> Number:
        """`choose` for a condition that seldom holds: a is computed where it does."""
        if not isinstance(c, Condition):
            return a if c else b
        return self._symbol("choose_seldom", c.value, self.value_of(a), self.value_of(b))

    # memory
    def read(self, array: str, place: Place) -> Number:
        cell = array, place
        if cell not in self._cells:
            new = cell in self._accumulators
            self._cells[cell] = 0.0 if new else Symbol(self, self.put(("load", array, place)))
        return self._cells[cell]

    def write(self, array: str, place: Place, value: Any) -> None:
        self.value_of(value)
        self._cells[array, place] = value
        self._written[array, place] = None

    def accumulate(self, array: str, place: Place, value: Any) -> None:
        """Add to what is at a place, to which this function only adds."""
        self._accumulators |= {(array, place)}
        self.write(array, place, self.add(self.read(array, place), value))

    def field(self, array: str, place: Place, column: int) -> Symbol:
        """A number of a record."""
        return self._symbol("field", array, place, column)

    def gather(self, array: str, start: int, index: tuple[str, Place, int]) -> Symbol:
        """array[start + n], n the whole number in a field of a record. Nobody writes there while the function runs."""
        return self._symbol("gather", array, start, index)

    def report(self, array: str, place: Place, column: int, value: Any) -> None:
        """Write a number of a record that observers read."""
        self.put(("report", array, place, column, self.value_of(value)))

    def settle(self) -> None:
        """Store what was written, because someone else may read it now."""
        for array, place in self._written:
            if (array, place) in self._accumulators:
                share = self._cells.pop((array, place))
                if isinstance(share, Symbol) or share != 0.0:
                    self.put(("accumulate", array, place, self.value_of(share)))
            else:
                self.put(("store", array, place, self.value_of(self._cells[array, place])))
        self._written.clear()

    def forget(self) -> None:
        """Forget what is in arrays, because someone else may have written there."""
        self._cells = {cell: value for cell, value in self._cells.items() if cell[0] in self._constant_arrays}

    def several(self, op: Op, count: int) -> tuple[Symbol, ...]:
        """An operation with an effect, and its results."""
        made = self.put(op)
        return tuple(Symbol(self, self.put(("result", made, k))) for k in range(count))
