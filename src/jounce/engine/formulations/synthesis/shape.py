"""What the source of kernels depends on beside names and structure: the few properties of numbers that writers ask for.

A body of revolution on a hinge needs no sine of its angle, an inertia without products is written shorter, a factor of
one is left out. Writers take these answers from a `Shape` and never look at a number themselves. So cars share their
source, with other parameters, if their structure (`outline`) and their shape are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.bodies import cross
from jounce.engine.assembly.constraint_rows import ConstraintRow, coordinates_by_measure
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.spanning_tree import TURN, Branch
from jounce.engine.assembly.state_layout import Coordinate, StateLayout, key
from jounce.engine.formulations.synthesis.parameter_table import turned_inertias
from jounce.engine.formulations.synthesis.partition import Block, Partition
from jounce.engine.laws.forces.body_forces import FORCE_BODY, FORCE_WORLD, TORQUE_BODY
from jounce.engine.laws.forces.measure import TWIST
from jounce.engine.laws.tires.known_numbers import known_of
from jounce.engine.laws.tires.records import SIMPLE

ROUND = 1e-12
"""Relative deviation up to which a body counts as one of revolution."""
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
    arrays, branches = packed.arrays, layout.tree.branches
    known, outside = coordinates_by_measure(packed, layout), _cut_or_force(packed, layout)
    carriers = {b.parent for b in branches}
    hinged = [b for b in branches if [m.kind for m in b.motions] == [TURN] and b.body not in carriers]
    free = outside - known.keys()
    rounds = {b.body: b for b in hinged if _is_round(packed, b, free)}
    bodies = [*(b.body for b in branches), *([layout.tree.base] if layout.free else [])]
    R = np.concatenate([layout.tree.alignments, np.eye(3)[None]])
    J = turned_inertias(arrays["bodies"][[packed.layout.body(body) for body in bodies]], R[: len(bodies)])
    products = np.abs(J[:, (0, 0, 1), (1, 2, 2)]).max(axis=1, initial=0.0) > PLAIN * np.abs(J).max(axis=(1, 2))
    signs = arrays["scalar_force_terms"]["factor"]
    return Shape(
        frozenset(rounds),
        _spins(packed, rounds),
        frozenset(b.body for b in branches if np.any(b.centre != 0.0)),
        frozenset(body for body, has in zip(bodies, products.tolist(), strict=True) if has),
        tuple((arrays["terms"]["factor"] == 1.0).tolist()),
        tuple((signs * (np.abs(signs) == 1.0)).tolist()),
        known_tires(packed),
    )


def known_tires(packed: Packed) -> tuple[str, ...]:
    """What is known of each tire while its law is traced."""
    return tuple("" if tire["law"] == SIMPLE else known_of(tire) for tire in packed.arrays["tires"])


def _spins(packed: Packed, rounds: Mapping[str, Branch]) -> dict[tuple[int, str], float]:
    numbers, found = {packed.layout.body(body): b for body, b in rounds.items()}, {}
    measures = packed.arrays["measures"]
    for k in np.flatnonzero(measures["kind"] == TWIST).tolist():
        for side in "ab":
            branch = numbers.get(int(measures[k][side]))
            if branch is not None:
                axis = cross(measures[k][f"axis_{side}"], measures[k][f"second_{side}"])
                found[k, side] = float(np.sign(branch.direction(axis) @ branch.motions[0].axis))
    return found


def _is_round(packed: Packed, branch: Branch, outside: set[int]) -> bool:
    """Whether the angle of a body that only turns, and carries nothing, changes nothing.

    outside: measures that belong to no coordinate of the tree.
    """
    arrays, index = packed.arrays, packed.layout.body(branch.body)
    n = branch.motions[0].axis
    shafts = []  # axes whose twist the angle of the hinge only adds to
    measures = arrays["measures"]
    for k in np.flatnonzero((measures["a"] == index) | (measures["b"] == index)).tolist():
        m = measures[k]
        if k in outside:
            if m["kind"] != TWIST:
                return False
            side = "a" if m["a"] == index else "b"
            shafts.append(branch.direction(cross(m[f"axis_{side}"], m[f"second_{side}"])))
    if any(index in (m["a"], m["b"]) for m in arrays["bushings"]) or index in arrays["drags"]["body"]:
        return False
    on_axis = [branch.centre]
    along = []
    for tire in arrays["tires"]:
        if tire["body"] == index:
            on_axis.append(branch.local(tire["centre"]))
            along.append(branch.direction(tire["spin"]))
    for load in arrays["loads"]:
        if load["body"] == index:
            if load["kind"] in (FORCE_WORLD, FORCE_BODY):
                on_axis.append(branch.local(load["point"]))
            if load["kind"] in (TORQUE_BODY, FORCE_BODY):
                along.append(branch.direction(load["direction"]))
    J = branch.alignment @ arrays["bodies"][index]["inertia"].reshape(3, 3) @ branch.alignment.T
    sideways = cross(n, J @ n)
    inside = J - np.outer(n, J @ n) - np.outer(J @ n, n) + np.outer(n, n) * (n @ J @ n)
    across = (np.eye(3) - np.outer(n, n)) * (np.trace(inside) / 2.0)
    deviation = max(np.abs(sideways).max(), np.abs(inside - across).max()) / np.abs(J).max()
    offsets = np.linalg.norm(cross(np.array([*on_axis, *along, *shafts]), n), axis=1)
    return bool(deviation < ROUND and offsets.max() < ROUND)


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
