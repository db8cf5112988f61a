"""ROS2: order two with any matrix, and what a wrong one does to stiff modes."""

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import jacobian_schedule, rosenbrock
from tests.engine.integrators.systems import SMOOTH, decay, exact, filled, orders, pendulum, run

GAMMA = {"sharp": rosenbrock.SHARP, "forgiving": rosenbrock.FORGIVING}
TIMES = np.linspace(0.0, 1.0, 6)


def schedule_with(C, K, beta_h):
    schedule = jacobian_schedule.allocate([0.0], len(C))
    schedule.damping[0], schedule.stiffness[0] = C, K
    assert jacobian_schedule.invert_entry(schedule, 0, beta_h) == status.OK
    return schedule


@pytest.mark.parametrize("gamma", GAMMA)
@pytest.mark.parametrize("matrix", ["zero", "random"])
@pytest.mark.parametrize("problem", SMOOTH)
def test_order_two_with_any_matrix(gamma, matrix, problem):
    """That with the true matrix is in test_order.py."""
    system = SMOOTH[problem]()
    reference = exact(system, TIMES)
    n, rng = system.unknowns, np.random.default_rng(5)
    C, K = (rng.normal(size=(n, n)) * (0.0 if matrix == "zero" else scale) for scale in (3.0, 10.0))
    K[:, len(system.independent) :] = 0.0
    steps = [1 / 400, 1 / 800, 1 / 1600]
    errors = [
        np.max(np.abs(run(gamma, system, h, TIMES, schedule=schedule_with(C, K, GAMMA[gamma] * h)).samples - reference))
        for h in steps
    ]
    assert orders(steps, errors) == pytest.approx(2.0, abs=0.2), errors


@pytest.mark.parametrize("gamma", GAMMA)
def test_the_formulas_on_a_linear_mode(gamma):
    """One step of ẍ = −k x − c ẋ against the method written out with its 2 × 2 matrix."""
    k, c, h, g = 9.0, 0.3, 0.05, GAMMA[gamma]
    system = pendulum(a=k, c=c, start=(1e-6, 2e-6))  # sin φ = φ to 1e-12 of φ
    C, K = np.array([[-5.0]]), np.array([[-40.0]])  # not the true ones
    done = run(gamma, system, h, [0.0, h], schedule=schedule_with(C, K, g * h))
    true, assumed = np.array([[0.0, 1.0], [-k, -c]]), np.array([[0.0, 1.0], [-40.0, -5.0]])
    left, u = np.eye(2) - g * h * assumed, system.start
    k1 = np.linalg.solve(left, true @ u)
    k2 = np.linalg.solve(left, true @ (u + h * k1) - 2.0 * k1)
    assert done.samples[-1, 1:] == pytest.approx(u + 1.5 * h * k1 + 0.5 * h * k2, rel=1e-11)


@pytest.mark.parametrize("gamma", GAMMA)
@pytest.mark.parametrize("ratio", [0.1, 0.5, 1.0, 1.1, 1.5, 3.0, 6.5, 7.5])
def test_amplification_of_a_stiff_mode_by_a_wrong_matrix(gamma, ratio):
    """R = 1 − 2χ + ½χ², χ = ρ/γ, of a mode that is ρ times stiffer than the matrix says."""
    h, rate, t = 0.01, 1e12, 1.0
    system = decay(rate, start=np.cos(t) + 1.0)
    schedule = schedule_with(np.array([[-rate / ratio]]), np.zeros((1, 1)), GAMMA[gamma] * h)
    done = run(gamma, system, h, [t, t + h], schedule=schedule)
    x = ratio / GAMMA[gamma]
    # the slow solution moves under it; what it leaves is of the order of its change in a step
    found = done.samples[-1, 1] - np.cos(t + h)
    far = decay(rate, start=np.cos(t))
    rest = run(gamma, far, h, [t, t + h], schedule=schedule).samples[-1, 1] - np.cos(t + h)
    assert found - rest == pytest.approx(1.0 - 2.0 * x + 0.5 * x * x, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("gamma", "softest"), [("sharp", 4 * rosenbrock.SHARP), ("forgiving", 4 * rosenbrock.FORGIVING)]
)
def test_how_soft_a_matrix_may_be(gamma, softest):
    h, rate = 0.01, 1e10
    for ratio, stable in ((0.97 * softest, True), (1.03 * softest, False)):
        system = decay(rate, start=2.0)
        schedule = schedule_with(np.array([[-rate / ratio]]), np.zeros((1, 1)), GAMMA[gamma] * h)
        done = run(gamma, system, h, np.linspace(0.0, 2.0, 11), schedule=schedule)
        assert (np.max(np.abs(done.samples[-1, 1])) < 1.5) == stable


@pytest.mark.parametrize("gamma", GAMMA)
def test_stiff_decay(gamma):
    """λh = −1e4 from an inconsistent start: bounded, and after a few steps the slow solution, ±h/√2 early or late."""
    h = 0.01
    system = decay(1e4 / h, start=2.0)
    done = run(gamma, system, h, np.linspace(0.0, 1.0, 101))
    assert done.outcome == status.OK
    assert np.max(np.abs(done.samples[:, 1])) < 2.5
    time, ahead = done.samples[5:, 0], (0.5 / GAMMA[gamma] - 1.0) * h
    assert abs(ahead) == pytest.approx(h / np.sqrt(2.0))
    assert np.max(np.abs(done.samples[5:, 1] - np.cos(time))) > 0.5 * h
    assert np.max(np.abs(done.samples[5:, 1] - np.cos(time + ahead))) < 2 * h**2


def test_the_sharp_one_has_the_smaller_error():
    system = SMOOTH["lagging"]()
    reference = exact(system, TIMES)
    sharp, forgiving = (np.max(np.abs(run(g, system, 0.01, TIMES).samples - reference)) for g in GAMMA)
    assert sharp < 0.5 * forgiving


def test_a_matrix_of_another_step_keeps_the_order():
    """M and βh belong together; h may differ from the one they were made for."""
    system = SMOOTH["pendulum"]()
    reference = exact(system, TIMES)
    steps = [1 / 200, 1 / 400, 1 / 800]
    errors = [
        np.max(np.abs(run("sharp", system, h, TIMES, schedule=filled(system, 2.0 * h)).samples - reference))
        for h in steps
    ]
    assert orders(steps, errors) == pytest.approx(2.0, abs=0.2)
