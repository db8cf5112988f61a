"""3-vectors against numpy."""

import numpy as np
import pytest

from jounce.engine.linalg import vec3

EPS = np.finfo(float).eps
SAMPLES = [tuple(map(tuple, pair)) for pair in np.random.default_rng(1).normal(size=(20, 2, 3)).tolist()]


@pytest.mark.parametrize(("a", "b"), SAMPLES)
def test_agrees_with_numpy(a, b):
    # each result is a sum of at most three products of numbers below 4: some units of rounding of 3 · 16
    tolerance = 50 * EPS
    A, B = np.array(a), np.array(b)
    np.testing.assert_array_equal(vec3.add(a, b), A + B)
    np.testing.assert_array_equal(vec3.sub(a, b), A - B)
    np.testing.assert_array_equal(vec3.neg(a), -A)
    np.testing.assert_array_equal(vec3.scale(1.7, a), 1.7 * A)
    np.testing.assert_allclose(vec3.axpy(1.7, a, b), 1.7 * A + B, rtol=0, atol=tolerance)
    np.testing.assert_allclose(vec3.dot(a, b), A @ B, rtol=0, atol=tolerance)
    np.testing.assert_allclose(vec3.cross(a, b), np.cross(A, B), rtol=0, atol=tolerance)
    np.testing.assert_allclose(vec3.norm(a), np.linalg.norm(A), rtol=4 * EPS)
    np.testing.assert_allclose(vec3.unit(a), A / np.linalg.norm(A), rtol=4 * EPS)


def test_cross_is_right_handed():
    assert vec3.cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)


def test_unit_of_the_zero_vector_is_zero():
    assert vec3.unit((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    assert vec3.unit((1e-200, 0.0, 0.0)) == (0.0, 0.0, 0.0)


def test_load_store_accumulate_touch_three_entries():
    array = np.arange(8.0)
    assert vec3.load(array, 2) == (2.0, 3.0, 4.0)
    vec3.store(array, 1, (-1.0, -2.0, -3.0))
    vec3.accumulate(array, 4, (10.0, 20.0, 30.0))
    np.testing.assert_array_equal(array, [0, -1, -2, -3, 14, 25, 36, 7])
