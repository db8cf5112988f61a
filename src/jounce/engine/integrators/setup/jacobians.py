"""Jacobians of implicit steps at a few states before a run, and what of them a step shall know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.integrators import linearise
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule, allocate, base_speed, measure, prepare
from jounce.errors import SimulationError

GRAIN = 2.0**-20
"""Resolution of a matrix that need not be exact, relative to its largest entry."""
SEPARABLE = 1e8
"""Condition of eigenvectors up to which modes can be told apart."""


def make_schedule(
    system: Any, beta_h: float, t: float, states: Sequence[np.ndarray], threshold: float = 0.0
) -> JacobianSchedule:
    """Matrices for steps with βh [s] at closed states, by rising speed of the base; the first serves all below it.

    threshold: rate [1/s] below which a mode is left out of them (see `stiff_part`).
    """
    schedule = allocate(
        [base_speed(system.coordinates, y) for y in states], len(system.independent) + len(system.auxiliary)
    )
    scratch = np.zeros((linearise.ROWS, system.size))
    equations = system.derivative, system.project, system.model, system.work
    chart = system.coordinates, system.independent, system.auxiliary
    for place, y in enumerate(states):
        outcome = measure(*equations, *chart, schedule, place, float(t), np.array(y, dtype=float), scratch)
        if outcome == status.OK:
            schedule.lu[place] = stiff_part(schedule.lu[place], threshold)
            schedule.stiffness[place] = stiff_part(schedule.stiffness[place], threshold**2)
            outcome = prepare(schedule, place, beta_h)
        if outcome != status.OK:
            text = f"t = {t:.6g} s: no matrix for implicit steps: {status.MEANING[outcome]}. {status.HINT[outcome]}"
            raise SimulationError(text, time=float(t), step=0, culprit="")
    return schedule


def stiff_part(A: np.ndarray, threshold: float) -> np.ndarray:
    """A without its eigenvalues up to a size.

    A W-method keeps its order with any matrix, but what the matrix says wrongly costs accuracy: one made for a car that
    rolls straight is wrong in a turn. So it says only what stability needs; the rest is integrated as it comes.
    """
    if threshold <= 0.0 or not np.all(np.isfinite(A)):
        return A
    rates, modes = np.linalg.eig(A)
    kept = np.where(np.abs(rates) > threshold, rates, 0.0)
    if not kept.any():
        return np.zeros_like(A)
    if np.linalg.cond(modes) > SEPARABLE:
        return A
    return _round(np.real(modes * kept @ np.linalg.inv(modes)))


def _round(A: np.ndarray) -> np.ndarray:
    """A to GRAIN of its largest entry: a precaution, so that equal runs give equal bits even if a linear algebra
    library should round differently from call to call, which was suspected and not seen."""
    _, exponent = np.frexp(np.abs(A).max())
    grain = np.ldexp(GRAIN, exponent)
    return np.round(A / grain) * grain
