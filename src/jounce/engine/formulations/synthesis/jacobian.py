"""Φ_q of the equations that close the loops: which velocities can change a row, and by how much at one position.

Numbers for choosing coordinates, from gradients of measures and twists of bodies; the kernels have their own (see
`jounce.engine.formulations.synthesis.equations`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.bodies import cross
from jounce.engine.assembly.constraint_rows import ConstraintRow
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.poses import Moved, base_motion, move
from jounce.engine.assembly.spanning_tree import BALL, SLIDE
from jounce.engine.assembly.state_layout import Key, Rate, StateLayout, key
from jounce.engine.laws.forces.measure import ANGLE, DISTANCE, DOT1
from jounce.model.mechanism import GROUND


def structure(packed: Packed, layout: StateLayout, rows: Sequence[ConstraintRow]) -> list[set[Key]]:
    """For each row, the velocities that can change it, whatever the position."""
    found = []
    for row in rows:
        keys: set[Key] = set()
        for term in row.terms:
            if term.coordinate is not None:
                keys.add((term.coordinate.velocity, 0))
                continue
            first, second = (chain(layout, body) for body in measured_bodies(packed, term.measure))
            keys |= {k for k in first.keys() | second.keys() if first.get(k) != second.get(k)}
        found.append(keys)
    return found


def chain(layout: StateLayout, body: str) -> dict[Key, frozenset[str]]:
    """The velocities that move a body against the base, each with the balls between it and the body.

    What is behind a ball takes over its centre's velocity but not the rotation, so a velocity that two bodies share
    moves them as one only if the same balls lie between.
    """
    keys: dict[Key, frozenset[str]] = {}
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


def measured_bodies(packed: Packed, measure: int) -> tuple[str, str]:
    """The bodies a and b of a measure."""
    record = packed.arrays["measures"][measure]
    names = (*packed.layout.bodies, GROUND)
    return names[record["a"]], names[record["b"]]


def partials(layout: StateLayout, moved: Mapping[str, Moved], every: Sequence[Rate]) -> dict[str, np.ndarray]:
    """For each body its twists per unit velocity, (6, n): velocity at the base's origin, angular velocity."""
    place = {key(rate): k for k, rate in enumerate(every)}
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
                T[:3] += cross(T[3:].T, x).T  # it takes over the velocity of its centre, not the rotation
                T[3:] = 0.0
                for j, e in enumerate(np.eye(3)):
                    T[:3, k + j], T[3:, k + j] = cross(x, e), e
            else:
                T[:3, k] += cross(x, axis)
                T[3:, k] += axis
        twist[branch.body] = T
    return twist


class Configuration:
    """All bodies at one position y, for the rows of Φ_q of any subsystem there."""

    def __init__(self, packed: Packed, layout: StateLayout, y: np.ndarray) -> None:
        self.packed, self.layout = packed, layout
        self.every: list[Rate] = [(c, i) for c in layout.coordinates for i in range(c.rates)]
        """All velocities, the columns of Φ_q."""
        self.columns = {key(rate): k for k, rate in enumerate(self.every)}
        moved = move(layout, y[None, :])
        self._twist = partials(layout, moved, self.every)
        r0, A0, *_ = base_motion(layout, y[None, :])
        world = Moved(np.swapaxes(A0, 1, 2), -np.einsum("nji,nj->ni", A0, r0), *(np.zeros((1, 3)),) * 4)
        names = (*packed.layout.bodies, GROUND)
        self._ends = {name: _end(layout, moved, world, name) for name in names}
        self._rows: dict[tuple, np.ndarray] = {}

    def jacobian(self, rows: Sequence[ConstraintRow]) -> np.ndarray:
        """Φ_q (rows, velocities)."""
        return np.array([self._row(row) for row in rows]).reshape(len(rows), len(self.every))

    def _row(self, row: ConstraintRow) -> np.ndarray:
        """One row; what was worked out for a subsystem serves its parts."""
        known = self._rows.get((row.joint, row.place))
        if known is not None:
            return known
        found = np.zeros(len(self.every))
        for term in row.terms:
            if term.coordinate is not None:
                found[self.columns[term.coordinate.velocity, 0]] += term.factor
                continue
            names = measured_bodies(self.packed, term.measure)
            ends = [self._ends[name] for name in names]
            record = self.packed.arrays["measures"][term.measure]
            for name, g in zip(names, _gradients(record, ends, row.component), strict=True):
                found += term.factor * (g @ self._twist[name])
        self._rows[row.joint, row.place] = found
        return found


@dataclass(frozen=True)
class _End:
    """A body at one position: what a measure needs of it."""

    frame: Moved
    centre: np.ndarray
    alignment: np.ndarray

    def point(self, p: np.ndarray) -> np.ndarray:
        """A point given from the centre of mass in body axes, in base axes."""
        return self.frame.point(self.centre + self.alignment @ p)[0]

    def direction(self, d: np.ndarray) -> np.ndarray:
        """A direction in body axes, in base axes."""
        return self.frame.R[0] @ self.alignment @ d


def _end(layout: StateLayout, moved: Mapping[str, Moved], world: Moved, name: str) -> _End:
    branch = layout.tree.branch(name)
    if branch is not None:
        return _End(moved[name], branch.centre, branch.alignment)
    if name == layout.tree.base:
        return _End(moved[name], np.zeros(3), np.eye(3))
    return _End(world, np.zeros(3), np.eye(3))


def _gradients(m: np.void, ends: Sequence[_End], component: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Gradients of a measure for the twists of both bodies (see jounce.engine.laws.forces.measure)."""
    a, b = ends
    if m["kind"] in (DOT1, ANGLE):
        x = b.direction(m["axis_b"])
        if m["kind"] == DOT1:
            turn = cross(a.direction(m["axis_a"]), x)
        else:
            first, second = a.direction(m["axis_a"]), a.direction(m["second_a"])
            c, s = float(first @ x), float(second @ x)
            turn = (c * cross(second, x) - s * cross(first, x)) / (c * c + s * s)
        return np.concatenate([np.zeros(3), turn]), np.concatenate([np.zeros(3), -turn])
    pa, pb = a.point(m["point_a"]), b.point(m["point_b"])
    if component is not None:
        n = np.eye(3)[component]
    elif m["kind"] == DISTANCE:
        n = (pb - pa) / np.linalg.norm(pb - pa)
    else:
        n = a.direction(m["axis_a"])
        return -np.concatenate([n, cross(pb, n)]), np.concatenate([n, cross(pb, n)])
    return -np.concatenate([n, cross(pa, n)]), np.concatenate([n, cross(pb, n)])
