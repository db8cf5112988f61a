"""The quality of a choice of dependent coordinates: pivots of small matrices."""

import numpy as np
import pytest
from scipy.linalg import lu

from jounce.engine.formulations.synthesis.pivots import quality


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_quality_is_smallest_over_largest_pivot_with_the_sign_of_the_determinant(size):
    """Against SciPy's LU; both round once per operation, so that pivots differ by their growth times 1e-16."""
    random = np.random.default_rng(size)
    for _ in range(20):
        A = random.normal(size=(size, size))
        pivots = np.abs(np.diag(lu(A, permute_l=True)[1]))
        expected = np.sign(np.linalg.det(A)) * pivots.min() / pivots.max()
        assert quality(A) == pytest.approx(expected, rel=1e-10)


def test_quality_of_one_equation_is_its_entry_and_of_none_is_one():
    assert quality(np.array([[-0.25]])) == -0.25
    assert quality(np.zeros((0, 0))) == 1.0
