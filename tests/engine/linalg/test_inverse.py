"""Inverses against NumPy, with tolerances of rounding times condition."""

import numpy as np
import pytest
from scipy.linalg import hilbert

from jounce.engine.linalg import dense, inverse
from tests.engine.linalg.test_dense import EPS, FACTOR, SIZES, conditioned, error, lu


def inverted(A):
    columns, swaps = np.zeros_like(A), np.zeros(len(A), np.int64)
    return inverse.invert(A, columns, swaps), columns


def solved(columns, b):
    x = np.full(len(b), np.nan)
    inverse.multiply_columns(columns, b, x)
    return x


@pytest.mark.parametrize(("n", "condition"), [*SIZES, (15, 1e4), (16, 1e4), (35, 1e6)])
def test_solves_to_rounding_times_condition(n, condition):
    A = conditioned(n, condition, seed=n)
    kept, x = A.copy(), np.random.default_rng(n + 1).normal(size=n)
    status, columns = inverted(A)
    assert status == 0
    assert np.array_equal(A, kept)
    assert error(solved(columns, A @ x), x) < FACTOR * EPS * condition


def test_rows_are_columns_of_the_inverse():
    A = np.array([[0.0, 2.0, 0.0], [0.0, 1.0, 4.0], [1.0, 0.0, 3.0]])  # swaps rows twice
    status, columns = inverted(A)
    assert status == 0
    np.testing.assert_allclose(columns.T, np.linalg.inv(A), rtol=0, atol=4 * EPS)


@pytest.mark.parametrize(
    "A",
    [
        [[0.0]],
        [[np.nan]],
        [[1.0, 2.0], [2.0, 4.0]],
        [[0.0, 1.0], [0.0, 1.0]],
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        [[1e200, 0.0], [0.0, 1e180]],
    ],
)
def test_refuses_what_factors_refuse(A):
    A = np.array(A)
    assert inverted(A)[0] > 0
    assert lu(A)[0] > 0


def test_judges_relative_to_the_largest_entry():
    A = np.array([[2.0, 1.0], [1.0, 3.0]])
    assert inverted(1e-150 * A)[0] == 0
    assert inverted(1e150 * A)[0] == 0
    assert inverted(hilbert(16))[0] > 0


@pytest.mark.parametrize("place", [(i, j) for i in range(3) for j in range(3)])
def test_a_nan_anywhere_gives_a_status(place):
    A = np.array([[4.0, 1.0, 0.0], [1.0, 5.0, 2.0], [0.0, 2.0, 6.0]])
    A[place] = np.nan
    assert inverted(A)[0] > 0


def test_agrees_with_triangular_factors():
    A, b = conditioned(15, 1e3, seed=3), np.random.default_rng(4).normal(size=15)
    _, factors, pivots = lu(A)
    x = b.copy()
    dense.lu_solve(factors, pivots, x)
    assert error(solved(inverted(A)[1], b), x) < FACTOR * EPS * 1e3
