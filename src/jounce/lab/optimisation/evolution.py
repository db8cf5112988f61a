"""New points from good ones: simulated binary crossover and polynomial mutation (Deb, Agrawal 1995; Deb 2001).

Points are shares 0 … 1 of the way between bounds. Everything random comes from one generator, so that a seed says all.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import qmc

CROSSOVER, CROSSOVER_SPREAD = 0.9, 10.0
"""Probability that two parents are mixed, and how near children stay to them: larger is nearer."""
MUTATION_SPREAD = 15.0
"""How near a mutated share stays to what it was."""


def first_points(count: int, size: int, random: np.random.Generator) -> np.ndarray:
    """Points that are even in every share, (count, size)."""
    return np.asarray(qmc.LatinHypercube(size, rng=random).random(count))


def children(parents: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    """`count` new points from parents, best first: pairs chosen by tournaments of two, mixed and mutated."""
    size = parents.shape[1]
    made: list[np.ndarray] = []
    while len(made) < count:
        a, b = (parents[min(random.integers(0, len(parents), 2))] for _ in range(2))
        for child in _mix(a, b, random):
            made.append(_mutate(child, 1.0 / size, random))
    return np.array(made[:count])


def _mix(a: np.ndarray, b: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two points about two others, each share spread like the parents are."""
    if random.random() > CROSSOVER:
        return a.copy(), b.copy()
    u, mixed = random.random(len(a)), random.random(len(a)) < 0.5
    power = 1.0 / (CROSSOVER_SPREAD + 1.0)
    beta = np.where(u <= 0.5, (2.0 * u) ** power, (0.5 / np.maximum(1.0 - u, 1e-12)) ** power)
    beta = np.where(mixed, beta, 1.0)
    first, second = 0.5 * ((1.0 + beta) * a + (1.0 - beta) * b), 0.5 * ((1.0 - beta) * a + (1.0 + beta) * b)
    return np.clip(first, 0.0, 1.0), np.clip(second, 0.0, 1.0)


def _mutate(point: np.ndarray, probability: float, random: np.random.Generator) -> np.ndarray:
    """The point with some shares moved, mostly a little."""
    u, chosen = random.random(len(point)), random.random(len(point)) < probability
    power = 1.0 / (MUTATION_SPREAD + 1.0)
    move = np.where(u < 0.5, (2.0 * u) ** power - 1.0, 1.0 - (2.0 * (1.0 - u)) ** power)
    return np.clip(np.where(chosen, point + move, point), 0.0, 1.0)
