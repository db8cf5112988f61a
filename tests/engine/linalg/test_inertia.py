"""Spatial inertia against clouds of point masses, summed one by one."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.linalg import inertia

EPS = np.finfo(float).eps
TOLERANCE = 200 * EPS  # sums over eight points of products of numbers of order one


def cloud(seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, size=8), rng.normal(size=(8, 3))


def six(J):
    return (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2])


def second_moment(masses, points):
    return sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, points, strict=True))


def ten(masses, points):
    return (masses.sum(), *(masses @ points), *six(second_moment(masses, points)))


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=TOLERANCE * (1 + np.abs(expected).max()))


@pytest.mark.parametrize("seed", range(5))
def test_from_body_is_the_parallel_axis_theorem(seed):
    masses, points = cloud(seed)
    centre = masses @ points / masses.sum()
    about_centre = six(second_moment(masses, points - centre))
    close(inertia.from_body(masses.sum(), tuple(centre), about_centre), ten(masses, points))


@pytest.mark.parametrize("seed", range(5))
def test_shift_moves_the_origin(seed):
    masses, points = cloud(seed)
    d = np.array([0.7, -0.4, 1.3])
    shifted = inertia.shift(ten(masses, points), tuple(d))
    close(shifted, ten(masses, points - d))
    close(inertia.shift(shifted, tuple(-d)), ten(masses, points))


@pytest.mark.parametrize("seed", range(5))
def test_rotate_turns_the_axes(seed):
    masses, points = cloud(seed)
    R = Rotation.random(rng=np.random.default_rng(seed)).as_matrix()
    close(inertia.rotate(tuple(R.ravel().tolist()), ten(masses, points)), ten(masses, points @ R.T))


@pytest.mark.parametrize("seed", range(5))
def test_momentum_and_energy_are_sums_over_points(seed):
    masses, points = cloud(seed)
    v, w = np.array([0.5, -1.0, 2.0]), np.array([0.3, 0.8, -0.6])
    velocities = v + np.cross(w, points)
    p, L = inertia.momentum(ten(masses, points), tuple(v), tuple(w))
    close(p, masses @ velocities)
    close(L, masses @ np.cross(points, velocities))
    close(inertia.kinetic_energy(ten(masses, points), tuple(v), tuple(w)), 0.5 * masses @ np.sum(velocities**2, axis=1))


def test_add_joins_two_bodies():
    (masses, points), (more, others) = cloud(0), cloud(1)
    together = ten(np.concatenate([masses, more]), np.concatenate([points, others]))
    close(inertia.add(ten(masses, points), ten(more, others)), together)


def test_kinetic_energy_does_not_depend_on_the_origin():
    masses, points = cloud(3)
    v, w, d = np.array([0.5, -1.0, 2.0]), np.array([0.3, 0.8, -0.6]), np.array([2.0, 1.0, -1.0])
    moved = inertia.shift(ten(masses, points), tuple(d))
    energy = inertia.kinetic_energy(ten(masses, points), tuple(v), tuple(w))
    close(inertia.kinetic_energy(moved, tuple(v + np.cross(w, d)), tuple(w)), energy)
