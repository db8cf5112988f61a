"""The twist of a shaft with constant-velocity joints: its derivatives, what it transmits, and the torque it takes."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.formulations.world_frame.entries import displace_bodies, evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.model.mechanism import Body, HalfShaft, Mechanism
from tests.engine.mechanisms import moved, random_body, unit

H = 1e-6
CLOSE = 1e-7
"""Central differences of step 1e-6: truncation 1e-12, rounding 1e-10, with room for third derivatives."""


def shaft(rng, axis_a=None, axis_b=None):
    bodies = [random_body(rng, name) for name in "ab"]
    a = unit(rng) if axis_a is None else axis_a
    b = axis_b if axis_b is not None else np.add(a, 0.8 * np.asarray(unit(rng)))
    force = HalfShaft(name="s", body_a="a", body_b="b", axis_a=tuple(a), axis_b=tuple(b), stiffness=300.0, damping=2.0)
    return build(Mechanism(bodies=bodies, forces=[force], gravity=(0.0, 0.0, 0.0)))


def twist_at(system, y):
    evaluate(system.model, system.work, 0.0, y)
    return system.work.measures[0].copy()


@pytest.mark.parametrize("seed", range(6))
def test_derivatives(seed):
    """Rate, gradient and bias against differences, bodies anywhere and turning at some rad/s."""
    rng = np.random.default_rng(seed)
    system = shaft(rng)
    y = moved(system, rng, 0.4, 2.0)
    here, acceleration = twist_at(system, y), rng.uniform(-3.0, 3.0, (2, 6))

    def later(h):
        state, v = y.copy(), y[14:26].reshape(2, 6)
        displace_bodies(h * v + 0.5 * h * h * acceleration, state)
        state[14:26] += h * acceleration.ravel()
        return twist_at(system, state)

    ahead, behind = later(H), later(-H)
    assert here["rate"] == pytest.approx((ahead["value"] - behind["value"]) / (2.0 * H), abs=CLOSE * 10)
    found = here["gradient"] @ acceleration.ravel() + here["bias"]
    assert found == pytest.approx((ahead["rate"] - behind["rate"]) / (2.0 * H), abs=CLOSE * 100)
    for i in range(12):
        values = []
        for sign in (1.0, -1.0):
            step, state = np.zeros(12), y.copy()
            step[i] = sign * H
            displace_bodies(step.reshape(2, 6), state)
            values.append(twist_at(system, state)["value"])
        assert here["gradient"][i] == pytest.approx((values[0] - values[1]) / (2.0 * H), abs=CLOSE)


def spun(system, turn_a, turn_b, w=(0.0, 0.0)):
    """Both bodies turned about world axes from the design position, and turning."""
    y = np.zeros(26)
    for i, (axis, angle) in enumerate((turn_a, turn_b)):
        n = np.asarray(axis) / np.linalg.norm(axis)
        x, y_, z, scalar = Rotation.from_rotvec(angle * n).as_quat()
        y[7 * i + 3 : 7 * i + 7] = scalar, x, y_, z
        y[14 + 6 * i + 3 : 14 + 6 * i + 6] = w[i] * n  # the same in body and world axes
    return y


def plain(axis_a, axis_b):
    """Bodies whose axes are those of the world at the design position."""
    bodies = [Body(name=name, mass=1.0, inertia=(1.0, 1.0, 1.0), free=True) for name in "ab"]
    force = HalfShaft(name="s", body_a="a", body_b="b", axis_a=axis_a, axis_b=axis_b, stiffness=300.0)
    return build(Mechanism(bodies=bodies, forces=[force], gravity=(0.0, 0.0, 0.0)))


def test_aligned_axes_measure_the_difference_of_spin():
    y = (0.0, 1.0, 0.0)
    system = plain(y, y)
    found = twist_at(system, spun(system, (y, 0.3), (y, 1.1), (2.0, 5.0)))
    assert found["value"] == pytest.approx(0.8, abs=1e-15)
    assert found["rate"] == pytest.approx(3.0, abs=1e-14)


@pytest.mark.parametrize("angle", np.linspace(0.0, 6.2, 7))
def test_constant_velocity_at_30_degrees(angle):
    """Both turned by the same angle about their own axes, 30° apart: no twist, at any angle; a cross joint would have
    up to 4°."""
    a, b = (0.0, 1.0, 0.0), (0.5, np.sqrt(0.75), 0.0)
    system = plain(a, b)
    found = twist_at(system, spun(system, (a, angle), (b, angle), (7.0, 7.0)))
    assert found["value"] == pytest.approx(0.0, abs=1e-15)
    assert found["rate"] == pytest.approx(0.0, abs=1e-14)


def test_torque_is_shared_by_both_axes():
    """T (a + b) / (1 + a·b) on body b: the torque T along either axis, and nothing else that turns the shaft."""
    a, b = np.array([0.0, 1.0, 0.0]), np.array([0.5, np.sqrt(0.75), 0.0])
    system = plain(tuple(a), tuple(b))
    twist_at(system, spun(system, (a, 0.4), (b, 0.6)))
    torques = system.work.bodies["torque"][:2]
    assert torques[1] == pytest.approx(-300.0 * 0.2 * (a + b) / (1.0 + a @ b), abs=1e-12)
    assert torques[0] == pytest.approx(-torques[1], abs=1e-12)
    assert torques[1] @ b == pytest.approx(-60.0, abs=1e-12)
