"""Which coordinates are independent, and which equations count: decided by rank at one position.

Rows and coordinates that constraints tie together form blocks; in each block as many coordinates as there are
independent equations become dependent (Φ_u must be regular), the rest are independent (Song 2005, [21]).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jounce.engine.assembly.constraint_rows import ConstraintRow
from jounce.engine.assembly.state_layout import Key, Rate, StateLayout, Subsystem, key
from jounce.engine.formulations.synthesis.jacobian import LoopRows
from jounce.engine.formulations.synthesis.pivots import quality
from jounce.engine.formulations.synthesis.questions import Dependents, Entries, Question, condition, dependents_among
from jounce.errors import InputError
from jounce.findings import suggestion


@dataclass(frozen=True)
class Block:
    """Equations, and as many dependent velocities, that are solved together."""

    rows: tuple[ConstraintRow, ...]
    dependent: tuple[Rate, ...]
    independent: tuple[Rate, ...]
    """Independent velocities that move the block."""
    known: tuple[Rate, ...]
    """Prescribed velocities that move the block."""
    jacobian: np.ndarray = field(repr=False, compare=False)
    """Φ_u where the choice was made."""

    @cached_property
    def condition(self) -> float:
        """Condition number of Φ_u with its rows and columns scaled to unit length."""
        return condition(self.jacobian)

    @cached_property
    def quality(self) -> float:
        """Smallest over largest pivot of Φ_u as it is, with the sign of its determinant (of a single equation the entry
        itself), as the kernels see it."""
        return quality(self.jacobian)


@dataclass(frozen=True)
class Partition:
    """The choice for one subsystem."""

    independent: tuple[Rate, ...]
    dependent: tuple[Rate, ...]
    blocks: tuple[Block, ...]
    dropped: tuple[ConstraintRow, ...]
    """Redundant equations: they hold as long as the others do."""
    carried: tuple[Rate, ...] = ()
    """Independent velocities of the parent that carries the subsystem."""

    @property
    def moving(self) -> tuple[Rate, ...]:
        """All independent velocities that move the subsystem against the base, its own first."""
        return self.independent + self.carried


def rates_of(subsystem: Subsystem) -> list[Rate]:
    """All velocities of a subsystem, in the order of y."""
    return [(c, i) for c in subsystem.coordinates for i in range(c.rates)]


class Position:
    """Φ_q of all loops at one position, and what was asked about it while coordinates were chosen.

    Of a car of the same structure that gives the same answers the same coordinates are chosen.
    """

    def __init__(self, loops: LoopRows, layout: StateLayout, J: np.ndarray) -> None:
        """layout: in joint coordinates; J: Φ_q, rows and columns as in `loops`."""
        self.loops, self.layout, self.J = loops, layout, J
        self.answers: list[tuple[Question, object]] = []

    def ask(self, question: Question) -> object:
        """The answer to a question, which is noted."""
        answer = question.answer(self.J)
        self.answers.append((question, answer))
        return answer

    def places(self, rows: Iterable[ConstraintRow], rates: Iterable[Rate]) -> Entries:
        """Where equations and velocities meet in Φ_q."""
        numbers, columns = self.loops.numbers, self.loops.columns
        return np.ix_([numbers[row.joint, row.place] for row in rows], [columns[key(rate)] for rate in rates])


def partition(at: Position, subsystem: Subsystem, forced: Sequence[str] = ()) -> Partition:
    """Choose independent coordinates of a subsystem at a position; `forced` names some that must be."""
    loops, own = at.loops, set(subsystem.joints)
    numbers = [r for r, row in enumerate(loops.rows) if row.joint in own]
    blocks: list[Block] = []
    dropped: list[ConstraintRow] = []
    dependent: list[Rate] = []
    for members in _connected([(r, loops.touched[r]) for r in numbers]):
        touched = set().union(*(loops.touched[r] for r in members))
        inside = [rate for rate in loops.every if key(rate) in touched]
        moving = [rate for rate in inside if rate[0].driver is None]
        columns = [loops.columns[key(rate)] for rate in moving]
        chosen = at.ask(dependents_among(members, columns, moving, forced))
        assert isinstance(chosen, Dependents)
        if len(chosen.columns) < len(chosen.rows):
            raise _too_many(forced, [loops.rows[r] for r in members], moving, len(chosen.rows))
        dropped += [loops.rows[r] for k, r in enumerate(members) if k not in chosen.rows]
        found = [moving[k] for k in chosen.columns]
        dependent += found
        blocks += _split(at, [members[k] for k in chosen.rows], found, inside)
    taken = {key(rate) for rate in dependent}
    independent = tuple(r for r in rates_of(subsystem) if key(r) not in taken and r[0].driver is None)
    return Partition(independent, tuple(dependent), tuple(blocks), tuple(dropped))


def _too_many(forced: Sequence[str], rows: Sequence[ConstraintRow], moving: Sequence[Rate], count: int) -> InputError:
    """More coordinates must be independent than can be."""
    joints = ", ".join(dict.fromkeys(row.joint for row in rows))
    return InputError(
        "these coordinates cannot all be independent",
        ", ".join(sorted(forced)),
        f"fewer of {', '.join(c.rate_name(i) for c, i in moving)}",
        f"the loops through {joints} need {count} dependent ones",
    )


def part_of(at: Position, whole: Partition, member: Subsystem, carried: tuple[Rate, ...]) -> Partition | None:
    """The part of a subsystem's partition that one of its members has, a parent or a child.

    carried: independent velocities of the member's parent. None when the member's equations do not determine as many of
    its velocities as were chosen to be dependent: then they are not solved apart from the others.
    """
    rows = [row for block in whole.blocks for row in block.rows if row.joint in member.joints]
    dependent = [rate for rate in whole.dependent if rate[0] in member.coordinates]
    if len(rows) != len(dependent):
        return None
    numbers = [at.loops.numbers[row.joint, row.place] for row in rows]
    blocks = _split(at, numbers, dependent, at.loops.every)
    independent = tuple(rate for rate in whole.independent if rate[0] in member.coordinates)
    dropped = tuple(row for row in whole.dropped if row.joint in member.joints)
    given = tuple(_with_parent(block, member, carried) for block in blocks)
    return Partition(independent, tuple(dependent), given, dropped, carried)


def _with_parent(block: Block, member: Subsystem, carried: tuple[Rate, ...]) -> Block:
    """A block whose velocities beyond the member are given by the independent ones of its parent."""
    own = tuple(rate for rate in block.independent if rate[0] in member.coordinates)
    return block if own == block.independent else replace(block, independent=own + carried)


def check_names(forced: Sequence[str], layout: StateLayout) -> None:
    """Refuse names that are no coordinate, or that of a prescribed one."""
    coordinates = {c.rate_name(i): c for c in layout.coordinates for i in range(c.rates)}
    for name in forced:
        if name not in coordinates:
            close = suggestion(name, coordinates)
            raise InputError("unknown coordinate", repr(name), "a name that `jounce explain` prints", close)
        if (driver := coordinates[name].driver) is not None:
            raise InputError(f"{name} cannot be independent", f"prescribed by {driver}", "a coordinate that is free")


def _split(at: Position, members: Sequence[int], chosen: Sequence[Rate], inside: Sequence[Rate]) -> list[Block]:
    """Loops that share only independent or prescribed coordinates are solved apart, such as the two sides on a rack."""
    taken, touched = {key(rate) for rate in chosen}, at.loops.touched
    blocks = []
    for group in _connected([(r, touched[r] & taken) for r in members]):
        keys = {k for r in group for k in touched[r]}
        rows = tuple(at.loops.rows[r] for r in group)
        dependent = tuple(rate for rate in chosen if key(rate) in keys)
        others = [rate for rate in inside if key(rate) in keys - taken]
        independent = tuple(rate for rate in others if rate[0].driver is None)
        known = tuple(rate for rate in others if rate[0].driver is not None)
        blocks.append(Block(rows, dependent, independent, known, at.J[at.places(rows, dependent)]))
    return blocks


def _connected(items: Sequence[tuple[int, set[Key]]]) -> list[list[int]]:
    """Row numbers grouped by shared keys, in order."""
    groups: list[tuple[list[int], set[Key]]] = []
    for r, keys in items:
        members, known = [r], set(keys)
        rest = []
        for other, theirs in groups:
            if known & theirs:
                members, known = other + members, known | theirs
            else:
                rest.append((other, theirs))
        groups = [*rest, (sorted(members), known)]
    return sorted(members for members, _ in groups)
