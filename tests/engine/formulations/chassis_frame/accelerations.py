"""Accelerations that solve the equations of the chassis frame, as corrections of those of the world frame."""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, allocate_frame_arrays, allocate_slots
from jounce.engine.formulations.chassis_frame.residual import addresses, evaluate_in_frame, start_in_frame
from jounce.engine.formulations.chassis_frame.slopes import Places
from jounce.engine.formulations.chassis_frame.step_matrix import base_of
from jounce.engine.formulations.world_frame.system import System


def chassis_frame_difference(system: System, t: float, y: np.ndarray) -> float:
    """Largest difference of accelerations between both frames at an admissible state, by the largest acceleration.

    F and Φ̈ of the chassis frame are affine in accelerations and multipliers. Their columns are differences of two
    evaluations, which are exact but for rounding; constraints may be redundant, so that least squares are taken.
    """
    model, work = system.model, system.work
    n, m = 6 * model.bodies.size, model.rows.size
    framed = allocate_frame_arrays(model, CHASSIS, base_of(system))
    residual, _ = addresses(framed, model, work, allocate_slots(0), Places(n, m, 3 * n + m))
    start_in_frame(system.derivative, framed, model, work, t, y, np.zeros(y.size))

    def left_over() -> np.ndarray:
        evaluate_in_frame(residual, framed, model, work, t, y)
        return np.concatenate([framed.balance, framed.rows[:, 2]])

    there, columns = left_over(), []
    for array, step in ((framed.a, 1.0), (framed.multipliers, 1e3)):
        for i in range(array.size):
            kept = array[i]
            array[i] = kept + step
            columns.append((left_over() - there) / (array[i] - kept))
            array[i] = kept
    matrix = np.column_stack(columns)
    # equations of motion by their inertias, so that all rows are accelerations
    inertias = np.abs(np.diag(matrix[:n, :n]))
    scale = np.concatenate([1.0 / inertias, np.ones(m)])
    weights = np.concatenate([np.ones(n), np.full(m, inertias.max())])
    correction = np.linalg.lstsq(scale[:, None] * matrix * weights, scale * there, rcond=1e-12)[0]
    return float(np.abs(correction[:n]).max() / np.abs(framed.a).max())
