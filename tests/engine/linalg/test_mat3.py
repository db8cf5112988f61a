"""3×3 matrices against numpy."""

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED
from jounce.engine.linalg import mat3

EPS = np.finfo(float).eps
RNG = np.random.default_rng(2)
SAMPLES = [(RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=3)) for _ in range(12)]
# sums of three products of numbers below 4; two such products in a row for R S Rᵀ
ONE_PRODUCT, TWO_PRODUCTS = 50 * EPS, 1000 * EPS


def tuple_of(A):
    return tuple(np.ravel(A).tolist())


def array_of(A):
    return np.array(A).reshape(3, 3)


def symmetric(S):
    return np.array([[S[0], S[3], S[4]], [S[3], S[1], S[5]], [S[4], S[5], S[2]]])


def close(actual, expected, tolerance=ONE_PRODUCT):
    np.testing.assert_allclose(np.ravel(actual), np.ravel(expected), rtol=0, atol=tolerance)


@pytest.mark.parametrize(("A", "B", "a"), SAMPLES)
def test_products_agree_with_numpy(A, B, a):
    tA, tB, ta = tuple_of(A), tuple_of(B), tuple_of(a)
    close(mat3.matmul(tA, tB), A @ B)
    close(mat3.mv(tA, ta), A @ a)
    close(mat3.tmv(tA, ta), A.T @ a)
    close(mat3.outer(ta, tuple_of(B[0])), np.outer(a, B[0]))
    close(mat3.mv(mat3.skew(ta), tuple_of(B[0])), np.cross(a, B[0]))
    close(mat3.det(tA), np.linalg.det(A), TWO_PRODUCTS)


@pytest.mark.parametrize(("A", "B", "a"), SAMPLES)
def test_symmetric_products_agree_with_numpy(A, B, a):
    S = tuple_of(B)[:6]
    close(symmetric(mat3.rotate_sym(tuple_of(A), S)), A @ symmetric(S) @ A.T, TWO_PRODUCTS)


@pytest.mark.parametrize(("A", "B", "a"), SAMPLES)
def test_inverse_to_rounding_times_condition(A, B, a):
    # cofactors are right to eps |A|², the determinant to eps |A|³: relative to |A⁻¹| that is cond² at worst
    product = array_of(mat3.inverse(tuple_of(A))) @ A
    close(product, np.eye(3), 10 * EPS * np.linalg.cond(A) ** 2)


@pytest.mark.skipif(INTERPRETED, reason="plain Python raises ZeroDivisionError")
def test_inverse_of_a_singular_matrix_is_not_finite():
    A = (1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 0.0, 1.0)
    assert mat3.det(A) == 0.0
    assert not np.all(np.isfinite(mat3.inverse(A)))


def test_entries_stand_where_they_belong():
    A = tuple(float(i) for i in range(9))
    close(mat3.identity(), np.eye(3), 0.0)
    close(mat3.transpose(A), array_of(A).T, 0.0)
    close(mat3.add9(A, mat3.scale9(2.0, A)), 3 * array_of(A), 0.0)


def test_load_and_store_touch_nine_entries():
    array = np.arange(12.0)
    close(mat3.load9(array, 2), range(2, 11), 0.0)
    mat3.store9(array, 1, mat3.load9(array, 2))
    np.testing.assert_array_equal(array, [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11])
