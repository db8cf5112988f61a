"""Vectors and rotations over samples: what they are, and that no sample notices the others."""

import numpy as np
import pytest

from jounce.engine.assembly.poses import quaternions
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.samples import cross, dot, turn, turn_back, unit

N = 200
RNG = np.random.default_rng(3)
ANY = RNG.normal(size=(N, 4))
Q = unit(ANY)
R = rotation_matrices(Q)
A, B = RNG.normal(size=(2, N, 3))
ONE = RNG.normal(size=3)

FUNCTIONS = {
    "turn": lambda rows: turn(R[rows], A[rows]),
    "turn one vector": lambda rows: turn(R[rows], ONE),
    "turn_back": lambda rows: turn_back(R[rows], A[rows]),
    "dot": lambda rows: dot(A[rows], B[rows]),
    "dot with one vector": lambda rows: dot(A[rows], ONE),
    "cross": lambda rows: cross(A[rows], B[rows]),
    "unit": lambda rows: unit(ANY[rows]),
    "rotation_matrices": lambda rows: rotation_matrices(Q[rows]),
    "quaternions": lambda rows: quaternions(R[rows]),
}


def test_they_are_the_products_of_linear_algebra():
    for i in range(N):
        np.testing.assert_allclose(turn(R, A)[i], R[i] @ A[i], atol=1e-14)
        np.testing.assert_allclose(turn(R, ONE)[i], R[i] @ ONE, atol=1e-14)
        np.testing.assert_allclose(turn_back(R, A)[i], R[i].T @ A[i], atol=1e-14)
        np.testing.assert_allclose(turn(R[i : i + 1], A[i : i + 1])[0], R[i] @ A[i], atol=1e-14)
        np.testing.assert_allclose(cross(A, B)[i], np.cross(A[i], B[i]), atol=1e-14)
        assert dot(A, B)[i] == pytest.approx(A[i] @ B[i], abs=1e-14)
    np.testing.assert_allclose(np.sum(Q**2, axis=1), 1.0, atol=1e-15)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_sample_has_the_same_bits_whoever_stands_beside_it(name):
    whole = FUNCTIONS[name](slice(None))
    for first, last in ((0, 2), (0, 100), (7, 140), (N - 3, N)):
        part = FUNCTIONS[name](slice(first, last))
        assert np.array_equal(part, whole[first:last])
        assert np.array_equal(np.signbit(part), np.signbit(whole[first:last]))


def test_quaternions_of_any_rotation_are_those_that_made_it():
    """All four entries are the largest of some sample."""
    assert set(np.argmax(np.abs(Q), axis=1)) == {0, 1, 2, 3}
    expected = np.where(Q[:, :1] < 0.0, -Q, Q)
    np.testing.assert_allclose(quaternions(R), expected, atol=4e-16)
