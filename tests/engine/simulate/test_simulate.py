"""From options to compiled methods, for a system of any formulation."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations import status
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import rosenbrock
from jounce.engine.integrators.catalogue.implicit import STIFF
from jounce.engine.integrators.jacobian_schedule import make_schedule, stiff_part
from jounce.engine.simulate import (
    AdamsBashforth2,
    Chord,
    DormandPrince,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
    Stepper,
    simulate,
)
from jounce.errors import ModelError, SimulationError
from tests.engine.integrators.systems import decay, exact, lagging, run, top
from tests.engine.mechanisms import double_pendulum

TIMES = np.linspace(0.0, 0.5, 6)
GAMMA = {"sharp": rosenbrock.SHARP, "forgiving": rosenbrock.FORGIVING}
SAME = {
    "euler": SemiImplicitEuler(step=0.01),
    "midpoint": Midpoint(step=0.01),
    "ab2": AdamsBashforth2(step=0.01),
    "rk4": RungeKutta4(step=0.01),
    "trapezoid": Chord(step=0.01, tolerance=1e-12),
    "bdf2": Chord(step=0.01, rule="bdf2", tolerance=1e-12),
    "sharp": Rosenbrock(step=0.01),
    "forgiving": Rosenbrock(step=0.01, gamma="forgiving"),
}


def advanced(system, integrator):
    stepper = Stepper(system, integrator, system.start, TIMES)
    assert stepper.advance(len(TIMES)) == status.OK
    return stepper.samples


@pytest.mark.parametrize("name", SAME)
def test_options_give_the_method_of_their_name(name):
    system, schedule = lagging(), None
    if name in GAMMA:  # only what is stiff is in its matrix
        schedule = make_schedule(system, GAMMA[name] * 0.01, 0.0, [system.start], threshold=STIFF / 0.01)
    assert advanced(system, SAME[name]).tobytes() == run(name, system, 0.01, TIMES, schedule=schedule).samples.tobytes()


def test_only_stiff_modes_are_kept():
    modes = np.array([[1.0, 0.3, 0.0], [0.0, 1.0, 0.2], [0.5, 0.0, 1.0]])
    A = modes @ np.diag([-500.0, -20.0, 3.0]) @ np.linalg.inv(modes)
    kept = stiff_part(A, 100.0)
    assert kept @ modes[:, 0] == pytest.approx(-500.0 * modes[:, 0], rel=1e-5)
    assert np.abs(kept @ modes[:, 1:]).max() < 0.01  # to a grain of its largest entry

    shaken = stiff_part(A * (1.0 + 1e-14), 100.0)  # rounding does not show
    assert np.array_equal(shaken, kept)
    assert not stiff_part(A, 1000.0).any()
    assert np.array_equal(stiff_part(A, 0.0), A)


def test_the_adaptive_one_too():
    system = lagging()
    assert advanced(system, DormandPrince()) == pytest.approx(exact(system, TIMES), abs=1e-7)


def test_a_bank_of_states_by_speed():
    system = top()
    slow, fast = system.start.copy(), system.start.copy()
    fast[7:10] *= 10.0
    schedule = make_schedule(system, 1e-3, 0.0, [slow, fast])
    assert schedule.speeds == pytest.approx([np.linalg.norm(slow[7:10]), np.linalg.norm(fast[7:10])])
    assert np.all(schedule.beta_h == 1e-3)
    assert np.abs(schedule.matrix[1] - schedule.matrix[0]).max() > 1e-4  # ω × v


def test_a_matrix_that_cannot_be_made_is_an_error():
    with pytest.raises(SimulationError, match="no matrix for implicit steps"):
        make_schedule(decay(np.nan), 1e-3, 0.0, [np.ones(1)])


@pytest.fixture(scope="module")
def swing():
    system = build(double_pendulum())
    start = assemble(system)
    reference = simulate(system, start, end=0.5, sample=0.1, integrator=DormandPrince())
    return system, start, reference.samples


@pytest.mark.parametrize("method", [Midpoint, AdamsBashforth2])
def test_world_frame_coordinates_with_other_explicit_steps(method, swing):
    system, start, reference = swing
    errors = []
    for step in (2e-3, 1e-3, 5e-4):
        run = simulate(system, start, end=0.5, sample=0.1, integrator=method(step=step))
        errors.append(np.max(np.abs(run.samples - reference)))
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.15)


@pytest.mark.parametrize("method", [SemiImplicitEuler(), Chord(), Rosenbrock()])
def test_what_needs_independent_coordinates_is_refused_without(method, swing):
    system, start, _ = swing
    with pytest.raises(ModelError, match="needs independent coordinates"):
        simulate(system, start, end=0.1, integrator=method)


class Clock:
    """A controller that keeps the times at which it acts."""

    def __init__(self):
        self.times = []

    def attach(self, system, tables, y):
        """Nothing to remember of the run."""

    def update(self, t, until):
        self.times.append((t, until))


def test_a_controller_acts_at_every_tick_and_samples_stay_where_they_are(swing):
    """Ticks of 25 ms, samples every 0.1 s: 20 updates without a gap, and the states of the run without ticks, which
    has the same steps but for the rounding of their times."""
    system, start, _ = swing
    plain = simulate(system, start, end=0.5, sample=0.1, integrator=Midpoint(step=5e-3))
    clock = Clock()
    ticked = simulate(system, start, end=0.5, sample=0.1, integrator=Midpoint(step=5e-3), control=clock, ticks=4)
    assert ticked.time == pytest.approx(plain.time)
    assert ticked.samples == pytest.approx(plain.samples, abs=1e-12)
    begins, ends = np.array(clock.times).T
    assert begins == pytest.approx(0.025 * np.arange(20))
    assert begins[1:].tolist() == ends[:-1].tolist()


def test_a_run_with_ticks_ends_at_a_sample(swing):
    system, start, _ = swing
    how = {"end": 0.5, "sample": 0.1, "integrator": Midpoint(step=5e-3), "control": Clock(), "ticks": 4}
    stopped = simulate(system, start, stop=lambda samples, before: 3 if len(samples) > 3 else None, **how)
    assert stopped.time == pytest.approx([0.0, 0.1, 0.2, 0.3])
    with pytest.raises(ModelError, match="1 or more"):
        simulate(system, start, **{**how, "ticks": 0})
