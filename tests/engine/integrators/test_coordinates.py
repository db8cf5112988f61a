"""Displacements against the motions they stand for."""

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from jounce.engine.formulations.coordinates import BALL, BASE, COORDINATE, SCALAR, displace

Q = np.array([0.5, -0.1, 0.7, 0.5])
Q /= np.linalg.norm(Q)
TURN = np.array([0.7, -1.1, 0.4])


def rotation(q):
    return Rotation.from_quat(q, scalar_first=True)


def same_turn(q, expected):
    return (rotation(q).inv() * expected).magnitude()


def moved(kind, position, increment):
    y = np.concatenate([position, np.full(6, np.nan)])
    u = len(position)
    step, out = np.full(y.size, np.nan), y.copy()
    step[u : u + len(increment)] = increment
    displace(np.array([(kind, 0, u)], COORDINATE), y, step, out)
    assert np.all(np.isnan(out[u:]))
    return out[:u]


def test_a_scalar_adds_up():
    assert moved(SCALAR, [0.3], [0.25]) == pytest.approx([0.55], abs=1e-16)


def test_a_ball_turns_about_axes_of_its_base():
    q = moved(BALL, Q, TURN)
    assert same_turn(q, Rotation.from_rotvec(TURN) * rotation(Q)) < 1e-15
    assert np.linalg.norm(q) == pytest.approx(1.0, abs=1e-15)


def test_the_base_turns_about_axes_of_its_body():
    out = moved(BASE, [1.0, 2.0, 3.0, *Q], [0.0, 0.0, 0.0, *TURN])
    assert same_turn(out[3:], rotation(Q) * Rotation.from_rotvec(TURN)) < 1e-15
    assert out[:3] == pytest.approx([1.0, 2.0, 3.0])


def helix(velocity, turn):
    """Where a body goes with both held, in axes of its start: the exponential of the twist."""
    x, y, z = turn
    twist = np.zeros((4, 4))
    twist[:3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    twist[:3, 3] = velocity
    return expm(twist)[:3, 3]


def test_the_base_follows_a_helix_to_third_order():
    v = np.array([2.0, -0.5, 1.0])
    errors = []
    for h in (0.4, 0.2, 0.1, 0.05):
        out = moved(BASE, [0.0, 0.0, 0.0, *Q], [*(h * v), *(h * TURN)])
        errors.append(np.linalg.norm(out[:3] - rotation(Q).apply(helix(h * v, h * TURN))))
        bend = np.cross(TURN, np.cross(TURN, v))
        assert errors[-1] == pytest.approx(h**3 * np.linalg.norm(bend) / 24.0, rel=0.2 * h + 1e-9)
    assert np.log2(errors[-2] / errors[-1]) == pytest.approx(3.0, abs=0.02)


def test_a_displacement_of_the_base_leads_back():
    start = np.array([1.0, -2.0, 0.5, *Q])
    step = np.array([0.4, 0.3, -0.2, *TURN])
    back = moved(BASE, moved(BASE, start, step), -step)
    assert back == pytest.approx(start, abs=1e-15)


def test_in_place_is_allowed():
    y = np.array([1.0, -2.0, 0.5, *Q, 0.4, 0.3, -0.2, *TURN])
    expected = moved(BASE, y[:7], y[7:])
    displace(np.array([(BASE, 0, 7)], COORDINATE), y, y, y)
    assert y[:7] == pytest.approx(expected, abs=0.0)
