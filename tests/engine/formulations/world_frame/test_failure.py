"""A run that cannot go on says when, what and where, and keeps what it has."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import dormand_prince, progress
from jounce.engine.simulate import DormandPrince, RungeKutta4, simulate
from jounce.errors import ModelError, SimulationError
from jounce.model.mechanism import (
    AppliedForce,
    Body,
    Mechanism,
    PrescribedMotion,
    Prismatic,
    Sine,
    SmoothStep,
    SpringDamper,
    Table,
    replace,
)
from tests.engine.mechanisms import four_bar


def slider(**fields) -> Mechanism:
    return Mechanism(
        bodies=[Body(name="block", mass=1.0, inertia=(1.0, 1.0, 1.0))],
        joints=[Prismatic(name="rail", body_b="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0))],
        **fields,
    )


def test_an_exploding_step_is_caught_before_it_is_recorded():
    spring = SpringDamper(
        name="wall", body_b="block", point_a=(-1.0, 0, 0), point_b=(0, 0, 0), stiffness=1e12, free_length=0.9
    )
    system = build(slider(forces=[spring]))
    with pytest.raises(SimulationError, match=r"no longer finite|cannot be closed") as caught:
        simulate(system, assemble(system), end=10.0, integrator=RungeKutta4(step=1e-2))
    assert 0.0 <= caught.value.time < 10.0
    assert caught.value.step >= 0
    assert np.all(np.isfinite(caught.value.trajectory.samples))


def test_contradicting_drivers_name_a_culprit():
    joints = slider().joints
    drivers = [
        PrescribedMotion(name="slow", joint="rail", motion=Sine(amplitude=0.1, frequency=1.0)),
        PrescribedMotion(name="fast", joint="rail", motion=Sine(amplitude=0.1, frequency=2.0)),
    ]
    mechanism = replace(slider(), joints=(*joints, *drivers))
    system = build(mechanism)
    with pytest.raises((SimulationError, ModelError), match=r"slow|fast"):
        simulate(system, assemble(system), end=1.0)


@pytest.mark.parametrize("integrator", [RungeKutta4(), DormandPrince()])
def test_a_loop_driven_past_its_reach_is_named_and_keeps_what_it_has(integrator):
    # base 3.5, crank 3, coupler 2, rocker 3: the crank cannot turn by half a revolution from upright
    mechanism = four_bar(crank=3.0, coupler=2.0)
    drive = PrescribedMotion(name="motor", joint="A", motion=SmoothStep(before=0.0, after=-3.0, start=0.0, end=2.0))
    system = build(replace(mechanism, joints=(*mechanism.joints, drive)))
    with pytest.raises(SimulationError, match=r"at joint [ABCD]|at joint motor") as caught:
        simulate(system, assemble(system), end=2.0, integrator=integrator)
    assert caught.value.culprit in {"A", "B", "C", "D", "motor"}
    recorded = caught.value.trajectory
    assert 0.1 < recorded.time[-1] <= caught.value.time < 2.0
    assert recorded.observation.violation[:, 0].max() < 1e-8


def test_a_force_that_jumps_for_ever_ends_at_the_step_limit():
    square = Table(
        times=tuple(1e-6 * i for i in range(400)),
        values=tuple(1e6 * (-1.0) ** i for i in range(400)),
        interpolation="linear",
    )
    push = AppliedForce(name="push", body="block", point=(0, 0, 0), direction=(1, 0, 0), magnitude=square)
    system = build(slider(forces=[push]))
    with pytest.raises(SimulationError, match="limit on the number of steps"):
        simulate(system, assemble(system), end=1.0, integrator=DormandPrince(relative=1e-12, most_steps=50))


def test_ctrl_c_keeps_what_was_recorded():
    system = build(slider())

    def interrupt(time: float) -> None:
        if time > 0.5:
            raise KeyboardInterrupt

    run = simulate(system, assemble(system), end=1.0, progress=interrupt)
    assert run.interrupted
    assert 0.4 < run.time[-1] < 0.7


@pytest.mark.parametrize(
    ("options", "word"),
    [({"end": -1.0}, "no time"), ({"end": np.nan}, "no time"), ({"end": 1.0, "sample": 0.0}, "sample")],
)
def test_what_cannot_be_run_is_refused(options, word):
    system = build(slider())
    with pytest.raises(ModelError, match=word):
        simulate(system, assemble(system), **options)


def test_a_bad_start_is_refused():
    system = build(slider())
    start = assemble(system)
    with pytest.raises(ModelError, match="wrong size"):
        simulate(system, start[:-1], end=1.0)
    start[3] = np.nan
    with pytest.raises(ModelError, match="not finite"):
        simulate(system, start, end=1.0)


@pytest.mark.parametrize("bad", [0.0, -1e-3, np.nan])
def test_a_bad_step_is_refused(bad):
    with pytest.raises(ModelError, match="positive"):
        RungeKutta4(step=bad)


def test_the_step_of_an_explosion_is_counted():
    """Samples at every step: as many are kept as steps were made."""
    spring = SpringDamper(
        name="wall", body_b="block", point_a=(-1.0, 0, 0), point_b=(0, 0, 0), stiffness=1e12, free_length=0.9
    )
    system = build(slider(forces=[spring]))
    with pytest.raises(SimulationError, match=r"^t = .* s: ") as caught:
        simulate(system, assemble(system), end=1.0, integrator=RungeKutta4(step=1e-3), sample=1e-3)
    assert caught.value.step == round(caught.value.time / 1e-3) == len(caught.value.trajectory.time) - 1


@pytest.mark.parametrize("integrator", [RungeKutta4(), DormandPrince()])
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_nan_of_one_body_does_not_hide_behind_another(integrator, place):
    """Whatever the order of the joints in which the largest residual is looked for."""
    names = ["bad", "good"] if place == "first" else ["good", "bad"]
    bodies = [Body(name=n, mass=1.0, inertia=(1, 1, 1), position=(2.0 * i, 0, 0)) for i, n in enumerate(names)]
    joints = [Prismatic(name=f"{b.name} rail", body_b=b.name, point=b.position, axis=(1, 0, 0)) for b in bodies]
    spring = SpringDamper(name="s", body_b="bad", point_a=(9, 0, 0), point_b=(1, 0, 0), stiffness=10.0)
    system = build(Mechanism(bodies=bodies, joints=joints, forces=[spring]))
    start = assemble(system)
    system.model.elements.scalar_forces["stiffness"] = np.nan
    with pytest.raises(SimulationError, match="no longer finite") as caught:
        simulate(system, start, end=0.1, integrator=integrator)
    assert caught.value.time == 0.0
    assert np.all(np.isfinite(caught.value.trajectory.samples))


def test_a_tolerance_that_no_step_can_meet():
    """Rounding alone is above 1e-30: the step shrinks until it is given up; it must not go on for ever."""
    spring = SpringDamper(name="s", body_b="block", point_a=(-1, 0, 0), point_b=(0, 0, 0), stiffness=10.0, preload=3.0)
    system = build(slider(forces=[spring]))
    with pytest.raises(SimulationError, match="cannot be met") as caught:
        simulate(system, assemble(system), end=1.0, integrator=DormandPrince(relative=1e-30, absolute=1e-30))
    assert caught.value.time < 1.0


@pytest.mark.parametrize("step", [2.5e-4, 1e-3, 1 / 1024])
def test_steps_that_nearly_fall_on_the_end(step):
    """Sums of steps miss the end by rounding; the last sample has to be written all the same."""
    system = build(slider())
    record, times = np.zeros(progress.LENGTH), np.array([0.0, 1.0])
    record[progress.STEP], record[progress.WRITTEN] = step, 1.0
    samples = np.zeros((2, 1 + system.size))
    stages = np.zeros((dormand_prince.ROWS, system.size))
    control = 1e9, 1e9, step, 1e9
    equations = system.derivative, system.project, system.model, system.work
    outcome = dormand_prince.advance_dormand_prince(
        *equations, assemble(system), stages, record, *control, times, 2, samples
    )
    assert outcome == 0
    assert samples[1, 0] == 1.0
    assert np.all(np.isfinite(samples))
