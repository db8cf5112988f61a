"""Null spaces and right inverses against numpy and scipy, with tolerances of rounding times condition."""

import math
from typing import NamedTuple

import numpy as np
import pytest
from scipy.linalg import null_space, subspace_angles

from jounce.engine.compiler import kernel
from jounce.engine.linalg.null_space import orthogonal, partitioning, projection

EPS = np.finfo(float).eps
FACTOR = 50
"""Room for rounding errors that grow with size: measured errors stay below 20 eps cond."""
UNCOMPILED_WARNS = pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
"""Infinity minus infinity is NaN in compiled code; without compilation NumPy gives the same, and warns."""


class Case(NamedTuple):
    J: np.ndarray
    most: int
    condition: float = 10.0


class Result(NamedTuple):
    P: np.ndarray
    rank: int
    counted: np.ndarray
    I: np.ndarray
    left: np.ndarray


def strided(*shape, dtype=float):
    """A view into a larger array, filled with what must not matter."""
    return padded(*shape, dtype=dtype)[tuple(slice(1, n + 1) for n in shape)]


def padded(*shape, dtype=float):
    return np.full([n + 3 for n in shape], -77, dtype)


def arrays(J, most):
    """H, G, F, P, tau, rows, columns: views, that is their `base` is larger"""
    m, n = J.shape
    floats = strided(m, n), strided(m, m), strided(n, n), strided(n, n - most), strided(n)
    return *floats, strided(m, dtype=np.int64), strided(n, dtype=np.int64)


def sliced(function):
    """The function called with views that compiled code takes, as formulations do: one layout for all shapes."""

    @kernel
    def call(m, n, f, J, most, H, G, F, P, tau, rows, columns):
        a, b, c = 1 + m, 1 + n, 1 + f
        floats = J[1:a, 1:b], most, H[1:a, 1:b], G[1:a, 1:a], F[1:b, 1:b], P[1:b, 1:c], tau[1:b]
        return function(*floats, rows[1:a], columns[1:b])

    def decompose(J, most, *work):
        m, n = J.shape
        base = padded(m, n)
        base[1 : m + 1, 1 : n + 1] = J
        return call(m, n, work[3].shape[1], base, most, *(array.base for array in work))

    return decompose


def applied(function):
    """`sliced`, for `right` and `left`"""

    @kernel
    def call(m, n, J, rank, H, G, F, tau, rows, columns, b, x):
        c, d = 1 + m, 1 + n
        floats = J[1:c, 1:d], rank, H[1:c, 1:d], G[1:c, 1:c], F[1:d, 1:d], tau[1:d]
        function(*floats, rows[1:c], columns[1:d], b, x)

    def apply(J, rank, H, G, F, P, tau, rows, columns, b, x):
        m, n = J.shape
        base = padded(m, n)
        base[1 : m + 1, 1 : n + 1] = J
        work = (array.base for array in (H, G, F, tau, rows, columns))
        call(m, n, base, rank, *work, b, x)

    return apply


start_basis = sliced(projection.start_basis)
projection_decompose = sliced(projection.projection_decompose)
partitioning_choose = sliced(partitioning.partitioning_choose)
partitioning_decompose = sliced(partitioning.partitioning_decompose)


def decompose_partitioned(J, most, *work):
    rank = partitioning_choose(J, most, *work)
    kept = set(work[-2][:rank])
    assert 0.0 < partitioning_decompose(J, rank, *work) <= 1.0
    assert set(work[-2][:rank]) == kept
    return rank


METHODS = {
    "projection": (start_basis, applied(projection.projection_right), applied(projection.projection_left)),
    "qr": (sliced(orthogonal.qr_decompose), applied(orthogonal.qr_right), applied(orthogonal.qr_left)),
    "svd": (
        sliced(orthogonal.svd_decompose),
        applied(orthogonal.svd_right),
        applied(orthogonal.svd_left),
    ),
    "partitioning": (
        decompose_partitioned,
        applied(partitioning.partitioning_right),
        applied(partitioning.partitioning_left),
    ),
}


def solve(method, J, most):
    """Basis, rank, rows that count and the whole right inverse, columns from `right`, rows from `left`."""
    decompose, right, left = METHODS[method]
    m, n = J.shape
    work = arrays(J, most)
    _, _, _, P, _, rows, _ = work
    rank = decompose(J, most, *work)
    I, transposed = np.full((n, m), np.nan), np.full((m, n), np.nan)
    x, s = np.full(n, np.nan), np.full(m, np.nan)
    for i in range(m):
        right(J, rank, *work, np.eye(m)[i], x)
        I[:, i] = x
    for j in range(n):
        left(J, rank, *work, np.eye(n)[j], s)
        transposed[:, j] = s
    assert sorted(rows) == list(range(m))
    for array in work:
        outside = array.base.copy()
        outside[tuple(slice(1, k + 1) for k in array.shape)] = -77
        assert np.all(outside == -77)
    counted = np.arange(m) if method == "svd" else np.sort(rows[:rank])
    return Result(P.copy(), rank, counted, I, transposed)


def conditioned(m, n, condition, seed):
    """Random m × n whose singular values fall geometrically from 1 to 1 / condition."""
    rng = np.random.default_rng(seed)
    k = min(m, n)
    U = np.linalg.qr(rng.normal(size=(m, k)))[0]
    V = np.linalg.qr(rng.normal(size=(n, k)))[0]
    return U * np.geomspace(1.0, 1.0 / condition, k) @ V.T


def redundant(rank, n, extra, seed):
    """A well conditioned rank × n with `extra` rows that depend on them, the first of these zero, in random order."""
    rng = np.random.default_rng(seed)
    C = rng.normal(size=(extra, rank))
    C[:1] = 0.0
    J = conditioned(rank, n, 5.0, seed)
    return rng.permutation(np.vstack((J, C @ J)))


SHAPES = [(1, 1), (1, 2), (2, 5), (4, 6), (5, 5), (8, 12), (9, 10), (16, 24), (20, 30)]
FULL = [Case(conditioned(m, n, c, seed=m + 31 * n), m, c) for m, n in SHAPES for c in (10.0, 1e3, 1e6)]
DEPENDENT = [
    Case(redundant(r, n, extra, seed=r + 31 * n), r, 100.0)
    for r, n, extra in [(1, 1, 1), (1, 3, 2), (4, 6, 1), (4, 6, 4), (6, 6, 3), (8, 12, 2), (12, 20, 8)]
]
ZERO = [Case(np.zeros((m, n)), 0) for m, n in ((0, 1), (0, 5), (1, 4), (3, 2))]
UNITS = [Case(1e120 * FULL[15].J, 8), Case(1e-120 * FULL[15].J, 8), Case(FULL[15].J * np.geomspace(1, 1e3, 12), 8, 1e4)]
CASES = FULL + DEPENDENT + ZERO + UNITS


def name(case):
    return "x".join(map(str, case.J.shape)) + f"-{case.most}-{case.condition:g}"


every_method = pytest.mark.parametrize("method", METHODS)
every_case = pytest.mark.parametrize("case", CASES, ids=name)


def size(A):
    return np.linalg.norm(A, 2) if A.size else 0.0


def ratio(A, B):
    return size(A) / max(size(B), 1e-300)


@every_method
@every_case
def test_the_basis_spans_the_null_space(method, case):
    J, most, condition = case
    found = solve(method, J, most)
    n = J.shape[1]
    assert found.rank == most == (np.linalg.matrix_rank(J, tol=1e-9 * size(J)) if J.size else 0)
    assert found.P.shape == (n, n - most)
    # partitioning takes its P from a solve, which leaves rounding times the size of P
    assert size(J @ found.P) <= FACTOR * EPS * size(J) * size(found.P)
    if most == n:
        return
    assert np.linalg.cond(found.P) < (1e3 if method == "partitioning" else 20.0)
    if J.size:
        truth = null_space(J, rcond=1e-9)
        assert np.max(subspace_angles(found.P, truth)) < FACTOR * EPS * condition


@every_method
@every_case
def test_the_right_inverse_is_one_on_the_rows_that_count(method, case):
    J, most, condition = case
    found = solve(method, J, most)
    counted, m = found.counted, J.shape[0]
    ignored = np.setdiff1d(np.arange(m), counted)
    assert not found.I[:, ignored].any()
    expected = np.eye(m)[np.ix_(counted, counted)]
    if method == "svd" and J.size:
        # all rows count: what is left of b is what they agree on
        expected = J @ np.linalg.pinv(J, rcond=1e-9)
    # the Gram matrix costs the square of the condition
    rounding = EPS * condition ** (2 if method == "projection" else 1)
    np.testing.assert_allclose(J[counted] @ found.I[:, counted], expected, rtol=0, atol=FACTOR * rounding)
    # redundant rows get what the others prescribe
    if len(ignored):
        np.testing.assert_allclose(J @ found.I @ J, J, rtol=0, atol=FACTOR * rounding * size(J))


@every_method
@every_case
def test_left_is_right_transposed(method, case):
    found = solve(method, case.J, case.most)
    rounding = EPS * case.condition ** (2 if method == "projection" else 1)
    assert size(found.left.T - found.I) <= FACTOR * rounding * size(found.I)


@pytest.mark.parametrize("method", ["projection", "qr", "svd"])
@every_case
def test_the_right_inverse_is_the_shortest(method, case):
    J, most, condition = case
    found = solve(method, J, most)
    rounding = EPS * condition ** (2 if method == "projection" else 1)
    assert size(found.P.T @ found.I) <= FACTOR * EPS * condition * size(found.P) * size(found.I)
    if J.size:
        truth = np.linalg.pinv(J[found.counted], rcond=1e-9)
        assert size(found.I[:, found.counted] - truth) <= FACTOR * rounding * size(truth)


@every_method
def test_a_rank_below_the_structural_one_is_found(method):
    # five rows, one of them lost at this instant; the basis keeps its three columns
    J = redundant(4, 8, 1, seed=3)
    found = solve(method, J, 5)
    assert found.rank == 4
    assert found.P.shape == (8, 3)
    assert size(J @ found.P) < FACTOR * EPS
    assert np.linalg.matrix_rank(found.P) == 3


@every_method
def test_the_rank_stays_at_the_structural_one(method):
    # rounding has made the redundant rows independent, by more than the tolerance
    rng = np.random.default_rng(5)
    J = redundant(4, 8, 2, seed=5) + 1e-6 * rng.normal(size=(6, 8))
    found = solve(method, J, 4)
    assert found.rank == 4
    assert found.P.shape == (8, 4)
    assert size(J @ found.P) < 1e-4


@UNCOMPILED_WARNS
@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("method", ["projection", "qr", "svd"])
def test_a_bad_number_anywhere_gives_rank_zero(method, bad):
    for place in np.ndindex(3, 5):
        J = np.random.default_rng(0).normal(size=(3, 5))
        J[place] = bad
        assert METHODS[method][0](J, 3, *arrays(J, 3)) == 0
        work = arrays(J, 3)
        work[3][:] = 1.0
        assert projection_decompose(J, 3, *work) == 0


@UNCOMPILED_WARNS
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_bad_number_gives_partitioning_no_choice_and_no_quality(bad):
    good = np.random.default_rng(0).normal(size=(3, 5))
    for place in np.ndindex(3, 5):
        J, work = good.copy(), arrays(good, 3)
        J[place] = bad
        assert partitioning_choose(J, 3, *work) == 0
        rank = partitioning_choose(good, 3, *work)
        if place[1] in work[-1][:3]:
            assert partitioning_decompose(J, rank, *work) == 0.0


def orthogonal_projector(J):
    return np.eye(J.shape[1]) - np.linalg.pinv(J, rcond=1e-9) @ J


@pytest.mark.parametrize("case", FULL + DEPENDENT, ids=name)
def test_projection_projects_what_it_is_given(case):
    J, most, condition = case
    n = J.shape[1]
    P = np.random.default_rng(n).normal(size=(n, n - most))
    H, G, F, projected, tau, rows, columns = arrays(J, most)
    projected[:] = P
    assert projection_decompose(J, most, H, G, F, projected, tau, rows, columns) == most
    assert size(J @ projected) <= 1e-13 * size(J) * size(P)
    assert size(projected - orthogonal_projector(J) @ P) <= FACTOR * EPS * condition * size(P)


def test_projection_says_so_where_the_gram_matrix_can_no_longer_tell():
    for condition, rank in ((1e6, 4), (1e8, 3)):
        J = conditioned(4, 7, condition, seed=2)
        found = solve("projection", J, 4)
        assert found.rank == rank
        # the row that does not count is violated by no more than it stands out
        assert size(J @ found.P) <= max(1e-13, 2.0 / condition) * (rank < 4) + 1e-13


def test_a_basis_carried_along_a_path_stays_in_the_null_space_and_keeps_its_condition():
    """Carried by projection, Ṗ = −I J̇ P: Pᵀ Ṗ = 0, so that PᵀP stays, up to (step × speed)² / 2 per step."""
    rng = np.random.default_rng(7)
    A, B, C = rng.normal(size=(3, 6, 10))
    steps = 800
    J = A.copy()
    work = arrays(J, 6)
    P, R, S = work[3], np.zeros((4, 4)), np.zeros((4, 4))
    start_basis(J, 6, *work)
    assert orthogonal.orthonormalise(P, R) == 0
    lost = 0.0
    for k in range(1, steps + 1):
        angle = 2 * np.pi * k / steps
        before = P.copy()
        J = A + 0.5 * np.sin(angle) * B + 0.5 * (1 - np.cos(angle)) * C
        assert projection_decompose(J, 6, *work) == 6
        assert size(J @ P) <= FACTOR * EPS * size(J) * size(P)
        # what a step takes away is second order: |P|² before = |P|² after + |taken|²
        taken = size(before - P)
        np.testing.assert_allclose(before.T @ before, P.T @ P + (before - P).T @ (before - P), rtol=0, atol=1e-14)
        lost += taken**2
    assert lost < 0.2
    assert 1.0 <= orthogonal.basis_condition(P, S) <= np.linalg.cond(P.T @ P) * (1 + 1e-12) <= 1.0 / (1.0 - lost)
    # not integrable: the basis comes back turned, within the same space
    np.testing.assert_allclose(orthogonal_projector(A) @ P, P, rtol=0, atol=1e-13)


@pytest.mark.parametrize(("n", "f"), [(1, 1), (5, 0), (6, 2), (12, 4), (30, 10)])
def test_orthonormalise_splits_off_a_triangle(n, f):
    rng = np.random.default_rng(n)
    P, R = strided(n, f), strided(f, f)
    P[:] = rng.normal(size=(n, f)) * np.geomspace(1.0, 1e-3, max(f, 1))[:f]
    P[:, 1:] += P[:, :1]
    given = P.copy()
    assert orthogonal.orthonormalise(P, R) == 0
    np.testing.assert_allclose(P @ R, given, rtol=0, atol=FACTOR * EPS)
    np.testing.assert_allclose(P.T @ P, np.eye(f), rtol=0, atol=FACTOR * EPS)
    assert not np.tril(R, -1).any()
    assert np.all(np.diag(R) > 0)


def test_a_basis_that_is_none_is_called_so():
    S = np.zeros((2, 2))
    assert orthogonal.orthonormalise(np.array([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0]]), S) == 2
    assert orthogonal.orthonormalise(np.zeros((3, 2)), S) == 1
    assert orthogonal.orthonormalise(np.full((3, 2), np.nan), S) == 1
    for P in ([[1.0, 2.0], [1.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]], [[np.nan, 0.0], [0.0, 1.0]]):
        assert orthogonal.basis_condition(np.array(P), S) == math.inf


@pytest.mark.parametrize("condition", [1.0, 10.0, 1e4])
def test_the_condition_is_estimated_from_below_within_the_square_of_the_freedom(condition):
    for seed in range(20):
        P = conditioned(12, 4, math.sqrt(condition), seed)
        estimate = orthogonal.basis_condition(P, np.zeros((4, 4)))
        assert condition / 4**2 * (1 - 1e-9) <= estimate <= condition * (1 + 1e-9)
    assert orthogonal.basis_condition(np.zeros((3, 0)), np.zeros((0, 0))) == 1.0


def test_a_partition_is_kept_until_its_quality_says_no():
    """A link x = (cos φ, sin φ) of length one: x ẋ + y ẏ = 0. Chosen at φ = 0, x is dependent, until φ = 90°."""
    work = arrays(np.zeros((2, 3)), 2)
    P, columns = work[3], work[-1]

    def link(angle):
        return np.array([[np.cos(angle), np.sin(angle), 0.0], [0.0, 0.0, 1.0]])

    rank = partitioning_choose(link(0.0), 2, *work)
    assert rank == 2
    assert list(columns)[2] == 1
    for angle in (0.0, 0.5, 1.0, 1.5):
        quality = partitioning_decompose(link(angle), rank, *work)
        np.testing.assert_allclose(quality, np.cos(angle), rtol=1e-14)
        np.testing.assert_allclose(P[:, 0], [-np.tan(angle), 1.0, 0.0], rtol=1e-14)
    assert partitioning_decompose(link(np.pi / 2), rank, *work) < 1e-15
    partitioning_choose(link(np.pi / 2), 2, *work)
    assert list(columns)[2] == 0
