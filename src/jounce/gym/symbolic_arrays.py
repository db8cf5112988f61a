"""NumPy arrays of symbolic numbers: what a formula of a task works on while it is traced.

NumPy hands every function of such an array to the array itself, which records it element by element. The arithmetic
rounds as that of NumPy does; sines and their kin are those of `jounce.engine.linalg.elementary`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.engine.compiler import split, two_to
from jounce.engine.linalg import elementary
from jounce.engine.linalg.select import seldom, where
from jounce.engine.tracing import Condition, Symbol, TraceError, Tracer
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics

Functions = Mapping[Any, Callable]
"""NumPy's function → the same for symbolic numbers."""


class SymbolArray(np.ndarray):
    """An array of symbols, conditions and known numbers."""

    functions: Functions

    def __array_finalize__(self, other: Any) -> None:
        self.functions = getattr(other, "functions", {})

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Record NumPy's function of arrays, or its reduction along axes."""
        function = self._find(ufunc)
        out = options.pop("out", None)
        if method == "__call__" and not _given(options):
            found = self._apply(function, *inputs)
        elif method == "reduce" and not _given(options, "axis", "keepdims"):
            found = self._reduce(function, inputs[0], options.get("axis", 0), bool(options.get("keepdims", False)))
        else:
            raise TraceError(
                f"np.{ufunc.__name__}.{method} with {', '.join(options) or 'these arguments'} is no formula"
            )
        if out is None:
            return found
        out[0][...] = found
        return out[0]

    def __array_function__(self, function: Any, types: Any, given: Any, options: Any) -> Any:
        """Record choices; functions that only move numbers, such as `np.stack`, are those of NumPy."""
        if function is np.where and len(given) == 3 and not options:
            return self._apply(self.functions[np.where], *given)
        if function is np.clip and len(given) == 3 and not options:
            return np.minimum(np.maximum(given[0], given[1]), given[2])
        found = super().__array_function__(function, types, given, options)
        return self._like(found) if isinstance(found, np.ndarray) else found

    def mean(self, axis: Any = None, **options: Any) -> Any:  # type: ignore[override]
        """The sum along an axis, by the number of its elements."""
        total = self.sum(axis=axis, **options)
        return total / (self.size / np.size(total))

    def _find(self, ufunc: np.ufunc) -> Callable:
        if ufunc not in self.functions:
            known = ", ".join(sorted(f"np.{one.__name__}" for one in self.functions))
            raise TraceError(f"np.{ufunc.__name__} is no part of formulas; there are {known}")
        return self.functions[ufunc]

    def _apply(self, function: Callable, *inputs: Any) -> SymbolArray:
        """A function element by element, arrays broadcast against each other."""
        together = np.broadcast(*(np.asarray(x, dtype=object).view(np.ndarray) for x in inputs))
        found = np.empty(together.shape, object)
        for place, values in zip(np.ndindex(together.shape), together, strict=True):
            found[place] = function(*values)
        return self._like(found)

    def _reduce(self, function: Callable, array: Any, axis: Any, keep: bool) -> SymbolArray:
        """A function of two numbers along axes, from the first element on."""
        found = np.asarray(array, dtype=object).view(np.ndarray)
        axes = range(found.ndim) if axis is None else np.atleast_1d(axis).tolist()
        for one in sorted((a % found.ndim for a in axes), reverse=True):
            first, *others = np.moveaxis(found, one, 0)
            total = self._like(np.asarray(first, dtype=object))
            for other in others:
                total = self._apply(function, total, other)
            found = np.expand_dims(total.view(np.ndarray), one) if keep else total.view(np.ndarray)
        return self._like(found)

    def _like(self, found: np.ndarray) -> SymbolArray:
        made = np.asarray(found, dtype=object).view(SymbolArray)
        made.functions = self.functions
        return made


def _given(options: Mapping[str, Any], *known: str) -> bool:
    """Whether there are options beyond those that are known, and beyond their defaults."""
    usual: Mapping[str, Any] = {"where": True, "dtype": None, "casting": "same_kind", "subok": True, "keepdims": False}
    return any(
        name not in known and value is not np._NoValue and value is not usual.get(name, np._NoValue)
        for name, value in options.items()
    )


def symbol_array(rows: list[list[Any]] | list[Any], functions: Functions) -> SymbolArray:
    """An array of symbols."""
    size = (len(rows), len(rows[0])) if isinstance(rows[0], list) else (len(rows),)
    made = np.empty(size, object)
    for place in np.ndindex(size):
        value: Any = rows
        for index in place:
            value = value[index]
        made[place] = value
    found = made.view(SymbolArray)
    found.functions = functions
    return found


def functions_for(tracer: Tracer) -> Functions:
    """NumPy's functions that formulas may use, as a tracer records them."""
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, {})
    substitution.mathematics = known = Mathematics(tracer, substitution.copy)
    of = known.stand_ins()
    choices = {id(where): tracer.where, id(seldom): tracer.seldom, id(split): tracer.split, id(two_to): tracer.two_to}
    substitution.table |= of | choices

    def power(x: Any, exponent: Any) -> Any:
        if not isinstance(exponent, Symbol) and exponent == 2:
            return x * x
        return of[id(elementary.pow)](x, exponent)

    def negate(c: Any) -> Any:
        return ~c if isinstance(c, Condition) else not c

    def sign(x: Any) -> Any:
        return tracer.where(x > 0.0, 1.0, tracer.where(x < 0.0, -1.0, 0.0))

    return {
        np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.true_divide: operator.truediv,
        np.negative: operator.neg, np.positive: operator.pos, np.absolute: abs, np.fabs: abs, np.sign: sign,
        np.square: lambda x: x * x, np.sqrt: known.sqrt, np.floor: known.floor, np.power: power,
        np.exp: of[id(elementary.exp)], np.log: of[id(elementary.log)], np.tanh: of[id(elementary.tanh)],
        np.sin: known.sin, np.cos: known.cos, np.tan: lambda x: known.sin(x) / known.cos(x),
        np.arctan: of[id(elementary.atan)], np.arctan2: known.atan2,
        np.hypot: lambda x, y: known.sqrt(x * x + y * y),
        np.radians: lambda x: x * (math.pi / 180.0), np.degrees: lambda x: x * (180.0 / math.pi),
        np.minimum: tracer.smallest, np.maximum: tracer.largest,
        np.less: operator.lt, np.less_equal: operator.le, np.greater: operator.gt, np.greater_equal: operator.ge,
        np.equal: operator.eq, np.not_equal: operator.ne,
        np.logical_and: operator.and_, np.logical_or: operator.or_, np.logical_not: negate,
        np.bitwise_and: operator.and_, np.bitwise_or: operator.or_, np.invert: negate,
        np.where: tracer.where,
    }  # fmt: skip
