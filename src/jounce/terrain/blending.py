"""A smooth way from 0 to 1."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rising(t: NDArray[Any]) -> NDArray[Any]:
    """6 t⁵ − 15 t⁴ + 10 t³, held at 0 before t = 0 and at 1 after t = 1: slope and curvature are continuous."""
    t = np.clip(t, 0.0, 1.0)
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)
