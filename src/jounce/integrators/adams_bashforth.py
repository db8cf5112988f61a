"""Adams–Bashforth of order two: one slope per step, with the line through it and the one before.

    y₊ = y + h ((1 + ½r) f − ½r f₋),  r = h / h₋

Both slopes were taken at projected states, so the projection between them costs nothing. The first step is a midpoint
step.
"""

from jounce.kernel import part


@part
def move(h, last, y, slope, previous, trial):
    """The result from this slope and that of the step before, which was `last` long."""
    back = 0.5 * h / last
    for i in range(y.size):
        trial[i] = y[i] + h * ((1.0 + back) * slope[i] - back * previous[i])
