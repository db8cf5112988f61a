"""How a metric changes with a parameter: means over bins, and a quadratic surface over two parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.studies.sensitivity import ranks, standardised

MOST_VALUES = 12
"""Up to so many different values have a mean each; more are put into bins."""
BINS = 10


@dataclass(frozen=True)
class MainEffect:
    """Means of a metric along a parameter, over everything else."""

    x: np.ndarray
    mean: np.ndarray


def main_effect(x: np.ndarray, y: np.ndarray) -> MainEffect:
    """Means of y for every value of x, or in bins of equal count when there are many."""
    known = np.isfinite(y)
    x, y = x[known], y[known]
    values, place = np.unique(x, return_inverse=True)
    if len(values) > MOST_VALUES:
        count = max(3, min(BINS, len(x) // 10))
        place = np.floor(ranks(x, "ordinal") * count / len(x)).astype(int)
    groups = [place == i for i in range(int(place.max(initial=-1)) + 1)]
    return MainEffect(
        np.array([x[group].mean() for group in groups]),
        np.array([y[group].mean() for group in groups]),
    )


@dataclass(frozen=True)
class Surface:
    """z(x, y) = c₀ + c₁x + c₂y + c₃x² + c₄xy + c₅y² by least squares over all runs, and how much it explains."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    """Rows along y, columns along x."""
    r_squared: float


def quadratic_surface(x: np.ndarray, y: np.ndarray, z: np.ndarray, count: int = 41) -> Surface | None:
    """The surface over the rectangle of the runs; None when the runs cannot tell its six numbers."""
    known = np.isfinite(z)
    x, y, z = x[known], y[known], z[known]
    if len(z) < 7 or np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        return None
    terms = _terms(standardised(x), standardised(y))
    c, _, rank, _ = np.linalg.lstsq(terms, z, rcond=1e-9)
    if rank < terms.shape[1]:
        return None
    rest, total = z - terms @ c, z - z.mean()
    size = float(total @ total)
    along, across = np.linspace(x.min(), x.max(), count), np.linspace(y.min(), y.max(), count)
    gx, gy = np.meshgrid((along - x.mean()) / x.std(), (across - y.mean()) / y.std())
    grid = (_terms(gx.ravel(), gy.ravel()) @ c).reshape(count, count)
    return Surface(along, across, grid, 1.0 - float(rest @ rest) / size if size > 0.0 else 1.0)


def _terms(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
