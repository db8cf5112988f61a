"""Adams–Bashforth–Moulton: errors against tolerances, order, dense output, limits, pauses, failures, and its log."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys
from scipy.integrate import solve_ivp

from jounce.engine.analysis import assemble
from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations import status, synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import dormand_prince, progress
from jounce.engine.integrators.catalogue.adaptive import CHUNK
from jounce.engine.simulate import AdamsBashforthMoulton, DormandPrince, simulate
from jounce.errors import ModelError
from tests.engine.integrators.systems import (
    SMOOTH,
    bead,
    decay,
    exact,
    jumping,
    orders,
    pendulum,
    run_adams,
    small,
    top,
)
from tests.engine.mechanisms import double_pendulum, four_bar

TIMES = np.linspace(0.0, 3.0, 32)  # steps never fall on these on purpose
TOLERANCES = 10.0 ** -np.arange(4, 12)


# --- a spring with a closed form: ẍ = −ω² x


def spring_derivative(model, work, t, y, dy):
    work.numbers[0] += 1.0
    dy[0], dy[1] = y[1], -model.parameters[0] * y[0]
    return status.OK


def spring_project(model, work, t, y):
    work.numbers[1] += 1.0
    return status.OK


def spring(omega=3.0):
    return small((spring_derivative, spring_project), (omega**2,), [1.0, 0.0], (), [1])


def spring_exact(times, omega=3.0):
    return np.column_stack([times, np.cos(omega * times), -omega * np.sin(omega * times)])


def worst(run, reference):
    assert run.outcome == status.OK
    return np.max(np.abs(run.samples - reference))


def test_error_falls_with_the_tolerance_to_a_closed_form():
    """Over 1.4 periods; every decade of tolerance gives about a decade of error."""
    errors = np.array([worst(run_adams(spring(), TIMES, tol), spring_exact(TIMES)) for tol in TOLERANCES])
    assert np.all(errors <= 30.0 * TOLERANCES), errors / TOLERANCES
    assert np.all(errors[2:] < errors[:-2])


@pytest.mark.parametrize("problem", SMOOTH)
def test_error_falls_with_the_tolerance_on_every_kind_of_coordinate(problem):
    system = SMOOTH[problem]()
    reference = exact(system, TIMES)
    errors = np.array([worst(run_adams(system, TIMES, tol), reference) for tol in TOLERANCES[:-2:2]])
    assert np.all(errors <= 300.0 * TOLERANCES[:-2:2]), errors / TOLERANCES[:-2:2]
    assert np.all(errors[1:] < 0.2 * errors[:-1]), errors


def test_same_answer_as_another_code():
    """The pendulum φ̈ = −9 sin φ − 0.3 φ̇ + 2 cos 3t by SciPy's Runge–Kutta of order eight."""

    def slopes(t, y):
        return [y[1], -9.0 * np.sin(y[0]) - 0.3 * y[1] + 2.0 * np.cos(3.0 * t)]

    system = SMOOTH["pendulum"]()
    other = solve_ivp(slopes, (0.0, 3.0), system.start, method="DOP853", t_eval=TIMES, rtol=1e-12, atol=1e-12)
    ours = run_adams(system, TIMES, 1e-11)
    assert ours.samples[:, 1:] == pytest.approx(other.y.T, abs=2e-10)
    assert ours.record[progress.EVALUATIONS] < other.nfev


def equal_steps(times, h, most):
    """The spring with steps of h of one order from the start on: its past is given."""
    past = spring_exact(-h * np.arange(13, -1, -1.0))[:, 1:]
    slopes = np.column_stack([past[:, 1], -9.0 * past[:, 0]])
    run = run_adams(spring(), times, 1e3, most_order=most, largest_step=h, history=slopes)
    log = run.notes.step_log()
    assert np.all(log.order == most)
    assert np.all(log.size[:-1] == h)
    return run


@pytest.mark.parametrize("most", range(1, 8))
def test_order_with_equal_steps(most):
    """A predictor of order k with local extrapolation: order k + 1."""
    times, steps = np.array([0.0, 0.7, 1.6]), [0.04, 0.02]
    errors = [np.abs(equal_steps(times, h, most).y - spring_exact(times)[-1, 1:]).max() for h in steps]
    assert orders(steps, errors) == pytest.approx(most + 1.0, abs=0.3), errors


@pytest.mark.parametrize("most", [2, 4, 6])
def test_dense_output_is_as_good_as_the_steps(most):
    """Off the steps as large an error as at their ends, and of the same order."""
    off, at = [], []
    for h in (0.04, 0.02):
        for found, times in ((off, np.linspace(0.0, 2.0, 334)), (at, np.arange(0.0, 2.0 + 0.5 * h, h))):
            found.append(worst(equal_steps(times, h, most), spring_exact(times)))
    assert off == pytest.approx(at, rel=0.1)
    assert np.log2(off[0] / off[1]) == pytest.approx(most + 1.0, abs=0.3)


def test_steps_obey_their_limit_and_end_at_the_end():
    run = run_adams(pendulum(), [0.0, 0.1, 0.777], 1e-5, largest_step=0.013)
    log = run.notes.step_log()
    assert np.max(log.size) == 0.013
    assert log.time[-1] == run.record[progress.TIME] == 0.777
    assert np.all(np.diff(log.time) > 0.0)
    assert np.diff(log.time) == pytest.approx(log.size[1:], abs=1e-15)
    assert np.all(log.violation == 0.0)
    assert np.all(np.abs(np.diff(log.order)) <= 1)


def test_order_rises_where_motion_is_smooth():
    log = run_adams(spring(), TIMES, 1e-11).notes.step_log()
    assert np.max(log.order) > 8
    assert np.median(log.order) >= 7
    assert log.order[0] == 1
    assert np.max(run_adams(spring(), TIMES, 1e-11, most_order=5).notes.step_log().order) == 5


@pytest.mark.parametrize("tolerance", [1e-8, 1e-10, 1e-12])
def test_fewer_evaluations_than_runge_kutta(tolerance):
    """Half of Dormand–Prince's or less when tolerances are tight, for no more error than ten times its own."""
    system = pendulum()
    stages, record = np.zeros((dormand_prince.ROWS, 2)), np.zeros(progress.LENGTH)
    record[progress.STEP], record[progress.WRITTEN] = 1e-4, 1.0
    control = tolerance, tolerance, np.inf, 1e7
    samples = np.zeros((len(TIMES), 3))
    dormand_prince.advance_dormand_prince(
        *system.equations, system.start.copy(), stages, record, *control, TIMES, len(TIMES), samples
    )
    ours = run_adams(system, TIMES, tolerance)
    assert ours.record[progress.EVALUATIONS] < 0.6 * record[progress.EVALUATIONS]


def test_two_evaluations_and_a_projection_per_step():
    system = pendulum()
    system.work.numbers[:] = 0.0
    run = run_adams(system, [0.0, 1.0, 2.0], 1e-7)
    record = run.record
    assert record[progress.EVALUATIONS] == system.work.numbers[0]
    whole = 1 + 2 * record[progress.STEPS]
    assert whole <= record[progress.EVALUATIONS] <= whole + 2 * record[progress.REJECTED]
    assert system.work.numbers[1] >= record[progress.STEPS] + 2  # two samples


@pytest.mark.parametrize("make", [top, bead, pendulum])
def test_pauses_change_nothing(make):
    times = np.linspace(0.0, 2.0, 23)
    whole, cut = (run_adams(make(), times, 1e-7, pauses=p) for p in (None, [2, 3, 7, 8, 9, 20, 23]))
    assert whole.outcome == cut.outcome == status.OK
    for a, b in ((whole.samples, cut.samples), (whole.record, cut.record), (whole.y, cut.y)):
        assert a.tobytes() == b.tobytes()
    a, b = whole.notes.step_log(), cut.notes.step_log()
    assert a.time.tobytes() == b.time.tobytes()
    assert a.order.tobytes() == b.order.tobytes()


def test_a_long_run_keeps_its_whole_log():
    """Longer than what compiled code holds at once."""
    run = run_adams(spring(), np.linspace(0.0, 5.0, 6), 1e-3, largest_step=1e-3)
    log = run.notes.step_log()
    assert len(log.time) == run.record[progress.STEPS] > 4 * CHUNK
    assert np.sum(log.size) == pytest.approx(5.0, abs=1e-10)
    assert len(run.notes.steps) > 4


def test_states_stay_on_the_constraint_and_the_log_says_how_far_they_were_off():
    run = run_adams(bead(), TIMES, 1e-8)
    assert worst(run, exact(bead(), TIMES)) < 1e-6
    x, z = run.samples[:, 1], run.samples[:, 2]
    assert np.max(np.abs(x**2 + z**2 - 1.0)) < 1e-12
    violation = run.notes.step_log().violation
    assert 1e-13 < np.max(violation) < 1e-6


def test_a_stiff_spring_takes_many_steps_and_says_so():
    run = run_adams(decay(1e7), [0.0, 0.5, 1.0], 1e-6, most_steps=3000)
    assert run.outcome == status.TOO_MANY_STEPS
    assert run.record[progress.STEPS] + run.record[progress.REJECTED] == 3000
    mild = run_adams(decay(1e3), [0.0, 0.5, 1.0], 1e-6)
    assert mild.samples[:, 1][1:] == pytest.approx(np.cos([0.5, 1.0]), abs=1e-5)


def test_a_loop_that_opens_is_named():
    run = run_adams(bead(reach=0.45, start_v=1.5), np.linspace(0.0, 1.0, 1001), 1e-6)
    assert run.outcome == status.LOOP_OPEN
    assert abs(run.y[0]) == pytest.approx(0.45, abs=1e-9)
    assert tuple(run.record[[progress.CULPRIT, progress.SIZE]]) == (3.0, 0.25)
    assert run.record[progress.REJECTED] > 0


def test_what_is_no_number_is_not_taken():
    run = run_adams(decay(1.0, start=1.0, change=0.295, later=np.nan), np.linspace(0.0, 1.0, 101), 1e-6)
    assert run.outcome == status.NOT_FINITE
    assert np.all(np.isfinite(run.y))
    assert run.record[progress.TIME] == pytest.approx(0.295, abs=1e-9)


def test_a_force_that_jumps_is_passed():
    """ȧ changes its rate a millionfold less violently than `jumping`; where nothing can be met, the step says so."""
    run = run_adams(decay(5.0, change=0.3, later=50.0), [0.0, 0.3, 1.0], 1e-7)
    truth = 1.0 * np.exp(-5.0 * 0.3) * np.exp(-50.0 * 0.7) + np.cos(1.0)
    assert run.samples[-1, 1] == pytest.approx(truth, abs=1e-5)
    assert np.min(run.notes.step_log().order[20:]) <= 2  # it starts anew
    hopeless = run_adams(jumping(begin=0.5), [0.0, 1.0], 1e-12, most_steps=20000)
    assert hopeless.outcome in (status.STEP_TOO_SMALL, status.TOO_MANY_STEPS)


@pytest.mark.parametrize("options", [{"most_order": 0}, {"most_order": 13}, {"relative": 0.0}, {"largest_step": -1.0}])
def test_bad_options_are_refused(options):
    with pytest.raises(ModelError):
        AdamsBashforthMoulton(**options)


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
def test_steps_allocate_nothing():
    def allocations(end):
        before = rtsys.get_allocation_stats().alloc
        run = run_adams(top(), [0.0, end], 1e-9)
        return rtsys.get_allocation_stats().alloc - before, run.record[progress.STEPS]

    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        allocations(0.1)
        (few, short), (many, long) = allocations(0.1), allocations(5.0)
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()
    assert long > short + 100
    assert few == many


# --- whole mechanisms


def test_a_pendulum_of_two_links_in_the_world_frame():
    system = build(double_pendulum())
    start = assemble(system)
    truth = simulate(system, start, end=1.0, integrator=DormandPrince(relative=1e-11, absolute=1e-12))
    for tolerance in (1e-6, 1e-9):
        run = simulate(system, start, end=1.0, integrator=AdamsBashforthMoulton(relative=tolerance, absolute=tolerance))
        assert np.max(np.abs(run.samples - truth.samples)) < 500.0 * tolerance
        assert run.steps is not None
        assert len(run.steps.time) == run.counts.steps
        assert 0.0 < np.max(run.steps.violation) < 10.0 * tolerance
    assert truth.steps is None
    assert run.counts.evaluations < 0.5 * truth.counts.evaluations
    with pytest.raises(ModelError, match="no time to cover"):
        simulate(system, start, end=-1.0, integrator=AdamsBashforthMoulton())


def test_a_closed_loop_on_generated_kernels():
    mechanism = four_bar(closing="spherical")
    world, system = build(mechanism), synthesis.build(mechanism)
    method = AdamsBashforthMoulton(relative=1e-9, absolute=1e-10)
    a = simulate(world, assemble(world), end=0.5, integrator=method)
    b = simulate(system, start_state(system), end=0.5, integrator=method)
    assert b.samples == pytest.approx(a.samples, abs=1e-6)
    assert b.steps is not None
    assert 0.0 < np.max(b.steps.violation) < 1e-6
