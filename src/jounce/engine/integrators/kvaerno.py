"""Kværnø's pair of diagonally implicit Runge–Kutta methods of orders 4 and 3, with an explicit first stage.

    Yᵢ = y + h Σ aᵢⱼ f(t + cⱼ h, Yⱼ),  j ≤ i,   aᵢᵢ = γ for i > 1,   Y₅ is the next state, Y₅ − Y₄ the error of Y₄

Anne Kværnø, Singly diagonally implicit Runge–Kutta methods with an explicit first stage, BIT 44 (2004), 489–502. γ is
the root of γ³ − 3γ² + 3γ/2 − 1/6 that makes Y₄, of order 3, L-stable. Y₅, of order 4, is A-stable and keeps 0.72 of an
infinitely stiff mode from step to step, with the other sign. All stages lie within the step, and Y₅ begins at Y₄, which
is at the same time: its solution takes one iteration as a rule. The slope of Y₅ is that of Y₁ in the next step.

The numbers follow from the conditions of order, which `tests/engine/integrators/test_kvaerno.py` checks.
"""

GAMMA = 0.43586652150845899942
MIDDLE = 0.46823874485184439562
NODES = (0.0, 2.0 * GAMMA, MIDDLE, 1.0, 1.0)
A = (
    (0.0, 0.0, 0.0, 0.0, 0.0),
    (GAMMA, GAMMA, 0.0, 0.0, 0.0),
    (0.14073777472470619618, -0.10836555138132079998, GAMMA, 0.0, 0.0),
    (0.10239940061991099768, -0.37687845225555610608, 0.83861253012718610899, GAMMA, 0.0),
    (0.15702489786032493710, 0.11733044137043884869, 0.61667803039212146434, -0.32689989113134424957, GAMMA),
)
STAGES = 5
ERROR = tuple(last - before for last, before in zip(A[4], A[3], strict=True))
"""Weights of the slopes in Y₅ − Y₄."""


def _weights(points: tuple[float, ...], x: float) -> tuple[float, ...]:
    """Lagrange's weights of values at points for the polynomial through them, at x."""
    found = []
    for i, own in enumerate(points):
        weight = 1.0
        for j, other in enumerate(points):
            weight *= (x - other) / (own - other) if i != j else 1.0
        found.append(weight)
    return tuple(found)


GUESS = tuple(
    (*_weights(NODES[:stage], NODES[stage]), *(0.0,) * (STAGES - stage)) if 0 < stage < 4 else (0.0,) * STAGES
    for stage in range(STAGES)
)
"""Weights with which the slopes of earlier stages give a first guess of that of a stage; the last starts at Y₄."""
