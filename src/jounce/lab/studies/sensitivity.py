"""What a metric depends on: linear coefficients, rank correlations and shares of its variance.

Standardised coefficients b come from the least-squares fit of (y − ȳ)/σ_y on all (x − x̄)/σ_x together; R² says how
much of the variance such a straight model explains. The rank correlation (Spearman) of one parameter sees every
monotone dependence. The first-order share S = Var(E[y | x]) / Var(y) sees any dependence on one parameter alone; what
the shares leave to 1 is interplay of several.

How a metric changes with a parameter: means over bins, and a quadratic surface over two parameters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import legendre

from jounce.lab.studies.table import StudyTable

MAX_SINGLE_VALUES = 12
"""Most different values of a parameter that have a mean each; more are put into bins."""
BINS = 10


@dataclass(frozen=True)
class MainEffect:
    """Means of a metric along a parameter, over everything else."""

    x: np.ndarray
    mean: np.ndarray
    error: np.ndarray
    """Standard error of each mean: what chance alone would move it by; NaN of a single run."""


def main_effect(x: np.ndarray, y: np.ndarray) -> MainEffect:
    """Means of y for every value of x, or in bins of equal count when there are many."""
    known = np.isfinite(y)
    x, y = x[known], y[known]
    values, place = np.unique(x, return_inverse=True)
    if len(values) > MAX_SINGLE_VALUES:
        count = max(3, min(BINS, len(x) // 10))
        place = np.floor(ranks(x, "ordinal") * count / len(x)).astype(int)
    groups = [place == i for i in range(int(place.max(initial=-1)) + 1)]
    return MainEffect(
        np.array([x[group].mean() for group in groups]),
        np.array([y[group].mean() for group in groups]),
        np.array([_standard_error(y[group]) for group in groups]),
    )


def _standard_error(y: np.ndarray) -> float:
    return float(y.std(ddof=1)) / math.sqrt(len(y)) if len(y) > 1 else math.nan


@dataclass(frozen=True)
class Surface:
    """z(x, y) = c₀ + c₁x + c₂y + c₃x² + c₄xy + c₅y² by least squares over all runs, and how much it explains."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    """Rows along y, columns along x."""
    r_squared: float
    """Share of the variance of the runs that the surface explains."""
    q_squared: float
    """Share explained in runs that the fit has not seen: each is predicted from all others (leave-one-out)."""


def quadratic_surface(x: np.ndarray, y: np.ndarray, z: np.ndarray, count: int = 41) -> Surface | None:
    """The surface over the rectangle of the runs; None when the runs cannot tell its six numbers."""
    known = np.isfinite(z)
    x, y, z = x[known], y[known], z[known]
    if len(z) < 7 or np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        return None
    terms = _terms(standardise(x), standardise(y))
    c, _, rank, _ = np.linalg.lstsq(terms, z, rcond=1e-9)
    if rank < terms.shape[1]:
        return None
    rest, total = z - terms @ c, z - z.mean()
    size = float(total @ total)
    along, across = np.linspace(x.min(), x.max(), count), np.linspace(y.min(), y.max(), count)
    gx, gy = np.meshgrid((along - x.mean()) / x.std(), (across - y.mean()) / y.std())
    grid = (_terms(gx.ravel(), gy.ravel()) @ c).reshape(count, count)
    if size == 0.0:
        return Surface(along, across, grid, 1.0, 1.0)
    basis = np.linalg.qr(terms)[0]
    unseen = rest / np.maximum(1.0 - np.sum(basis**2, axis=1), 1e-12)  # residuals of fits without the run itself
    return Surface(along, across, grid, 1.0 - float(rest @ rest) / size, 1.0 - float(unseen @ unseen) / size)


def _terms(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


MIN_RUNS = 32
"""Fewest runs of a sample from which shares are estimated."""
MAX_TERMS = 8
"""Most terms of the function of one parameter; fewer when there are fewer than four runs for each."""


@dataclass(frozen=True)
class Influence:
    """Influence of one parameter on a metric; None where it cannot be estimated."""

    coefficient: float | None
    """Standardised regression coefficient."""
    rank: float | None
    """Spearman's correlation."""
    share: float | None
    """First-order share of the variance, 0 … 1."""

    @property
    def size(self) -> float:
        """How strong it is, 0 … 1: the share of the variance, or where that is unknown the rank correlation squared."""
        return self.share if self.share is not None else self._monotone

    @property
    def _monotone(self) -> float:
        return self.rank**2 if self.rank is not None else 0.0

    @property
    def order(self) -> tuple[float, float]:
        """Key to sort influences by: that of the stronger one is larger."""
        return self.size, self._monotone


@dataclass(frozen=True)
class Sensitivity:
    """What one metric depends on, parameter by parameter."""

    metric: str
    runs: int
    r_squared: float | None
    """R² of the linear model; None when there are too few runs for it."""
    influences: Mapping[str, Influence]
    note: str = ""
    """Why something is missing."""

    def rank_parameters(self) -> list[str]:
        """The parameters, the strongest first."""
        return sorted(self.influences, key=lambda name: self.influences[name].order, reverse=True)

    def data(self) -> dict[str, Any]:
        """Plain data, for files."""
        return {
            "runs": self.runs,
            "r_squared": self.r_squared,
            "note": self.note,
            "influences": {
                name: {"coefficient": one.coefficient, "rank_correlation": one.rank, "share": one.share}
                for name, one in self.influences.items()
            },
        }


def sensitivities(table: StudyTable) -> dict[str, Sensitivity]:
    """The sensitivity of every metric of a table; parameters that are words, or do not change, are left out."""
    columns = {name: table[name] for name in table.parameters if not table.is_words(name)}
    moving = {name: x for name, x in columns.items() if np.ptp(x) > 0.0}
    return {name: sensitivity(name, moving, table[name], table.facts["design"]) for name in table.metrics}


def sensitivity(metric: str, columns: Mapping[str, np.ndarray], y: np.ndarray, design: str) -> Sensitivity:
    """What y depends on; rows in which it is not known are left out."""
    known = np.isfinite(y)
    y = np.asarray(y, dtype=float)[known]
    columns = {name: np.asarray(x, dtype=float)[known] for name, x in columns.items()}
    if len(y) < 3 or not np.ptp(y) > 1e-12 * np.abs(y).max(initial=0.0):
        note = "too few runs" if len(y) < 3 else "the same in all runs"
        return Sensitivity(metric, len(y), None, dict.fromkeys(columns, Influence(None, None, None)), note)
    coefficients, r_squared, note = linear(columns, y)
    complete = bool(known.all())
    shares, why = variance_shares(columns, y, design, complete)
    influences = {
        name: Influence(coefficients.get(name), correlation(ranks(x), ranks(y)), shares.get(name))
        for name, x in columns.items()
    }
    return Sensitivity(metric, len(y), r_squared, influences, "; ".join(part for part in (note, why) if part))


def linear(columns: Mapping[str, np.ndarray], y: np.ndarray) -> tuple[dict[str, float], float | None, str]:
    """Standardised coefficients and R²; none where runs are too few or parameters move together."""
    if not columns or len(y) < len(columns) + 2:
        return {}, None, "too few runs for a linear model"
    x = np.stack([standardise(column) for column in columns.values()], axis=1)
    target = standardise(y)
    if not np.isfinite(x).all() or np.linalg.matrix_rank(x, tol=1e-8 * math.sqrt(len(y))) < len(columns):
        return {}, None, "parameters move together, so that no linear model tells them apart"
    b, *_ = np.linalg.lstsq(x, target, rcond=None)
    rest = target - x @ b
    r_squared = 1.0 - float(rest @ rest) / float(target @ target)
    return {name: float(one) for name, one in zip(columns, b, strict=True)}, r_squared, ""


def variance_shares(
    columns: Mapping[str, np.ndarray], y: np.ndarray, design: str, complete: bool = True
) -> tuple[dict[str, float], str]:
    """First-order shares, or why there are none.

    On a full grid they are exact: the variance of the means over each value. In a sample y is fitted by a sum of
    smooth functions, one of each parameter, all at once; the variance of each function is its share, less what chance
    alone gives so many terms.
    """
    if design == "grid":
        if not complete:
            return {}, "runs of the grid failed: no shares of the variance"
        return {name: _between(x, y) for name, x in columns.items()}, ""
    if design == "list":
        return {}, "rows of a list are no sample: no shares of the variance"
    terms = min(MAX_TERMS, len(y) // (4 * max(1, len(columns))))
    if len(y) < MIN_RUNS or terms < 2:
        return {}, f"{len(y)} runs are too few for shares of the variance"
    return _additive(columns, y, terms), ""


def _between(x: np.ndarray, y: np.ndarray) -> float:
    """The share of the variance of y that is between the means over each value of x."""
    place = np.unique(x, return_inverse=True)[1]
    counts = np.bincount(place)
    means = np.bincount(place, weights=y) / counts
    return float(np.sum(counts * (means - y.mean()) ** 2) / np.sum((y - y.mean()) ** 2))


def _additive(columns: Mapping[str, np.ndarray], y: np.ndarray, terms: int) -> dict[str, float]:
    """Shares by Legendre polynomials of the ranks, which are even whatever the distribution."""
    count = len(y)
    blocks = []
    for x in columns.values():
        u = (2.0 * ranks(x) + 1.0) / count - 1.0
        block = legendre.legvander(u, min(terms, len(np.unique(x)) - 1))[:, 1:]
        blocks.append(block - block.mean(axis=0))
    c, *_ = np.linalg.lstsq(np.concatenate(blocks, axis=1), y - y.mean(), rcond=None)
    parts = np.split(c, np.cumsum([block.shape[1] for block in blocks])[:-1])
    functions = [block @ part for block, part in zip(blocks, parts, strict=True)]
    rest = y - y.mean() - np.sum(functions, axis=0)
    chance = float(rest @ rest) / max(1, count - 1 - len(c)) / count
    shares = {}
    for name, function, part in zip(columns, functions, parts, strict=True):
        shares[name] = float(np.clip((function.var() - chance * len(part)) / y.var(), 0.0, 1.0))
    return shares


def correlation(x: np.ndarray, y: np.ndarray) -> float | None:
    """Pearson's correlation; None when one of both does not change."""
    a, b = x - x.mean(), y - y.mean()
    size = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / size if size > 0.0 else None


def ranks(x: np.ndarray, ties: str = "average") -> np.ndarray:
    """The place of every value among all, from 0; equal ones share a place, or with `ordinal` take their turns."""
    order = np.argsort(x, kind="stable")
    places = np.empty(len(x))
    places[order] = np.arange(len(x))
    if ties == "ordinal":
        return places
    _, group = np.unique(x, return_inverse=True)
    return (np.bincount(group, weights=places) / np.bincount(group))[group]


def standardise(x: np.ndarray) -> np.ndarray:
    """The values shifted and scaled to mean 0 and variance 1."""
    return (x - x.mean()) / x.std()
