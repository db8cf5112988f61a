"""Joins two functions that differ in few operations, so that calls of both run side by side in SIMD lanes.

A front corner whose tie rod hangs on the rack and a rear one whose tie rod hangs on the body are two functions, and
nearly all of their operations are the same. Both are lists in order; what they have in common is found as between two
texts. The joined function has every common operation once, and those of either side in between. Operations of one side
run in all lanes, where nobody looks at the other lanes' results; they write to memory in their own lanes alone
(`Function.only`). Where an operation of both takes values that are not common, `blend` takes those of the first side in
its lanes and those of the second in the others. So every lane has the operations of its own function on the same
numbers: bits are those of the functions apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from jounce.engine.tracing.record import EFFECTS, Function, Op, Place, operands, places_in, with_operands, with_places

WORTHWHILE = 0.8
"""Operations of the joined function, relative to those of both together, up to which it is used."""
DEPTHS = (8, 3, 1, 0)
"""How far back operations must agree to count as common; what lies between those that do is compared less deeply."""
CONDITIONS = frozenset({"less", "less_equal", "equal", "not_equal", "both", "either", "not"})
_WRITES = frozenset({"store", "accumulate", "report"})

Pair = tuple[int, int]
Either = tuple[int | None, int | None]
"""Which argument of the first function, which of the second; None: that one does not take it."""
Shifted = tuple[int | None, int | None, int]
"""The same, and how much farther the place of the second one lies."""


@dataclass(frozen=True)
class Merged:
    """A joined function, and what its arguments are."""

    function: Function
    numbers: Sequence[Either]
    indices: Sequence[Shifted]


def merge(name: str, sides: tuple[Function, Function], lanes: tuple[int, int], same: frozenset[Pair]) -> Merged | None:
    """Both functions as one; None if they have too little in common.

    lanes: how many calls of each run side by side. same: numbers of the first and of the second function that get one
    value from all calls.
    """
    if len(sides[0].results) != len(sides[1].results) or sides[0].strict or sides[1].strict:
        return None
    return _Merging(sides, lanes, same).merged(name)


class _Merging:
    def __init__(self, sides: tuple[Function, Function], lanes: tuple[int, int], same: frozenset[Pair]) -> None:
        self.sides, self.lanes, self.same = sides, lanes, same
        self.needed = tuple([i for i, needed in enumerate(f.needed()) if needed] for f in sides)
        self.ops: list[Op] = []
        self.only: dict[int, tuple[int, ...]] = {}
        self.moved: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.blends: dict[Pair, int] = {}
        self.numbers: dict[Either, int] = {}
        self.indices: dict[Shifted, int] = {}

    def merged(self, name: str) -> Merged | None:
        common = self._common()
        if self._is_too_long(len(self.needed[0]) + len(self.needed[1]) - len(common)) or self._parts_effects(common):
            return None
        rest = [iter(numbers) for numbers in self.needed]
        for pair in [*common, None]:
            for side in (0, 1):
                for i in rest[side]:
                    if pair is not None and i == pair[side]:
                        break
                    self._put_one(side, i)
            if pair is not None:
                self._put_both(*pair)
        results = tuple(self._value(i, j) for i, j in zip(self.sides[0].results, self.sides[1].results, strict=True))
        if self._is_too_long(len(self.ops)):
            return None
        function = Function(name, len(self.numbers), len(self.indices), self.ops, results, only=self.only)
        return Merged(function, tuple(self.numbers), tuple(self.indices))

    def _is_too_long(self, count: int) -> bool:
        return count > WORTHWHILE * (len(self.needed[0]) + len(self.needed[1]))

    # what is common
    def _common(self) -> list[Pair]:
        """Operations of the first and of the second function that are one, in order."""
        first, second = self.sides
        renumbered = {j: i for i, j in self.same}
        words = (
            [_word(op, lambda i: i) for op in first.ops],
            [_word(op, lambda j: renumbered.get(j, -1 - j)) for op in second.ops],
        )
        levels = [(_hashes(first, words[0], depth), _hashes(second, words[1], depth)) for depth in DEPTHS]
        found: list[Pair] = []
        known: dict[int, int] = {}
        for i, j in _aligned(self.needed[0], self.needed[1], levels):
            a, b = first.ops[i], second.ops[j]
            given = zip(operands(a), operands(b), strict=True)
            if a[0] != "blend" and all(self._may_differ(a, x) or known.get(x) == y for x, y in given):
                known[i] = j
                found.append((i, j))
        return found

    def _may_differ(self, op: Op, operand: int) -> bool:
        """Whether lanes may take a value from different operations: it is a number, not a condition or several."""
        return op[0] != "result" and self.sides[0].ops[operand][0] not in CONDITIONS

    def _parts_effects(self, common: Sequence[Pair]) -> bool:
        """Whether one side alone does what cannot be kept to its lanes."""
        for side in (0, 1):
            taken = {pair[side] for pair in common}
            alone = (self.sides[side].ops[i][0] for i in self.needed[side] if i not in taken)
            if any(name in EFFECTS and name not in _WRITES for name in alone):
                return True
        return False

    # what is written
    def _put(self, op: Op) -> int:
        self.ops.append(op)
        return len(self.ops) - 1

    def _put_one(self, side: int, i: int) -> None:
        """An operation of one side."""
        op = self.sides[side].ops[i]
        new = with_operands(op, [self.moved[side][x] for x in operands(op)])
        if op[0] == "number":
            new = ("number", _place_of(self.numbers, (op[1], None) if side == 0 else (None, op[1])))
        elif op[0] == "blend":
            new = ("blend", op[1] + side * self.lanes[0], *new[2:])
        new = with_places(new, [self._own_place(side, place) for place in places_in(op)])
        self.moved[side][i] = self._put(new)
        if op[0] in _WRITES:
            self.only[self.moved[side][i]] = self._lanes_of(side, i)

    def _put_both(self, i: int, j: int) -> None:
        """An operation of both."""
        op, other = self.sides[0].ops[i], self.sides[1].ops[j]
        new = with_operands(op, [self._value(x, y) for x, y in zip(operands(op), operands(other), strict=True)])
        if op[0] == "number":
            new = ("number", _place_of(self.numbers, (op[1], other[1])))
        pairs = zip(places_in(op), places_in(other), strict=True)
        made = self._put(with_places(new, [self._common_place(*pair) for pair in pairs]))
        self.moved[0][i] = self.moved[1][j] = made
        if i in self.sides[0].only or j in self.sides[1].only:
            self.only[made] = self._lanes_of(0, i) + self._lanes_of(1, j)

    def _lanes_of(self, side: int, i: int) -> tuple[int, ...]:
        """Lanes in which an operation of one side writes."""
        own = self.sides[side].only.get(i, tuple(range(self.lanes[side])))
        return tuple(lane + side * self.lanes[0] for lane in own)

    def _value(self, i: int, j: int) -> int:
        """The value that is the first side's i in its lanes, the second one's j in the others."""
        pair = self.moved[0][i], self.moved[1][j]
        if pair[0] == pair[1]:
            return pair[0]
        if pair not in self.blends:
            self.blends[pair] = self._put(("blend", self.lanes[0], *pair))
        return self.blends[pair]

    def _own_place(self, side: int, place: Place) -> Place:
        argument, offset = place
        if argument is None:
            return place
        key: Shifted = (argument, None, 0) if side == 0 else (None, argument, 0)
        return _place_of(self.indices, key), offset

    def _common_place(self, here: Place, there: Place) -> Place:
        if here[0] is None:
            return here
        return _place_of(self.indices, (here[0], there[0], there[1] - here[1])), here[1]


def _place_of(known: dict, key: tuple) -> int:
    return known.setdefault(key, len(known))


def _word(op: Op, number: Callable[[int], int]) -> tuple:
    """What two operations must agree in, their operands apart."""
    name = op[0]
    if name == "number":
        return name, number(op[1])
    if name == "constant":
        return name, repr(op[1])
    given = operands(op)
    bare = with_places(with_operands(op, [0] * len(given)), [(None, 0)] * len(places_in(op)))
    return (bare, len(given), *((a is None, b if a is None else 0) for a, b in places_in(op)))


def _hashes(function: Function, words: Sequence[tuple], depth: int) -> list[int]:
    """A number for each operation and what leads to it, so many operations back."""
    first = found = [hash(word) for word in words]
    given = [operands(op) for op in function.ops]
    for _ in range(depth):
        found = [hash((own, *(found[x] for x in before))) for own, before in zip(first, given, strict=True)]
    return found


def _aligned(a: Sequence[int], b: Sequence[int], levels: Sequence[tuple[list[int], list[int]]]) -> Iterator[Pair]:
    """Numbers of both lists that stand for each other, in order: by deep words, between those by less deep ones."""
    if not a or not b or not levels:
        return
    mine, yours = levels[0]
    matcher = SequenceMatcher(None, [mine[i] for i in a], [yours[j] for j in b], autojunk=False)
    i = j = 0
    for block in matcher.get_matching_blocks():
        yield from _aligned(a[i : block.a], b[j : block.b], levels[1:])
        i, j = block.a + block.size, block.b + block.size
        yield from zip(a[block.a : i], b[block.b : j], strict=True)
