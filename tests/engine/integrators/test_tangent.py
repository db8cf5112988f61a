"""Implicit steps in the tangent space: order, constraints, policies, failures. The cars' runs are in test_kang.py."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations import status
from jounce.engine.formulations.chassis_frame.residual import evaluate_in_frame
from jounce.engine.formulations.chassis_frame.system import in_chassis_frame
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import fixed, progress
from jounce.engine.integrators.tangent_setup import tangent_method
from jounce.engine.simulate import DormandPrince, RungeKutta4, TangentSpace, simulate
from jounce.engine.simulate.run import simulate as run
from jounce.errors import ModelError, SimulationError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import (
    Body,
    Distance,
    Input,
    Mechanism,
    PrescribedMotion,
    Revolute,
    RotationalSpringDamper,
    SmoothStep,
    Spherical,
    SpringDamper,
)
from jounce.model.vehicle import rolling
from tests.engine.integrators.systems import orders

EXACT = DormandPrince(relative=1e-12, absolute=1e-13)


def tumbling(**inputs):
    """A body that flies and turns, with a driven arm, a wheel on it and a rod back: a loop, gyroscopes, a driver."""
    base = Body(
        name="base",
        mass=20.0,
        inertia=(0.8, 1.1, 1.5),
        velocity=(2.0, -1.0, 3.0),
        angular_velocity=(0.6, -0.9, 1.2),
        free=True,
    )
    arm = Body(name="arm", mass=3.0, inertia=(0.05, 0.06, 0.02), position=(0.5, 0.0, 0.0))
    lever = Body(name="lever", mass=2.0, inertia=(0.02, 0.04, 0.05), position=(0.4, 0.4, 0.1))
    wheel = Body(
        name="wheel", mass=4.0, inertia=(0.05, 0.09, 0.05), position=(0.8, 0.1, 0.0), angular_velocity=(0.0, 12.0, 0.0)
    )
    return build(
        Mechanism(
            bodies=[base, arm, lever, wheel],
            joints=[
                Revolute(name="pivot", body_a="base", body_b="arm", point=(0.2, 0.0, 0.0), axis=(0.0, 0.0, 1.0)),
                Revolute(name="hinge", body_a="base", body_b="lever", point=(0.1, 0.4, 0.0), axis=(0.1, 0.0, 1.0)),
                Distance(name="rod", body_a="arm", body_b="lever", point_a=(0.7, 0.0, 0.1), point_b=(0.6, 0.4, 0.15)),
                Revolute(name="hub", body_a="arm", body_b="wheel", point=(0.8, 0.1, 0.0), axis=(0.0, 1.0, 0.0)),
            ],
            forces=[
                SpringDamper(
                    name="spring",
                    body_a="base",
                    body_b="lever",
                    point_a=(0, 0, 0.4),
                    point_b=(0.4, 0.5, 0.1),
                    stiffness=300.0,
                    damping=8.0,
                    free_length=0.7,
                ),
                RotationalSpringDamper(name="torsion", joint="pivot", stiffness=150.0, damping=1.0),
                RotationalSpringDamper(name="drag", joint="hub", stiffness=0.0, damping=0.05),
            ],
        ),
        inputs=inputs,
    )


def in_frame(system, frame: str = "chassis"):
    """The system as it is stepped in the axes of a frame."""
    return in_chassis_frame(system) if frame == "chassis" else system


@pytest.fixture(scope="module")
def tumbled():
    system = tumbling()
    start = assemble(system)
    return system, start, simulate(system, start, end=0.5, sample=0.1, integrator=EXACT).samples


@pytest.mark.parametrize(("rule", "order"), [("bdf1", 1.0), ("bdf2", 2.0), ("trapezoid", 2.0)])
@pytest.mark.parametrize("frame", ["chassis", "world"])
def test_order(tumbled, frame, rule, order):
    system, start, exact = tumbled
    steps = [4e-3 / 2**i for i in range(3)]
    errors = []
    for step in steps:
        method = TangentSpace(rule=rule, step=step, refresh="every-step", tolerance=1e-11)
        found = simulate(in_frame(system, frame), start, end=0.5, sample=0.1, integrator=method).samples
        errors.append(np.abs(found - exact).max())
    assert orders(steps, errors) == pytest.approx(order, abs=0.15), errors


@pytest.mark.parametrize("rule", ["bdf2", "trapezoid"])
def test_joints_are_closed_at_every_accepted_step(tumbled, rule):
    system, start, _ = tumbled
    method = TangentSpace(rule=rule, step=1e-3, tolerance=1e-9)
    seen = observe(system, simulate(in_frame(system), start, end=0.2, sample=1e-3, integrator=method).samples)
    assert seen.violation[:, 0].max() < 1e-10
    assert seen.violation[:, 1].max() < 1e-8


@pytest.mark.parametrize("frame", ["chassis", "world"])
def test_all_equations_hold_after_a_step(tumbled, frame):
    """F, Φ, Φ̇ and Φ̈ with the step's own accelerations and multipliers: a correction of 1e-11 m/s left, over β."""
    system, start, _ = tumbled
    options = TangentSpace(step=1e-3, tolerance=1e-11)
    method, y, times = (
        tangent_method(options, in_frame(system, frame), 1e-3, 0.0, start),
        start.copy(),
        np.array([0.0, 0.05]),
    )
    record, samples = np.zeros(progress.LENGTH), np.zeros((2, 1 + system.size))
    record[progress.WRITTEN] = 1.0
    equations = system.derivative, system.project, system.model, system.work
    stages = options.scratch(system.size)
    assert fixed.advance(*equations, method, y, stages, record, times, 50, 2, samples) == status.OK
    framed = method.framed
    evaluate_in_frame(method.residual, framed, system.model, system.work, 0.05, y)
    assert np.abs(framed.a).max() > 1.0
    assert np.abs(framed.rows[:, 0]).max() < 1e-13
    assert np.abs(framed.rows[:, 1]).max() < 1e-10
    assert np.abs(framed.rows[:, 2]).max() < 1e-7
    assert np.abs(framed.balance).max() < 1e-6


def test_energy_is_kept_by_the_trapezoid_and_lost_by_bdf1():
    """A gyroscope in a gimbal without friction, a thousand steps."""
    top = Body(
        name="top", mass=2.0, inertia=(0.02, 0.02, 0.03), position=(0.0, 0.1, 0.5), angular_velocity=(0.0, 0.0, 40.0)
    )
    system = build(Mechanism(bodies=[top], joints=[Spherical(name="tip", body_b="top", point=(0.0, 0.0, 0.0))]))
    start = assemble(system)

    def energy(samples):
        r, v, w = samples[:, 1:4], samples[:, 8:11], samples[:, 11:14]
        return np.sum(v * v, axis=1) + 0.5 * w * w @ np.array([0.02, 0.02, 0.03]) + 2.0 * 9.81 * r[:, 2]

    kept = energy(simulate(in_frame(system), start, end=1.0, integrator=TangentSpace(rule="trapezoid")).samples)
    lost = energy(simulate(in_frame(system), start, end=1.0, integrator=TangentSpace(rule="bdf1")).samples)
    assert np.abs(kept - kept[0]).max() < 2e-4 * kept[0]
    assert lost[-1] < lost[0] - 50.0 * np.abs(kept - kept[0]).max()


@pytest.mark.parametrize("rule", ["bdf2", "trapezoid"])
def test_policies_agree(tumbled, rule):
    """What is solved does not depend on the matrix it is solved with."""
    system, start, _ = tumbled
    ends = {}
    for refresh in ("every-step", 5, "on-failure"):
        method = TangentSpace(rule=rule, step=1e-3, refresh=refresh, tolerance=1e-11)
        found = simulate(in_frame(system), start, end=0.2, integrator=method)
        ends[refresh] = found.samples[-1]
        wanted = {"every-step": 199, 5: 39}.get(refresh)
        assert found.counts.refreshes == wanted or (wanted is None and found.counts.refreshes < 199)
    assert np.abs(ends["every-step"] - ends[5]).max() < 1e-8
    assert np.abs(ends["every-step"] - ends["on-failure"]).max() < 1e-8


def pendulum():
    """A rod that falls from level and swings through: the axes of its constraints turn by half a turn."""
    rod = Body(name="rod", mass=1.0, inertia=(0.001, 0.08, 0.08), position=(0.5, 0.0, 0.0))
    return build(
        Mechanism(
            bodies=[rod], joints=[Revolute(name="pin", body_b="rod", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))]
        )
    )


def test_never_fails_with_a_sentence_and_on_failure_goes_on():
    system = pendulum()
    start = assemble(system)
    method = TangentSpace(refresh="never", step=2e-3)
    with pytest.raises(SimulationError, match=r"no longer comes nearer|did not converge") as failure:
        simulate(system, start, end=3.0, integrator=method)
    assert "refresh" in str(failure.value)
    assert len(failure.value.trajectory.samples) > 10
    rescued = simulate(system, start, end=3.0, integrator=TangentSpace(step=2e-3))
    assert 1 <= rescued.counts.refreshes < 500
    exact = simulate(system, start, end=3.0, integrator=EXACT)
    assert np.abs(rescued.samples[:, 1:4] - exact.samples[:, 1:4]).max() < 1e-3


def test_a_step_that_is_too_long_is_made_in_parts():
    """A hard stop within a step of 20 ms."""
    ball = Body(name="ball", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.0, 0.0, 1.0), free=True)
    stop = SpringDamper(
        name="stop",
        body_a="ground",
        body_b="ball",
        point_a=(0.0, 0.0, -2.0),
        point_b=(0.0, 0.0, 1.0),
        stiffness=0.0,
        damping=0.0,
        free_length=3.0,
        bump_stop={"length": 2.9, "stiffness": 2e6},
    )
    system = in_frame(build(Mechanism(bodies=[ball], forces=[stop])))
    start = system.start_state()
    method = TangentSpace(rule="bdf2", step=0.02)
    found = simulate(system, start, end=1.0, integrator=method, sample=0.02)
    assert found.counts.rejected > 0
    assert found.samples[:, 3].min() > 0.85
    with pytest.raises(SimulationError):
        simulate(
            system,
            start,
            end=1.0,
            integrator=TangentSpace(rule="bdf2", step=0.02, shrink=False),
            sample=0.02,
        )


def test_a_live_input_is_followed_through_its_lag():
    """A driver fed by an input: the same motion as with rk4."""
    arm = Body(name="arm", mass=2.0, inertia=(0.1, 0.2, 0.25), centre_of_mass=(0.5, 0.0, 0.0))
    mechanism = Mechanism(
        bodies=[arm],
        joints=[
            Revolute(name="pin", body_b="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
            PrescribedMotion(name="motor", joint="pin", motion=Input(name="angle"), smoothing=0.02),
        ],
    )
    system = build(mechanism, inputs={"angle": SmoothStep(before=0.0, after=1.0, start=0.05, end=0.15)})
    start = assemble(system)
    exact = simulate(system, start, end=0.3, integrator=RungeKutta4(step=1e-3)).samples
    found = simulate(in_frame(system), start, end=0.3, integrator=TangentSpace()).samples
    assert np.abs(found[:, 1:8] - exact[:, 1:8]).max() < 1e-5


def test_results_do_not_depend_on_how_a_run_is_cut(tumbled, monkeypatch):
    system, start, _ = tumbled
    system = in_frame(system)
    whole = simulate(system, start, end=0.1, sample=5e-3, integrator=TangentSpace()).samples
    monkeypatch.setattr("jounce.engine.simulate.run._pauses", lambda run: range(2, run.count + 1))
    cut = run(system, start, end=0.1, sample=5e-3, integrator=TangentSpace()).samples
    np.testing.assert_array_equal(whole, cut)


def test_redundant_constraints_are_refused_by_name():
    """Two hinges where one would do."""
    door = Body(name="door", mass=10.0, inertia=(1.0, 1.0, 1.0), position=(0.5, 0.0, 0.0))
    hinges = [Revolute(name=f"hinge {z}", body_b="door", point=(0.0, 0.0, z), axis=(0.0, 0.0, 1.0)) for z in (0.0, 1.0)]
    system = build(Mechanism(bodies=[door], joints=hinges))
    with pytest.raises(ModelError, match="depend on each other"):
        simulate(in_frame(system), assemble(system), end=0.1, integrator=TangentSpace())


@pytest.mark.parametrize(
    "wrong",
    [
        {"rule": "bdf3"},
        {"refresh": "sometimes"},
        {"refresh": 0},
        {"tolerance": -1.0},
        {"step": 0.0},
    ],
)
def test_wrong_options_are_refused(wrong):
    with pytest.raises(ModelError, match=next(iter(wrong))):
        TangentSpace(**wrong)


@pytest.mark.parametrize("refresh", ["on-failure", "every-step"])
def test_a_car_that_is_dropped_lands(refresh):
    """Its tires are in the air when the pattern of the matrix is found."""
    system = build(rolling(load_vehicle("dw18"), 15.0))
    start = assemble(system)
    start[2 : 7 * 18 : 7] += 0.1
    exact = simulate(system, start, end=0.4, integrator=DormandPrince(relative=1e-8, absolute=1e-9)).samples
    found = simulate(in_frame(system), start, end=0.4, integrator=TangentSpace(refresh=refresh)).samples
    height = 1 + system.pose("chassis").start + 2
    assert np.ptp(exact[:, height]) > 0.1
    assert np.abs(found[:, height] - exact[:, height]).max() < 2e-4
