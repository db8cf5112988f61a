"""Pivots that leave little fill, factors that hold every entry, and singular matrices by name."""

import numpy as np
import pytest
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from jounce.engine.linalg import markowitz, sparse_lu
from jounce.engine.linalg.markowitz import SingularMatrixError, analyse


def pattern_of(A, **options):
    rows, columns = np.nonzero(A)
    return analyse(rows, columns, A[rows, columns], A.shape, **options)


def entries(pattern):
    return sparse_lu.allocate(pattern).lu.size


def implicit_step(bodies, rng):
    """Matrix of an implicit step of a chain of bodies: kinematics, momenta, joints of positions and velocities."""
    n, m = 6 * bodies, 5 * (bodies - 1)
    J = np.zeros((m, n))
    for j in range(bodies - 1):
        J[5 * j : 5 * j + 5, 6 * j : 6 * j + 12] = rng.normal(size=(5, 12))
    M, K = (np.kron(np.eye(bodies), np.ones((6, 6))) * rng.normal(size=(n, n)) for _ in range(2))
    identity, zero = np.eye(n), np.zeros((m, m))
    return np.block(
        [
            [identity, -1e-3 * identity, 0 * J.T, J.T],
            [K, M, J.T, 0 * J.T],
            [0 * J, J, zero, zero],
            [J, 0 * J, zero, zero],
        ]
    )


def test_an_arrow_has_no_fill():
    A = np.eye(20)
    A[0], A[:, 0] = 0.5, 0.5
    A[0, 0] = 20.0
    assert entries(pattern_of(A)) == np.count_nonzero(A)


def test_a_permuted_triangle_has_no_fill():
    rng = np.random.default_rng(0)
    A = np.triu(rng.uniform(1.0, 2.0, (30, 30)) * (rng.random((30, 30)) < 0.2), 1) + 3.0 * np.eye(30)
    A = A[rng.permutation(30)][:, rng.permutation(30)]
    assert entries(pattern_of(A)) == np.count_nonzero(A)


def test_fill_is_less_than_that_of_minimum_degree():
    A = implicit_step(8, np.random.default_rng(1))
    factors = [splu(csc_array(A), permc_spec=order) for order in ("COLAMD", "MMD_ATA")]
    assert entries(pattern_of(A)) < min(f.L.nnz + f.U.nnz - len(A) for f in factors)


def test_fill_is_that_of_elimination():
    """Columns are combined as numbers without cancellation would be."""
    rng = np.random.default_rng(2)
    A = 1.0 * (rng.random((25, 25)) < 0.15)
    np.fill_diagonal(A, 1e3)
    L = A.copy()
    for k in range(25):
        L[k + 1 :, k + 1 :] += np.outer(L[k + 1 :, k], L[k, k + 1 :]) / 1e3
    np.testing.assert_array_equal(markowitz.fill(A != 0.0), L != 0.0)


@pytest.mark.parametrize("threshold", [0.01, 0.1, 1.0])
def test_pivots_are_not_small_in_their_columns(threshold):
    A = np.random.default_rng(3).normal(size=(20, 20))
    row, column = markowitz.pivots(A, A != 0.0, threshold)
    W = A[np.ix_(row, column)]
    for k in range(20):
        # rounded otherwise here than there
        assert abs(W[k, k]) >= 0.999 * threshold * abs(W[k:, k]).max()
        W[k + 1 :, k:] -= np.outer(W[k + 1 :, k] / W[k, k], W[k, k:])


def test_scales_bring_mixed_units_near_one():
    rng = np.random.default_rng(4)
    A = rng.uniform(1.0, 2.0, (30, 30)) * (rng.random((30, 30)) < 0.3) + np.eye(30)
    A *= 10.0 ** rng.uniform(-7, 9, (30, 1)) * 10.0 ** rng.uniform(-7, 9, 30)
    row, column = markowitz.equilibrate(A)
    scaled = A * row[:, None] * column
    assert np.all(np.frexp(np.concatenate([row, column]))[0] == 0.5)
    for axis in (0, 1):
        assert np.all(scaled.max(axis=axis) > 0.2)
        assert np.all(scaled.max(axis=axis) < 5.0)


def test_an_empty_column_is_named():
    A = np.eye(5)
    A[3, 3], A[3, 1] = 0.0, 1.0
    with pytest.raises(SingularMatrixError, match=r"by its pattern.* 4: no pivot for row (1|3) in column 3$") as error:
        pattern_of(A)
    assert error.value.columns == [3]


def test_dependent_rows_are_named():
    A = np.random.default_rng(5).normal(size=(12, 12))
    A[7] = A[2] - 2.0 * A[4]
    with pytest.raises(SingularMatrixError, match="numerically") as error:
        pattern_of(A)
    assert len(error.value.rows) == len(error.value.columns) == 1


def test_a_matrix_of_zeros_is_singular():
    with pytest.raises(SingularMatrixError, match="rank is about 0: no pivot for rows 0, 1, 2 in columns 0, 1, 2"):
        analyse([0, 1, 2], [0, 1, 2], np.zeros(3), (3, 3))


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="square"):
        analyse([0], [0], [1.0], (1, 2))
    with pytest.raises(ValueError, match="got nan in row 1, column 0"):
        analyse([0, 1], [1, 0], [1.0, np.nan], (2, 2))


def test_nothing_can_be_analysed():
    assert entries(analyse([], [], [], (0, 0))) == 0
