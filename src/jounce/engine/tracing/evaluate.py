"""A program evaluated in NumPy, operation by operation: slow, plain, and the reference of other back ends.

Numbers are rows with one component per car; arrays are `[place, car]`. A fused operation rounds twice here, so results
differ from compiled ones by rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.engine.compiler.float_bits import split, two_to
from jounce.engine.tracing.record import Function, Op, Place, Program

Law = Callable[[str, int, np.ndarray, int], Sequence[float]]
"""A law that is not traced: (name, place, its numbers, car) → results."""
Solver = Callable[[np.ndarray, int, int], float]
"""Solves (n rows, n + m) numbers in place: (rows, n, m) → quality."""

_BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide}
_COMPARE = {"less": np.less, "less_equal": np.less_equal, "equal": np.equal, "not_equal": np.not_equal}
_UNARY = {"negate": np.negative, "absolute": np.abs, "root": np.sqrt, "floor": np.floor, "not": np.logical_not}
_LOGIC = {"both": np.logical_and, "either": np.logical_or}


class Evaluation:
    """A program on arrays of numbers."""

    def __init__(self, program: Program, arrays: Mapping[str, np.ndarray], law: Law, solve: Solver) -> None:
        self.program, self.arrays, self.law, self.solve = program, arrays, law, solve
        self.cars = max(array.shape[1] for array in arrays.values())  # arrays that all share have one column

    def run(self, entry: str, t: np.ndarray) -> None:
        """Call an entry at one time per car."""
        numbers = [t] * self.program.functions[entry].numbers
        with np.errstate(all="ignore"):
            self.call(entry, numbers, [], np.ones(self.cars, bool))

    def call(self, name: str, numbers: Sequence[Any], indices: Sequence[int], active: np.ndarray) -> list[Any]:
        """Call a function; cars that are not active keep what they have."""
        function = self.program.functions[name]
        values: list[Any] = [None] * len(function.ops)
        for i, op in enumerate(function.ops):
            values[i] = self.operation(op, values, numbers, indices, active)
        return self._results(function, values)

    def _results(self, function: Function, values: Sequence[Any]) -> list[Any]:
        return [values[i] for i in function.results]

    def operation(
        self, op: Op, values: Sequence[Any], numbers: Sequence[Any], indices: Sequence[int], active: np.ndarray
    ) -> Any:
        """The value of one operation; of those with several results, a list."""
        name = op[0]
        if name in _BINARY or name in _COMPARE or name in _LOGIC:
            function = _BINARY.get(name) or _COMPARE.get(name) or _LOGIC[name]
            return function(values[op[1]], values[op[2]])
        if name in _UNARY:
            return _UNARY[name](values[op[1]])
        if name == "number":
            return numbers[op[1]]
        if name == "constant":
            return np.full(self.cars, op[1])
        if name == "fused":
            return values[op[1]] * values[op[2]] + values[op[3]]
        if name in ("choose", "choose_seldom"):
            return np.where(values[op[1]], values[op[2]], values[op[3]])
        if name == "two_to":
            return np.array([two_to(float(x)) for x in values[op[1]]])
        if name == "split":
            return list(np.array([split(float(x)) for x in values[op[1]]]).T)
        if name == "result":
            return values[op[1]][op[2]]
        return self._memory_or_call(op, values, indices, active)

    def _memory_or_call(self, op: Op, values: Sequence[Any], indices: Sequence[int], active: np.ndarray) -> Any:
        name = op[0]
        if name == "load":
            return self.arrays[op[1]][_place(op[2], indices)].copy()
        if name in ("store", "accumulate"):
            row = self.arrays[op[1]][_place(op[2], indices)]
            new = values[op[3]] + (row if name == "accumulate" else 0.0)
            row[active] = new[active]
            return None
        if name == "field":
            return self.arrays[op[1]][self._row(op[1], op[2], op[3], indices)].copy()
        if name == "gather":
            return self._gather(op, indices)
        if name in ("report", "report_along"):
            self.arrays[op[1]][self._row(op[1], op[2], op[3], indices)][active] = values[op[4]][active]
            return None
        if name == "apply":
            return self.call(op[1], [values[x] for x in op[2]], [], active)
        if name == "call":
            places = [_place(p, indices) for p in op[3]]
            return self.call(op[1], [values[x] for x in op[2]], places, active)
        if name == "outside":
            return self._outside(op[1], _place(op[2], indices), [values[x] for x in op[3]])
        if name == "else_outside":
            found = self._outside(op[3], _place(op[4], indices), [values[x] for x in op[5]])
            return [np.where(values[op[1]], values[x], new) for x, new in zip(op[2], found, strict=True)]
        if name == "solve":
            return [self._solve(_place(op[1], indices), op[2], op[3])]
        if name == "solve_noting":
            return [self._solve_noting(_place(op[1], indices), _place(op[4], indices), op[2], op[3])]
        if name == "solve_along":
            self._solve_along(_place(op[1], indices), _place(op[4], indices), op[2], op[3])
            return None
        return self._repeat(op, values, indices)

    def _outside(self, law: str, place: int, numbers: Sequence[Any]) -> list[np.ndarray]:
        given = np.array(numbers)
        return list(np.array([self.law(law, place, given[:, car], car) for car in range(self.cars)]).T)

    def _row(self, array: str, place: Place, column: int, indices: Sequence[int]) -> int:
        return _place(place, indices) * self.program.rows[array] + column

    def _gather(self, op: Op, indices: Sequence[int]) -> np.ndarray:
        _, array, start, (records, place, column) = op
        n = self.arrays[records][self._row(records, place, column, indices)].copy().view(np.int64)
        return self.arrays[array][start + n, np.arange(self.cars)]

    def _solve(self, start: int, n: int, m: int) -> np.ndarray:
        rows = self.arrays["W"][start : start + n * (n + m)]
        qualities = np.zeros(self.cars)
        for car in range(self.cars):
            own = rows[:, car].copy()
            qualities[car] = self.solve(own, n, m)
            rows[:, car] = own
        return qualities

    def _solve_noting(self, start: int, notes: int, n: int, m: int) -> np.ndarray:
        """`_solve`, with rows of room and the inverse in the notes, then the solution."""
        rows = self.arrays["W"][start : start + n * (n + m)]
        matrices = rows.reshape(n, n + m, -1)[:, :n].transpose(2, 0, 1).copy()
        qualities = self._solve(start, n, m)
        noted = self.arrays["notes"][notes : notes + 2 * n * n + n * m]
        noted[: 2 * n * n].reshape(n, 2 * n, -1)[:, n:] = np.linalg.inv(matrices).transpose(1, 2, 0)
        noted[2 * n * n :].reshape(n, m, -1)[:] = rows.reshape(n, n + m, -1)[:, n:]
        return qualities

    def _solve_along(self, start: int, notes: int, n: int, m: int) -> None:
        """Changes of a solution, where changes of the right-hand sides are."""
        rows = self.arrays["W"][start : start + n * (n + m)].reshape(n, n + m, -1)
        noted = self.arrays["notes"][notes : notes + 2 * n * n + n * m]
        inverse = noted[: 2 * n * n].reshape(n, 2 * n, -1)[:, n:]
        solution = noted[2 * n * n :].reshape(n, m, -1)
        missing = rows[:, n:] - np.einsum("ijc,jkc->ikc", rows[:, :n], np.broadcast_to(solution, (n, m, self.cars)))
        rows[:, n:] = np.einsum("ijc,jkc->ikc", np.broadcast_to(inverse, (n, n, self.cars)), missing)

    def _repeat(self, op: Op, values: Sequence[Any], indices: Sequence[int]) -> list[np.ndarray]:
        _, target, places, (limit,), passes, closed = op
        first, gap, quality = np.zeros(self.cars), np.ones(self.cars), np.ones(self.cars)
        for n in range(passes):
            active = ~(gap <= closed) & ~(quality < values[limit])
            if not active.any():
                break
            found = self.call(target, [], [_place(p, indices) for p in places], active)
            gap, quality = (np.where(active, new, old) for new, old in zip(found, (gap, quality), strict=True))
            first = gap if n == 0 else first
        return [first, gap, quality]


def _place(place: Place, indices: Sequence[int]) -> int:
    argument, offset = place
    return offset if argument is None else indices[argument] + offset
