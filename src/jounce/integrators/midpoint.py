"""The explicit midpoint rule, of order two: y₊ = y + h f(t + ½h, y + ½h f(t, y))."""

from jounce.kernel import part

NODES = (0.0, 0.5)
"""Where in the step each slope is taken."""


@part
def move(stage, h, y, k, trial):
    """The state in the middle from the first slope, the result from the second."""
    ahead = 0.5 * h if stage == 0 else h
    for i in range(y.size):
        trial[i] = y[i] + ahead * k[stage, i]
