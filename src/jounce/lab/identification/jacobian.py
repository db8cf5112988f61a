"""Derivatives of all residuals by all parameters: by differentiating the steps of the runs, or by differences of runs.

Exact ones (`jounce.lab.sensitivities`) know no step, so that a fit may converge as far as it likes; differences need
runs of their own, all of which are one batch.
"""

from __future__ import annotations

import numpy as np

from jounce.errors import JounceError
from jounce.lab.identification.problem import Point, Problem, Series
from jounce.lab.sensitivities.vary import DIFFERENCES, VariedRun, vary_run

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


def exact_jacobian(problem: Problem, point: Point, residuals: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """∂r/∂p, (residuals, parameters) [1/SI], and how each column was made: exact where all its runs are.

    Falls back to differences where a run beside the point fails. Raises KeyboardInterrupt after Ctrl-C.
    """
    base = np.array(point, dtype=float)
    steps = np.array([STEP * number.width for number in problem.numbers])
    names = sorted({series.channel for series in problem.fitted})
    try:
        varied = {
            number: vary_run(
                lambda values, number=number: problem.run_of(problem.candidate(values), number),  # type: ignore[misc]
                base,
                steps,
                channels=names,
                order=2,
            )
            for number in problem.fitted_records
        }
    except JounceError:
        return difference_jacobian(problem, point, residuals), (DIFFERENCES,) * len(base)
    problem.runs[0] += len(varied)
    rows = [_series_rows(problem, base, steps, series, varied[series.record]) for series in problem.fitted]
    priors = [
        [1.0 / number.prior[1] if j == k else 0.0 for j in range(len(base))]
        for k, number in enumerate(problem.numbers)
        if number.prior is not None
    ]
    found = np.vstack([*rows, np.array(priors).reshape(-1, len(base))])
    if not np.all(np.isfinite(found)):
        return difference_jacobian(problem, point, residuals), (DIFFERENCES,) * len(base)
    methods = [{one.methods[k] for one in varied.values()} for k in range(len(base))]
    return found, tuple(DIFFERENCES if DIFFERENCES in one else one.pop() for one in methods)


def _series_rows(problem: Problem, base: np.ndarray, steps: np.ndarray, series: Series, run: VariedRun) -> np.ndarray:
    """∂(predicted / std)/∂p of one series: by way of the car, and by way of delay, factor and offset of the channel."""
    results = {series.record: run.result}
    slopes = problem.predict_slopes(base, run.result, run.channels[series.channel], series)
    columns = np.empty((len(series.time), len(base)))
    for k, step in enumerate(steps):
        ahead, behind = base.copy(), base.copy()
        ahead[k] += step
        behind[k] -= step
        (up,), (down,) = (problem.predict(at, results, [series]) for at in (ahead, behind))
        columns[:, k] = (slopes[:, k] + (up - down) / (2.0 * step)) / series.std
    return columns


def _row(found: np.ndarray | JounceError | None) -> np.ndarray | None:
    return found if isinstance(found, np.ndarray) else None
