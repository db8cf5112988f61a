"""H_p against central differences of H on the manifold, in both frames, off the constraints.

Steps of 1e-6 leave rounding of 1e-10 of the largest force over them, and less of curvature.
"""

import numpy as np
import pytest

from jounce.engine.formulations.chassis_frame.arrays import traced_places
from jounce.engine.formulations.chassis_frame.step_matrix import trace
from tests.engine.formulations.chassis_frame.mechanisms import T, car, elements, loaded, moved_by, residual

STEP, REACH = 1e-6, 0.01
CASES = {
    "elements": (lambda: elements(1), 0.3),
    "dw18": (lambda: car("dw18"), 0.01),
    "sedan": (lambda: car("sedan"), 0.01),
}


def matrix(unknowns, y):
    slots = trace(unknowns, REACH, T, y)
    found = np.zeros((unknowns.size, unknowns.size))
    np.add.at(found, traced_places(slots), slots.values)
    return found


def column(unknowns, y, j):
    """Central difference along unknown j."""
    system, framed, p = unknowns.system, unknowns.framed, unknowns.places
    kept = framed.v.copy(), framed.a.copy(), framed.multipliers.copy()
    sides = []
    for step in (STEP, -STEP):
        framed.v[:], framed.a[:], framed.multipliers[:] = kept
        moved = y.copy()
        if j < p.n:
            residual(unknowns, y, y, REACH)  # places the frame
            x = np.zeros(p.n)
            x[j] = step
            moved_by(framed.axes[0]["E"].copy(), system.model.bodies.size, x, moved)
        elif j < 2 * p.n:
            framed.v[j - p.n] += step
        elif j < 3 * p.n:
            framed.a[j - 2 * p.n] += step
        elif j < p.first_state:
            framed.multipliers[j - 3 * p.n] += step
        else:
            moved[system.size - system.layout.auxiliary + unknowns.states[j - p.first_state]] += step
        sides.append(residual(unknowns, y, moved, REACH))
    framed.v[:], framed.a[:], framed.multipliers[:] = kept
    return (sides[0] - sides[1]) / (2.0 * STEP)


@pytest.mark.parametrize("frame", ["world", "chassis"])
@pytest.mark.parametrize("name", CASES)
def test_every_column(name, frame):
    make, size = CASES[name]
    unknowns, y = loaded(make(), frame, np.random.default_rng(3), size, speed=1.0)
    exact = matrix(unknowns, y)
    measured = np.column_stack([column(unknowns, y, j) for j in range(unknowns.size)])
    scale = 1.0 + np.abs(measured).max(axis=1, keepdims=True)
    worst = np.abs(exact - measured) / scale
    row, j = np.unravel_index(worst.argmax(), worst.shape)
    assert worst.max() < 3e-7, f"row {row}, column {j}: {exact[row, j]} instead of {measured[row, j]}"
