"""The basis from step to step: it wears, is made anew, and results do not notice."""

from functools import partial

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.null_space.memory import WORN
from jounce.engine.formulations.null_space.model import CONDITION, DEFICIENT, RENEWED
from jounce.engine.formulations.null_space.system import build
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import AdamsBashforthMoulton, Midpoint, RungeKutta4, simulate
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.mechanism import GROUND, Body, Distance, Mechanism, Prismatic
from jounce.model.vehicle import rolling
from tests.engine.formulations.null_space.test_order import linkage

SPIN, RADIUS = 10.0, 0.3


def whirl() -> Mechanism:
    """A bead on a cross slide, tied to a post: it runs round for ever, and so does its null space."""
    slider = Body(name="slider", mass=0.1, inertia=(1.0, 1.0, 1.0))
    bead = Body(name="bead", mass=2.0, inertia=(1.0, 1.0, 1.0), velocity=(0.0, 0.0, SPIN * RADIUS))
    joints = [
        Prismatic(name="x", body_b="slider", point=(RADIUS, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Prismatic(name="z", body_a="slider", body_b="bead", point=(RADIUS, 0.0, 0.0), axis=(0.0, 0.0, 1.0)),
        Distance(name="tie", body_a=GROUND, body_b="bead", point_a=(0.0, 0.0, 0.0), point_b=(RADIUS, 0.0, 0.0)),
    ]
    return Mechanism(name="whirl", bodies=[slider, bead], joints=joints, gravity=(0.0, 0.0, 0.0))


def whirled(step: float, end: float, **choice):
    system = build(whirl(), **choice)
    start = system.from_world(assemble(cartesian_system.build(whirl())))
    run = simulate(system, start, end=end, integrator=RungeKutta4(step=step), sample=0.1)
    return system, run.position("bead"), run.velocity("bead")


def test_a_whirling_bead_wears_its_basis_and_gets_new_ones():
    """Each projection shortens P by the cosine of a turn of 0.05 rad; results do not notice."""
    system, place, velocity = whirled(5e-3, 60.0)
    counts = system.work.space.counts
    assert counts[RENEWED] == 3
    assert counts[CONDITION] == pytest.approx(1.0)
    _, by_qr, _ = whirled(5e-3, 60.0, basis="qr")
    assert np.abs(place - by_qr).max() < 1e-9  # the same method but for rounding
    kinetic = 0.5 * 2.0 * velocity[:, 2] ** 2 + 0.5 * 2.1 * velocity[:, 0] ** 2
    assert np.ptp(kinetic) < 1e-4 * kinetic[0]  # RK4: (0.05)⁵/720 a step


def test_the_printed_method_brakes():
    """P ż with a shorter P is less velocity: cos(ωh) a step, or ω = ω₀ / √(1 + ω₀² h t). It is no force, but the step.

    (The slider is light, so that the bead whirls almost evenly.)
    """
    for step in (1e-3, 2e-3):
        _, _, velocity = whirled(step, 2.0, velocities="independent")
        last = np.linalg.norm(velocity[-1]) / RADIUS
        assert last == pytest.approx(SPIN / np.sqrt(1.0 + SPIN**2 * step * 2.0), rel=0.01)
    _, _, velocity = whirled(1e-3, 2.0)
    assert np.linalg.norm(velocity[-1]) / RADIUS == pytest.approx(SPIN, rel=0.05)


def _every(count: int, run) -> list[int]:
    """Pauses after so many samples."""
    return [min(k, run.count) for k in range(count, run.count + count, count)]


def test_results_do_not_depend_on_pauses(monkeypatch):
    """What is remembered stays in the scratch, so a run that is cut goes on as if it were not."""
    mechanism = linkage()
    start = assemble(cartesian_system.build(mechanism))
    ends = []
    for often in (1, 32):
        monkeypatch.setattr("jounce.engine.simulate.run._pauses", partial(_every, often))
        system = build(mechanism)
        y = system.from_world(start)
        run = simulate(system, y, end=0.32, integrator=RungeKutta4(step=1e-3), sample=0.01)
        ends.append(run.samples[-1])
    assert np.array_equal(*ends)


@pytest.mark.parametrize(("basis", "velocities"), [("projection", "independent"), ("qr", "independent")])
def test_samples_within_steps_leave_the_basis_alone(basis, velocities):
    """Dense output is projected too, at times that have passed; steps must not notice how many samples there are."""
    start = assemble(cartesian_system.build(linkage()))
    ends = []
    for sample in (0.32, 0.0005):
        system = build(linkage(), basis=basis, velocities=velocities)
        control = AdamsBashforthMoulton(relative=1e-6, absolute=1e-8, largest_step=4e-3)
        run = simulate(system, system.from_world(start), end=0.32, integrator=control, sample=sample)
        ends.append(run.samples[-1])
    assert np.abs(ends[0] - ends[1]).max() < 1e-12


@pytest.mark.slow
def test_ten_minutes_of_lane_changes_keep_the_basis():
    """The null space of a suspension swings about a mean: its basis neither wears nor needs to be made anew."""
    car, plan = load_vehicle("hatchback"), maneuver("lane-change")
    mechanism = rolling(car, plan.speed)
    sine = plan.inputs["rack_travel"].model_copy(update={"cycles": None, "start": 1.0, "amplitude": 3e-3})
    system = build(mechanism, inputs={"rack_travel": sine})
    start = system.from_world(assemble(cartesian_system.build(mechanism, inputs={"rack_travel": sine})))
    control = AdamsBashforthMoulton(relative=1e-5, absolute=1e-7, largest_step=5e-3)
    run = simulate(system, start, end=600.0, integrator=control, sample=0.5)
    counts = system.work.space.counts
    assert counts[CONDITION] < 0.01 * WORN
    assert counts[RENEWED] == counts[DEFICIENT] == 0
    assert run.observation.violation[:, 0].max() < 1e-10


def test_midpoint_runs_too():
    mechanism = linkage()
    system = build(mechanism)
    start = system.from_world(assemble(cartesian_system.build(mechanism)))
    run = simulate(system, start, end=0.01, integrator=Midpoint(step=1e-3))
    assert run.samples[-1, 0] == 0.01
    assert np.isfinite(run.samples).all()
