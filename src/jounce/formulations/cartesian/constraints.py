"""Constraint rows from measures: Φ, Φ̇ and γ of every joint, coupler and driver."""

from jounce.elements.prescribed import follow
from jounce.elements.signal import signal
from jounce.kernel import part


@part
def prescribed(row, signals, tables, t, y, auxiliary):
    """Prescribed value, rate and acceleration of a row; a smoothed signal is followed with a critically damped lag."""
    if row["signal"] < 0:
        return 0.0, 0.0, 0.0
    target, rate, acceleration = signal(signals[row["signal"]], tables, t)
    if row["filter"] < 0:
        return target, rate, acceleration
    f = auxiliary + row["filter"]
    return y[f], y[f + 1], follow(target, y[f], y[f + 1], row["filter_time"])


@part
def evaluate_rows(rows, terms, measures, states, signals, tables, t, y, auxiliary):
    """Φ = Σ c s − s₀ − f(t), Φ̇ = Σ c ṡ − ḟ, γ = f̈ − Σ c s̈₀; y[auxiliary:] are the auxiliary states."""
    for r in range(rows.size):
        row = rows[r]
        f, df, ddf = prescribed(row, signals, tables, t, y, auxiliary)
        violation = -row["offset"] - f
        slip = -df
        gamma = ddf
        for i in range(row["start"], row["stop"]):
            c, s = terms[i]["factor"], measures[terms[i]["measure"]]
            violation += c * s["value"]
            slip += c * s["rate"]
            gamma -= c * s["bias"]
        state = states[r]
        state["violation"] = violation
        state["slip"] = slip
        state["gamma"] = gamma
