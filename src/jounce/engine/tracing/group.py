"""Joins calls that follow each other into one call that runs them side by side in SIMD lanes.

The corners of a car are such calls: the same function, or functions that differ little (`merge`), on other places of
the same arrays. They may be joined when nothing happens between them, and when none needs a result of another. Sums
that they share are added lane after lane, in the order of the calls, so that results are those of one call after
another, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jounce.engine.tracing.merge import Either, Merged, Shifted, merge
from jounce.engine.tracing.record import EFFECTS, Function, Op, Place, Program, operands, places_in

Cell = tuple[str, int]


def group(program: Program, width: int) -> Program:
    """The program with calls joined, up to `width` of them; a power of two."""
    functions = dict(program.functions)
    for name in program.entries:
        functions[name] = _Grouping(functions, functions[name], width).grouped()
    # what is called stands before those that call
    order = [*(name for name in functions if name not in program.entries), *program.entries]
    return replace(program, functions={name: functions[name] for name in order})


@dataclass(frozen=True)
class _Chunk:
    """Calls that run side by side: their places in the caller, and what they give to the function."""

    function: str
    calls: Sequence[int]
    numbers: Sequence[tuple[int, ...]]
    places: Sequence[tuple[Place, ...]]


class _Grouping:
    def __init__(self, functions: dict[str, Function], caller: Function, width: int) -> None:
        self.functions, self.caller, self.width = functions, caller, width

    def grouped(self) -> Function:
        """The caller with its calls joined."""
        ops = list(self.caller.ops)
        for run in _runs(self.caller):
            for chunk in self._chunks(run):
                if len(chunk.calls) > 1:
                    self._join(ops, chunk)
        return replace(self.caller, ops=ops)

    def _chunks(self, run: Sequence[int]) -> list[_Chunk]:
        """A run in parts: calls of one function, up to a register, and neighbours that go together with them."""
        done: list[_Chunk] = []
        for chunk in self._equal_calls(run):
            done.append(chunk)
            while len(done) > 1 and (both := self._joined(*done[-2:])) is not None:
                done[-2:] = [both]
        return done

    def _equal_calls(self, run: Sequence[int]) -> Iterator[_Chunk]:
        begin = 0
        while begin < len(run):
            name, alike = self.caller.ops[run[begin]][1], begin
            while alike < len(run) and self.caller.ops[run[alike]][1] == name:
                alike += 1
            count = 1 << (min(self.width, alike - begin).bit_length() - 1)
            calls = run[begin : begin + count]
            ops = [self.caller.ops[i] for i in calls]
            numbers = [op[2] if op[0] == "call" else () for op in ops]
            yield _Chunk(name, calls, numbers, [places_in(op) for op in ops])
            begin += count

    def _joined(self, a: _Chunk, b: _Chunk) -> _Chunk | None:
        """Two chunks as one of a function for both; None if that does not pay."""
        count = len(a.calls) + len(b.calls)
        if a.function == b.function or count > self.width or count & (count - 1) or self._depend(a, b):
            return None
        sides = self.functions[a.function], self.functions[b.function]
        name = f"{a.function}.{len(a.calls)}.{b.function}.{len(b.calls)}"
        made = merge(name, sides, (len(a.calls), len(b.calls)), _same(a, b)) if name not in self.functions else None
        if made is None:
            return None
        joined = _Chunk(name, [*a.calls, *b.calls], _numbers(made, a, b), _places(made, a, b))
        if not _keeps_sums(made.function, joined.places):
            return None
        self.functions[name] = made.function
        return joined

    def _depend(self, a: _Chunk, b: _Chunk) -> bool:
        """Whether calls of one chunk read or write what those of the other write, other than by adding to it."""
        here, there = (self._touched(chunk) for chunk in (a, b))
        if here is None or there is None:
            return True
        written, others = here.writes | here.adds, there.writes | there.adds
        return bool(written & there.reads or others & here.reads or here.writes & others or there.writes & written)

    def _touched(self, chunk: _Chunk) -> _Touched | None:
        """Places that calls read and write; None where only a run tells."""
        found = _Touched(set(), set(), set())
        for places in chunk.places:
            if any(argument is not None for argument, _ in places):
                return None
            self._touch(chunk.function, [offset for _, offset in places], found)
        return found

    def _touch(self, name: str, begins: Sequence[int], found: _Touched) -> None:
        for op in self.functions[name].ops:
            places = [(offset if a is None else begins[a] + offset) for a, offset in places_in(op)]
            if op[0] == "call":
                self._touch(op[1], places, found)
            elif op[0] == "solve":
                rows = {("W", places[0] + k) for k in range(op[2] * (op[2] + op[3]))}
                found.reads.update(rows)
                found.writes.update(rows)
            elif op[0] in ("load", "store", "accumulate"):
                kind = {"load": found.reads, "store": found.writes, "accumulate": found.adds}[op[0]]
                kind.add((op[1], places[0]))

    def _join(self, ops: list[Op], chunk: _Chunk) -> None:
        first = ops[chunk.calls[0]]
        if first[0] == "call":
            ops[chunk.calls[0]] = ("group", chunk.function, tuple(zip(chunk.numbers, chunk.places, strict=True)))
        else:
            ops[chunk.calls[0]] = ("repeat_group", chunk.function, tuple(chunk.places), *first[3:])
        for k, i in enumerate(chunk.calls[1:], start=1):
            ops[i] = ("member", chunk.calls[0], k)


@dataclass(frozen=True)
class _Touched:
    """Places in arrays."""

    reads: set[Cell]
    writes: set[Cell]
    adds: set[Cell]


def _runs(function: Function) -> list[list[int]]:
    """Calls that may be joined: nothing with an effect between, no use of each other's results."""
    runs: list[list[int]] = []
    for i, op in enumerate(function.ops):
        if op[0] not in EFFECTS:
            continue
        if op[0] not in ("call", "repeat"):
            runs.append([])
        elif runs and runs[-1] and _alike(function, runs[-1][0], op):
            runs[-1].append(i)
        else:
            runs.append([i])
    return [run for run in runs if len(run) > 1]


def _alike(function: Function, first: int, op: Op) -> bool:
    before = function.ops[first]
    if before[0] != op[0] or (op[0] == "repeat" and before[3:] != op[3:]):
        return False
    return all(x < first or function.ops[x][0] == "constant" for x in operands(op))


def _same(a: _Chunk, b: _Chunk) -> frozenset[tuple[int, int]]:
    """Numbers of both functions that all calls give one value."""
    shared = [
        {given[0]: k for k, given in enumerate(zip(*chunk.numbers, strict=True)) if len(set(given)) == 1}
        for chunk in (a, b)
    ]
    return frozenset((k, shared[1][value]) for value, k in shared[0].items() if value in shared[1])


def _keeps_sums(function: Function, places: Sequence[tuple[Place, ...]]) -> bool:
    """Whether every place gets its shares in the order of the calls: from one operation, or from lanes that only one
    side has."""
    added: dict[Cell, list[int]] = {}
    for i, op in enumerate(function.ops):
        if op[0] == "accumulate":
            argument, offset = op[2]
            for lane in function.only.get(i, range(len(places))):
                cell = op[1], offset + (0 if argument is None else places[lane][argument][1])
                added.setdefault(cell, []).append(lane)
    return all(lanes == sorted(lanes) for lanes in added.values())


def _numbers(made: Merged, a: _Chunk, b: _Chunk) -> list[tuple[int, ...]]:
    """What calls of both chunks give to the joined function: where one has no such number, that of the other."""
    spare = a.numbers[0], b.numbers[0]

    def one(side: int, own: tuple[int, ...], key: Either) -> int:
        number, other = key[side], key[1 - side]
        return own[number] if number is not None else spare[1 - side][other]  # type: ignore[index]

    chunks = enumerate((a.numbers, b.numbers))
    return [tuple(one(side, own, key) for key in made.numbers) for side, each in chunks for own in each]


def _places(made: Merged, a: _Chunk, b: _Chunk) -> list[tuple[Place, ...]]:
    """Index arguments of calls of both chunks, likewise."""
    spare = a.places[0], b.places[0]

    def one(side: int, own: tuple[Place, ...], key: Shifted) -> Place:
        *arguments, shift = key
        number, other = arguments[side], arguments[1 - side]
        argument, offset = own[number] if number is not None else spare[1 - side][other]  # type: ignore[index]
        return argument, offset + (shift if side == 1 and number is not None else 0)

    chunks = enumerate((a.places, b.places))
    return [tuple(one(side, own, key) for key in made.indices) for side, each in chunks for own in each]
