"""Exponential, logarithm and Jacobians of rotations: against matrix exponentials, exact series, and each other."""

from fractions import Fraction
from math import factorial

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from jounce.engine.linalg import so3, vec3

EPS = np.finfo(float).eps
TOLERANCE = 20 * EPS
# both sides of the switches at 0.01 and 0.5 rad, then up to and beyond π
ANGLES = [0.0, 1e-300, 1e-160, 1e-12, 1e-8, 1e-4, 0.0099999, 0.0100001, 0.1, 0.4999999, 0.5000001, 1.0, 2.0, 3.0]
LARGE = [np.pi - 1e-8, np.pi, np.pi + 1e-8, 4.0, 6.0]
AXES = [(1.0, 0.0, 0.0), (0.0, 0.6, -0.8), (2 / 3, -1 / 3, 2 / 3)]

component = st.floats(-1.0, 1.0)
axes = st.tuples(component, component, component).filter(lambda a: np.linalg.norm(a) > 1e-3).map(lambda a: vec3.unit(a))


def K(phi):
    x, y, z = phi
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def matrix(A):
    return np.array(A).reshape(3, 3)


def tuple_of(A):
    return tuple(np.ravel(A).tolist())


@pytest.mark.parametrize("angle", ANGLES + LARGE)
@pytest.mark.parametrize("axis", AXES)
def test_exponential_agrees_with_expm_and_scipy(axis, angle):
    phi = vec3.scale(angle, axis)
    rotation = Rotation.from_rotvec(phi)
    np.testing.assert_allclose(matrix(so3.exp_matrix(phi)), rotation.as_matrix(), rtol=0, atol=TOLERANCE)
    # expm itself is off by 10 eps at θ = 3 and by 170 eps at θ = 4
    np.testing.assert_allclose(matrix(so3.exp_matrix(phi)), expm(K(phi)), rtol=0, atol=20 * TOLERANCE)
    expected = rotation.as_quat(scalar_first=True)
    np.testing.assert_allclose(so3.exp_quaternion(phi), expected, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("angle", [1e-8, 1e-3, 0.0099999, 0.1, 0.3, 0.4, 0.4999999, 0.5000001, 0.7, 3.0])
def test_exponential_is_right_to_units_of_the_last_place(angle):
    """Series and closed form: no term may be missing or wrong."""
    found = so3.exp_quaternion((0.0, -angle, 0.0))
    with mpmath.mp.workprec(200):
        for value, exact in ((found[0], mpmath.cos(mpmath.mpf(angle) / 2)), (-found[2], mpmath.sin(angle / 2))):
            assert abs(value - exact) <= 1.5 * np.spacing(float(exact))


@pytest.mark.parametrize("angle", [0.0, 1e-160, 1e-12, 1e-4, 0.0099999, 0.0100001, 1.0, 3.0, np.pi])
@pytest.mark.parametrize("axis", AXES)
def test_exponential_is_a_rotation(axis, angle):
    phi = vec3.scale(angle, axis)
    R = matrix(so3.exp_matrix(phi))
    np.testing.assert_allclose(R.T @ R, np.eye(3), rtol=0, atol=TOLERANCE)
    assert abs(np.dot(so3.exp_quaternion(phi), so3.exp_quaternion(phi)) - 1) < 4 * EPS


@settings(deadline=None, max_examples=300)
@given(axes, st.floats(0.0, np.pi - 1e-6))
def test_logarithm_inverts_exponential(axis, angle):
    phi = vec3.scale(angle, axis)
    # relative to |φ|, down to the smallest normal number
    tolerance = TOLERANCE * max(angle, np.finfo(float).tiny)
    np.testing.assert_allclose(so3.log_quaternion(so3.exp_quaternion(phi)), phi, rtol=0, atol=tolerance)
    np.testing.assert_allclose(so3.log_matrix(so3.exp_matrix(phi)), phi, rtol=0, atol=tolerance)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0.0])
@pytest.mark.parametrize("axis", [*AXES, (-0.6, 0.0, 0.8), (0.0, 0.0, -1.0)])
def test_logarithm_near_half_a_turn(axis, gap):
    phi = vec3.scale(np.pi - gap, axis)
    for log in (so3.log_quaternion(so3.exp_quaternion(phi)), so3.log_matrix(so3.exp_matrix(phi))):
        assert np.linalg.norm(log) <= np.pi * (1 + EPS)
        # where the gap drowns in rounding, φ and −φ are the same rotation
        error = min(np.linalg.norm(np.subtract(log, phi)), np.linalg.norm(np.add(log, phi)) if gap < 1e-14 else np.inf)
        assert error < TOLERANCE


def test_logarithm_takes_the_short_way():
    phi = so3.log_quaternion(so3.exp_quaternion((0.0, 0.0, 2 * np.pi - 0.1)))
    np.testing.assert_allclose(phi, (0.0, 0.0, -0.1), rtol=0, atol=TOLERANCE)
    q = so3.exp_quaternion((0.2, 0.0, 0.1))
    np.testing.assert_allclose(so3.log_quaternion(tuple(-c for c in q)), so3.log_quaternion(q), rtol=4 * EPS)
    assert so3.log_quaternion((-1.0, 0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("angle", ANGLES + LARGE)
@pytest.mark.parametrize("axis", AXES)
def test_right_jacobian_is_the_integral_of_the_exponential(axis, angle):
    # Jr = ∫₀¹ exp(−s K) ds, the upper right block of the exponential of [−K 1; 0 0]
    phi = vec3.scale(angle, axis)
    block = np.zeros((6, 6))
    block[:3, :3], block[:3, 3:] = -K(phi), np.eye(3)
    expected = expm(block)[:3, 3:]
    np.testing.assert_allclose(matrix(so3.right_jacobian(phi)), expected, rtol=0, atol=TOLERANCE * (1 + angle))


@pytest.mark.parametrize("angle", ANGLES + LARGE)
@pytest.mark.parametrize("axis", AXES)
def test_right_jacobian_inverse(axis, angle):
    phi = vec3.scale(angle, axis)
    J, inverse = matrix(so3.right_jacobian(phi)), matrix(so3.right_jacobian_inverse(phi))
    # condition: Jr⁻¹ grows like 1 / (2π − θ)
    np.testing.assert_allclose(inverse @ J, np.eye(3), rtol=0, atol=TOLERANCE * np.linalg.cond(J) ** 2)


@pytest.mark.parametrize("angle", [1e-3, 0.3, 0.7, 2.0, 3.0])
def test_right_jacobian_is_the_derivative_of_the_exponential(angle):
    # exp(φ + δ) = exp(φ) exp(Jr δ) + O(δ²); central differences of step h leave h² + eps / h
    phi, delta, h = np.array(AXES[2]) * angle, np.array([0.3, -0.5, 0.7]), 1e-5
    forward = matrix(so3.exp_matrix(tuple_of(phi + h * delta)))
    back = matrix(so3.exp_matrix(tuple_of(phi - h * delta)))
    rate = matrix(so3.exp_matrix(tuple_of(phi))).T @ (forward - back) / (2 * h)
    np.testing.assert_allclose(rate, K(matrix(so3.right_jacobian(tuple_of(phi))) @ delta), rtol=0, atol=2e-10)


def sine(x, terms=30):
    return sum((-1) ** k * x ** (2 * k + 1) / factorial(2 * k + 1) for k in range(terms))


def cosine(x, terms=30):
    return sum((-1) ** k * x ** (2 * k) / factorial(2 * k) for k in range(terms))


@pytest.mark.parametrize("theta2", [1e-8, 1e-4, 0.01, 0.1, 0.2499999, 0.2500001, 0.5, 1.0, 4.0, 9.0])
def test_coefficients_against_exact_fractions(theta2):
    # the closed forms lose 12 / θ² units of rounding; times K² that is below one unit of the Jacobian
    tolerance = 4 * EPS if theta2 < so3.MODERATE else 4 * EPS * (1 + 12 / theta2)
    x = Fraction(theta2)
    cubic = sum((-x) ** k / factorial(2 * k + 3) for k in range(30))
    assert abs(so3._cubic_sine(theta2) / float(cubic) - 1) < tolerance
    h = Fraction(float(np.sqrt(theta2))) / 2
    cotangent = (1 - h * cosine(h) / sine(h)) / (4 * h * h)
    assert abs(so3._cotangent(theta2) / float(cotangent) - 1) < tolerance
    assert abs(so3._sinc_half(theta2) / float(sine(h) / h) - 1) < 4 * EPS
