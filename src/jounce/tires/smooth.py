"""Limits without corners: exact inside, once continuously differentiable everywhere."""

import math

from jounce.kernel import kernel

STILL = 0.1
"""Speed over which a sign of rolling turns round [m/s]; at 2 m/s and above it is ±1 to the last digit."""


@kernel
def limited(x, limit):
    """x while |x| ≤ limit, then at most 10 % beyond: limit + w tanh((|x| − limit)/w), w = limit/10."""
    size = abs(x)
    if size <= limit:
        return x
    w = 0.1 * limit
    return math.copysign(limit + w * math.tanh((size - limit) / w), x)


@kernel
def softly_above(x, least):
    """x while x ≥ 2 least, below that least (1 + exp(x/least − 2)): always above `least`."""
    if x >= 2.0 * least:
        return x
    return least * (1.0 + math.exp(x / least - 2.0))


@kernel
def smooth_sign(x, width):
    """tanh(x/width), which is ±1 to the last digit from 20 width on."""
    if abs(x) > 20.0 * width:
        return math.copysign(1.0, x)
    return math.tanh(x / width)


@kernel
def rolling_sign(vx):
    """+1 rolling forward, −1 backward."""
    return smooth_sign(vx, STILL)


@kernel
def cos_atan(x):
    """cos(atan x) = 1/√(1 + x²)."""
    return 1.0 / math.sqrt(1.0 + x * x)
