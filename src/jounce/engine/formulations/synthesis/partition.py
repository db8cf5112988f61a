"""Which coordinates are independent, and which equations count: decided by rank at one position.

Rows and coordinates that constraints tie together form blocks; in each block as many coordinates as there are
independent equations become dependent (Φ_u must be regular), the rest are independent (Song 2005, [21]).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.engine.assembly.constraint_rows import ConstraintRow, rows_of
from jounce.engine.assembly.spanning_tree import BALL, SLIDE
from jounce.engine.assembly.state_layout import Key, Rate, StateLayout, Subsystem, key
from jounce.engine.formulations.synthesis.jacobian import Configuration, structure
from jounce.errors import InputError
from jounce.findings import suggestion

RANK = 1e-9
"""Relative size below which an equation counts as a consequence of others."""
BALL_PREFERENCE = 4.0
"""How much rather the rotations of ball joints are made dependent than angles and travels."""

SETTLED = 5.0
"""Factor by which the condition of Φ_u may be worse with the first coordinates of a loop independent than with the best
ones. Cars that differ in hardpoints then share their choice, and with it their kernels."""
STRONG = 0.3
"""Effect on the equations, relative to the strongest turn or slide, from which on a coordinate is as good as any."""

WEAK = 0.05
"""Effect on the equations, likewise, below which a coordinate never becomes dependent for the sake of an earlier one:
the height of an axle on level links has none but rounding, which no scaling of rows and columns shows."""


@dataclass(frozen=True)
class Block:
    """Equations, and as many dependent velocities, that are solved together."""

    rows: tuple[ConstraintRow, ...]
    dependent: tuple[Rate, ...]
    independent: tuple[Rate, ...]
    """Independent velocities that move the block."""
    known: tuple[Rate, ...]
    """Prescribed velocities that move the block."""
    condition: float
    """Condition number of Φ_u with its rows and columns scaled to unit length."""
    quality: float
    """Smallest over largest pivot of Φ_u as it is, with the sign of its determinant (of a single equation the entry
    itself), as the kernels see it."""


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


def partition(at: Configuration, subsystem: Subsystem, forced: Sequence[str] = ()) -> Partition:
    """Choose independent coordinates of a subsystem at a position; `forced` names some that must be."""
    rows = [row for joint in subsystem.joints for row in rows_of(at.packed, at.layout, joint)]
    every, loops = at.every, _loops(at, rows)
    blocks: list[Block] = []
    dropped: list[ConstraintRow] = []
    dependent: list[Rate] = []
    for members in _connected(list(enumerate(loops.touched))):
        inside = [rate for rate in every if any(key(rate) in loops.touched[r] for r in members)]
        moving = [rate for rate in inside if rate[0].driver is None]
        entries = loops.entries(members, moving)
        kept, chosen = _choose([rows[r] for r in members], entries, moving, set(forced))
        chosen = _prefer_first(entries[kept], chosen, moving, set(forced))
        dropped += [rows[r] for k, r in enumerate(members) if k not in kept]
        dependent += [moving[k] for k in chosen]
        blocks += _split(loops, [members[k] for k in kept], [moving[k] for k in chosen], inside)
    taken = {key(rate) for rate in dependent}
    independent = tuple(r for r in rates_of(subsystem) if key(r) not in taken and r[0].driver is None)
    return Partition(independent, tuple(dependent), tuple(blocks), tuple(dropped))


def part_of(at: Configuration, whole: Partition, member: Subsystem, carried: tuple[Rate, ...]) -> Partition | None:
    """The part of a subsystem's partition that one of its members has, a parent or a child.

    carried: independent velocities of the member's parent. None when the member's equations do not determine as many of
    its velocities as were chosen to be dependent: then they are not solved apart from the others.
    """
    rows = [row for block in whole.blocks for row in block.rows if row.joint in member.joints]
    dependent = [rate for rate in whole.dependent if rate[0] in member.coordinates]
    if len(rows) != len(dependent):
        return None
    blocks = _split(_loops(at, rows), range(len(rows)), dependent, at.every)
    independent = tuple(rate for rate in whole.independent if rate[0] in member.coordinates)
    dropped = tuple(row for row in whole.dropped if row.joint in member.joints)
    given = tuple(_with_parent(block, member, carried) for block in blocks)
    return Partition(independent, tuple(dependent), given, dropped, carried)


def _with_parent(block: Block, member: Subsystem, carried: tuple[Rate, ...]) -> Block:
    """A block whose velocities beyond the member are given by the independent ones of its parent."""
    own = tuple(rate for rate in block.independent if rate[0] in member.coordinates)
    return block if own == block.independent else replace(block, independent=own + carried)


@dataclass(frozen=True)
class _Loops:
    """All equations of a subsystem."""

    rows: Sequence[ConstraintRow]
    touched: Sequence[set[Key]]
    """Velocities that can change each row."""
    J: np.ndarray
    """Φ_q, over all velocities."""
    columns: Mapping[Key, int]

    def entries(self, rows: list[int], rates: Sequence[Rate]) -> np.ndarray:
        """Φ_q of some rows and velocities."""
        return self.J[rows][:, [self.columns[key(rate)] for rate in rates]]


def _loops(at: Configuration, rows: Sequence[ConstraintRow]) -> _Loops:
    """Equations at a position."""
    return _Loops(rows, structure(at.packed, at.layout, rows), at.jacobian(rows), at.columns)


def check_names(forced: Sequence[str], layout: StateLayout) -> None:
    """Refuse names that are no coordinate, or that of a prescribed one."""
    coordinates = {c.rate_name(i): c for c in layout.coordinates for i in range(c.rates)}
    for name in forced:
        if name not in coordinates:
            close = suggestion(name, coordinates)
            raise InputError("unknown coordinate", repr(name), "a name that `jounce explain` prints", close)
        if (driver := coordinates[name].driver) is not None:
            raise InputError(f"{name} cannot be independent", f"prescribed by {driver}", "a coordinate that is free")


def _choose(
    rows: list[ConstraintRow], J: np.ndarray, moving: list[Rate], forced: set[str]
) -> tuple[list[int], list[int]]:
    """Independent rows by a rank-revealing sweep, then dependent columns by another with preferences."""
    lengths = np.linalg.norm(J, axis=1, keepdims=True)
    scaled = J / np.maximum(lengths, 1e-6 * lengths.max(initial=1e-300))  # a row of mere rounding stays small
    kept = sorted(_greedy(scaled.T, np.ones(len(rows)), len(rows)))
    A = scaled[kept]
    length = np.linalg.norm(A, axis=0)
    A = A / np.maximum(length, 1e-300)
    slides = np.array([c.kind == SLIDE for c, _ in moving])
    weights = np.zeros(len(moving))
    for k, (c, i) in enumerate(moving):
        if c.rate_name(i) not in forced and length[k] > RANK:
            strength = length[k] / length[slides == slides[k]].max()
            weights[k] = (BALL_PREFERENCE if c.kind == BALL else 1.0) * (1.0 + 0.5 * k / len(moving))
            weights[k] *= min(1.0, strength / STRONG)
    chosen = sorted(_greedy(A, weights, len(kept)))
    if len(chosen) < len(kept):
        joints = ", ".join(dict.fromkeys(row.joint for row in rows))
        raise InputError(
            "these coordinates cannot all be independent",
            ", ".join(sorted(forced)),
            f"fewer of {', '.join(c.rate_name(i) for c, i in moving)}",
            f"the loops through {joints} need {len(kept)} dependent ones",
        )
    return kept, chosen


def _prefer_first(J: np.ndarray, chosen: list[int], moving: list[Rate], forced: set[str]) -> list[int]:
    """The choice of dependent columns with each independent turn or slide exchanged for an earlier dependent one of its
    kind, where the condition of Φ_u stays near that of the best choice; rounding and small changes of hardpoints then
    do not decide between coordinates that are equally good."""
    best = _condition(J[:, chosen]) if chosen else 1.0
    free = [k for k, (c, i) in enumerate(moving) if k not in chosen and c.kind != BALL and c.rate_name(i) not in forced]
    slides = np.array([c.kind == SLIDE for c, _ in moving])
    effects = np.linalg.norm(J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), 1e-300), axis=0)
    for late in free:
        if effects[late] < WEAK * effects[slides == slides[late]].max():
            continue
        earlier = [k for k in chosen if k < late and moving[k][0].kind == moving[late][0].kind]
        for early in earlier:
            other = sorted(late if k == early else k for k in chosen)
            if _condition(J[:, other]) <= SETTLED * best:
                chosen = other
                break
    return chosen


def _split(loops: _Loops, members: Sequence[int], chosen: Sequence[Rate], inside: Sequence[Rate]) -> list[Block]:
    """Loops that share only independent or prescribed coordinates are solved apart, such as the two sides on a rack."""
    taken = {key(rate) for rate in chosen}
    blocks = []
    for group in _connected([(r, loops.touched[r] & taken) for r in members]):
        keys = {k for r in group for k in loops.touched[r]}
        dependent = tuple(rate for rate in chosen if key(rate) in keys)
        others = [rate for rate in inside if key(rate) in keys - taken]
        A = loops.entries(group, dependent)
        blocks.append(
            Block(
                tuple(loops.rows[r] for r in group),
                dependent,
                tuple(rate for rate in others if rate[0].driver is None),
                tuple(rate for rate in others if rate[0].driver is not None),
                _condition(A) if dependent else 1.0,
                _quality(A),
            )
        )
    return blocks


def _condition(A: np.ndarray) -> float:
    """Condition of a matrix with its rows, then its columns, scaled to unit length."""
    A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
    A = A / np.maximum(np.linalg.norm(A, axis=0), 1e-300)
    return float(np.linalg.cond(A))


def _quality(A: np.ndarray) -> float:
    """Smallest over largest pivot with the sign of the determinant; of a single equation the entry itself."""
    if len(A) <= 1:
        return float(A[0, 0]) if A.size else 1.0
    pivots, swaps = _eliminate(A)
    sign = (-1) ** swaps * np.prod(np.sign(pivots))
    return float(sign * np.abs(pivots).min() / np.abs(pivots).max())


def _eliminate(A: np.ndarray) -> tuple[np.ndarray, int]:
    """Pivots of Gaussian elimination with row pivoting, and the number of swaps of rows."""
    left, swaps = A.copy(), 0
    for k in range(len(left) - 1):
        pivot = k + int(np.argmax(np.abs(left[k:, k])))
        if pivot != k:
            left[[k, pivot]] = left[[pivot, k]]
            swaps += 1
        if left[k, k] != 0.0:
            left[k + 1 :, k:] -= np.outer(left[k + 1 :, k] / left[k, k], left[k, k:])
    return np.diag(left), swaps


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


def _greedy(A: np.ndarray, weights: np.ndarray, most: int) -> list[int]:
    """Columns picked one after another by weighted length of what is left of them; stops at the rank."""
    left = A.copy()
    picked: list[int] = []
    for _ in range(min(most, *A.shape)):
        length = np.linalg.norm(left, axis=0)
        length[weights == 0.0] = 0.0
        length[picked] = 0.0
        if length.max(initial=0.0) < RANK:
            break
        usable = np.where(length > 0.05 * length.max(), length * weights, 0.0)
        k = int(np.argmax(usable))
        picked.append(k)
        d = left[:, k] / np.linalg.norm(left[:, k])
        left = left - np.outer(d, d @ left)
    return picked
