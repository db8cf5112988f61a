"""Factorizations against numpy, with tolerances of rounding times condition."""

import numpy as np
import pytest
from scipy.linalg import hilbert

from jounce.engine.linalg import dense

EPS = np.finfo(float).eps
FACTOR = 20
"""Room for rounding errors that grow with size: measured errors of LU and Cholesky stay below 1 eps cond."""


def conditioned(n, condition, seed, *, rows=None):
    """A random matrix whose singular values fall geometrically from 1 to 1 / condition."""
    rng = np.random.default_rng(seed)
    rows = rows or n
    U = np.linalg.qr(rng.normal(size=(rows, n)))[0]
    V = np.linalg.qr(rng.normal(size=(n, n)))[0]
    return np.ascontiguousarray(U * np.geomspace(1.0, 1.0 / condition, n) @ V.T)


def lu(A):
    factors, pivots = A.copy(), np.zeros(len(A), np.int64)
    return dense.lu_factor(factors, pivots), factors, pivots


def qr(A):
    factors, tau, pivots = A.copy(), np.zeros(min(A.shape)), np.zeros(A.shape[1], np.int64)
    dense.qr_factor(factors, tau, pivots)
    return factors, tau, pivots


def error(x, expected):
    return np.linalg.norm(x - expected) / np.linalg.norm(expected)


SIZES = [(1, 1.0), (2, 10.0), (3, 10.0), (6, 1e3), (12, 10.0), (12, 1e10)]


@pytest.mark.parametrize(("n", "condition"), SIZES)
def test_lu_solves_to_rounding_times_condition(n, condition):
    A = conditioned(n, condition, seed=n)
    x = np.random.default_rng(n + 1).normal(size=n)
    status, factors, pivots = lu(A)
    assert status == 0
    b = A @ x
    dense.lu_solve(factors, pivots, b)
    assert error(b, x) < FACTOR * EPS * condition


@pytest.mark.parametrize("n", [1, 3, 12])
def test_lu_factors_multiply_to_the_matrix(n):
    A = np.random.default_rng(n).normal(size=(n, n))
    _, factors, pivots = lu(A)
    product = (np.tril(factors, -1) + np.eye(n)) @ np.triu(factors)
    for k in reversed(range(n)):
        product[[k, pivots[k]]] = product[[pivots[k], k]]
    np.testing.assert_allclose(product, A, rtol=0, atol=FACTOR * n * EPS)
    assert np.all(np.abs(np.tril(factors, -1)) <= 1.0)


def test_lu_pivots_where_it_must():
    # zero on the diagonal; and a tiny diagonal that would swallow the other row without a swap
    for A in (np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[1e-20, 1.0], [1.0, 1.0]])):
        status, factors, pivots = lu(A)
        assert status == 0
        x = A @ [1.0, 2.0]
        dense.lu_solve(factors, pivots, x)
        np.testing.assert_allclose(x, [1.0, 2.0], rtol=4 * EPS)


@pytest.mark.parametrize(
    ("A", "status"),
    [
        ([[0.0]], 1),
        ([[np.nan]], 1),
        ([[1.0, 2.0], [2.0, 4.0]], 2),
        ([[0.0, 1.0], [0.0, 1.0]], 1),
        ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]], 3),
        ([[1e200, 0.0], [0.0, 1e180]], 2),
    ],
)
def test_lu_names_the_singular_column(A, status):
    assert lu(np.array(A))[0] == status


def test_lu_judges_relative_to_the_largest_entry():
    # the same matrix in other units is as regular as before
    A = conditioned(4, 10.0, seed=1)
    assert lu(1e-150 * A)[0] == 0
    assert lu(1e150 * A)[0] == 0
    assert lu(hilbert(16))[0] > 0


@pytest.mark.parametrize("place", [(i, j) for i in range(3) for j in range(3)])
def test_a_nan_anywhere_gives_a_status(place):
    A = np.random.default_rng(0).normal(size=(3, 3))
    A = A @ A.T + np.eye(3)
    A[place] = np.nan
    assert lu(A)[0] > 0
    if place[0] >= place[1]:
        assert dense.cholesky_factor(A.copy()) > 0


@pytest.mark.parametrize(("n", "condition"), SIZES)
def test_cholesky_factors_to_rounding_times_condition(n, condition):
    H = conditioned(n, np.sqrt(condition), seed=n)
    A = H.T @ H
    factor = np.tril(A) + np.triu(np.full((n, n), np.nan), 1)
    assert dense.cholesky_factor(factor) == 0
    # the upper triangle was neither read nor written
    assert np.all(np.isnan(factor[np.triu_indices(n, 1)]))
    np.testing.assert_allclose(np.tril(factor), np.linalg.cholesky(A), rtol=0, atol=FACTOR * EPS * condition)


@pytest.mark.parametrize(
    ("A", "status"),
    [
        ([[0.0]], 1),
        ([[-1.0]], 1),
        ([[4.0, 2.0], [2.0, 1.0]], 2),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 2.0], [0.0, 2.0, 1.0]], 3),
    ],
)
def test_cholesky_names_the_pivot_that_is_not_positive(A, status):
    assert dense.cholesky_factor(np.array(A)) == status


SHAPES = [(1, 1), (3, 3), (6, 4), (4, 6), (12, 12), (12, 5), (5, 1), (1, 5)]


@pytest.mark.parametrize(("m", "n"), SHAPES)
def test_qr_factors_multiply_to_the_matrix(m, n):
    A = np.random.default_rng(m + 20 * n).normal(size=(m, n))
    factors, tau, pivots = qr(A)
    R = np.triu(factors)
    Q = np.eye(m)
    for i in range(m):
        column = Q[:, i].copy()
        dense.qr_apply_q(factors, tau, column)
        Q[:, i] = column
    assert sorted(pivots) == list(range(n))
    np.testing.assert_allclose(Q.T @ Q, np.eye(m), rtol=0, atol=FACTOR * EPS)
    np.testing.assert_allclose(Q @ R, A[:, pivots], rtol=0, atol=FACTOR * m * EPS)
    diagonal = np.abs(np.diag(R))
    assert np.all(diagonal[1:] <= diagonal[:-1] * (1 + FACTOR * EPS))
    b = np.arange(1.0, m + 1)
    dense.qr_apply_qt(factors, tau, b)
    np.testing.assert_allclose(b, Q.T @ np.arange(1.0, m + 1), rtol=0, atol=FACTOR * m * m * EPS)


@pytest.mark.parametrize("rank", [0, 1, 3, 5])
def test_qr_finds_the_rank(rank):
    rng = np.random.default_rng(rank)
    A = rng.normal(size=(7, rank)) @ rng.normal(size=(rank, 5))
    assert dense.qr_rank(qr(A)[0], 1e-12) == rank


def test_qr_keeps_a_nan_visible():
    A = np.random.default_rng(0).normal(size=(4, 3))
    A[2, 1] = np.nan
    assert dense.qr_rank(qr(A)[0], 1e-12) < 3


@pytest.mark.parametrize(
    ("m", "n", "condition"), [(1, 1, 1.0), (4, 4, 10.0), (12, 5, 1e3), (12, 12, 1e10), (20, 12, 1e5)]
)
def test_least_squares_to_rounding_times_condition(m, n, condition):
    A = conditioned(n, condition, seed=m, rows=m)
    rng = np.random.default_rng(m)
    x = rng.normal(size=n)
    # a residual orthogonal to the columns of A, which the solution must not feel but through condition²
    outside = rng.normal(size=m)
    outside -= A @ np.linalg.lstsq(A, outside)[0] if m > n else outside
    b, solution = A @ x + outside, np.full(n, np.nan)
    dense.qr_solve_least_squares(*qr(A), b, solution)
    assert error(solution, x) < FACTOR * EPS * condition * (1 + condition * np.linalg.norm(outside))
    np.testing.assert_allclose(np.linalg.norm(b[n:]), np.linalg.norm(outside), rtol=0, atol=FACTOR * m * EPS)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (3, 2), (12, 5), (6, 6)])
def test_minimum_norm_solution_of_a_wide_system(m, n):
    A = conditioned(n, 10.0, seed=n, rows=m)
    b, x = np.arange(1.0, n + 1), np.full(m, np.nan)
    dense.qr_solve_minimum_norm(*qr(A), b, x)
    np.testing.assert_array_equal(b, np.arange(1.0, n + 1))
    assert error(x, np.linalg.pinv(A.T) @ b) < FACTOR * EPS * 10.0


def test_column_major_arrays_work_too():
    A = conditioned(4, 10.0, seed=0)
    b = A @ [1.0, 2.0, 3.0, 4.0]
    factors, pivots = np.asfortranarray(A), np.zeros(4, np.int64)
    assert dense.lu_factor(factors, pivots) == 0
    dense.lu_solve(factors, pivots, b)
    np.testing.assert_allclose(b, [1, 2, 3, 4], rtol=FACTOR * 10 * EPS)
