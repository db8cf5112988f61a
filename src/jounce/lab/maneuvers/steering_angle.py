"""The steering-wheel angle that gives a lateral acceleration, from a slowly increasing steer."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.schema.units import GRAVITY

FIT_RANGE = 0.1 * GRAVITY, 0.375 * GRAVITY
"""Lateral accelerations of the straight line through the measurement [m/s²] (FMVSS 126, S7.6)."""


def steering_angle(
    angle: ArrayLike,
    lateral_acceleration: ArrayLike,
    at: float = 0.3 * GRAVITY,
    *,
    between: tuple[float, float] = FIT_RANGE,
) -> float:
    """The angle [rad] at a lateral acceleration [m/s²], on the straight line that fits a run best; both positive.

    angle [rad] and lateral_acceleration [m/s²]: over time, of a slowly increasing steer to either side; between: the
    accelerations that count. Raises InputError if the run did not reach them.
    """
    angles, accelerations = (np.abs(np.asarray(values, dtype=float)) for values in (angle, lateral_acceleration))
    used = (accelerations >= between[0]) & (accelerations <= between[1])
    if np.count_nonzero(used) < 3 or accelerations.max() < between[1]:
        got = f"at most {accelerations.max(initial=0.0):.3g} m/s²"
        expected = f"a run through {between[0]:.3g} to {between[1]:.3g} m/s²"
        raise InputError("too little lateral acceleration", got, expected, "steer further or drive faster")
    slope, offset = np.polyfit(accelerations[used], angles[used], 1)
    return float(offset + slope * at)
