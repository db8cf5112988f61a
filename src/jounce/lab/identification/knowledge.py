"""How well a fit knows its parameters: standard deviations, correlations, and what the records do not tell.

At the solution residuals r and their derivatives J by parameters p, all divided by standard deviations, give

    covariance   P = s² (JᵀJ)⁻¹,     s² = rᵀr / (n − m),    if the errors of samples are independent        (1)
    covariance   Q = (JᵀJ)⁻¹ Σ_ij J_i r_i w_ij r_j J_jᵀ (JᵀJ)⁻¹                                             (2)

whatever errors of one series within a second of each other have in common (Newey and West 1987, weights w that fall
evenly to zero over that second). Errors of a model last for many samples: (1) then counts the same error many times
and promises too much. The larger of both counts.

With J = U diag(σ) Vᵀ, every column times the distance of the bounds, s/σ_i is the standard deviation of the records'
knowledge along the direction V_i, by the bounds. Along a direction where that exceeds a quarter, which 95 % fill the
bounds with, the records tell nothing: its parameters are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MEMORY = 1.0
"""Time over which errors of one series may depend on each other [s]."""
UNKNOWN = 0.25
"""Standard deviation, by the distance of the bounds, from which a direction counts as not identified."""
PART = 0.3
"""Share of a parameter in a direction from which it is named."""
STRONG = 0.95
"""Correlation from which two parameters are named together."""


@dataclass(frozen=True, eq=False)
class Direction:
    """A combination of parameters that the records do not tell: shares by name, and its spread by the bounds."""

    shares: dict[str, float]
    spread: float

    def __str__(self) -> str:
        terms = " ".join(f"{share:+.2f} {name}" for name, share in self.shares.items())
        return terms.replace("-", "−").removeprefix("+")


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What a fit knows about its parameters."""

    std: np.ndarray
    """Standard deviation of every parameter [SI]; infinite where the records tell nothing."""
    correlations: np.ndarray
    """Correlation of the errors of every two parameters, (m, m)."""
    singular_values: np.ndarray
    """Singular values of the derivatives by parameters that go from 0 to 1 between their bounds, largest first."""
    unknown: tuple[Direction, ...]
    """Combinations that the records do not tell."""
    error: float
    """s of (1): root mean square of all residuals in their standard deviations, one for a perfect model."""


def knowledge(
    jacobian: np.ndarray,
    residuals: np.ndarray,
    widths: Sequence[float] | np.ndarray,
    names: Sequence[str],
    series: Sequence[tuple[int, float]],
) -> Knowledge:
    """What derivatives and residuals at the solution say; series: samples of each, and the time between them [s]."""
    scale = np.asarray(widths, dtype=float)
    scaled = jacobian * scale
    count, size = scaled.shape
    error = float(np.sqrt(residuals @ residuals / max(1, count - size)))
    _, values, axes = np.linalg.svd(scaled, full_matrices=False)
    safe = np.maximum(values, 1e-12 * max(values[0], 1e-300) if len(values) else 0.0)
    inverse = (axes.T / safe**2) @ axes
    white = error**2 * inverse
    robust = inverse @ _common(scaled, residuals, series) @ inverse
    variance = np.maximum(np.diag(white), np.diag(robust))
    spreads = error / safe
    unknown = tuple(
        Direction(_shares(axis, names), float(spread))
        for axis, spread in zip(axes, spreads, strict=True)
        if spread > UNKNOWN
    )
    deviation = np.sqrt(np.diag(white))
    correlations = white / np.outer(deviation, deviation)
    return Knowledge(np.sqrt(variance) * scale, correlations, values, unknown[::-1], error)


def strong_pairs(correlations: np.ndarray, names: Sequence[str]) -> list[tuple[str, str, float]]:
    """Pairs of parameters whose errors go together, strongest first."""
    found = [
        (names[i], names[j], float(correlations[i, j]))
        for i in range(len(names))
        for j in range(i + 1, len(names))
        if abs(correlations[i, j]) >= STRONG
    ]
    return sorted(found, key=lambda pair: -abs(pair[2]))


def _common(scaled: np.ndarray, residuals: np.ndarray, series: Sequence[tuple[int, float]]) -> np.ndarray:
    """The sum in (2); residuals behind those of the series, of priors, count alone."""
    total = np.zeros((scaled.shape[1], scaled.shape[1]))
    first = 0
    for count, spacing in series:
        pushes = scaled[first : first + count] * residuals[first : first + count, None]
        total += pushes.T @ pushes
        reach = min(count - 1, round(MEMORY / spacing) if spacing > 0.0 else 0)
        for lag in range(1, reach + 1):
            shared = pushes[lag:].T @ pushes[:-lag]
            total += (1.0 - lag / (reach + 1.0)) * (shared + shared.T)
        first += count
    rest = scaled[first:]
    return total + rest.T @ rest


def _shares(axis: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    """The parameters of a direction, largest share first and positive."""
    order = np.argsort(-np.abs(axis))
    sign = 1.0 if axis[order[0]] >= 0.0 else -1.0
    return {names[i]: float(sign * axis[i]) for i in order if abs(axis[i]) >= PART}
