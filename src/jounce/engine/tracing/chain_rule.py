"""One traced function along a small change of what it reads: the chain rule, operation by operation.

Every operation z = f(a, b) gives δz = f_a δa + f_b δb. What f_a and f_b depend on, values at one state, the function
notes while it is evaluated; changes then follow from these notes by products and sums alone. So one evaluation serves
any number of directions, and these run side by side in SIMD lanes.

A change that is zero whatever the direction is the constant 0 and folds away. At a corner (`absolute`, `choose`) the
side on which the value is counts; the root of zero, the length of a vector that vanishes, does not change. Whole
numbers (`floor`, exponents) and conditions do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from jounce.engine.tracing.fuse import renamed
from jounce.engine.tracing.record import Function, Op, Place
from jounce.engine.tracing.recorder import Recorder
from jounce.engine.tracing.symbols import Condition, Number, Symbol, TraceError

NOTES = "notes"
"""The array in which values are noted, which directions read."""
Build = Callable[[Callable[[Op], int], Sequence[int]], int]
"""Writes a noted number: (put an operation, new numbers of old values) → its value."""
STEADY = frozenset(
    {"number", "constant", "floor", "two_to", "less", "less_equal", "equal", "not_equal", "both", "either", "not"}
)
"""Operations whose values do not change, or not by themselves."""

ACTIVE = frozenset({"call", "repeat", "solve", "store", "accumulate", "report", "outside", "else_outside"})
"""Operations that take part whoever asks for their results."""


Own = Callable[[str, Place, int], tuple[str, Place, int] | None]
"""(law, place of its element, number of a result) → array, place and column of what that result changes by itself, at
the same inputs: with the numbers of the law. None for results that do not."""


@dataclass(frozen=True)
class LawCall:
    """A call of a law whose results change by themselves, too."""

    name: str
    place: Place
    inputs: tuple[Place, ...]
    """Where its inputs are among the notes."""


@dataclass
class Linear:
    """A function of a program and its linear part."""

    values: Function
    """The function itself, which also notes; its last index says where."""
    directions: Function
    """Changes of what it writes and returns, from changes of what it reads and takes."""
    size: int
    """How many numbers it notes, with those of the functions that it calls."""
    changing: tuple[int, ...]
    """Results of `values` that change, in the order of the results of `directions`."""
    law_calls: list[LawCall]
    gathered: list[tuple[str, Place, int]]
    """Whole numbers in records that say which number is gathered: array, place and column."""
    calls: list[tuple[Linear, tuple[Place, ...]]]
    """Functions that it calls, and their index arguments."""


@dataclass
class ChainRule:
    """A function while it is differentiated.

    changing: which of its floating-point arguments change. useful: values whose changes someone asks for. still: arrays
    that do not change. linear: the linear part of a function that it calls, by name and changing arguments. own: what
    results of laws change by at the same inputs.
    """

    function: Function
    name: str
    changing: Sequence[bool]
    useful: Sequence[bool]
    still: frozenset[str]
    linear: Callable[[str, tuple[bool, ...]], Linear]
    is_entry: bool
    first: int
    """Where its notes begin, of an entry; others are told."""
    passes: int
    """How often changes go through a closing function."""
    own: Own
    size: int = 0
    changes: dict[int, Number] = field(default_factory=dict)
    replaced: dict[int, Op] = field(default_factory=dict)
    """Operations that are others in the function that notes."""
    offsets: dict[tuple, int] = field(default_factory=dict)
    noted: dict[tuple, Symbol] = field(default_factory=dict)
    after: dict[int, list[tuple[int, Build]]] = field(default_factory=dict)
    """What is noted after an operation."""
    outside: list[str] = field(default_factory=list)
    law_calls: list[LawCall] = field(default_factory=list)
    gathered: list[tuple[str, Place, int]] = field(default_factory=list)
    calls: list[tuple[Linear, tuple[Place, ...]]] = field(default_factory=list)

    def run(self, results: Sequence[int]) -> Linear:
        """Differentiate; results: numbers of the results whose changes are asked for."""
        f, self.recorder = self.function, Recorder(f"{self.name}_along")
        given = [self.recorder.new_number() if c else 0.0 for c in self.changing]
        for _ in range(f.indices + (not self.is_entry)):
            self.recorder.new_index()
        for i, op in enumerate(f.ops):
            if op[0] == "number":
                self.changes[i] = given[op[1]]
            elif self.useful[i] or op[0] in ACTIVE:
                self.changes[i] = getattr(self, f"_{op[0]}", self._unknown)(i, op)
        kept = tuple(k for k in results if is_changing(self.change(f.results[k])))
        made = self.recorder.function
        made.results = tuple(self.recorder.value_of(self.change(f.results[k])) for k in kept)
        return Linear(self._values(), made, self.size, kept, self.law_calls, self.gathered, self.calls)

    def change(self, i: int) -> Number:
        """The change of value i."""
        return self.changes.get(i, 0.0)

    # notes
    def place(self, offset: int) -> Place:
        """A place among the notes."""
        return (None, self.first + offset) if self.is_entry else (self.function.indices, offset)

    def note(self, key: tuple, after: int, build: Build) -> Symbol:
        """A number that is noted after an operation, as directions read it."""
        if key not in self.noted:
            loaded = self.recorder.put(("load", NOTES, self.noted_at(key, after, build)))
            self.noted[key] = Symbol(self.recorder, loaded)
        return self.noted[key]

    def noted_at(self, key: tuple, after: int, build: Build) -> Place:
        """Where a number is noted after an operation."""
        if key not in self.offsets:
            self.after.setdefault(after, []).append((self.size, build))
            self.offsets[key] = self.size
            self.size += 1
        return self.place(self.offsets[key])

    def value(self, i: int) -> Number:
        """Value i, as directions read it."""
        op = self.function.ops[i]
        return float(op[1]) if op[0] == "constant" else self.note(("value", i), i, _value_of(i))

    def truth(self, i: int) -> Condition | bool:
        """Condition i, as directions read it: a noted 1 or 0."""

        def build(put: Callable[[Op], int], new: Sequence[int]) -> int:
            return put(("choose", new[i], put(("constant", 1.0)), put(("constant", 0.0))))

        return self.recorder.compare("not_equal", self.note(("truth", i), i, build), 0.0)

    # arithmetic
    def _unknown(self, i: int, op: Op) -> Number:
        if op[0] in STEADY:
            return 0.0
        raise TraceError(f"{self.function.name}: no derivative of the operation {op[0]!r}")

    def _add(self, i: int, op: Op) -> Number:
        return self.change(op[1]) + self.change(op[2])

    def _subtract(self, i: int, op: Op) -> Number:
        return self.change(op[1]) - self.change(op[2])

    def _negate(self, i: int, op: Op) -> Number:
        return -self.change(op[1])

    def _multiply(self, i: int, op: Op) -> Number:
        return self.times(op[1], op[2]) + self.times(op[2], op[1])

    def times(self, i: int, j: int) -> Number:
        """Value i times the change of value j."""
        change = self.change(j)
        return self.value(i) * change if is_changing(change) else 0.0

    def _fused(self, i: int, op: Op) -> Number:
        return self.times(op[1], op[2]) + self.times(op[2], op[1]) + self.change(op[3])

    def _divide(self, i: int, op: Op) -> Number:
        above, below = self.change(op[1]), self.change(op[2])
        total = above - self.value(i) * below if is_changing(below) else above
        if not is_changing(total):
            return 0.0
        divisor = self.function.ops[op[2]]
        if divisor[0] == "constant":
            return total * (1.0 / divisor[1])

        def build(put: Callable[[Op], int], new: Sequence[int]) -> int:
            return put(("divide", put(("constant", 1.0)), new[op[2]]))

        return total * self.note(("inverse", op[2]), op[2], build)

    def _root(self, i: int, op: Op) -> Number:
        change = self.change(op[1])
        if not is_changing(change):
            return 0.0

        def build(put: Callable[[Op], int], new: Sequence[int]) -> int:
            zero, half = put(("constant", 0.0)), put(("divide", put(("constant", 0.5)), new[i]))
            return put(("choose", put(("equal", new[i], zero)), zero, half))

        return change * self.note(("root", i), i, build)

    def _absolute(self, i: int, op: Op) -> Number:
        change = self.change(op[1])
        if not is_changing(change):
            return 0.0

        def build(put: Callable[[Op], int], new: Sequence[int]) -> int:
            below = put(("less", new[op[1]], put(("constant", 0.0))))
            return put(("choose", below, put(("constant", -1.0)), put(("constant", 1.0))))

        return self.note(("sign", i), i, build) * change

    def _choose(self, i: int, op: Op) -> Number:
        a, b = self.change(op[2]), self.change(op[3])
        if not is_changing(a) and not is_changing(b):
            return 0.0
        return self.recorder.choose(self.truth(op[1]), a, b)

    _choose_seldom = _choose

    # several results
    def _split(self, i: int, op: Op) -> Number:
        return 0.0

    def _result(self, i: int, op: Op) -> Number:
        made = self.function.ops[op[1]]
        if made[0] == "split":  # the mantissa changes as the number, the exponent does not
            return self.change(made[1]) * self._mantissa(op[1], made[1]) if op[2] == 0 else 0.0
        return self.changes.get((op[1], op[2]), 0.0)  # type: ignore[call-overload]

    def _mantissa(self, made: int, x: int) -> Number:
        def build(put: Callable[[Op], int], new: Sequence[int]) -> int:
            return put(("divide", put(("result", new[made], 0)), new[x]))

        return self.note(("mantissa", made), made, build)

    def _apply(self, i: int, op: Op) -> Number:
        from jounce.engine.tracing.elementary_slopes import SLOPES

        _, name, numbers = op
        active = [j for j, x in enumerate(numbers) if is_changing(self.change(x))]
        known = SLOPES.get(name, {})
        if not {argument for _, argument in known}.issuperset(active):
            raise TraceError(f"{self.function.name}: no derivative of the function {name!r} by argument {active[-1]}")
        for (result, argument), build in known.items():
            if argument in active:
                slope = self.note((name, i, result, argument), i, _applied(build, i, numbers))
                before: Number = self.changes.get((i, result), 0.0)  # type: ignore[call-overload]
                self.changes[i, result] = before + slope * self.change(numbers[argument])  # type: ignore[index]
        return 0.0

    # memory
    def _load(self, i: int, op: Op) -> Number:
        return 0.0 if op[1] in self.still else Symbol(self.recorder, self.recorder.put(op))

    def _store(self, i: int, op: Op) -> Number:
        if op[1] not in self.still:
            self.recorder.put((*op[:3], self.recorder.value_of(self.change(op[3]))))
        return 0.0

    def _accumulate(self, i: int, op: Op) -> Number:
        if op[1] not in self.still and is_changing(self.change(op[3])):
            self._store(i, op)
        return 0.0

    def _report(self, i: int, op: Op) -> Number:
        if op[1] not in self.still:
            self.recorder.put(("report_along", *op[1:4], self.recorder.value_of(self.change(op[4]))))
        return 0.0

    # records
    def _field(self, i: int, op: Op) -> Number:
        return 0.0 if op[1] in self.still else self.recorder.field(*op[1:])

    def _gather(self, i: int, op: Op) -> Number:
        """The change of what is gathered stands in the changes of records, in place of the whole number."""
        array, place, column = op[3]
        if array in self.still:
            return 0.0
        self.gathered.append((array, place, column))
        return self.recorder.field(array, place, column)

    # calls
    def _call(self, i: int, op: Op) -> Number:
        _, name, numbers, places = op
        linear = self.linear(name, tuple(is_changing(self.change(x)) for x in numbers))
        here = (*places, self.place(self.size))
        self.calls.append((linear, here))
        self.replaced[i] = ("call", linear.values.name, numbers, here)
        self.size += linear.size
        given = [self.change(x) for x in numbers]
        self._follow(i, linear, tuple(self.recorder.value_of(x) for x in given if is_changing(x)), here)
        return 0.0

    def _follow(self, i: int, linear: Linear, numbers: tuple[int, ...], places: tuple) -> None:
        """Changes through a function that is called."""
        made = self.recorder.put(("call", linear.directions.name, numbers, places))
        for k, result in enumerate(linear.changing):
            symbol = Symbol(self.recorder, self.recorder.put(("result", made, k)))
            self.changes[i, result] = symbol  # type: ignore[index]

    def _repeat(self, i: int, op: Op) -> Number:
        """Loops are closed: one pass notes, and changes go through it; see `differentiate`."""
        _, name, places, *_ = op
        linear = self.linear(name, ())
        here = (*places, self.place(self.size))
        self.calls.append((linear, here))
        self.replaced[i] = ("call", linear.values.name, (), here)
        self.size += linear.size
        for _ in range(self.passes):
            self.recorder.put(("call", linear.directions.name, (), here))
        return 0.0

    def _outside(self, i: int, op: Op) -> Number:
        """A law, which gives its slopes after its results, row by row."""
        _, name, place, numbers, count = op
        active = [j for j, x in enumerate(numbers) if is_changing(self.change(x))]
        wanted = [k for k in range(count) if self.asked(i, k)]
        called = f"{name}_slopes" if active and wanted else name
        self.outside.append(called)
        own = self.own_changes(name, place, numbers, wanted)
        if called != name:
            self.replaced[i] = ("outside", called, place, numbers, count * (1 + len(numbers)))
        for k in wanted:
            total = own.get(k, 0.0)
            for j in active:
                at = count + k * len(numbers) + j
                slope = self.note(("slope", i, at), i, _result_of(i, at))
                total = total + slope * self.change(numbers[j])
            self.changes[i, k] = total  # type: ignore[index]
        return 0.0

    def _else_outside(self, i: int, op: Op) -> Number:
        """Values of the program where a condition holds, else a law, which gives its slopes after its results."""
        _, condition, values, name, place, numbers = op
        active = [j for j, x in enumerate(numbers) if is_changing(self.change(x))]
        wanted = [k for k in range(len(values)) if self.asked(i, k)]
        called = f"{name}_slopes" if active and wanted else name
        self.outside.append(called)
        own = self.own_changes(name, place, numbers, wanted)
        if called != name:  # where the condition holds nobody reads the slopes
            fillers = (values[0],) * (len(values) * len(numbers))
            self.replaced[i] = ("else_outside", condition, (*values, *fillers), called, place, numbers)
        for k in wanted:
            total = own.get(k, 0.0)
            for j in active:
                at = len(values) + k * len(numbers) + j
                slope = self.note(("slope", i, at), i, _result_of(i, at))
                total = total + slope * self.change(numbers[j])
            known = self.change(values[k])
            if is_changing(total) or is_changing(known):
                self.changes[i, k] = self.recorder.choose(self.truth(condition), known, total)  # type: ignore[index]
        return 0.0

    def own_changes(self, name: str, place: Place, numbers: Sequence[int], wanted: Sequence[int]) -> dict[int, Number]:
        """What results of a law change by at the same inputs, which are noted."""
        found: dict[int, Number] = {}
        for k in wanted:
            if (where := self.own(name, place, k)) is not None:
                found[k] = self.recorder.field(*where)
        if found:
            inputs = tuple(self.noted_at(("value", x), x, _value_of(x)) for x in numbers)
            self.law_calls.append(LawCall(name, place, inputs))
        return found

    def asked(self, i: int, k: int) -> bool:
        """Whether someone asks for the change of a result."""
        found = (j for j, op in enumerate(self.function.ops) if op[:3] == ("result", i, k))
        return any(self.useful[j] for j in found)

    def _solve(self, i: int, op: Op) -> Number:
        """n equations with m right-hand sides: δx = A⁻¹ (δb − δA x); noted are room, A⁻¹ and x."""
        _, place, n, m = op
        here = self.place(self.size)
        self.size += 2 * n * n + n * m
        self.replaced[i] = ("solve_noting", place, n, m, here)
        self.recorder.put(("solve_along", place, n, m, here))
        self.outside += ["solve_noting", "solve_along"]
        return 0.0

    def _values(self) -> Function:
        """The function itself, which notes."""
        f, ops = self.function, []
        new: list[int] = []

        def put(op: Op) -> int:
            ops.append(op)
            return len(ops) - 1

        for i, op in enumerate(f.ops):
            changed = self.replaced.get(i, op)
            if op[0] == "result" and f.ops[op[1]][0] == "repeat":  # the gap of the first pass, of the last, quality
                changed = ("result", op[1], max(op[2] - 1, 0))
            new.append(put(renamed(changed, new)))
            for offset, build in self.after.get(i, ()):
                put(("store", NOTES, self.place(offset), build(put, new)))
        indices = f.indices + (not self.is_entry)
        return Function(self.name, f.numbers, indices, ops, tuple(new[i] for i in f.results), f.strict)


def _value_of(i: int) -> Build:
    """Value i itself."""
    return lambda put, new: new[i]


def _applied(build: Callable, i: int, numbers: Sequence[int]) -> Build:
    """A slope of an elementary function."""
    return lambda put, new: build(put, new[i], new, numbers)


def _result_of(i: int, k: int) -> Build:
    """Result k of operation i."""
    return lambda put, new: put(("result", new[i], k))


def is_changing(change: Number) -> bool:
    """Whether a change is not zero for every direction."""
    return isinstance(change, Symbol) or change != 0.0
