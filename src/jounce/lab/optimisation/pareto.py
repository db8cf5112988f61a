"""Which of several points are best when goals are against each other; all goals are least when best.

A point dominates another if it is nowhere worse and somewhere better; points that violate fewer conditions dominate
those that violate more, whatever their goals (Deb, Pratap, Agarwal, Meyarivan 2002: A fast and elitist multiobjective
genetic algorithm, NSGA-II).
"""

from __future__ import annotations

import numpy as np


def ranks(goals: np.ndarray, violations: np.ndarray) -> np.ndarray:
    """The front of every point, (n,): 0 for those that nothing dominates, 1 for what is left without them, and so on.

    goals: (n, m); violations: (n,), 0 for points that meet all conditions.
    """
    count = len(goals)
    better = np.zeros((count, count), dtype=bool)
    for i in range(count):
        nowhere_worse = np.all(goals[i] <= goals, axis=1) & np.any(goals[i] < goals, axis=1)
        better[i] = (violations[i] < violations) | ((violations[i] == violations) & nowhere_worse)
    found = np.full(count, -1)
    front = 0
    while np.any(found < 0):
        left = found < 0
        free = left & ~np.any(better[left], axis=0)
        found[free] = front
        front += 1
    return found


def crowding(goals: np.ndarray) -> np.ndarray:
    """How far the neighbours of each point of one front are, (n,): the sum over goals of the distance between the two
    beside it, by the range; infinite at the ends."""
    count, size = goals.shape
    found = np.zeros(count)
    for k in range(size):
        order = np.argsort(goals[:, k], kind="stable")
        span = goals[order[-1], k] - goals[order[0], k]
        found[order[0]] = found[order[-1]] = np.inf
        if span > 0.0 and count > 2:
            found[order[1:-1]] += (goals[order[2:], k] - goals[order[:-2], k]) / span
    return found


def choose(goals: np.ndarray, violations: np.ndarray, count: int) -> np.ndarray:
    """The `count` best points, best first: by front, and within one by how far their neighbours are."""
    rank = ranks(goals, violations)
    distance = np.zeros(len(goals))
    for front in np.unique(rank):
        members = np.flatnonzero(rank == front)
        distance[members] = crowding(goals[members])
    return np.lexsort((-distance, rank))[:count]


def compromise(goals: np.ndarray) -> int:
    """The point of a front that is nearest to the best of all goals at once, each by its range on the front."""
    span = np.ptp(goals, axis=0)
    scaled = (goals - goals.min(axis=0)) / np.where(span > 0.0, span, 1.0)
    return int(np.argmin(np.linalg.norm(scaled, axis=1)))
