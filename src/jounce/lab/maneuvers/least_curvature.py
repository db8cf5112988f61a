"""The curve between bounds whose largest curvature is least.

On equally spaced points, with the second and third differences u = D₂y / h² and w = D₃y / h³, the curve minimises

    Σ ⅛ (u / κ)⁸ + ½ ε₂ (u / κ)² + ½ ε₃ (w λ / κ)²      while  low ≤ y ≤ high                               (L1)

The eighth power stands for the largest |u|, and is smooth; ε₂ keeps straight what may be straight, and ε₃ bounds how
fast the curvature changes, because a steering wheel takes time. κ is the largest |u| of a first solution without the
eighth power. Bounds are kept by a logarithmic barrier that fades; each Newton step solves one matrix with three
diagonals beside the main one, so that the result is the same on every machine and with any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

POWER = 8
"""Exponent that stands for the largest curvature."""
STRAIGHTNESS = 0.02
"""ε₂: weight of the squared curvature [-]."""
EVENNESS = 0.05
"""ε₃: weight of the change of curvature over λ [-]."""
CHANGE_LENGTH = 2.0
"""λ: length over which curvature changes at little cost [m]."""
BARRIERS = (1.0, 1e-1, 1e-2, 1e-3, 1e-4)
"""Weights of the barrier from round to round [-]."""
NEAR_ROUNDS = 2
"""Rounds, the last ones, of a curve that is known approximately."""
MAX_NEWTON_STEPS = 30
DECREASE = 1e-6
"""Decrease of the cost that a Newton step promises at which a round ends [-]."""
MIN_ROOM = 1e-3
"""Distance that bounds are kept apart [m]."""
MIN_RIDGE = 1e-14
"""Weight that is added first to the diagonal of a matrix that is indefinite by rounding, by its largest entry [-]."""
STRAIGHT = 1e-5
"""Curvature below which a curve is straight [1/m]."""


def least_curvature(low: np.ndarray, high: np.ndarray, spacing: float, near: np.ndarray | None = None) -> np.ndarray:
    """The curve (n,) [m] between two bounds, which may be infinite; spacing of its points [m].

    near: the curve between similar bounds, if it is known, which makes it quicker.
    """
    low, high = _apart(low, high)
    rounds: Sequence[float] = BARRIERS
    if near is None:
        y = _minimise(_inside(low, high), low, high, spacing, 1.0 / spacing, BARRIERS, power=False)
    else:
        y, rounds = _clip(near, low, high), BARRIERS[-NEAR_ROUNDS:]
    scale = float(np.abs(np.diff(y if near is None else near, 2)).max()) / spacing**2
    if scale < STRAIGHT:
        return y
    return _minimise(y, low, high, spacing, scale, rounds, power=True)


def _apart(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bounds with room between them: where there is none, around the middle."""
    tight = high - low < MIN_ROOM
    middle = 0.5 * (np.where(tight, low, 0.0) + np.where(tight, high, 0.0))
    return np.where(tight, middle - 0.5 * MIN_ROOM, low), np.where(tight, middle + 0.5 * MIN_ROOM, high)


def _inside(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """A curve strictly inside the bounds: their middles, and straight lines between them as far as these are inside."""
    known = np.isfinite(low) & np.isfinite(high)
    places = np.arange(len(low))
    middle = np.interp(places, places[known], 0.5 * (low[known] + high[known])) if known.any() else np.zeros(len(low))
    return _clip(middle, low, high)


def _clip(y: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The curve moved inside the bounds where it is not."""
    room = np.minimum(0.25 * (high - low), MIN_ROOM)
    return np.clip(y, low + room, high - room)


def _minimise(
    y: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    spacing: float,
    scale: float,
    rounds: Sequence[float],
    *,
    power: bool,
) -> np.ndarray:
    """(L1) from a curve inside the bounds, with or without its first term; scale: κ; rounds: weights of the barrier."""
    for weight in rounds:
        for _ in range(MAX_NEWTON_STEPS):
            gradient, bands = _slopes(y, low, high, spacing, scale, weight, power)
            step = _newton_step(gradient, bands)
            decrease = -float(gradient @ step)
            y = _descend(y, step, decrease, low, high, spacing, scale, weight, power)
            if decrease < DECREASE:
                break
    return y


def _newton_step(gradient: np.ndarray, bands: np.ndarray) -> np.ndarray:
    """−H⁻¹ g. Where rounding leaves H indefinite, a weight on its diagonal grows until it is not: the step gets shorter
    and turns towards −g."""
    from scipy.linalg import LinAlgError, solveh_banded  # takes a tenth of a second to import, and is rarely needed

    ridge = 0.0
    while True:
        try:
            return solveh_banded(bands, -gradient, lower=True)
        except LinAlgError:
            ridge = max(10.0 * ridge, MIN_RIDGE * float(bands[0].max()))
            bands[0] += ridge


def _cost(
    y: np.ndarray, low: np.ndarray, high: np.ndarray, spacing: float, scale: float, weight: float, power: bool
) -> float:
    """(L1) with the barrier; infinite outside the bounds."""
    below, above = y - low, high - y
    if min(below.min(), above.min()) <= 0.0:
        return np.inf
    u, w = _differences(y, spacing, scale)
    bend = float((u**POWER).sum()) / POWER if power else 0.0
    even = 0.5 * STRAIGHTNESS * float((u * u).sum()) + 0.5 * EVENNESS * float((w * w).sum())
    logs = np.log(below[np.isfinite(below)]).sum() + np.log(above[np.isfinite(above)]).sum()
    return bend + even - weight * float(logs)


def _differences(y: np.ndarray, spacing: float, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """u / κ and w λ / κ of (L1)."""
    return np.diff(y, 2) / (scale * spacing**2), np.diff(y, 3) * CHANGE_LENGTH / (scale * spacing**3)


def _slopes(
    y: np.ndarray, low: np.ndarray, high: np.ndarray, spacing: float, scale: float, weight: float, power: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Gradient (n,) of the cost, and its second derivatives as the lower bands (4, n) of their matrix."""
    u, w = _differences(y, spacing, scale)
    second, third = 1.0 / (scale * spacing**2), CHANGE_LENGTH / (scale * spacing**3)
    gradient, bands = np.zeros(len(y)), np.zeros((4, len(y)))
    bend, stiff = (u ** (POWER - 1), (POWER - 1) * u ** (POWER - 2)) if power else (0.0 * u, 0.0 * u)
    terms = (
        ((1.0, -2.0, 1.0), second * (bend + STRAIGHTNESS * u), second * second * (stiff + STRAIGHTNESS)),
        ((-1.0, 3.0, -3.0, 1.0), third * EVENNESS * w, third * third * EVENNESS * np.ones(len(w))),
    )
    for stencil, slope, curvature in terms:
        count = len(slope)
        for i, a in enumerate(stencil):
            gradient[i : i + count] += a * slope
            for k, b in enumerate(stencil[i:]):
                bands[k, i : i + count] += a * b * curvature
    for distance, sign in ((y - low, -1.0), (high - y, 1.0)):
        gradient += sign * weight / distance
        bands[0] += weight / distance**2
    return gradient, bands


def _descend(
    y: np.ndarray,
    step: np.ndarray,
    decrease: float,
    low: np.ndarray,
    high: np.ndarray,
    spacing: float,
    scale: float,
    weight: float,
    power: bool,
) -> np.ndarray:
    """The curve after the longest part of a Newton step, halved until the cost falls as it should."""
    before, part = _cost(y, low, high, spacing, scale, weight, power), 1.0
    while part > 1e-10:
        trial = y + part * step
        if _cost(trial, low, high, spacing, scale, weight, power) <= before - 0.1 * part * decrease:
            return trial
        part *= 0.5
    return y
