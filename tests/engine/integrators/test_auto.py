"""Implicit steps chosen by the error: order, tolerance, bits, samples, the cap, stiffness, kinks and jumps."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.laws.forces.signal import ROW, SMOOTH_STEP
from jounce.engine.simulate import Auto, Stepper
from jounce.engine.simulate.adams import Notes
from tests.engine.integrators.systems import SMOOTH, Small, decay, exact, jumping, lagging, pendulum, top

TIMES = np.linspace(0.0, 1.0, 6)


def run_auto(system, tolerance=1e-6, times=TIMES, *, pauses=None, notes=None, **options):
    integrator = Auto(**{"relative": tolerance, "absolute": tolerance, "largest_step": 1.0} | options)
    stepper = Stepper(system, integrator, system.start, np.asarray(times), notes=notes)
    stepper.outcomes = [stepper.advance(pause) for pause in pauses or [len(times)]]
    return stepper


@pytest.mark.parametrize("problem", SMOOTH)
def test_order_four_and_errors_that_follow_the_tolerance(problem):
    """All kinds of coordinates. Over three decades of the tolerance errors fall by as many, and steps by their fourth
    root; both within what the first steps of a run and the limits of control leave to chance."""
    system = SMOOTH[problem]()
    reference = exact(system, TIMES)
    tolerances, errors, steps = (1e-5, 1e-8), [], []
    for tolerance in tolerances:
        run = run_auto(system, tolerance)
        assert run.outcomes == [status.OK]
        errors.append(np.abs(run.samples - reference).max())
        steps.append(run.record[progress.STEPS])
        assert errors[-1] < 3.0 * tolerance
    assert 200.0 < errors[0] / errors[1] < 5000.0
    assert np.log(errors[0] / errors[1]) / np.log(steps[1] / steps[0]) == pytest.approx(Auto.order, abs=0.6)


@pytest.mark.parametrize("make", [top, lagging])
def test_equal_runs_give_equal_bits_however_they_are_cut(make):
    whole, again, cut = run_auto(make()), run_auto(make()), run_auto(make(), pauses=[2, 3, 6])
    for other in (again, cut):
        assert whole.samples.tobytes() == other.samples.tobytes()
        assert whole.record.tobytes() == other.record.tobytes()


def test_steps_do_not_depend_on_samples():
    """The same steps with 5 and with 20 samples, so that common samples are equal; times of steps are the same bits."""
    few, many = run_auto(top()), run_auto(top(), times=np.linspace(0.0, 1.0, 21))
    assert few.record[progress.EVALUATIONS] == many.record[progress.EVALUATIONS]
    assert many.samples[::4, 1:] == pytest.approx(few.samples[:, 1:], abs=1e-13)


def test_samples_within_steps_are_as_good_as_the_steps():
    system, times = top(), np.linspace(0.0, 1.0, 202)
    error = np.abs(run_auto(system, 1e-6, times).samples - exact(system, times)).max()
    assert error < 3e-6


def times_of_steps(system, tolerance, **options):
    """Ends of all steps: samples are closer together than they are."""
    times = np.linspace(0.0, 1.0, 2001)
    integrator = Auto(relative=tolerance, absolute=tolerance, **options)
    stepper = Stepper(system, integrator, system.start, times)
    found = [0.0]
    while stepper.written < len(times):
        assert stepper.advance(stepper.written + 1) == status.OK
        found.append(stepper.record[progress.TIME])
    return np.array(found)


def test_no_step_is_longer_than_the_largest():
    ends = times_of_steps(pendulum(), 1e-2, largest_step=0.02)
    assert np.diff(ends).max() <= 0.02 * (1.0 + 1e-12)
    assert np.median(np.diff(ends)) == pytest.approx(0.02)
    assert ends[-1] == 1.0


def test_stiff_decay_takes_steps_of_the_slow_solution():
    """ȧ = −λ (a − cos t) − sin t from a = cos 0: the solution is cos t at any λ. Stages of a stiff mode are of order 2,
    so its slopes, and samples between steps, are off by a part of h³ that is not controlled: the largest step is."""
    longest = Auto().largest_step
    for rate in (1e3, 1e6):
        run = run_auto(decay(rate, start=1.0), 1e-5, largest_step=longest)
        assert run.outcomes == [status.OK]
        assert run.samples[:, 1] == pytest.approx(np.cos(TIMES), abs=longest**3)
        assert run.record[progress.STEPS] < 60
    transient = run_auto(decay(1e6, start=2.0), 1e-5, largest_step=longest)
    assert transient.samples[1:, 1] == pytest.approx(np.cos(TIMES[1:]), abs=longest**3)


def test_a_rate_that_jumps_is_passed_with_a_new_matrix():
    longest = Auto().largest_step
    run = run_auto(decay(10.0, start=1.0, change=0.45, later=1e5), 1e-5, largest_step=longest)
    assert run.outcomes == [status.OK]
    assert run.samples[:, 1] == pytest.approx(np.cos(TIMES), abs=longest**3)
    assert run.record[progress.REFRESHES] > 1


def test_a_force_without_a_solution_ends_the_run_with_its_last_good_state():
    """The velocity is pushed to and fro across a level, in ever smaller steps."""
    run = run_auto(jumping(begin=0.5), 1e-4, most_steps=5000)
    assert run.outcomes == [status.TOO_MANY_STEPS]
    assert run.record[progress.TIME] >= 0.5
    assert np.all(np.isfinite(run.y))


@dataclass(frozen=True)
class Signalled(Small):
    """A system whose model has a signal, which only says where its kinks are."""

    @cached_property
    def model(self):
        row = np.zeros((1, ROW))
        row[0, :5] = SMOOTH_STEP, 0.0, 1.0, 0.3, 0.6
        return Small.model.func(self)._replace(signals=row)


def test_steps_end_at_kinks():
    plain = pendulum()
    system = Signalled(plain.functions, plain.p, plain.start, plain.kinds, plain.independent, plain.auxiliary)
    ends = times_of_steps(system, 1e-3)
    assert {0.3, 0.6, 1.0} <= set(ends.tolist())
    assert not {0.3, 0.6} <= set(times_of_steps(plain, 1e-3).tolist())


def test_steps_end_at_every_tick_of_a_controller():
    run = run_auto(pendulum(), 1e-3, pauses=[2], notes=Notes(inputs_change=True))
    assert run.record[progress.TIME] == TIMES[1]
    assert run.y.tobytes() == run.samples[1, 1:].tobytes()
    free = run_auto(pendulum(), 1e-3, pauses=[2])
    assert free.record[progress.TIME] > TIMES[1]


def test_an_absolute_tolerance_goes_with_the_relative_one():
    assert Auto.with_tolerance(None, None) == Auto()
    tight = Auto.with_tolerance(1e-6, 5e-3)
    assert (tight.relative, tight.largest_step) == (1e-6, 5e-3)
    assert tight.absolute / tight.relative == pytest.approx(Auto().absolute / Auto().relative)
