"""Where a ground ends."""

import numpy as np

from jounce.ground.axis import Irregular, Regular
from jounce.ground.ferguson import Ferguson


def extent(ground) -> tuple[float, float, float, float] | None:
    """x_min, x_max, y_min, y_max [m] of a ground with an edge; None for one without end."""
    return (*ends(ground.x), *ends(ground.y)) if isinstance(ground, Ferguson) else None


def ends(axis: Regular | Irregular) -> tuple[float, float]:
    """First and last node [m]."""
    if isinstance(axis, Regular):
        return axis.start, axis.start + axis.spacing * (axis.count - 1)
    return float(axis.nodes[0]), float(axis.nodes[-1])


def inside(ground, x, y):
    """Whether points (x, y) [m] lie on the ground, its edge included; NaN does not."""
    x_min, x_max, y_min, y_max = extent(ground) or (-np.inf, np.inf, -np.inf, np.inf)
    x, y = np.asarray(x), np.asarray(y)
    return (x_min <= x) & (x <= x_max) & (y_min <= y) & (y <= y_max)
