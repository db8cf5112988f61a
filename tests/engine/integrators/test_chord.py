"""Chord iterations: the same solution with any matrix that contracts, renewals only when needed, stiff decay."""

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from tests.engine.integrators.systems import SMOOTH, decay, filled, lagging, pendulum, run, top

RULES = ("trapezoid", "bdf2")
TIMES = np.linspace(0.0, 1.0, 6)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("problem", SMOOTH)
def test_the_solution_is_that_of_the_rule_not_of_the_matrix(rule, problem):
    system, h = SMOOTH[problem](), 0.01
    good = run(rule, system, h, TIMES, tolerance=1e-13)
    poor = filled(system, 0.3 * h)  # a third of βh: far too soft
    other = run(rule, system, h, TIMES, schedule=poor, tolerance=1e-13, iterations=50)
    assert np.max(np.abs(good.samples - other.samples)) < 2e-11
    assert other.record[progress.ITERATIONS] > good.record[progress.ITERATIONS]
    assert good.record[progress.REFRESHES] == other.record[progress.REFRESHES] == 0


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_is_solved(rule):
    """The last step, put together from the recorded states of a scalar system without the code under test."""
    system, h = pendulum(b=2.0, omega=3.0), 0.02
    times = np.arange(6) * h
    states = run(rule, system, h, times, tolerance=1e-13).samples

    def slope(row):
        t, angle, rate = row
        a, c, b, omega = system.p
        return np.array([rate, -a * np.sin(angle) - c * rate + b * np.cos(omega * t)])

    before, now, after = states[-3:]
    if rule == "trapezoid":
        expected = now[1:] + 0.5 * h * (slope(now) + slope(after))
    else:
        expected = 4.0 / 3.0 * now[1:] - before[1:] / 3.0 + 2.0 / 3.0 * h * slope(after)
    assert after[1:] == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("rule", RULES)
def test_steps_of_changing_length(rule):
    """Samples that are not evenly spaced: the order must not suffer from the change of step."""
    system = lagging()
    uneven = np.cumsum([0.0, *([0.1, 0.2, 0.05] * 3)])
    finest = run("rk4", system, 0.1 / 400, uneven).samples
    errors = []
    for halvings in range(3):
        h = 0.1 / (20 * 2**halvings)  # stride 20: the step is a twentieth of each interval
        errors.append(np.max(np.abs(run(rule, system, h, uneven).samples - finest)))
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.25)


@pytest.mark.parametrize("rule", RULES)
def test_the_matrix_is_renewed_when_the_system_changes(rule):
    """The decay becomes a thousand times faster at half time: one renewal, and a right answer after it."""
    system = decay(10.0, start=1.0, change=0.5, later=1e4)
    done = run(rule, system, 0.01, TIMES)
    assert done.outcome == status.OK
    assert done.record[progress.REFRESHES] == 1
    assert done.samples[-1, 1] == pytest.approx(np.cos(1.0), abs=1e-6)
    unchanged = run(rule, decay(10.0, start=1.0), 0.01, TIMES)
    assert unchanged.record[progress.REFRESHES] == 0


def test_a_renewal_replaces_the_entry_in_use():
    system = decay(10.0, start=1.0, change=0.5, later=1e4)
    schedule = filled(system, 0.5 * 0.01)
    before = schedule.matrix[0, 0, 0]
    run("trapezoid", system, 0.01, TIMES, schedule=schedule)
    assert before == pytest.approx(1.0 + 0.005 * 10.0, rel=1e-8)
    assert schedule.matrix[0, 0, 0] == pytest.approx(1.0 + 0.005 * 1e4, rel=1e-8)


def test_bdf2_forgets_a_stiff_transient():
    """λh = −1e4 from an inconsistent start: bounded, and on the slow solution after a few steps."""
    h = 0.01
    system = decay(1e4 / h, start=2.0)
    done = run("bdf2", system, h, np.linspace(0.0, 1.0, 101))
    assert done.outcome == status.OK
    assert np.max(np.abs(done.samples[:, 1])) < 2.5
    slow = np.cos(done.samples[5:, 0])
    assert np.max(np.abs(done.samples[5:, 1] - slow)) < 1e-7


def test_a_loose_tolerance_saves_iterations_and_shows():
    system, h = top(), 0.01
    strict, loose = (run("trapezoid", system, h, TIMES, tolerance=x) for x in (1e-13, 1e-5))
    assert loose.record[progress.ITERATIONS] < 0.7 * strict.record[progress.ITERATIONS]
    difference = np.max(np.abs(loose.samples - strict.samples))
    assert 1e-10 < difference < 1e-3


def test_few_iterations_are_needed():
    """With the matrix of the start, a predictor from three states and the rate of the step before: hardly more than
    one, because what the second would correct is below the tolerance."""
    done, exact = (run("trapezoid", lagging(), 1e-3, TIMES, tolerance=x) for x in (1e-10, 1e-14))
    assert done.record[progress.ITERATIONS] / done.record[progress.STEPS] < 1.2
    assert exact.record[progress.ITERATIONS] / exact.record[progress.STEPS] > 1.8
    # each of a thousand steps may leave the tolerance, and nothing here makes an error grow
    assert np.max(np.abs(done.samples - exact.samples)) < 1000 * 1e-10


@pytest.mark.parametrize("rule", ["trapezoid", "bdf2"])
@pytest.mark.parametrize("make", [lagging, top, pendulum])
def test_samples_cost_no_iterations(rule, make):
    """Steps from sample to sample differ in rounding; the parabola through the last states is good for them all."""
    counts = [
        run(rule, make(), 1e-3, np.linspace(0.0, 1.0, samples + 1), tolerance=1e-10).record[progress.ITERATIONS]
        for samples in (1, 10, 100)
    ]
    assert counts[0] == counts[1] == counts[2]
