"""Prescribed motions that follow a live input."""

from jounce.kernel import kernel


@kernel
def follow(target, x, rate, T):
    """Acceleration of a critically damped follower with time constant T [s]."""
    return (target - x) / (T * T) - 2.0 * rate / T
