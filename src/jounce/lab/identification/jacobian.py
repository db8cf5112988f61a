"""Derivatives of all residuals by all parameters: central differences, all cars of which are one batch."""

from __future__ import annotations

import numpy as np

from jounce.errors import JounceError
from jounce.lab.identification.problem import Point, Problem

STEP = 3e-4
"""Step of the differences, by the distance of the bounds: its square is the error of central differences, and rounding
of the runs, 1e-10 of their chord iterations, divided by it stays below that."""


def difference_jacobian(problem: Problem, point: Point, residuals: np.ndarray) -> np.ndarray:
    """∂r/∂p, (residuals, parameters) [1/SI], of `residuals` at a point; one-sided at bounds, and beside runs that fail.

    A parameter beside which both runs fail has a column of zeros. Raises KeyboardInterrupt after Ctrl-C.
    """
    base = np.array(point, dtype=float)
    steps = np.array([STEP * number.width for number in problem.numbers])
    points: list[np.ndarray] = []
    sides: list[tuple[int, float]] = []
    for k, number in enumerate(problem.numbers):
        for sign in (1.0, -1.0):
            near = base.copy()
            near[k] += sign * steps[k]
            if number.low <= near[k] <= number.high:
                points.append(near)
                sides.append((k, sign))
    found = dict(zip(sides, problem.residuals(points), strict=True))
    columns = np.zeros((len(residuals), len(problem.numbers)))
    for k, step in enumerate(steps):
        ahead, behind = (_row(found.get((k, sign))) for sign in (1.0, -1.0))
        if ahead is not None and behind is not None:
            columns[:, k] = (ahead - behind) / (2.0 * step)
        elif ahead is not None:
            columns[:, k] = (ahead - residuals) / step
        elif behind is not None:
            columns[:, k] = (residuals - behind) / step
    return columns


def _row(found: np.ndarray | JounceError | None) -> np.ndarray | None:
    return found if isinstance(found, np.ndarray) else None
