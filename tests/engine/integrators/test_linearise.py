"""C and K against matrices by hand, and the schedule that keeps them."""

import numpy as np
import pytest
from scipy.linalg import lu_factor, lu_solve

from jounce.engine.compiler import entry
from jounce.engine.formulations import status
from jounce.engine.integrators import jacobian_schedule
from jounce.engine.integrators.linearise import ROWS, linearise
from jounce.engine.linalg.inverse import multiply_columns
from jounce.engine.linalg.quaternion import to_matrix
from tests.engine.integrators.systems import bead, filled, lagging, lagging_matrices, shaken, top


@entry
def differences(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k):
    return linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k)


def matrices(system, y=None, t=0.0):
    n = system.unknowns
    C, K, y = np.full((n, n), np.nan), np.full((n, n), np.nan), system.start.copy() if y is None else y
    before = y.copy()
    outcome = differences(*system.equations, *system.chart, t, y, C, K, np.zeros((ROWS, system.size)))
    assert outcome == status.OK
    assert y.tobytes() == before.tobytes()
    return C, K


def test_velocities_positions_and_first_order_states():
    system = lagging()
    C, K = matrices(system)
    expected_C, expected_K = lagging_matrices(system.model, system.start)
    np.testing.assert_allclose(C, expected_C, rtol=0, atol=2e-9)
    np.testing.assert_allclose(K, expected_K, rtol=0, atol=5e-9)


def test_dependent_coordinates_follow():
    """z(x) eliminated by hand, differentiated by complex steps."""
    system = bead()
    g, c = system.p[:2]

    def acceleration(x, v):
        z = -np.sqrt(1.0 - x * x)
        w = -x * v / z
        s = -(v * v + w * w) + c * (x * v + z * w) + g * z
        return -c * v + s * x

    x, v, tiny = system.start[0], system.start[2], 1e-30
    C, K = matrices(system)
    assert C[0, 0] == pytest.approx(acceleration(x, v + 1j * tiny).imag / tiny, rel=1e-8)
    assert K[0, 0] == pytest.approx(acceleration(x + 1j * tiny, v).imag / tiny, rel=1e-8)


def test_prescribed_motion_is_no_part_of_the_directions():
    """At a time when the foot moves: its velocity must neither scale nor enter the displacement."""
    system = shaken(k=30.0, c=0.5)
    t = 0.1
    y = np.array([0.2 * np.sin(5 * t), 0.1, np.cos(5 * t), 0.3])
    C, K = matrices(system, y, t)
    assert C[0, 0] == pytest.approx(-0.5, abs=1e-9)
    assert K[0, 0] == pytest.approx(-30.0, abs=1e-7)


def test_a_base_moves_along_its_own_axes():
    """The spring at the centre: R⁻¹ f = −k R⁻¹ r, so moving along v gives −k and turning gives −k (R⁻¹ r) × θ."""
    system = top(arm=(0.0, 0.0, 0.0))
    _, K = matrices(system)
    R = np.array(to_matrix(tuple(system.start[3:7]))).reshape(3, 3)
    x, y, z = R.T @ system.start[:3]
    expected = np.zeros((6, 6))
    expected[:3, :3] = -20.0 * np.eye(3)
    expected[:3, 3:] = -20.0 * np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    np.testing.assert_allclose(K, expected, rtol=0, atol=1e-8)


def test_a_filled_entry_solves_with_its_matrix():
    system = lagging()
    s = 0.07
    schedule = filled(system, s)
    C, K = lagging_matrices(system.model, system.start)
    right = np.array([1.0, -2.0])
    expected = lu_solve(lu_factor(np.eye(2) - s * C - s * s * K), right)
    found = np.zeros(2)
    multiply_columns(schedule.inverse[0], right, found)
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    assert schedule.beta_h[0] == s


@pytest.mark.parametrize(("speed", "place"), [(0.0, 0), (0.9, 0), (1.0, 1), (4.9, 1), (5.0, 2), (90.0, 2)])
def test_the_fastest_entry_not_above_the_speed_of_the_base_is_picked(speed, place):
    system = top()
    y = system.start.copy()
    y[7:10] = speed * np.array([0.6, 0.0, -0.8])
    assert jacobian_schedule.pick(jacobian_schedule.allocate([0.5, 1.0, 5.0], 6), system.coordinates, y) == place


def test_without_a_base_the_first_entry_is_picked():
    system = bead()
    assert jacobian_schedule.pick(jacobian_schedule.allocate([0.0, 0.1], 1), system.coordinates, system.start) == 0


@pytest.mark.parametrize(
    ("damping", "outcome"), [(-10.0, status.OK), (10.0, status.NOT_CONVERGED), (np.nan, status.NOT_FINITE)]
)
def test_a_matrix_of_no_use_is_reported(damping, outcome):
    """1 − 0.1 · 10 = 0 has no inverse."""
    schedule = jacobian_schedule.allocate([0.0], 2)
    schedule.damping[0] = damping * np.eye(2)
    assert jacobian_schedule.invert_entry(schedule, 0, 0.1) == outcome
