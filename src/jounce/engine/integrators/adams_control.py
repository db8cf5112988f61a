"""What an Adams method with steps of any length remembers, and how it chooses the next order and step.

Errors of a step at its own and the neighbouring orders: Shampine & Gordon, Computer Solution of Ordinary Differential
Equations, 1975, chapters 6 and 7; the notation is that of `adams`. With equal steps the
error at order j is h γ*ⱼ |φⱼ₊₁|; where the last steps were not equal, σⱼ₊₁ = ∏ i h / ψᵢ(n+1) over i ≤ j turns a
difference into what it would have been.

Modified divided differences of the slopes: chapter 5. At time tₙ, after steps of
lengths hₙ, hₙ₋₁, …, the spans and differences are

    ψᵢ(n) = hₙ + … + hₙ₊₁₋ᵢ,    φ₁(n) = fₙ,    φᵢ(n) = ψ₁(n) … ψᵢ₋₁(n) · f[tₙ, …, tₙ₊₁₋ᵢ]                         (1)

The polynomial through the last slopes is a sum of them, and so is its integral. With the time as a fraction s of a
reach H, every product in Newton's form grows by a factor a + bs, and its moments ∫ (1 − s)^(q−1) … ds over 0 ≤ s ≤ 1
follow from those of the product before (integrate by parts; q = 1 is what one wants, the others are on the way to it):

    w₁,q = 1/q,    wᵢ,q = (a + b) wᵢ₋₁,q − b wᵢ₋₁,q₊₁                                                             (2)

    forwards from tₙ by h, scaled by the spans after the step:   a + b = 1,                 b = h / ψᵢ₋₁(n+1)
    from tₙ₊₁ to a time in its past or future, by H:             a + b = (H + ψᵢ₋₂) / ψᵢ₋₁,   b = H / ψᵢ₋₁

In the first, differences must be rescaled, φ*ᵢ = βᵢ φᵢ(n), βᵢ = ∏ ψⱼ(n+1) / ψⱼ(n) over j < i: ones if steps are equal.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine, two_to
from jounce.engine.linalg.elementary import pow

MAX_ORDER = 12
"""Highest order."""
WIDTH = MAX_ORDER + 4
"""Numbers in a row of memory."""
SPANS, AFTER, SCALES, WEIGHTS, MOMENTS = range(5)
"""Rows of memory: ψ now, ψ after the step that is tried, β, the weights wᵢ,₁, and scratch."""


@subroutine
def begin_step(h, order, memory):
    """ψ(n+1), β up to order + 1 and the weights of a step of h [s] up to order + 1."""
    spans, after, scales, weights, moments = (
        memory[SPANS],
        memory[AFTER],
        memory[SCALES],
        memory[WEIGHTS],
        memory[MOMENTS],
    )
    after[0] = h
    for i in range(1, MAX_ORDER + 1):
        after[i] = spans[i - 1] + h
    scales[0] = 1.0
    for i in range(order):  # a span of zero: there is no slope so long ago
        scales[i + 1] = scales[i] * after[i] / spans[i] if spans[i] > 0.0 else 0.0
    first_moments(order + 1, moments)
    weights[0] = 1.0
    for i in range(1, order + 1):
        weights[i] = next_weight(1.0, h / after[i - 1], order + 1 - i, moments)


@subroutine
def first_moments(count, moments):
    """w₁,q for q = 1 … count."""
    for q in range(count):
        moments[q] = 1.0 / (q + 1.0)


@subroutine
def next_weight(sum_, slope, count, moments):
    """(2): the next row of moments in place of the last, `count` of them; returns the first."""
    for q in range(count):
        moments[q] = sum_ * moments[q] - slope * moments[q + 1]
    return moments[0]


@subroutine
def extrapolate(y, h, order, k, memory, slope, state):
    """The polynomial of `order` slopes, h [s] ahead of y: its value into `slope`, y + its integral into `state`.

    Small terms are added first. `begin_step` has been called with these h and order.
    """
    scales, weights = memory[SCALES], memory[WEIGHTS]
    for i in range(y.size):
        slope[i] = 0.0
        state[i] = 0.0
    for j in range(order - 1, -1, -1):
        row, scale, weight = k[j], scales[j], weights[j]
        for i in range(y.size):
            slope[i] += scale * row[i]
            state[i] += weight * (scale * row[i])
    for i in range(y.size):
        state[i] = y[i] + h * state[i]


@subroutine
def shift(order, k, memory, slope, expected):
    """Go on to t(n+1), where the slope is `slope` and `expected` was extrapolated: φ(n+1) up to order + 2, ψ(n+1)."""
    scales, n = memory[SCALES], slope.size
    top, scale = k[order + 1], scales[order]
    for i in range(n):
        new = slope[i] - expected[i]
        top[i] = new - scale * k[order, i]
        k[order, i] = new
    for j in range(order - 1, -1, -1):
        row, above, scale = k[j], k[j + 1], scales[j]
        for i in range(n):
            row[i] = scale * row[i] + above[i]
    for i in range(MAX_ORDER + 1):
        memory[SPANS, i] = memory[AFTER, i]


@subroutine
def dense(y, reach, order, k, memory, out):
    """The state `reach` [s] from y, on the polynomial of the step of that order that led there, into `out`.

    It has order + 1 slopes, that at y among them, as the step had: its error is of the same order as the step's.
    """
    spans, weights, moments = memory[SPANS], memory[WEIGHTS], memory[MOMENTS]
    first_moments(order + 1, moments)
    weights[0], before = 1.0, 0.0
    for i in range(1, order + 1):
        weights[i] = next_weight((reach + before) / spans[i - 1], reach / spans[i - 1], order + 1 - i, moments)
        before = spans[i - 1]
    for i in range(y.size):
        out[i] = 0.0
    for j in range(order, -1, -1):
        row, weight = k[j], weights[j]
        for i in range(y.size):
            out[i] += weight * row[i]
    for i in range(y.size):
        out[i] = y[i] + reach * out[i]


ORDER, MADE, EQUAL, STARTING, LOGGED, HITS, STOPPED, VIOLATION = range(8)
"""Flags: order of the next step (0: not begun), order of the last, how many of the last steps were equal, whether order
and step still grow with every step, rows of the log and hits of events written in this call, whether an event has
ended the run, and the largest |Φ| that the last projection of a step found."""
GOAL = 0.5
"""Error, relative to what is allowed, that steps are chosen for."""
MIN_REDUCTION, MAX_REDUCTION = 0.5, 0.9
"""Limits of the part to which a step is reduced."""
GAMMA = (
    1.0,
    1 / 2,
    1 / 12,
    1 / 24,
    19 / 720,
    3 / 160,
    863 / 60480,
    275 / 24192,
    33953 / 3628800,
    8183 / 1036800,
    3250433 / 479001600,
    4671 / 788480,
    13695779093 / 2615348736000,
    2224234463 / 475517952000,
)
"""|γ*ₖ|, the weights of the corrector with equal steps."""


@subroutine
def norm(x, y, after, relative, absolute):
    """Root mean square of x against absolute + relative · |y|."""
    total = 0.0
    for i in range(y.size):
        total += (x[i] / (absolute + relative * max(abs(y[i]), abs(after[i])))) ** 2
    return math.sqrt(total / max(y.size, 1))


@subroutine
def errors(h, order, y, trial, d, k, memory, relative, absolute):
    """Errors of the step, and, as if steps were equal, at its order and at one and two less, where there are such."""
    after, scales = memory[AFTER], memory[SCALES]
    own, lower, lowest = 0.0, 0.0, 0.0
    for i in range(y.size):
        scale = absolute + relative * max(abs(y[i]), abs(trial[i]))
        x = d[i]
        own += (x / scale) ** 2
        if order > 1:
            x += scales[order - 1] * k[order - 1, i]
            lower += (x / scale) ** 2
        if order > 2:
            x += scales[order - 2] * k[order - 2, i]
            lowest += (x / scale) ** 2
    sigma, sigma_1, sigma_2 = 1.0, 0.0, 0.0
    for i in range(1, order + 1):
        sigma, sigma_1, sigma_2 = sigma * i * h / after[i - 1], sigma, sigma_1
    n = max(y.size, 1)
    own, lower, lowest = h * math.sqrt(own / n), h * math.sqrt(lower / n), h * math.sqrt(lowest / n)
    error = abs(memory[WEIGHTS, order] - memory[WEIGHTS, order - 1]) * own
    lower *= GAMMA[order - 1] * sigma_1
    lowest *= GAMMA[max(order - 2, 0)] * sigma_2
    return error, GAMMA[order] * sigma * own, lower, lowest


@subroutine
def lower_is_better(order, own, lower, lowest):
    """Whether errors of lower orders say that the last differences are no use."""
    if order > 2:
        return max(lower, lowest) <= own
    return order == 2 and lower <= 0.5 * own


@subroutine
def choose(h, order, most, sinks, own, lower, higher, flags):
    """Order and length of the next step after one of h [s]; higher: error one order above, infinite if not known."""
    error = own
    if sinks or order >= most:
        flags[STARTING] = 0.0
    if flags[STARTING] != 0.0:
        order += 1
    elif sinks or (order > 1 and lower <= min(own, higher)):
        order -= 1
        error = lower
    elif order < most and higher < (own if order > 1 else 0.5 * own):
        order += 1
        error = higher
    flags[ORDER] = order
    if flags[STARTING] != 0.0 or error * two_to(float(order + 1)) <= GOAL:
        return 2.0 * h
    if error <= GOAL:
        return h
    return h * max(MIN_REDUCTION, min(MAX_REDUCTION, pow(GOAL / error, 1.0 / (order + 1))))
