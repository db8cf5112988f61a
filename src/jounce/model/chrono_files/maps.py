"""Maps of Chrono's powertrains: rows of two numbers, straight lines between them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from jounce.model.mechanism import Curve

RPM = math.tau / 60.0
"""One revolution a minute [rad/s]."""


def to_curve(rows: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    """The keys of a table."""
    return {"x": [x for x, _ in rows], "y": [y for _, y in rows]}


def value_at(rows: Sequence[tuple[float, float]], x: float) -> float:
    """y at x by straight lines, held beyond the ends."""
    return Curve(**to_curve(rows)).y_at(x)
