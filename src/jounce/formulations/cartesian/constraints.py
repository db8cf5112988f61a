"""Constraint rows from measures: Φ, Φ̇ and γ of every joint, coupler and driver."""

from jounce.elements.signal import signal
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.kernel import kernel


@kernel
def smoothed(model, r, t, y):
    """Prescribed value, rate and acceleration of row r; a smoothed signal follows it with a critically damped lag."""
    k = model.row_signal[r]
    if k < 0:
        return 0.0, 0.0, 0.0
    target, rate, acceleration = signal(model.signals[k], model.tables, t)
    f = model.row_filter[r]
    if f < 0:
        return target, rate, acceleration
    auxiliary = (POSE + TWIST) * model.mass.size + f
    x, dx = y[auxiliary], y[auxiliary + 1]
    T = model.row_filter_time[r]
    return x, dx, (target - x) / (T * T) - 2.0 * dx / T


@kernel
def evaluate_rows(model, work, t, y):
    """Φ = Σ c s − s₀ − f(t), Φ̇ = Σ c ṡ − ḟ, γ = f̈ − Σ c s̈₀."""
    for r in range(model.row_offset.size):
        f, df, ddf = smoothed(model, r, t, y)
        violation = -model.row_offset[r] - f
        slip = -df
        gamma = ddf
        for term in range(model.row_start[r], model.row_start[r + 1]):
            k, c = model.term_measure[term], model.term_factor[term]
            violation += c * work.value[k]
            slip += c * work.rate[k]
            gamma -= c * work.bias[k]
        work.violation[r] = violation
        work.slip[r] = slip
        work.gamma[r] = gamma
