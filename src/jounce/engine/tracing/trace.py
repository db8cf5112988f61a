"""Runs functions on symbolic numbers and keeps the program that they make.

A function that is given an array is a function of the program: it is traced at its first call, and every later call
with arguments of the same shape is a call of it. All others are part of their callers. Arrays are known by name to the
whole program; integers are index arguments, tuples are taken apart into numbers.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from jounce.engine.linalg import elementary
from jounce.engine.tracing.record import Box, Function, Program
from jounce.engine.tracing.recorder import Recorder
from jounce.engine.tracing.symbols import Array, Condition, Index, Symbol, place_of


class Tracer:
    """A program in the making.

    arrays: names in the order in which entries take them. constant: those nobody writes. accumulators: array and place
    of numbers that shared functions only add to.
    """

    def __init__(
        self, arrays: Sequence[str], constant: Sequence[str] = (), accumulators: Iterable[tuple[str, int]] = ()
    ) -> None:
        self.program = Program(arrays=tuple(arrays))
        self.recorder: Recorder = Recorder("outside of any function")
        self._constant = frozenset(constant)
        self._accumulators = frozenset((array, (None, place)) for array, place in accumulators)
        self._templates: dict[str, Any] = {}
        self._shapes: dict[tuple, str] = {}

    def record_rows(self, name: str, width: int) -> None:
        """Say that an array holds records of so many numbers."""
        self.program.rows[name] = width

    def array(self, name: str) -> Array:
        """The array with a name."""
        return Array(self, name)

    # what copies of functions see
    def where(self, condition: Any, a: Any, b: Any) -> Any:
        """`where` of jounce.engine.linalg.select."""
        return self.recorder.choose(condition, a, b)

    def seldom(self, condition: Any, a: Any, b: Any) -> Any:
        """`seldom` of jounce.engine.linalg.select."""
        return self.recorder.choose_seldom(condition, a, b)

    def split(self, x: Any) -> Any:
        """`split` of jounce.engine.compiler."""
        return self.recorder.several_pure(("split", self.recorder.value_of(x)), 2)

    def two_to(self, n: Any) -> Any:
        """`two_to` of jounce.engine.compiler."""
        return self.recorder.unary("two_to", n)

    def smallest(self, *values: Any) -> Any:
        """`min`, as Python has it: the first of equal ones."""
        found, *others = values
        for x in others:
            found = self.recorder.choose(x < found, x, found)
        return found

    def largest(self, *values: Any) -> Any:
        """`max`."""
        found, *others = values
        for x in others:
            found = self.recorder.choose(x > found, x, found)
        return found

    # functions
    def enter(self, name: str, function: Callable, arguments: Sequence[Any]) -> None:
        """Trace an entry; numbers among its arguments (those that are floats) become its own."""
        with self._recording(name, Recorder(name, self._constant)) as recorder:
            function(*(recorder.new_number() if isinstance(a, float) else a for a in arguments))
        self.program.entries += (name,)

    def shared(self, name: str, function: Callable) -> Callable:
        """A function that traces `function` once and calls it."""

        def call(*arguments: Any) -> Any:
            if not any(isinstance(a, Array) for a in arguments):
                return function(*arguments)
            self.recorder.settle()
            found = self.call(name, function, arguments)
            self.recorder.forget()
            return found

        call.traced = (name, function)  # type: ignore[attr-defined]
        return call

    def call(self, name: str, function: Callable, arguments: Sequence[Any]) -> Any:
        """Call a function, traced once, that neither reads nor writes numbers which its caller has written."""
        target = self.function_of(name, function, arguments)
        numbers, places = self.taken_apart(arguments)
        template, count = self._templates[target]
        return _filled(template, iter(self.recorder.several(("call", target, numbers, places), count)))

    def function_of(self, name: str, function: Callable, arguments: Sequence[Any]) -> str:
        """The name of the traced function for arguments of this shape."""
        shape = name, *map(_shape, arguments)
        if shape not in self._shapes:
            made = _unused(name, self.program.functions)
            with self._recording(made, Recorder(made, self._constant, self._accumulators)) as recorder:
                answer = function(*(_formal(recorder, a) for a in arguments))
                flat: list[int] = []
                self._templates[made] = _taken(recorder, answer, flat), len(flat)
                recorder.function.results = tuple(flat)
            self._shapes[shape] = made
        return self._shapes[shape]

    def apply(self, name: str, function: Callable, arguments: Sequence[Any]) -> Any:
        """Call a function of numbers alone, traced once, whose products and sums stay apart."""
        target = self.make_strict(name, function, arguments)
        numbers, _ = self.taken_apart(arguments)
        template, count = self._templates[target]
        return _filled(template, iter(self.recorder.several_pure(("apply", target, numbers), count)))

    def make_strict(self, name: str, function: Callable, arguments: Sequence[Any]) -> str:
        """The name of a traced function of numbers alone, whose products and sums stay apart."""
        target = self.function_of(name, function, arguments)
        self.program.functions[target].strict = True
        return target

    def taken_apart(self, arguments: Sequence[Any]) -> tuple[tuple[int, ...], tuple[Any, ...]]:
        """Numbers and places among the arguments of a call."""
        numbers: list[int] = []
        places: list[Any] = []
        _flatten(self.recorder, arguments, numbers, places)
        return tuple(numbers), tuple(places)

    def outside(self, name: str, place: Any, numbers: Sequence[Any], results: int) -> tuple[Symbol, ...]:
        """Call a law that is not traced, for the element at a place."""
        if name not in self.program.outside:
            self.program.outside.append(name)
        values = tuple(self.recorder.value_of(x) for x in numbers)
        return self.recorder.several(("outside", name, place_of(place), values, results), results)

    def else_outside(
        self, condition: Condition, values: Sequence[Any], name: str, place: Any, numbers: Sequence[Any]
    ) -> tuple[Symbol, ...]:
        """The values where the condition holds; elsewhere a law that is not traced, for the element at a place."""
        if name not in self.program.outside:
            self.program.outside.append(name)
        own, given = (tuple(self.recorder.value_of(x) for x in group) for group in (values, numbers))
        op = ("else_outside", condition.value, own, name, place_of(place), given)
        return self.recorder.several(op, len(own))

    def keep(self, law: str, finder: str, function: Callable, numbers: int, place: tuple[str, int, int]) -> None:
        """Say that results of a law with so many numbers may be kept; see `Box`. place: array, column, count."""
        if law not in self.program.boxes:
            made = self.function_of(f"kept_{function.__name__}", function, (0.0,) * (numbers + place[2]))
            self.program.functions[made].strict = True
            self.program.boxes[law] = Box(finder, made, *place)

    def solve(self, place: Any, n: int, m: int) -> Symbol:
        """Solve n equations with m right-hand sides that stand in the work array; returns the quality."""
        if "solve_rows" not in self.program.outside:
            self.program.outside.append("solve_rows")
        self.recorder.settle()
        (quality,) = self.recorder.several(("solve", place_of(place), n, m), 1)
        self.recorder.forget()
        return quality

    def repeat(
        self, closing: Any, arguments: Sequence[Any], limit: Any, passes: int, closed: float
    ) -> tuple[Symbol, ...]:
        """Call a closing function, which returns gap and quality, until the gap is closed or the quality is too low.

        Returns the gap of the first pass, and gap and quality of the last. In lanes each car stops for itself.
        """
        name, function = closing.traced
        target = self.function_of(name, function, arguments)
        numbers, places = self.taken_apart(arguments)
        assert not numbers
        self.recorder.settle()
        op = ("repeat", target, places, (self.recorder.value_of(limit),), passes, closed)
        found = self.recorder.several(op, 3)
        self.recorder.forget()
        return found

    @contextlib.contextmanager
    def _recording(self, name: str, recorder: Recorder) -> Iterator[Recorder]:
        """Write into a new function meanwhile."""
        before, self.recorder = self.recorder, recorder
        try:
            yield self.recorder
            self.recorder.settle()
            made: Function = self.recorder.function
            self.program.functions[name] = made
        finally:
            self.recorder = before


def _shape(argument: Any) -> Any:
    """What a traced function depends on in an argument."""
    if isinstance(argument, tuple):
        return tuple(map(_shape, argument))
    if isinstance(argument, Symbol | float):
        return "number"
    if isinstance(argument, int | Index):
        return "index"
    return argument.name if isinstance(argument, Array) else id(argument)


def _formal(recorder: Recorder, argument: Any) -> Any:
    """What a traced function gets in place of an argument."""
    if isinstance(argument, tuple):
        return tuple(_formal(recorder, a) for a in argument)
    if isinstance(argument, Symbol | float):
        return recorder.new_number()
    if isinstance(argument, int | Index):
        return Index(recorder.new_index())
    return argument


def _flatten(recorder: Recorder, argument: Any, numbers: list[int], places: list[Any]) -> None:
    if isinstance(argument, tuple | list):
        for a in argument:
            _flatten(recorder, a, numbers, places)
    elif isinstance(argument, Symbol | float):
        numbers.append(recorder.value_of(argument))
    elif isinstance(argument, int | Index):
        places.append(place_of(argument))


def _taken(recorder: Recorder, answer: Any, flat: list[int]) -> Any:
    """The shape of an answer; its numbers are put into `flat`."""
    if isinstance(answer, tuple):
        return tuple(_taken(recorder, a, flat) for a in answer)
    if answer is None:
        return None
    assert not isinstance(answer, Condition)
    flat.append(recorder.value_of(answer))
    return ...


def _filled(template: Any, values: Iterator[Symbol]) -> Any:
    if isinstance(template, tuple):
        return tuple(_filled(part, values) for part in template)
    return None if template is None else next(values)


def _unused(name: str, taken: Any) -> str:
    n, candidate = 2, name
    while candidate in taken:
        candidate, n = f"{name}_{n}", n + 1
    return candidate


class Mathematics:
    """The module `math` for symbols; sines and their kin are those of jounce.engine.linalg.elementary."""

    pi, inf, nan = math.pi, math.inf, math.nan

    def __init__(self, tracer: Tracer, copy: Callable[[Callable], Callable]) -> None:
        self._tracer, self._copy = tracer, copy

    def sqrt(self, x: Any) -> Any:
        return self._tracer.recorder.unary("root", x)

    def floor(self, x: Any) -> Any:
        return self._tracer.recorder.unary("floor", x)

    def degrees(self, x: Any) -> Any:
        return x * (180.0 / math.pi)

    def sin(self, x: Any) -> Any:
        return self._apply(elementary.sin_cos, x)[0]

    def cos(self, x: Any) -> Any:
        return self._apply(elementary.sin_cos, x)[1]

    def atan2(self, y: Any, x: Any) -> Any:
        return self._apply(elementary.atan2, y, x)

    def _apply(self, function: Any, *arguments: Any) -> Any:
        if function is elementary.pow:
            self._tracer.make_strict("strict_log", self._copy(elementary.log), arguments[:1])
        return self._tracer.apply(f"strict_{function.__name__}", self._copy(function), arguments)

    def stand_ins(self) -> dict[int, Callable]:
        """What functions of jounce.engine.linalg.elementary are for symbols, by their identity."""
        functions = [getattr(elementary, name) for name in elementary.__all__]
        found: dict[int, Callable] = {id(f): functools.partial(self._apply, f) for f in functions}
        return found | {id(elementary.sin): self.sin, id(elementary.cos): self.cos}  # one needs the other's slope
