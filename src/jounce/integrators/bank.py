"""Matrices of implicit steps, factorised beforehand and picked by the speed of the base.

An entry holds M = 1 − s C − s² K as LU factors, K, and s = β h, the reach for which it was made (see `linearise` for C
and K). The slip stiffness of tires falls like 1/V, so a car needs several entries, or one that serves them all: taken
is the fastest that is not faster than the car, whose tires are the stiffer ones. Picking costs no Jacobian work.
"""

import math
from typing import NamedTuple

import numpy as np

from jounce.algebra.dense import lu_factor
from jounce.algebra.vec3 import load, norm
from jounce.formulations import status
from jounce.formulations.coordinates import BASE
from jounce.integrators.linearise import linearise
from jounce.kernel import entry, kernel, part


class Bank(NamedTuple):
    """m matrices for n unknowns, by rising speed."""

    lu: np.ndarray
    """(m, n, n) factors of M"""
    pivots: np.ndarray
    """(m, n)"""
    stiffness: np.ndarray
    """(m, n, n) K"""
    reach: np.ndarray
    """(m,) β h [s]"""
    speeds: np.ndarray
    """(m,) from which on an entry serves [m/s], rising"""


def allocate(speeds: np.ndarray | list[float], n: int) -> Bank:
    """Room for one entry per speed; each has to be filled."""
    m = len(speeds)
    return Bank(
        lu=np.zeros((m, n, n)),
        pivots=np.zeros((m, n), np.int64),
        stiffness=np.zeros((m, n, n)),
        reach=np.zeros(m),
        speeds=np.array(speeds, dtype=float),
    )


@kernel
def base_speed(coordinates, y):
    """Speed of the base [m/s]; 0 if there is none."""
    for i in range(coordinates.size):
        if coordinates[i]["kind"] == BASE:
            return norm(load(y, coordinates[i]["velocity"]))
    return 0.0


@kernel
def pick(bank, coordinates, y):
    """The entry for the speed of the base; the first if all are faster or there is no base."""
    speed = base_speed(coordinates, y)
    chosen = 0
    while chosen + 1 < bank.speeds.size and bank.speeds[chosen + 1] <= speed:
        chosen += 1
    return chosen


@kernel
def factorise(bank, place, reach):
    """Turn C, which stands in bank.lu[place], into the factors of 1 − s C − s² K; returns a status."""
    M, K = bank.lu[place], bank.stiffness[place]
    for r in range(M.shape[0]):
        for c in range(M.shape[0]):
            M[r, c] = -reach * (M[r, c] + reach * K[r, c])
            if not math.isfinite(M[r, c]):
                return status.NOT_FINITE
        M[r, r] += 1.0
    bank.reach[place] = reach
    return status.OK if lu_factor(M, bank.pivots[place]) == 0 else status.NOT_CONVERGED


@part
def renew(derivative, project, model, work, coordinates, independent, auxiliary, bank, place, reach, t, y, k):
    """Make entry `place` anew at time t and the state y for the reach β h [s]; k is scratch of `linearise`."""
    C, K = bank.lu[place], bank.stiffness[place]
    outcome = linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k)
    return factorise(bank, place, reach) if outcome == status.OK else outcome


@entry
def measure(derivative, project, model, work, coordinates, independent, auxiliary, bank, place, t, y, k):
    """C and K at time t and the state y into bank.lu[place] and bank.stiffness[place]; returns a status."""
    C, K = bank.lu[place], bank.stiffness[place]
    return linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k)


@entry
def prepare(bank, place, reach):
    """`factorise`, for Python; returns a status."""
    return factorise(bank, place, reach)
