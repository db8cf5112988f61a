"""The matrix that `auto` keeps: which steps its inverse serves, and that one that cannot be made leaves none behind."""

import numpy as np
import pytest

from jounce.engine.compiler import entry
from jounce.engine.formulations import status
from jounce.engine.integrators import kept_matrix
from jounce.engine.integrators.esdirk import FLAGS, MADE, RATE, Matrices


@entry
def invert_for(matrices, gamma_h):
    return kept_matrix.invert_for(matrices, gamma_h)


def matrices(C, K):
    n = len(C)
    scratch = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n, np.int64), np.zeros(FLAGS)
    return Matrices(np.array(C, float), np.array(K, float), *scratch)


C = [[-3.0, 1.0], [0.5, -20.0]]
K = [[-100.0, 30.0], [0.0, -5.0]]


def test_an_inverse_serves_steps_close_to_its_own():
    kept, s = matrices(C, K), 0.01
    assert invert_for(kept, s) == status.OK
    expected = np.linalg.inv(np.eye(2) - s * np.array(C) - s**2 * np.array(K))
    np.testing.assert_allclose(kept.inverse.T, expected, rtol=1e-14)
    assert kept.flags[MADE] == s
    kept.flags[RATE], before = 0.3, kept.inverse.copy()
    assert invert_for(kept, 1.19 * s) == status.OK
    assert np.array_equal(kept.inverse, before)
    assert kept.flags[MADE] == s
    assert kept.flags[RATE] == 0.3
    assert invert_for(kept, 1.21 * s) == status.OK
    assert not np.array_equal(kept.inverse, before)
    assert kept.flags[MADE] == 1.21 * s
    assert kept.flags[RATE] == 1.0  # nothing is known yet of how corrections fall with it


@pytest.mark.parametrize(("worst", "outcome"), [(100.0, status.NOT_CONVERGED), (np.inf, status.NOT_FINITE)])
def test_one_that_cannot_be_made_leaves_none_behind(worst, outcome):
    """1 − s C with C = 1 / s has no inverse; the step before, which was close, had one."""
    kept = matrices([[-3.0]], [[0.0]])
    assert invert_for(kept, 0.009) == status.OK
    kept.damping[0, 0] = worst
    kept.flags[MADE] = 0.005  # far from the step that comes
    assert invert_for(kept, 0.01) == outcome
    assert kept.flags[MADE] == 0.0
    kept.damping[0, 0] = -3.0
    assert invert_for(kept, 0.0055) == status.OK
    assert kept.inverse[0, 0] == pytest.approx(1.0 / (1.0 + 3.0 * 0.0055), rel=1e-14)
