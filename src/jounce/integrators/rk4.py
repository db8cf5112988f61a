"""Classical Runge–Kutta of order four.

y₊ = y + h/6 (f₁ + 2 f₂ + 2 f₃ + f₄),  f₂ = f(t + ½h, y + ½h f₁),  f₃ = f(t + ½h, y + ½h f₂),  f₄ = f(t + h, y + h f₃)
"""

from jounce.kernel import part

NODES = (0.0, 0.5, 0.5, 1.0)
"""Where in the step each slope is taken."""


@part
def move(stage, h, y, k, trial):
    """The state for the next slope, or after the last the result."""
    if stage < 3:
        ahead = NODES[stage + 1] * h
        for i in range(y.size):
            trial[i] = y[i] + ahead * k[stage, i]
    else:
        for i in range(y.size):
            trial[i] = y[i] + h / 6.0 * (k[0, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])
