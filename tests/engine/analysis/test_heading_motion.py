"""Motion in heading axes and small rotations against difference quotients of the motion that they describe."""

from types import SimpleNamespace

import numpy as np
import pytest

from jounce.engine.analysis.heading_motion import HeadingMotion, quaternion_of, roll_pitch_yaw
from jounce.engine.analysis.joint_chart import rotation_between, turn_slightly
from jounce.engine.linalg.quaternion import rotation_matrices

LAYOUT = SimpleNamespace(free=True, velocity_start=7)
SPREAD = 1e-2
"""How far the second motion is from the reference."""


@pytest.fixture
def states() -> tuple[np.ndarray, np.ndarray]:
    """A base that turns, pitches and slides, and another near it: position, quaternion, velocity, angular velocity."""
    rng = np.random.default_rng(3)
    r, angles, v, w = rng.normal(size=(4, 3)) * np.array([[9.0], [0.3], [20.0], [1.0]])
    y = np.concatenate([r, quaternion_of(angles), v, w])
    other = HeadingMotion(LAYOUT, y)
    near = y.copy()
    other.displace(SPREAD * rng.normal(size=12), near)
    return y, near


def chart(reference: HeadingMotion, motion: HeadingMotion) -> np.ndarray:
    """x of a motion about a reference."""
    away = reference.Z.T @ (motion.r - reference.r)
    turned = motion.angles - reference.angles
    return np.concatenate([away, turned, motion.V - reference.V, motion.W - reference.W])


def advance(y: np.ndarray, acceleration: np.ndarray, dt: float) -> np.ndarray:
    """The state a short time later: ṙ = A v, q̇ = ½ q ⊗ ω, and constant v̇, ω̇."""
    A = rotation_matrices(y[None, 3:7])[0]
    w, v = y[3], y[4:7]
    turning = 0.5 * np.array([-v @ y[10:13], *(w * y[10:13] + np.cross(v, y[10:13]))])
    later = y + dt * np.concatenate([A @ y[7:10], turning, acceleration])
    later[3:7] /= np.linalg.norm(later[3:7])
    return later


def test_a_displaced_motion_has_the_coordinates_that_it_was_displaced_by(states):
    y, _ = states
    x = np.linspace(-0.02, 0.03, 12)
    near = y.copy()
    reference = HeadingMotion(LAYOUT, y)
    reference.displace(x, near)
    np.testing.assert_allclose(chart(reference, HeadingMotion(LAYOUT, near)), x, atol=1e-13)


def test_rates_are_difference_quotients_of_the_coordinates(states):
    """Central differences over dt = 1e-5 s are good to dt² × third derivatives: 1e-7 of rates up to some hundreds."""
    y, near = states
    acceleration = np.array([1.0, -2.0, 0.5, 3.0, 1.0, -2.0])
    at, dt = acceleration + 0.5, 1e-5
    ahead, behind = (
        chart(HeadingMotion(LAYOUT, advance(y, acceleration, s)), HeadingMotion(LAYOUT, advance(near, at, s)))
        for s in (dt, -dt)
    )
    dy, d0 = np.zeros(13), np.zeros(13)
    dy[7:], d0[7:] = at, acceleration
    reference = HeadingMotion(LAYOUT, y)
    rates = HeadingMotion(LAYOUT, near).rates(reference, dy) - reference.rates(reference, d0)
    np.testing.assert_allclose(rates, (ahead - behind) / (2.0 * dt), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("i", range(12))
def test_changes_along_a_coordinate_are_difference_quotients(states, i):
    """Of the motion in base axes, and of the rates: step² × third derivatives and rounding / step leave 1e-8 of some
    hundreds."""
    y, _ = states
    reference, step = HeadingMotion(LAYOUT, y), 1e-5
    x = np.eye(12)[i]
    dy, change = np.zeros(13), np.arange(6.0) - 2.0
    dy[7:] = [1.0, -2.0, 0.5, 3.0, 1.0, -2.0]
    near, rates = [], []
    for signed in (step, -step):
        moved, slopes = y.copy(), dy.copy()
        reference.displace(signed * x, moved)
        slopes[7:] += signed * change
        near.append(moved)
        rates.append(HeadingMotion(LAYOUT, moved).rates(reference, slopes))
    np.testing.assert_allclose(
        reference.rates_along(x, dy, change), (rates[0] - rates[1]) / (2.0 * step), atol=1e-7, rtol=1e-8
    )
    along, velocities = reference.motion_along(x)
    moved = (near[0] - near[1]) / (2.0 * step)
    np.testing.assert_allclose(velocities, moved[7:], atol=1e-8)
    np.testing.assert_allclose(reference.A @ along[:3], moved[:3], atol=1e-8)
    q, turn = y[3:7], along[3:]
    expected = 0.5 * np.array([-q[1:] @ turn, *(q[0] * turn + np.cross(q[1:], turn))])
    np.testing.assert_allclose(moved[3:7], expected, atol=1e-8)


def test_roll_pitch_and_yaw_lead_back_to_their_rotation():
    angles = np.array([0.3, -0.7, 2.5])
    np.testing.assert_allclose(roll_pitch_yaw(rotation_matrices(quaternion_of(angles)[None, :])[0]), angles, atol=1e-14)


def test_the_rotation_of_a_ball_joint_grows_by_ω_minus_ω0_plus_ω0_cross_ξ():
    """q̇ = ½ (0, ω) ⊗ q over a short time, seen from a reference that turns, too; errors of order ξ² and dt."""
    q0 = quaternion_of(np.array([0.1, -0.4, 0.8]))
    xi, w0, w = np.array([1e-4, -2e-4, 3e-4]), np.array([1.0, 2.0, -3.0]), np.array([1.1, 1.9, -2.8])
    q, dt = turn_slightly(q0, xi), 1e-4
    np.testing.assert_allclose(rotation_between(q0, q), xi, atol=1e-11)
    ahead = rotation_between(turn_slightly(q0, dt * w0), turn_slightly(q, dt * w))
    behind = rotation_between(turn_slightly(q0, -dt * w0), turn_slightly(q, -dt * w))
    np.testing.assert_allclose((ahead - behind) / (2.0 * dt), w - w0 + np.cross(w0, xi), atol=1e-5)
