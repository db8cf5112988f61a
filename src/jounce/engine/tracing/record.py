"""What a traced function did, operation by operation.

A value is the number of the operation that makes it. Operations are tuples, the name first:

    number n                        the n-th floating-point argument
    constant x
    add a b, subtract, multiply, divide, negate a, absolute, root, floor, two_to a
    split a                         mantissa and exponent, results `result split k`
    fused a b c                     a b + c, rounded once
    less a b, less_equal, equal, not_equal, both c d, either, not c                                    a condition
    choose c a b                    a where the condition holds, else b
    choose_seldom c a b             the same; a is computed only if the condition holds in some lane
    load array place                place: (argument or None, offset), an index argument plus a constant
    store array place value
    accumulate array place value    add to what is there: sums to which several functions contribute
    field array place column        a number of a record; place: its row. Nobody writes these arrays
    gather array start field        array[start + n], n the whole number in the field (array, place, column)
    report array place column value into a record that no function of the program reads
    apply function numbers          a function of numbers alone; results are `result call k`
    call function numbers places    a function that reads and writes arrays
    outside name place numbers k    a law that is not traced, for the element at a place; it gives k results
    else_outside c values name place numbers    the values where the condition holds, else results of a law
    solve place n m                 n equations with m right-hand sides in the work array; gives the quality
    repeat function places          passes of a closing function until its loops are closed; see `trace`
    result call k

Programs of derivatives (`differentiate`) also have

    solve_noting place n m notes    solve, and note what `solve_along` needs
    solve_along place n m notes     the change of a solution from changes of the equations
    report_along array place column value     the change of what is reported, each lane at a place of its own

Calls of the same function one after another may be joined (`group`), so that they run side by side in SIMD lanes:

    group function ((numbers, places), …)           in place of the first of them
    repeat_group function (places, …) limit n gap   the same for repeated closings
    member group i                                  in place of the others

Calls of functions that differ little are joined, too (`merge`). The function that stands for both has

    blend n a b                                     a in the first n lanes, b in the others
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Place = tuple[int | None, int]
"""An index argument (None: none) and a constant that is added to it."""
Op = tuple

EFFECTS = frozenset(
    {
        "store",
        "accumulate",
        "report",
        "call",
        "outside",
        "else_outside",
        "solve",
        "solve_noting",
        "solve_along",
        "report_along",
        "repeat",
    }
    | {"group", "repeat_group", "member"}
)
"""Operations that stay even when nobody uses their result."""

LEAVES = frozenset({"number", "constant", "load", "field", "gather", "solve", "solve_noting", "solve_along"})
"""Operations that use no value."""


@dataclass
class Function:
    """One traced function."""

    name: str
    numbers: int = 0
    """How many floating-point arguments it takes."""
    indices: int = 0
    """How many integer arguments it takes; they only say where in arrays to read and write."""
    ops: list[Op] = field(default_factory=list)
    results: tuple[int, ...] = ()
    strict: bool = False
    """Whether products and sums stay apart: its accuracy rests on each of their roundings."""
    only: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Lanes in which an operation writes to memory; all, if it is not among these (`merge`)."""

    def uses(self) -> Counter[int]:
        """How often each value is used."""
        counted: Counter[int] = Counter(self.results)
        for op in self.ops:
            counted.update(operands(op))
        return counted

    def needed(self) -> list[bool]:
        """Which operations have an effect or are used by one that has."""
        found = [op[0] in EFFECTS for op in self.ops]
        for i in self.results:
            found[i] = True
        for i in range(len(self.ops) - 1, -1, -1):
            if found[i]:
                for j in operands(self.ops[i]):
                    found[j] = True
        return found


@dataclass(frozen=True)
class Box:
    """A law whose results follow from few numbers as long as what it is given lies within bounds.

    A row of an array keeps, from a column on, low and high bound of each number that the law is given, and `count`
    numbers more. Another law finds and writes all of them; a function of the program, which takes what the law is given
    and those `count`, has the law's results, bit for bit.
    """

    finder: str
    """Name of the law that writes the numbers: to the address in the word behind its inputs, each so many doubles apart
    as the word behind that says."""
    function: str
    array: str
    column: int
    count: int


@dataclass
class Program:
    """Traced functions, those that are called before those that call; the last ones are entries."""

    functions: dict[str, Function] = field(default_factory=dict)
    entries: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    """Names of all arrays that functions read and write, in the order in which entries take them."""
    outside: list[str] = field(default_factory=list)
    """Laws that are called, by their number in the table of pointers."""
    rows: dict[str, int] = field(default_factory=dict)
    """Numbers of a record, for arrays of records."""

    boxes: dict[str, Box] = field(default_factory=dict)
    """What may be kept of laws, by their names."""

    def keeping(self, arrays: Sequence[str]) -> Program:
        """The program with arrays in which boxes are kept, behind all others."""
        finders = [box.finder for box in self.boxes.values()]
        return replace(self, arrays=(*self.arrays, *arrays), outside=[*self.outside, *finders])

    def without_reports(self) -> Program:
        """The program that tells observers nothing, with the same roundings."""
        nothing: Op = ("constant", 0.0)
        functions = {
            name: replace(f, ops=[nothing if op[0] == "report" else op for op in f.ops])
            for name, f in self.functions.items()
        }
        return replace(self, functions=functions)

    uniform: frozenset[str] = frozenset()
    """Arrays that all lanes share."""

    def count(self, entry: str) -> Counter[str]:
        """How often each operation happens in a call of an entry; of repeated closings one pass is counted."""
        counted: Counter[str] = Counter()
        self._count(entry, counted)
        return counted

    def _count(self, name: str, counted: Counter[str]) -> None:
        function = self.functions[name]
        for op, needed in zip(function.ops, function.needed(), strict=True):
            if needed:
                counted[op[0]] += 1
                if op[0] in ("call", "apply", "repeat"):
                    self._count(op[1], counted)


def operands(op: Op) -> tuple[int, ...]:
    """Values that an operation uses."""
    name = op[0]
    if name in LEAVES:
        return ()
    if name in ("store", "accumulate", "report", "report_along"):
        return (op[-1],)
    if name == "group":
        return tuple(x for numbers, _ in op[2] for x in numbers)
    if name == "member":
        return (op[1],)
    if name in ("call", "apply"):
        return op[2]
    if name == "outside":
        return op[3]
    if name == "else_outside":
        return (op[1], *op[2], *op[5])
    if name in ("repeat", "repeat_group"):
        return op[3]
    if name == "result":
        return (op[1],)
    return op[2:] if name == "blend" else op[1:]


def with_operands(op: Op, values: Sequence[int]) -> Op:
    """The operation on other values, in the order of `operands`."""
    name, given = op[0], tuple(values)
    if name in LEAVES:
        return op
    if name in ("store", "accumulate", "report", "report_along"):
        return (*op[:-1], *given)
    if name in ("call", "apply"):
        return (*op[:2], given, *op[3:])
    if name in ("outside", "repeat"):
        return (*op[:3], given, *op[4:])
    if name == "else_outside":
        results = len(op[2])
        return (name, given[0], given[1 : 1 + results], *op[3:5], given[1 + results :])
    if name == "result":
        return (name, *given, op[2])
    return (name, op[1], *given) if name == "blend" else (name, *given)


def places_in(op: Op) -> tuple[Place, ...]:
    """Where an operation reads or writes, or calls something that does."""
    name = op[0]
    if name in ("load", "store", "accumulate", "field", "report", "report_along", "outside"):
        return (op[2],)
    if name == "gather":
        return (op[3][1],)
    if name == "else_outside":
        return (op[4],)
    if name in ("solve", "solve_noting", "solve_along"):
        return (op[1],)
    if name in ("call", "repeat"):
        return op[3] if name == "call" else op[2]
    return ()


def with_places(op: Op, places: Sequence[Place]) -> Op:
    """The operation at other places, in the order of `places_in`."""
    name = op[0]
    if name in ("load", "store", "accumulate", "field", "report", "report_along", "outside"):
        return (*op[:2], *places, *op[3:])
    if name == "gather":
        return (*op[:3], (op[3][0], *places, op[3][2]))
    if name == "else_outside":
        return (*op[:4], *places, *op[5:])
    if name in ("solve", "solve_noting", "solve_along"):
        return (name, *places, *op[2:])
    if name in ("call", "repeat"):
        at = 3 if name == "call" else 2
        return (*op[:at], tuple(places), *op[at + 1 :])
    return op
