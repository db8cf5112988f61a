"""Which coordinates are independent, and which equations count: decided by rank at one position.

Rows and coordinates that constraints tie together form blocks; in each block as many coordinates as there are
independent equations become dependent (Φ_u must be regular), the rest are independent (Song 2005, [21]).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import lu

from jounce.elements.measure import ANGLE, DISTANCE, DOT1
from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.mechanism import GROUND
from jounce.packing.pack import Packed
from jounce.synthesis.layout import Coordinate, StateLayout, Subsystem
from jounce.synthesis.poses import Moved, base_motion, move
from jounce.synthesis.rows import Row, rows_of
from jounce.synthesis.tree import BALL, SLIDE

RANK = 1e-9
"""Relative size below which an equation counts as a consequence of others."""
BALL_PREFERENCE = 4.0
"""How much rather the rotations of ball joints are made dependent than angles and travels."""

STRONG = 0.3
"""Effect on the equations, relative to the strongest turn or slide, from which on a coordinate is as good as any."""

Rate = tuple[Coordinate, int]
"""A velocity: a coordinate, and which of its up to three components."""


@dataclass(frozen=True)
class Block:
    """Equations, and as many dependent velocities, that are solved together."""

    rows: tuple[Row, ...]
    dependent: tuple[Rate, ...]
    independent: tuple[Rate, ...]
    """Those that move the block."""
    known: tuple[Rate, ...]
    """Prescribed ones."""
    condition: float
    """Of Φ_u with its rows and columns scaled to unit length."""
    quality: float
    """Smallest over largest pivot of Φ_u as it is, with the sign of its determinant (of a single equation the entry
    itself), as the kernels see it."""


@dataclass(frozen=True)
class Partition:
    """The choice for one subsystem."""

    independent: tuple[Rate, ...]
    dependent: tuple[Rate, ...]
    blocks: tuple[Block, ...]
    dropped: tuple[Row, ...]
    """Redundant equations: they hold as long as the others do."""


def rates_of(subsystem: Subsystem) -> list[Rate]:
    """All velocities of a subsystem, in the order of y."""
    return [(c, i) for c in subsystem.coordinates for i in range(c.rates)]


def partition(
    packed: Packed, layout: StateLayout, subsystem: Subsystem, y: np.ndarray, forced: Sequence[str] = ()
) -> Partition:
    """Choose independent coordinates of a subsystem at the position y; `forced` names some that must be."""
    rows = [row for joint in subsystem.joints for row in rows_of(packed, layout, joint)]
    every = [(c, i) for c in layout.coordinates for i in range(c.rates)]
    place = {(c.velocity, i): k for k, (c, i) in enumerate(every)}
    J = jacobian(packed, layout, rows, y, every)
    touched = structure(packed, layout, rows)
    own = rates_of(subsystem)
    columns = {rate: place[rate[0].velocity, rate[1]] for rate in every}
    blocks, dropped, dependent = [], [], []
    for members in _connected(list(enumerate(touched))):
        inside = [rate for rate in every if any(_key(rate) in touched[r] for r in members)]
        moving = [rate for rate in inside if rate[0].driver is None]
        kept, chosen = _choose(
            [rows[r] for r in members], J[members][:, [columns[r] for r in moving]], moving, set(forced)
        )
        dropped += [rows[r] for k, r in enumerate(members) if k not in kept]
        dependent += [moving[k] for k in chosen]
        blocks += _split([members[k] for k in kept], [moving[k] for k in chosen], inside, rows, touched, J, columns)
    taken = {_key(rate) for rate in dependent}
    independent = tuple(r for r in own if _key(r) not in taken and r[0].driver is None)
    return Partition(independent, tuple(dependent), tuple(blocks), tuple(dropped))


def _key(rate: Rate) -> tuple[int, int]:
    return rate[0].velocity, rate[1]


def check_names(forced: Sequence[str], layout: StateLayout) -> None:
    """Refuse names that are no coordinate, or that of a prescribed one."""
    coordinates = {c.rate_name(i): c for c in layout.coordinates for i in range(c.rates)}
    for name in forced:
        if name not in coordinates:
            close = suggestion(name, coordinates)
            raise Refusal("unknown coordinate", repr(name), "a name that `jounce explain` prints", close)
        if (driver := coordinates[name].driver) is not None:
            raise Refusal(f"{name} cannot be independent", f"prescribed by {driver}", "a coordinate that is free")


def _choose(rows: list[Row], J: np.ndarray, moving: list[Rate], forced: set[str]) -> tuple[list[int], list[int]]:
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
        raise Refusal(
            "these coordinates cannot all be independent",
            ", ".join(sorted(forced)),
            f"fewer of {', '.join(c.rate_name(i) for c, i in moving)}",
            f"the loops through {joints} need {len(kept)} dependent ones",
        )
    return kept, chosen


def _split(
    members: list[int],
    chosen: list[Rate],
    inside: list[Rate],
    rows: Sequence[Row],
    touched: Sequence[set[tuple[int, int]]],
    J: np.ndarray,
    columns: dict[Rate, int],
) -> list[Block]:
    """Loops that share only independent or prescribed coordinates are solved apart, such as the two sides on a rack."""
    taken = {_key(rate) for rate in chosen}
    blocks = []
    for group in _connected([(r, touched[r] & taken) for r in members]):
        keys = set().union(*(touched[r] for r in group))
        dependent = tuple(rate for rate in chosen if _key(rate) in keys)
        others = [rate for rate in inside if _key(rate) in keys - taken]
        A = J[group][:, [columns[rate] for rate in dependent]]
        A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
        A = A / np.maximum(np.linalg.norm(A, axis=0), 1e-300)
        blocks.append(
            Block(
                tuple(rows[r] for r in group),
                dependent,
                tuple(rate for rate in others if rate[0].driver is None),
                tuple(rate for rate in others if rate[0].driver is not None),
                float(np.linalg.cond(A)) if dependent else 1.0,
                _quality(J[group][:, [columns[rate] for rate in dependent]]),
            )
        )
    return blocks


def _quality(A: np.ndarray) -> float:
    if len(A) <= 1:
        return float(A[0, 0]) if A.size else 1.0
    permutation, _, U = lu(A)
    pivots = np.diag(U)
    sign = np.linalg.det(permutation) * np.prod(np.sign(pivots))
    return float(np.round(sign) * np.abs(pivots).min() / np.abs(pivots).max())


def _connected(items: list[tuple[int, set[tuple[int, int]]]]) -> list[list[int]]:
    """Row numbers grouped by shared keys, in order."""
    groups: list[tuple[list[int], set[tuple[int, int]]]] = []
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
    left, picked = A.copy(), []
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


def structure(packed: Packed, layout: StateLayout, rows: Sequence[Row]) -> list[set[tuple[int, int]]]:
    """For each row, the velocities that can change it, whatever the position."""
    found = []
    for row in rows:
        keys: set[tuple[int, int]] = set()
        for term in row.terms:
            if term.coordinate is not None:
                keys.add((term.coordinate.velocity, 0))
                continue
            first, second = (chain(layout, body) for body in _bodies(packed, layout, term.measure))
            keys |= {k for k in first.keys() | second.keys() if first.get(k) != second.get(k)}
        found.append(keys)
    return found


def chain(layout: StateLayout, body: str) -> dict[tuple[int, int], frozenset[str]]:
    """The velocities that move a body against the base, each with the balls between it and the body.

    What is behind a ball takes over its centre's velocity but not the rotation, so a velocity that two bodies share moves
    them as one only if the same balls lie between.
    """
    keys: dict[tuple[int, int], frozenset[str]] = {}
    balls: frozenset[str] = frozenset()
    branch = layout.tree.branch(body)
    while branch is not None:
        for i in reversed(range(len(branch.motions))):
            c = layout.by_motion[branch.body, i]
            keys |= {(c.velocity, k): balls for k in range(c.rates)}
            if c.kind == BALL:
                balls |= {branch.body}
        branch = layout.tree.branch(branch.parent)
    return keys


def _bodies(packed: Packed, layout: StateLayout, measure: int) -> tuple[str, str]:
    record = packed.arrays["measures"][measure]
    names = (*packed.layout.bodies, GROUND)
    return names[record["a"]], names[record["b"]]


def partials(layout: StateLayout, moved: dict[str, Moved], every: Sequence[Rate]) -> dict[str, np.ndarray]:
    """For each body its twists per unit velocity, (6, n): velocity of its point at the base's origin, angular velocity."""
    place = {_key(rate): k for k, rate in enumerate(every)}
    twist = {layout.tree.base: np.zeros((6, len(every))), GROUND: np.zeros((6, len(every)))}
    for branch in layout.tree.branches:
        T = twist[branch.parent].copy()
        x = moved[branch.body].x[0]
        for i, motion in enumerate(branch.motions):
            k = place[layout.by_motion[branch.body, i].velocity, 0]
            axis = moved[branch.body].axes[i][0]
            if motion.kind == SLIDE:
                T[:3, k] += axis
            elif motion.kind == BALL:
                T[:3] += np.cross(T[3:].T, x).T  # it takes over the velocity of its centre, not the rotation
                T[3:] = 0.0
                for j, e in enumerate(np.eye(3)):
                    T[:3, k + j], T[3:, k + j] = np.cross(x, e), e
            else:
                T[:3, k] += np.cross(x, axis)
                T[3:, k] += axis
        twist[branch.body] = T
    return twist


def jacobian(
    packed: Packed, layout: StateLayout, rows: Sequence[Row], y: np.ndarray, every: Sequence[Rate]
) -> np.ndarray:
    """Φ_q (rows, velocities) at the position y."""
    moved = move(layout, y[None, :])
    twist = partials(layout, moved, every)
    r0, A0, *_ = base_motion(layout, y[None, :])
    world = Moved(np.swapaxes(A0, 1, 2), -np.einsum("nji,nj->ni", A0, r0), *(np.zeros((1, 3)),) * 4)
    place = {_key(rate): k for k, rate in enumerate(every)}
    J = np.zeros((len(rows), len(every)))
    for r, row in enumerate(rows):
        for term in row.terms:
            if term.coordinate is not None:
                J[r, place[term.coordinate.velocity, 0]] += term.factor
                continue
            names = _bodies(packed, layout, term.measure)
            ends = [_end(layout, moved, world, name) for name in names]
            record = packed.arrays["measures"][term.measure]
            for name, g in zip(names, _gradients(record, ends, row.component), strict=True):
                J[r] += term.factor * (g @ twist[name])
    return J


@dataclass(frozen=True)
class _End:
    """A body at one position: what a measure needs of it."""

    frame: Moved
    centre: np.ndarray
    alignment: np.ndarray

    def point(self, p: np.ndarray) -> np.ndarray:
        return self.frame.point(self.centre + self.alignment @ p)[0]

    def direction(self, d: np.ndarray) -> np.ndarray:
        return self.frame.R[0] @ self.alignment @ d


def _end(layout: StateLayout, moved: dict[str, Moved], world: Moved, name: str) -> _End:
    branch = layout.tree.branch(name)
    if branch is not None:
        return _End(moved[name], branch.centre, branch.alignment)
    if name == layout.tree.base:
        return _End(moved[name], np.zeros(3), np.eye(3))
    return _End(world, np.zeros(3), np.eye(3))


def _gradients(m: np.ndarray, ends: Sequence[_End], component: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Gradients of a measure for the twists of both bodies (see jounce.elements.measure)."""
    a, b = ends
    if m["kind"] in (DOT1, ANGLE):
        x = b.direction(m["axis_b"])
        if m["kind"] == DOT1:
            turn = np.cross(a.direction(m["axis_a"]), x)
        else:
            first, second = a.direction(m["axis_a"]), a.direction(m["second_a"])
            c, s = float(first @ x), float(second @ x)
            turn = (c * np.cross(second, x) - s * np.cross(first, x)) / (c * c + s * s)
        return np.concatenate([np.zeros(3), turn]), np.concatenate([np.zeros(3), -turn])
    pa, pb = a.point(m["point_a"]), b.point(m["point_b"])
    if component is not None:
        n = np.eye(3)[component]
    elif m["kind"] == DISTANCE:
        n = (pb - pa) / np.linalg.norm(pb - pa)
    else:
        n = a.direction(m["axis_a"])
        return -np.concatenate([n, np.cross(pb, n)]), np.concatenate([n, np.cross(pb, n)])
    return -np.concatenate([n, np.cross(pa, n)]), np.concatenate([n, np.cross(pb, n)])
