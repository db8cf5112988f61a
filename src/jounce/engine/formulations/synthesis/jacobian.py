"""Φ_q of the equations that close the loops: which velocities can change a row, and by how much at one position.

Numbers for choosing coordinates, from gradients of measures and velocities of points; the kernels have their own (see
`jounce.engine.formulations.synthesis.equations`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.engine.assembly.bodies import cross, turned
from jounce.engine.assembly.constraint_rows import ConstraintRow, rows_of
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.spanning_tree import BALL, SLIDE
from jounce.engine.assembly.state_layout import Key, Rate, StateLayout, key
from jounce.engine.formulations.synthesis.places import Places, axis_places, body_places
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


class LoopRows:
    """All equations that close the loops of a layout, and what Φ_q is made of: structure, and no number.

    Cars of the same structure share it. An entry of Φ_q is factor · n · v: n a direction of the measure, v the velocity
    of a point of one of both bodies, or an angular velocity, per unit velocity of the coordinate.
    """

    def __init__(self, packed: Packed, layout: StateLayout) -> None:
        """layout: in joint coordinates."""
        self.rows = [row for s in layout.subsystems for joint in s.joints for row in rows_of(packed, layout, joint)]
        self.numbers = {(row.joint, row.place): r for r, row in enumerate(self.rows)}
        self.every: list[Rate] = [(c, i) for c in layout.coordinates for i in range(c.rates)]
        """All velocities, the columns of Φ_q."""
        self.columns = {key(rate): k for k, rate in enumerate(self.every)}
        self.touched = structure(packed, layout, self.rows)
        """Velocities that can change each row."""
        self._measures = _Measures(packed, layout, self.rows)
        self._entries = _Entries(packed, layout, self)

    def jacobian(self, packed: Packed, at: Places) -> np.ndarray:
        """Φ_q (rows, velocities) of a car of this structure at a position."""
        own = self._entries
        n, points = self._measures.directions_and_points(packed.arrays["measures"], at)
        n, v = n[own.measures], at.axes[own.axes]
        arms = np.concatenate([points, at.origins])[own.points] - at.origins[own.pivots]
        v[own.turning] = cross(v[own.turning], arms)
        factors = packed.arrays["terms"]["factor"][own.terms]
        factors[: len(v)] *= own.signs * (n[:, 0] * v[:, 0] + n[:, 1] * v[:, 1] + n[:, 2] * v[:, 2])
        shape = len(self.rows), len(self.every)
        return np.bincount(own.places, factors, shape[0] * shape[1]).reshape(shape)


class _Measures:
    """The measures in all rows, one after another, that are no coordinates of the tree."""

    def __init__(self, packed: Packed, layout: StateLayout, rows: Sequence[ConstraintRow]) -> None:
        own = [(row, term.measure) for row in rows for term in row.terms if term.coordinate is None]
        places = body_places(layout.tree)
        ends = [[places[body] for body in measured_bodies(packed, measure)] for _, measure in own]
        kinds = [packed.arrays["measures"][measure]["kind"] for _, measure in own]
        self.numbers = np.array([measure for _, measure in own], dtype=np.int64)
        self.ends = np.array(ends, dtype=np.int64).reshape(-1, 2)
        self.of_kind = {kind: np.array([k == kind for k in kinds], dtype=bool) for kind in (DOT1, ANGLE, DISTANCE)}
        self.components = np.array([-1 if row.component is None else row.component for row, _ in own], dtype=np.int64)

    def directions_and_points(self, records: np.ndarray, at: Places) -> tuple[np.ndarray, np.ndarray]:
        """n of every measure, such that its rate is n · (rate of b − rate of a), rates being velocities of points or
        angular velocities (see `jounce.engine.laws.forces.measure`); and all points a, then all points b [m]."""
        m, (a, b) = records[self.numbers], self.ends.T
        A, B = at.orientations[a], at.orientations[b]
        n, z = turned(A, m["axis_a"]), turned(B, m["axis_b"])
        pa, pb = at.centres[a] + turned(A, m["point_a"]), at.centres[b] + turned(B, m["point_b"])
        dots, angles, distances = (self.of_kind[kind] for kind in (DOT1, ANGLE, DISTANCE))
        n[dots] = cross(z[dots], n[dots])
        if angles.any():
            x, y, z = n[angles], turned(A[angles], m["second_a"][angles]), z[angles]
            c, s = _dot(x, z), _dot(y, z)
            n[angles] = (s * cross(x, z) - c * cross(y, z)) / (c * c + s * s)
        if distances.any():
            apart = pb[distances] - pa[distances]
            n[distances] = apart / np.sqrt(_dot(apart, apart))
        in_base_axes = self.components >= 0
        n[in_base_axes] = np.eye(3)[self.components[in_base_axes]]
        return n, np.concatenate([pa, pb])


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b of vectors (n, 3), as a column."""
    return a[:, 0:1] * b[:, 0:1] + a[:, 1:2] * b[:, 1:2] + a[:, 2:3] * b[:, 2:3]


class _Entries:
    """Where entries of Φ_q come from that are not zero, one after another; those of coordinates come last."""

    def __init__(self, packed: Packed, layout: StateLayout, loops: LoopRows) -> None:
        axes, numbers = axis_places(layout.tree), layout.tree.numbers
        count = sum(term.coordinate is None for row in loops.rows for term in row.terms)
        found: list[tuple[int, int, int, int, int]] = []
        turning: list[tuple[int, int, int]] = []
        own: list[tuple[int, int]] = []
        k = 0
        for r, row in enumerate(loops.rows):
            first = r * len(loops.every)
            for term in row.terms:
                if term.coordinate is not None:
                    own.append((first + loops.columns[term.coordinate.velocity, 0], term.place))
                    continue
                kind = int(packed.arrays["measures"][term.measure]["kind"])
                meets = row.component is not None or kind == DISTANCE  # else both velocities are those at point b
                a, b = (chain(layout, body) for body in measured_bodies(packed, term.measure))
                for sign, point, keys, others in ((-1, 0 if meets else 1, a, b), (1, 1, b, a)):
                    for rate, balls in keys.items():
                        c, i = loops.every[loops.columns[rate]]
                        turns = c.kind != SLIDE
                        if others.get(rate) == balls or (kind in (DOT1, ANGLE) and (balls or not turns)):
                            continue
                        if turns and kind not in (DOT1, ANGLE):
                            ball = 2 * count + min((numbers[body] for body in balls), default=0)
                            turning.append((len(found), ball if balls else point * count + k, numbers[c.body]))
                        found.append((first + loops.columns[rate], term.place, k, sign, axes[c.body, c.motion, i]))
                k += 1
        places, terms, self.measures, signs, self.axes = np.array(found, dtype=np.int64).reshape(-1, 5).T
        self.signs = signs.astype(float)
        self.turning, self.points, self.pivots = np.array(turning, dtype=np.int64).reshape(-1, 3).T
        more = np.array(own, dtype=np.int64).reshape(-1, 2).T
        self.places, self.terms = np.concatenate([places, more[0]]), np.concatenate([terms, more[1]])
