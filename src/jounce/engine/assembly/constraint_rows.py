"""Constraint equations that close the loops of the tree: cut joints, couplers, and drivers of cut joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import Coordinate, StateLayout
from jounce.engine.laws.forces.measure import DOT2


@dataclass(frozen=True)
class Term:
    """factor × measure, or factor × coordinate where the measure is a coordinate of the tree."""

    place: int
    """Number among the packed terms."""
    factor: float
    measure: int
    coordinate: Coordinate | None


@dataclass(frozen=True)
class ConstraintRow:
    """Σ factor · measure = offset + signal. A `component` 0 … 2 instead means: the points of the first measure meet
    along that base axis."""

    joint: str
    place: int
    terms: tuple[Term, ...]
    component: int | None
    packed: int
    """Row among the packed ones (offset, signal, filter)."""


def rows_of(packed: Packed, layout: StateLayout, joint: str) -> list[ConstraintRow]:
    """All equations of one joint. Three that make two points meet are written in base axes instead of body axes."""
    arrays = packed.arrays
    by_measure = coordinates_by_measure(packed, layout)
    place = packed.layout.joints[joint]
    rows = []
    for i, r in enumerate(place.rows):
        record = arrays["rows"][r]
        terms = tuple(
            Term(int(k), float(t["factor"]), int(t["measure"]), by_measure.get(int(t["measure"])))
            for k in range(record["start"], record["stop"])
            for t in (arrays["terms"][k],)
        )
        rows.append(ConstraintRow(joint, i, terms, None, r))
    if len(rows) >= 3 and _meets(arrays["measures"], rows[:3]):
        for component in range(3):
            rows[component] = ConstraintRow(joint, component, rows[0].terms, component, rows[component].packed)
    return rows


def coordinates_by_measure(packed: Packed, layout: StateLayout) -> dict[int, Coordinate]:
    """Measures that are coordinates in y: those of tree joints; none in Cartesian coordinates."""
    return {} if layout.cartesian else tree_measures(packed, layout)


def tree_measures(packed: Packed, layout: StateLayout) -> dict[int, Coordinate]:
    """Measures of the coordinates of tree joints."""
    found = {}
    for (name, label), measure in packed.layout.measures.items():
        coordinate = layout.of_joint(name, label)
        if coordinate is not None:
            found[measure] = coordinate
    return found


def _meets(measures: np.ndarray, rows: list[ConstraintRow]) -> bool:
    """Whether three rows say that two points coincide: same points, three perpendicular directions."""
    if any(len(row.terms) != 1 for row in rows):
        return False
    three = [measures[row.terms[0].measure] for row in rows]
    if any(m["kind"] != DOT2 for m in three):
        return False
    same = all(np.array_equal(m[f], three[0][f]) for m in three for f in ("point_a", "point_b", "a", "b"))
    axes = np.array([m["axis_a"] for m in three])
    return same and np.allclose(axes @ axes.T, np.eye(3), atol=1e-12)
