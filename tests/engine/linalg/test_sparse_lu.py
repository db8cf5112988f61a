"""Sparse LU with fixed pivots against numpy, with tolerances of rounding times growth times condition."""

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED, entry
from jounce.engine.linalg import sparse_lu
from jounce.engine.linalg.markowitz import analyse

EPS = np.finfo(float).eps


@entry
def factorise_and_solve(count, pattern, values, factors, b, x):
    """As often as asked, so that allocations can be counted."""
    status = 0
    for _ in range(count):
        status = sparse_lu.factorise(pattern, values, factors)
        if status == 0:
            sparse_lu.solve(pattern, factors, b, x)
    return status


def solved(pattern, values, b, factors=None):
    """Status and solution."""
    x = np.full(len(b), np.nan)
    factors = sparse_lu.allocate(pattern) if factors is None else factors
    return factorise_and_solve(1, pattern, values, factors, b, x), x


def triplets(A):
    rows, columns = np.nonzero(A)
    return rows, columns, A[rows, columns]


def random_matrix(n, density, rng):
    """Random entries, and a random permutation to make it regular."""
    A = rng.normal(size=(n, n)) * (rng.random((n, n)) < density)
    A[np.arange(n), rng.permutation(n)] += rng.choice([-1.0, 1.0], n) * rng.uniform(1.0, 2.0, n)
    return A


def saddle_point(bodies, joints, rng):
    """Masses and joints along a chain with loops: [M Jᵀ; J 0]."""
    n, m = 6 * bodies, 3 * joints
    A = np.zeros((n + m, n + m))
    for i in range(bodies):
        block = rng.normal(size=(6, 6))
        A[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block @ block.T + np.eye(6)
    for j in range(joints):
        rows = slice(n + 3 * j, n + 3 * j + 3)
        for i in (j % bodies, (j + 1 + j // bodies * 3) % bodies):
            A[rows, 6 * i : 6 * i + 6] = rng.normal(size=(3, 6))
    A[:n, n:] = A[n:, :n].T
    return A


def assert_solves(A, pattern, values):
    """The backward error is of rounding; the factor covers growth, multipliers being up to 100."""
    exact = np.random.default_rng(1).normal(size=len(A))
    b = A @ exact
    status, x = solved(pattern, values, b)
    assert status == 0
    assert np.linalg.norm(x - exact) < 1e4 * EPS * np.linalg.cond(A) * np.linalg.norm(exact)


@pytest.mark.parametrize("seed", range(20))
def test_solves_random_matrices(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 60))
    A = random_matrix(n, rng.choice([0.02, 0.1, 0.5, 1.0]), rng)
    rows, columns, values = triplets(A)
    assert_solves(A, analyse(rows, columns, values, A.shape), values)


@pytest.mark.parametrize(("bodies", "joints"), [(2, 1), (8, 9), (20, 24)])
def test_solves_saddle_points_with_zeros_on_the_diagonal(bodies, joints):
    A = saddle_point(bodies, joints, np.random.default_rng(bodies))
    rows, columns, values = triplets(A)
    assert_solves(A, analyse(rows, columns, values, A.shape), values)


@pytest.mark.parametrize("seed", range(3))
def test_mixed_units_cost_no_digits(seed):
    """Scaling rows and columns by powers of two changes x by these powers, and no digit."""
    rng = np.random.default_rng(seed)
    A = random_matrix(40, 0.1, rng)
    rows, columns, values = triplets(A)
    row_scale, column_scale = 2.0 ** rng.integers(-25, 30, 40), 2.0 ** rng.integers(-25, 30, 40)
    scaled = values * row_scale[rows] * column_scale[columns]
    b = rng.normal(size=40)
    status, x = solved(analyse(rows, columns, values, A.shape), values, b)
    scaled_status, scaled_x = solved(analyse(rows, columns, scaled, A.shape), scaled, b * row_scale)
    assert status == scaled_status == 0
    # scales are rounded to powers of two from logarithms, so that the pivots may differ
    assert scaled_x * column_scale == pytest.approx(x, rel=1e4 * EPS * np.linalg.cond(A), abs=1e-10)


def test_duplicates_add():
    A = random_matrix(30, 0.1, np.random.default_rng(3))
    rows, columns, values = triplets(A)
    twice = np.concatenate([0.25 * values, 0.75 * values])
    pattern = analyse(np.tile(rows, 2), np.tile(columns, 2), twice, A.shape)
    assert_solves(A, pattern, twice)


def test_other_values_on_the_same_pattern():
    rng = np.random.default_rng(4)
    A = saddle_point(8, 9, rng)
    rows, columns, values = triplets(A)
    pattern = analyse(rows, columns, values, A.shape)
    factors, b = sparse_lu.allocate(pattern), rng.normal(size=len(A))
    first = solved(pattern, values, b, factors)[1]
    for _ in range(3):
        other = values * rng.uniform(0.5, 2.0, len(values))
        B = np.zeros_like(A)
        B[rows, columns] = other
        assert_solves(B, pattern, other)
        solved(pattern, other, b, factors)
    # nothing is left of the others
    np.testing.assert_array_equal(solved(pattern, values, b, factors)[1], first)


def test_entries_that_are_zero_at_first_are_kept():
    rows, columns = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 2, 1, 2, 0, 2])
    values = np.array([1.0, 0.0, 1.0, 0.0, 0.0, 1.0])
    pattern = analyse(rows, columns, values, (3, 3))
    other = np.array([4.0, 1.0, 3.0, 2.0, 1.0, 5.0])
    A = np.zeros((3, 3))
    A[rows, columns] = other
    assert_solves(A, pattern, other)


def test_solves_in_place():
    rng = np.random.default_rng(5)
    A = random_matrix(30, 0.1, rng)
    rows, columns, values = triplets(A)
    pattern = analyse(rows, columns, values, A.shape)
    b = rng.normal(size=30)
    x = solved(pattern, values, b)[1]
    factorise_and_solve(1, pattern, values, sparse_lu.allocate(pattern), b, b)
    np.testing.assert_array_equal(b, x)


def bad_at(pivot, change):
    """Status when the value of a pivot's own entry is changed, for a group of three and singles."""
    A = np.eye(6) * 4.0
    A[:3, :3] += 1.0
    A[3, 4] = A[4, 3] = A[0, 5] = A[5, 0] = 1.0
    rows, columns, values = triplets(A)
    pattern = analyse(rows, columns, values, A.shape)
    own = (rows == pattern.row[pivot]) & (columns == pattern.column[pivot])
    return solved(pattern, np.where(own, change(values), values), np.ones(6))[0]


@pytest.mark.parametrize("pivot", range(6))
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_value_that_is_not_finite_gives_a_status(pivot, value):
    assert bad_at(pivot, lambda values: np.full_like(values, value)) == pivot + 1


def test_a_pivot_gone_bad_gives_a_status():
    """Zero, and 10⁻⁹ of what stands below it."""
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    values = np.array([4.0, 1.0, 1.0, 4.0])
    pattern = analyse(rows, columns, values, (2, 2))
    first = (rows == pattern.row[0]) & (columns == pattern.column[0])
    for value, status in ((1.0, 0), (1e-7, 0), (1e-9, 1), (0.0, 1)):
        assert solved(pattern, np.where(first, value, values), np.ones(2))[0] == status


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_pivot_gone_bad_is_named(n):
    """Each pivot of a full matrix, in groups of three, two and one; the last has nothing below it."""
    A = np.random.default_rng(n).normal(size=(n, n))
    rows, columns, values = triplets(A)
    pattern = analyse(rows, columns, values, A.shape)
    W = A[np.ix_(pattern.row, pattern.column)]
    for k in range(n):
        change = np.where((rows == pattern.row[k]) & (columns == pattern.column[k]), (1e-12 - 1.0) * W[k, k], 0.0)
        assert solved(pattern, values + change, np.ones(n))[0] == (k + 1 if k < n - 1 else 0)
        W[k + 1 :, k:] -= np.outer(W[k + 1 :, k] / W[k, k], W[k, k:])


def test_a_matrix_gone_singular_gives_a_status():
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    pattern = analyse(rows, columns, np.array([4.0, 1.0, 1.0, 4.0]), (2, 2))
    assert solved(pattern, np.array([3.0, 1.0, 9.0, 3.0]), np.ones(2))[0] == 2


def test_an_overlooked_nan_does_not_exist():
    """A NaN right of the diagonal of a triangular matrix reaches no pivot, and is still found."""
    rows, columns = np.array([0, 0, 1]), np.array([0, 1, 1])
    pattern = analyse(rows, columns, np.ones(3), (2, 2))
    assert solved(pattern, np.array([1.0, np.nan, 1.0]), np.ones(2))[0] > 0


def test_growth_is_the_largest_multiplier():
    """Scales of [4 1; 1 4] are equal, so that the only multiplier is 1/4."""
    rows, columns, values = triplets(np.array([[4.0, 1.0], [1.0, 4.0]]))
    pattern = analyse(rows, columns, values, (2, 2))
    factors = sparse_lu.allocate(pattern)
    solved(pattern, values, np.ones(2), factors)
    assert factors.growth[0] == 0.25


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
def test_nothing_is_allocated():
    from numba.core.runtime import _nrt_python, rtsys

    A = saddle_point(8, 9, np.random.default_rng(6))
    rows, columns, values = triplets(A)
    pattern = analyse(rows, columns, values, A.shape)
    arguments = (pattern, values, sparse_lu.allocate(pattern), np.ones(len(A)), np.zeros(len(A)))
    factorise_and_solve(1, *arguments)

    def allocations(count):
        before = rtsys.get_allocation_stats()
        factorise_and_solve(count, *arguments)
        after = rtsys.get_allocation_stats()
        return after.alloc - before.alloc, after.mi_alloc - before.mi_alloc

    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        assert allocations(1) == allocations(100)
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()
