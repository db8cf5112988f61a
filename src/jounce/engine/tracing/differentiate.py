"""Derivatives of a program by forward mode: exact, along any directions, in SIMD lanes.

    differentiate(program)  ──▶  values       the same equations, which also note what derivatives depend on
                            ──▶  directions   changes of all arrays from changes of some, by products and sums of notes

`values` runs once at a state, `directions` once for as many directions as a register has lanes. Functions of the
program stay functions: corners of a car that share one share its derivative.

Closing of loops: a Newton pass q ← q − Φ_u⁻¹ Φ(q) on a state that is closed, Φ = 0, takes any change of the dependent
coordinates to δq_u = −Φ_u⁻¹ Φ_v δq_v, because the change of Φ_u⁻¹ is multiplied with zero. Rates of dependent
coordinates are those at the position before the pass. So one pass is exact for changes that keep the loops closed, two
for all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from jounce.engine.tracing.chain_rule import NOTES, STEADY, ChainRule, Linear, Own
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.record import Function, Op, Place, Program, operands


@dataclass(frozen=True)
class KnownCall:
    """A call of a law whose results change with its numbers: name, number of its element, its inputs in the notes."""

    name: str
    place: int
    inputs: tuple[int, ...]


@dataclass(frozen=True)
class Differentiated:
    """A program with its linear part."""

    values: Program
    """Entries of the same names; its last array is NOTES."""
    directions: Program
    """Entries of the same names; its first array is NOTES, which all lanes share, the others are changes."""
    size: int
    """Length of NOTES."""
    law_calls: Mapping[str, Sequence[KnownCall]]
    """Entry → calls of laws whose results change by themselves, too."""
    gathered: frozenset[tuple[str, int, int]]
    """Array, row and column of whole numbers that say which number is gathered; their place in the changes of that
    array is for the change of that number."""


def differentiate(
    program: Program,
    still: Collection[str],
    *,
    passes: int,
    own: Own = lambda law, place, result: None,
    tables: Mapping[str, int] | None = None,
) -> Differentiated:
    """The linear part of a program, not grouped yet.

    still: arrays that do not change; numbers of records change with the array. passes: how often changes go through a
    closing function. own: where it stands what a result of a law changes by at the same inputs; tables: names of the
    arrays that it mentions, and their columns. Reports are differentiated if their array changes.
    """
    return _Differentiation(program, frozenset(still), passes, own, dict(tables or {})).run()


class _Differentiation:
    def __init__(self, program: Program, still: frozenset[str], passes: int, own: Own, tables: dict[str, int]) -> None:
        reports = {op[1] for f in program.functions.values() for op in f.ops if op[0] == "report"}
        self.program = program.without_reports() if reports <= still else program
        self.still, self.passes, self.own = still, passes, own
        self.made: dict[tuple[str, tuple[bool, ...]], Linear] = {}
        self.values = Program(arrays=(*program.arrays, NOTES), entries=program.entries, rows=program.rows)
        moving = tuple(name for name in program.arrays if name not in still)
        self.directions = Program(
            arrays=(NOTES, *moving, *tables),
            entries=program.entries,
            uniform=frozenset({NOTES}),
            rows=program.rows | tables,
        )
        self.directions.outside = self.values.outside  # one table serves both
        self.wanted: dict[str, set[int]] = {name: set() for name in program.functions}
        self.useful = {
            name: self._useful(function)
            for name, function in reversed(self.program.functions.items())  # callers first
        }

    def run(self) -> Differentiated:
        size = 0
        law_calls: dict[str, list[KnownCall]] = {}
        gathered: set[tuple[str, int, int]] = set()
        for name in self.program.entries:
            linear = self._differentiate(name, (False,) * self.program.functions[name].numbers, size)
            size += linear.size
            law_calls[name] = []
            _collect(linear, (), law_calls[name], gathered)
        return Differentiated(self.values, fuse(self.directions), size, law_calls, frozenset(gathered))

    def linear(self, name: str, changing: tuple[bool, ...]) -> Linear:
        """The linear part of a function some of whose arguments change."""
        if (name, changing) not in self.made:
            self.made[name, changing] = self._differentiate(name, changing, 0)
        return self.made[name, changing]

    def _differentiate(self, name: str, changing: tuple[bool, ...], first: int) -> Linear:
        function, is_entry = self.program.functions[name], name in self.program.entries
        own = name
        while own in self.values.functions:
            own += "_again"
        rule = ChainRule(
            function, own, changing, self.useful[name], self.still, self.linear, is_entry, first, self.passes, self.own
        )
        found = rule.run(sorted(self.wanted[name]))
        for op in found.values.ops:  # functions that are applied as they are
            if op[0] == "apply" and op[1] not in self.values.functions:
                self.values.functions[op[1]] = self.program.functions[op[1]]
        self.values.functions[own] = found.values
        if is_entry:
            found.directions.name = name
        self.directions.functions[found.directions.name] = found.directions
        self.values.outside += [law for law in dict.fromkeys(rule.outside) if law not in self.values.outside]
        return found

    def _useful(self, function: Function) -> list[bool]:
        """Values whose changes reach something that changes; notes which results of callees do."""
        found = [False] * len(function.ops)
        for k in self.wanted[function.name]:
            found[function.results[k]] = True
        for i in range(len(function.ops) - 1, -1, -1):
            op = function.ops[i]
            if op[0] == "call" or (op[0] in ("store", "accumulate", "report") and op[1] not in self.still):
                found[i] = True
            if not found[i]:
                continue
            for j in _changed_by(op):
                found[j] = True
            if op[0] == "result" and function.ops[op[1]][0] in ("call", "apply"):
                self.wanted[function.ops[op[1]][1]].add(op[2])
        return found


def _changed_by(op: Op) -> tuple[int, ...]:
    """Operands whose changes change the result."""
    if op[0] in STEADY or op[0] == "repeat":
        return ()
    return op[2:] if op[0].startswith("choose") else operands(op)


def _collect(
    linear: Linear, indices: Sequence[int], law_calls: list[KnownCall], gathered: set[tuple[str, int, int]]
) -> None:
    """Calls of laws, and what is gathered, in a function with these index arguments and in those that it calls."""

    def at(place: Place) -> int:
        argument, offset = place
        return offset if argument is None else indices[argument] + offset

    for call in linear.law_calls:
        law_calls.append(KnownCall(call.name, at(call.place), tuple(map(at, call.inputs))))
    gathered.update((array, at(place), column) for array, place, column in linear.gathered)
    for callee, places in linear.calls:
        _collect(callee, tuple(map(at, places)), law_calls, gathered)
