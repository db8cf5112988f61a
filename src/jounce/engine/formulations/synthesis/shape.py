"""What the source of kernels depends on beside names and structure: the few properties of numbers that writers ask for.

A body of revolution on a hinge needs no sine of its angle, an inertia without products is written shorter, a factor of
one is left out. Writers take these answers from a `Shape` and never look at a number themselves. So cars share their
source, with other parameters, if their structure (`outline`) and their shape are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.constraint_rows import ConstraintRow, coordinates_by_measure
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.spanning_tree import Tree
from jounce.engine.assembly.state_layout import Coordinate, StateLayout, key
from jounce.engine.formulations.synthesis.parameter_table import turned_inertias
from jounce.engine.formulations.synthesis.partition import Block, Partition
from jounce.engine.formulations.synthesis.round_bodies import RoundBodies
from jounce.engine.laws.tires.known_numbers import known_of
from jounce.engine.laws.tires.records import SIMPLE

PLAIN = 1e-15
"""Relative size up to which products of inertia are rounding."""


@dataclass(frozen=True)
class Shape:
    """Answers about the numbers of a car."""

    round_bodies: frozenset[str]
    """Bodies on a hinge whose angle changes nothing: wheels, whose sine and cosine need not be computed."""
    spins: Mapping[tuple[int, str], float]
    """Twist and end, `a` or `b`, of it on a round body → ±1, the way in which that body's coordinate turns about the
    axis of the twist."""
    off_centre: frozenset[str]
    """Bodies whose centre of mass is not at the origin of their frame."""
    with_products: frozenset[str]
    """Bodies with products of inertia in the axes of their frame."""
    unit_terms: tuple[bool, ...]
    """Whether the factor of each term of a constraint row is 1."""
    force_signs: tuple[float, ...]
    """1 and −1 of terms of scalar forces that have such a factor, 0 of others."""
    tires: tuple[str, ...]
    """What is known of each tire while its law is traced."""


def shape_of(packed: Packed, layout: StateLayout) -> Shape:
    """The shape of a car."""
    return ShapeQuestions(packed, layout).answer(packed, layout.tree)


class ShapeQuestions:
    """Where a shape is looked for in the arrays of a car; cars of the same structure and layout share this."""

    def __init__(self, packed: Packed, layout: StateLayout) -> None:
        tree = layout.tree
        known = coordinates_by_measure(packed, layout)
        self._rounds = RoundBodies(packed, tree, _cut_or_force(packed, layout) - known.keys())
        self._bodies = [*(b.body for b in tree.branches), *([tree.base] if layout.free else [])]
        self._places = np.array([packed.layout.body(body) for body in self._bodies], dtype=np.int64)

    def answer(self, packed: Packed, tree: Tree) -> Shape:
        """The shape of a car."""
        arrays = packed.arrays
        rounds = self._rounds.find(packed, tree)
        R = np.concatenate([tree.alignments, np.eye(3)[None]])
        J = turned_inertias(arrays["bodies"][self._places], R[: len(self._places)])
        products = np.abs(J[:, (0, 0, 1), (1, 2, 2)]).max(axis=1, initial=0.0) > PLAIN * np.abs(J).max(axis=(1, 2))
        off_centre = np.any(tree.centres != 0.0, axis=1).tolist()
        signs = arrays["scalar_force_terms"]["factor"]
        return Shape(
            frozenset(rounds),
            self._rounds.spins(packed, tree, rounds),
            frozenset(b.body for b, off in zip(tree.branches, off_centre, strict=True) if off),
            frozenset(body for body, has in zip(self._bodies, products.tolist(), strict=True) if has),
            tuple((arrays["terms"]["factor"] == 1.0).tolist()),
            tuple((signs * (np.abs(signs) == 1.0)).tolist()),
            known_tires(packed),
        )


def known_tires(packed: Packed) -> tuple[str, ...]:
    """What is known of each tire while its law is traced."""
    return tuple("" if tire["law"] == SIMPLE else known_of(tire) for tire in packed.arrays["tires"])


def _cut_or_force(packed: Packed, layout: StateLayout) -> set[int]:
    """Measures that belong to a cut joint, a coupler or a force, not to the tree joint that they describe."""
    arrays = packed.arrays
    in_tree = {b.joint for b in layout.tree.branches}
    found = set(arrays["scalar_force_terms"]["measure"].tolist())
    measures = arrays["terms"]["measure"].tolist()
    starts, stops = arrays["rows"]["start"].tolist(), arrays["rows"]["stop"].tolist()
    for name, place in packed.layout.joints.items():
        if name not in in_tree:
            found.update(m for r in place.rows for m in measures[starts[r] : stops[r]])
    return found


def outline(layout: StateLayout, partitions: Mapping[str, Partition]) -> tuple:
    """Tree, places in y, subsystems and the choice of coordinates, without any number."""
    tree = layout.tree
    branches = tuple((b.body, b.parent, b.joint, tuple((m.kind, m.label) for m in b.motions)) for b in tree.branches)
    return (
        (tree.base, branches, tree.cuts),
        (layout.free, layout.auxiliary, layout.auxiliary_start, layout.velocity_start, layout.size, layout.places),
        tuple(
            (s.name, s.bodies, s.joints, s.driven, s.parent, tuple(map(_place, s.coordinates)), *_choice(own))
            for s in layout.subsystems
            for own in (partitions[s.name],)
        ),
    )


def _place(c: Coordinate) -> tuple:
    return c.body, c.motion, c.name, c.position, c.velocity, c.driver


def _choice(own: Partition) -> tuple:
    rates = own.independent, own.dependent, own.carried
    return (*(tuple(map(key, r)) for r in rates), tuple(map(_block, own.blocks)), tuple(map(_row, own.dropped)))


def _block(block: Block) -> tuple:
    rates = block.dependent, block.independent, block.known
    return tuple(map(_row, block.rows)), *(tuple(map(key, r)) for r in rates)


def _row(row: ConstraintRow) -> tuple:
    terms = tuple((t.place, t.measure, None if t.coordinate is None else t.coordinate.velocity) for t in row.terms)
    return row.joint, row.place, row.component, row.packed, terms
