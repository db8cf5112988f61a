"""Quaternions against scipy's Rotation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from jounce.engine.linalg import quaternion, vec3

EPS = np.finfo(float).eps
TOLERANCE = 20 * EPS  # a handful of products of numbers of order one
ROTATIONS = Rotation.random(20, rng=np.random.default_rng(3))

component = st.floats(-1.0, 1.0)
quaternions = (
    st.tuples(component, component, component, component)
    .filter(lambda q: np.dot(q, q) > 1e-3)
    .map(lambda q: quaternion.normalize(q))
)


def of(rotation):
    return tuple(rotation.as_quat(scalar_first=True).tolist())


def close(actual, expected, tolerance=TOLERANCE):
    np.testing.assert_allclose(np.ravel(actual), np.ravel(expected), rtol=0, atol=tolerance)


@pytest.mark.parametrize("i", range(0, 20, 2))
def test_agrees_with_scipy(i):
    r, s = ROTATIONS[i], ROTATIONS[i + 1]
    p, q, a = of(r), of(s), (0.3, -1.2, 0.7)
    close(Rotation.from_quat(quaternion.multiply(p, q), scalar_first=True).as_matrix(), (r * s).as_matrix())
    close(quaternion.to_matrix(p), r.as_matrix())
    close(quaternion.rotate(p, a), r.apply(a))
    close(quaternion.rotate(quaternion.conjugate(p), a), r.inv().apply(a))


def test_rotates_from_body_to_parent():
    # yawed a quarter turn to the left, the body's forward axis points to the parent's left
    quarter = quaternion.from_axis_angle((0.0, 0.0, 1.0), 0.5 * np.pi)
    close(quaternion.rotate(quarter, (1.0, 0.0, 0.0)), (0.0, 1.0, 0.0))


def test_normalize():
    close(quaternion.normalize((3.0, 0.0, -4.0, 0.0)), (0.6, 0.0, -0.8, 0.0))


@pytest.mark.parametrize("size", [0.0, 1e-8, 1e-3, 0.1])
def test_a_correction_is_a_rotation_but_for_the_third_order(size):
    """By 2 atan ½φ instead of φ: φ³ / 12 less."""
    q, axis = of(ROTATIONS[0]), np.array([0.36, 0.48, -0.8])
    angle = 2.0 * np.arctan(0.5 * size)
    expected = quaternion.multiply(quaternion.from_axis_angle(tuple(axis), angle), q)
    close(quaternion.nudge(q, tuple(size * axis)), expected)
    assert size - angle == pytest.approx(size**3 / 12.0, rel=0.01, abs=1e-17)


@settings(deadline=None, max_examples=300)
@given(quaternions)
def test_from_matrix_inverts_to_matrix(q):
    back = quaternion.from_matrix(quaternion.to_matrix(q))
    assert back[0] >= 0.0
    # to_matrix does not tell q from −q; at w = 0 both are right
    assert min(vec_distance(back, q), vec_distance(back, tuple(-c for c in q))) < TOLERANCE


@pytest.mark.parametrize(
    "axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (-1, 2, -3)]
)
@pytest.mark.parametrize("angle", [0.0, 1e-9, 1.0, 2.0, np.pi - 1e-9, np.pi])
def test_from_matrix_in_every_branch(axis, angle):
    q = quaternion.from_axis_angle(vec3.unit(tuple(map(float, axis))), angle)
    close(quaternion.to_matrix(quaternion.from_matrix(quaternion.to_matrix(q))), quaternion.to_matrix(q))


@pytest.mark.parametrize("i", range(5))
def test_rates_are_half_products(i):
    q, w = of(ROTATIONS[i]), (0.4, -2.0, 1.1)
    close(quaternion.rate_body(q, w), 0.5 * np.array(quaternion.multiply(q, (0.0, *w))))
    close(quaternion.rate_world(q, w), 0.5 * np.array(quaternion.multiply((0.0, *w), q)))
    # the same motion seen from both sides
    close(quaternion.rate_world(q, quaternion.rotate(q, w)), quaternion.rate_body(q, w), 2 * TOLERANCE)


@settings(deadline=None, max_examples=50)
@given(quaternions)
def test_rate_keeps_the_length(q):
    assert abs(np.dot(q, quaternion.rate_body(q, (1.0, -2.0, 3.0)))) < TOLERANCE


def test_load_and_store_touch_four_entries():
    array = np.arange(7.0)
    q = quaternion.load4(array, 2)
    assert q == (2.0, 3.0, 4.0, 5.0)
    quaternion.store4(array, 1, q)
    np.testing.assert_array_equal(array, [0, 2, 3, 4, 5, 5, 6])


def vec_distance(p, q):
    return np.linalg.norm(np.subtract(p, q))
