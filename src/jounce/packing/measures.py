"""Measures and constraint rows: joints spelled in the words of `jounce.elements.measure`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.elements.measure import ANGLE, DISTANCE, DOT1, DOT2
from jounce.packing.bodies import Frame

Vector = np.ndarray | tuple[float, float, float]
NOWHERE = np.zeros(3)


@dataclass
class MeasureTable:
    """Collects measures; each is given in world axes at the design position and stored in body axes."""

    kinds: list[int] = field(default_factory=list)
    bodies: list[tuple[int, int]] = field(default_factory=list)
    vectors: list[np.ndarray] = field(default_factory=list)
    windings: list[int] = field(default_factory=list)
    names: dict[tuple[str, str], int] = field(default_factory=dict)
    auxiliary: int = 0
    """Auxiliary states handed out so far."""

    def dot1(self, a: Frame, b: Frame, axis_a: Vector, axis_b: Vector) -> int:
        """axis_a · axis_b."""
        return self._add(DOT1, a, b, NOWHERE, NOWHERE, a.direction(axis_a), NOWHERE, b.direction(axis_b))

    def dot2(self, a: Frame, b: Frame, axis_a: Vector, point_a: Vector, point_b: Vector) -> int:
        """Travel of point_b from point_a along axis_a."""
        return self._add(DOT2, a, b, a.point(point_a), b.point(point_b), a.direction(axis_a), NOWHERE, NOWHERE)

    def distance(self, a: Frame, b: Frame, point_a: Vector, point_b: Vector) -> int:
        """Distance of two points."""
        return self._add(DISTANCE, a, b, a.point(point_a), b.point(point_b), NOWHERE, NOWHERE, NOWHERE)

    def angle(self, a: Frame, b: Frame, first: Vector, second: Vector, axis_b: Vector) -> int:
        """Angle of axis_b in the plane (first, second), counted over full turns by an auxiliary state."""
        k = self._add(ANGLE, a, b, NOWHERE, NOWHERE, a.direction(first), a.direction(second), b.direction(axis_b))
        self.windings[k] = self.auxiliary
        self.auxiliary += 1
        return k

    def _add(self, kind: int, a: Frame, b: Frame, *vectors: np.ndarray) -> int:
        self.kinds.append(kind)
        self.bodies.append((a.index, b.index))
        self.vectors.append(np.concatenate(vectors))
        self.windings.append(-1)
        return len(self.kinds) - 1


@dataclass
class RowTable:
    """Collects constraint rows Σ factor · measure = offset + signal, grouped by joint."""

    starts: list[int] = field(default_factory=lambda: [0])
    measures: list[int] = field(default_factory=list)
    factors: list[float] = field(default_factory=list)
    offsets: list[float] = field(default_factory=list)
    signals: list[int] = field(default_factory=list)
    filters: list[int] = field(default_factory=list)
    filter_times: list[float] = field(default_factory=list)
    joints: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    count: int = 0
    """Joints so far."""

    def joint(self, measures: Sequence[int], offsets: Sequence[float] | None = None) -> range:
        """One joint with one row per measure."""
        offsets = offsets or [0.0] * len(measures)
        rows = [self._row([k], [1.0], c, place) for place, (k, c) in enumerate(zip(measures, offsets, strict=True))]
        self.count += 1
        return range(rows[0], rows[-1] + 1)

    def coupler(
        self,
        measures: Sequence[int],
        factors: Sequence[float],
        offset: float = 0.0,
        *,
        signal: int = -1,
        filter_state: int = -1,
        filter_time: float = 0.0,
    ) -> range:
        """One joint with one row that combines several measures."""
        r = self._row(measures, factors, offset, 0, signal, filter_state, filter_time)
        self.count += 1
        return range(r, r + 1)

    def _row(
        self,
        measures: Sequence[int],
        factors: Sequence[float],
        offset: float,
        place: int,
        signal: int = -1,
        filter_state: int = -1,
        filter_time: float = 0.0,
    ) -> int:
        self.measures += list(measures)
        self.factors += list(factors)
        self.starts.append(len(self.measures))
        self.offsets.append(offset)
        self.signals.append(signal)
        self.filters.append(filter_state)
        self.filter_times.append(filter_time)
        self.joints.append(self.count)
        self.places.append(place)
        return len(self.offsets) - 1
