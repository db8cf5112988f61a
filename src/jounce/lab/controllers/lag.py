"""A first-order lag in discrete time, exact for inputs that are held between two updates.

τ ẋ = u − x    →    x⁺ = u + (x − u) exp(−Δt/τ)
"""

from __future__ import annotations

import math


def lag(value: float, target: float, time_constant: float, dt: float) -> float:
    """The value after `dt` [s] of a first-order lag with that time constant [s]; at once where it is 0."""
    return target if time_constant <= 0.0 else target + (value - target) * math.exp(-dt / time_constant)
