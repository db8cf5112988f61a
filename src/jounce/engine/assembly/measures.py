"""Measures and constraint rows: joints spelled in the words of `jounce.engine.laws.forces.measure`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.engine.assembly.bodies import Frame, Vector
from jounce.engine.laws.forces.measure import ANGLE, CONSTRAINT, CONSTRAINT_TERM, DISTANCE, DOT1, DOT2, MEASURE, TWIST

NOWHERE = (0.0, 0.0, 0.0)


@dataclass
class MeasureTable:
    """Collects measures; each is given in world axes at the design position and stored in body axes."""

    records: list[tuple] = field(default_factory=list)
    names: dict[tuple[str, str], int] = field(default_factory=dict)
    """(joint or element, coordinate) → measure."""
    auxiliary: int = 0
    """Auxiliary states handed out so far."""
    before: int = 0
    """Measures of other tables that come before these."""

    def dot1(self, a: Frame, b: Frame, axis_a: Vector, axis_b: Vector) -> int:
        """axis_a · axis_b."""
        return self._add(DOT1, a, b, -1, NOWHERE, NOWHERE, a.direction(axis_a), NOWHERE, b.direction(axis_b))

    def dot2(self, a: Frame, b: Frame, axis_a: Vector, point_a: Vector, point_b: Vector) -> int:
        """Travel of point_b from point_a along axis_a."""
        return self._add(DOT2, a, b, -1, a.point(point_a), b.point(point_b), a.direction(axis_a), NOWHERE, NOWHERE)

    def distance(self, a: Frame, b: Frame, point_a: Vector, point_b: Vector) -> int:
        """Distance of two points."""
        return self._add(DISTANCE, a, b, -1, a.point(point_a), b.point(point_b), NOWHERE, NOWHERE, NOWHERE)

    def angle(self, a: Frame, b: Frame, first: Vector, second: Vector, axis_b: Vector) -> int:
        """Angle of axis_b in the plane (first, second), counted over full turns by an auxiliary state."""
        turns = self.states(1)
        plane = a.direction(first), a.direction(second)
        return self._add(ANGLE, a, b, turns, NOWHERE, NOWHERE, *plane, b.direction(axis_b))

    def twist(self, a: Frame, b: Frame, plane_a: tuple[Vector, Vector], plane_b: tuple[Vector, Vector]) -> int:
        """What a constant-velocity shaft from the normal of plane_a to that of plane_b turns; within half a turn."""
        axes_a, axes_b = ([frame.direction(v) for v in plane] for frame, plane in ((a, plane_a), (b, plane_b)))
        return self._add(TWIST, a, b, -1, NOWHERE, NOWHERE, *axes_a, *axes_b)

    def states(self, count: int) -> int:
        """Reserve auxiliary states; returns the first."""
        self.auxiliary += count
        return self.auxiliary - count

    def array(self) -> np.ndarray:
        """All measures as records."""
        return np.array(self.records, dtype=MEASURE)

    def _add(self, kind: int, a: Frame, b: Frame, winding: int, *vectors: Vector) -> int:
        given = [tuple(v) for v in vectors]
        self.records.append((kind, a.index, b.index, winding, *given, *[NOWHERE] * (6 - len(given))))
        return self.before + len(self.records) - 1


@dataclass
class RowTable:
    """Collects constraint rows, grouped by joint."""

    rows: list[tuple] = field(default_factory=list)
    terms: list[tuple] = field(default_factory=list)
    joints: int = 0
    """Joints so far."""

    def joint(self, measures: Sequence[int], offsets: Sequence[float] | None = None) -> range:
        """One joint with one row per measure."""
        offsets = offsets or [0.0] * len(measures)
        first = len(self.rows)
        for place, (measure, offset) in enumerate(zip(measures, offsets, strict=True)):
            self._row({measure: 1.0}, place, offset)
        self.joints += 1
        return range(first, len(self.rows))

    def coupler(
        self,
        terms: Mapping[int, float],
        offset: float = 0.0,
        *,
        signal: int = -1,
        filter_state: int = -1,
        filter_time: float = 0.0,
    ) -> range:
        """One joint with one row that combines several measures."""
        self._row(terms, 0, offset, signal, filter_state, filter_time)
        self.joints += 1
        return range(len(self.rows) - 1, len(self.rows))

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows and terms as records; the terms' places are the formulation's business."""
        return np.array(self.rows, dtype=CONSTRAINT), np.array(self.terms, dtype=CONSTRAINT_TERM)

    def _row(
        self,
        terms: Mapping[int, float],
        place: int,
        offset: float,
        signal: int = -1,
        filter_state: int = -1,
        filter_time: float = 0.0,
    ) -> None:
        start = len(self.terms)
        self.terms += [(measure, factor, -1, -1, 0, 0) for measure, factor in terms.items()]
        self.rows.append((start, len(self.terms), self.joints, place, offset, signal, filter_state, filter_time))
