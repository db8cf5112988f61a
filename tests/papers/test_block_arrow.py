"""The chassis frame as printed by Kang 2014 against the world frame, on random states off the constraints."""

import numpy as np
import pytest

from jounce.engine.formulations.chassis_frame.step_matrix import constraint_jacobian, load_state, unknowns_of
from jounce.engine.formulations.world_frame.entries import accelerations
from jounce_papers.kang_2014.block_arrow import block_arrow, sum_matrix
from tests.engine.formulations.chassis_frame.mechanisms import T, car, elements, shaken

CASES = {
    "elements": (lambda: elements(1), 0.2),
    "dw18": (lambda: car("dw18"), 0.02),
    "sedan": (lambda: car("sedan"), 0.02),
}


def random_state(system, rng, size):
    y = shaken(system, rng, size)
    nb = len(system.layout.bodies)
    y[7 * nb : 13 * nb] += rng.normal(size=6 * nb)
    return y


@pytest.mark.parametrize("name", CASES)
def test_accelerations_and_multipliers_equal_those_of_the_world_frame(name):
    make, size = CASES[name]
    system, rng = make(), np.random.default_rng(5)
    for _ in range(20):
        y = random_state(system, rng, size)
        unknowns = unknowns_of(system, "chassis", T, y)
        framed, model, nb = unknowns.framed, system.model, system.model.bodies.size
        found = block_arrow(framed, model)
        n, m = found.Q.size, found.gamma.size
        K = np.block([[found.M, found.constraints.T], [found.constraints, np.zeros((m, m))]])
        x = np.linalg.solve(K, np.concatenate([found.Q, found.gamma]))
        components = sum_matrix(nb, framed.base) @ x[:n]
        load_state(unknowns, T, y)  # of the world frame, turned into components
        scale = 1.0 + np.abs(framed.a).max()
        assert np.abs(components - framed.a).max() < 1e-9 * scale
        assert np.abs(x[n:] - framed.multipliers).max() < 1e-9 * (1.0 + np.abs(framed.multipliers).max())


def test_the_mass_matrix_is_a_block_arrow():
    system = car("dw18")
    y = random_state(system, np.random.default_rng(7), 0.02)
    unknowns = unknowns_of(system, "chassis", T, y)
    found, nb, c = block_arrow(unknowns.framed, system.model), system.model.bodies.size, unknowns.framed.base
    blocks = found.M.reshape(nb, 6, nb, 6)
    total = sum(blocks[i, :, i] for i in range(nb) if i != c)
    own = np.diag([system.model.bodies[c]["mass"]] * 3)
    np.testing.assert_allclose(blocks[c, :3, c, :3] - total[:3, :3], own, rtol=1e-12, atol=1e-9)
    for i in range(nb):
        for j in range(nb):
            if i != j and c not in (i, j):
                assert not blocks[i, :, j].any()
    np.testing.assert_allclose(found.M, found.M.T)


def test_columns_of_the_chassis_are_sums():
    """[14c'] and [14d']: nothing pushes the whole car, and its rotation block is the sum of the others'."""
    system = car("dw18")
    unknowns = unknowns_of(system, "chassis", T, random_state(system, np.random.default_rng(7), 0.02))
    framed, c = unknowns.framed, 6 * unknowns.framed.base
    constraints = block_arrow(framed, system.model).constraints
    sums = constraint_jacobian(framed, system.model).reshape(system.model.rows.size, -1, 6).sum(axis=1)
    assert np.abs(constraints[:, c : c + 3]).max() < 1e-12
    np.testing.assert_allclose(constraints[:, c + 3 : c + 6], sums[:, 3:], atol=1e-12)


@pytest.mark.parametrize("frame", ["world", "chassis"])
@pytest.mark.parametrize("name", CASES)
def test_the_residual_vanishes_at_the_solution(name, frame):
    make, size = CASES[name]
    system = make()
    y = random_state(system, np.random.default_rng(11), size)
    unknowns = unknowns_of(system, frame, T, y)
    framed, nb = unknowns.framed, system.model.bodies.size
    accelerations(system.model, system.work, T, y)
    largest = np.abs(system.work.x[nb:]).max() + np.abs(framed.bodies["force"][:nb]).max()
    assert np.abs(framed.balance).max() < 1e-9 * largest
    assert np.abs(framed.rows[:, 2]).max() < 1e-9 * (1.0 + np.abs(framed.a).max())
