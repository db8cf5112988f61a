"""Observed order of the integrators, with and without joints."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import dormand_prince, explicit, fixed, progress
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.model.mechanism import Body, Mechanism, SpringDamper
from tests.engine.mechanisms import bricard, double_pendulum, four_bar

END = 1.0
REFERENCE = 2.5e-4
"""Step of the reference: Dormand–Prince, whose own error is then below 1e-12."""
TOLERANCE = 0.15
"""On the order: the next term of the error expansion, a relative O(h)."""


def top() -> Mechanism:
    """A heavy spinning body on a spring: rotation, translation and their coupling, no joint."""
    body = Body(
        name="top",
        mass=2.0,
        inertia=(0.2, 0.25, 0.1),
        position=(0.3, 0.0, -0.5),
        angular_velocity=(1.0, -2.0, 12.0),
        velocity=(0.3, 0.5, 0.0),
        free=True,
    )
    spring = SpringDamper(
        name="spring", body_b="top", point_a=(0, 0, 0.5), point_b=(0.4, 0.1, -0.4), stiffness=90.0, damping=1.0
    )
    return Mechanism(bodies=[body], forces=[spring])


MECHANISMS = {"top": top, "four-bar": lambda: four_bar(closing="ball"), "double pendulum": double_pendulum}
RATES = {"four-bar": {"A": 4.0}}
COARSEST = {"top": 1 / 160, "four-bar": 1 / 320, "double pendulum": 1 / 160}
"""Where the leading term of the error rules, while errors are still above the 1e-12 of the projection."""


@pytest.fixture(scope="module", params=MECHANISMS)
def problem(request):
    system = build(MECHANISMS[request.param]())
    start = assemble(system, rates=RATES.get(request.param))
    return system, start, COARSEST[request.param]


TIMES = np.linspace(0.0, END, 41)


def fixed_dormand_prince(system, start, h, times):
    """Dormand–Prince held at the step h by a loose tolerance and a largest step; states by dense output."""
    record, samples, stages = scratch(system, start, times, dormand_prince.ROWS)
    record[progress.STEP] = h
    loose = 1e9, 1e9, h, 1e9
    outcome = dormand_prince.advance_dormand_prince(
        *equations(system), start.copy(), stages, record, *loose, times, len(times), samples
    )
    assert outcome == 0
    assert record[progress.STEPS] == round(times[-1] / h)
    return samples


def fixed_runge_kutta(system, start, h, times):
    record, samples, stages = scratch(system, start, times, explicit.ROWS)
    stride = round((times[1] - times[0]) / h)
    method = explicit.Explicit(explicit.RUNGE_KUTTA, system.coordinates)
    outcome = fixed.advance(
        *equations(system), method, start.copy(), stages, record, times, stride, len(times), samples
    )
    assert outcome == 0
    return samples


def equations(system):
    return system.derivative, system.project, system.model, system.work


def scratch(system, start, times, stages):
    """A fresh record, samples of which the first is written, and stages."""
    record, samples = np.zeros(progress.LENGTH), np.zeros((len(times), 1 + system.size))
    record[progress.WRITTEN] = 1.0
    samples[0, 1:] = start
    return record, samples, np.zeros((stages, system.size))


def observed(steps, errors):
    """Slope of log error over log step."""
    return np.log(errors[0] / errors[1]) / np.log(steps[0] / steps[1])


def largest(found, wanted):
    return float(np.max(np.abs(found - wanted)))


def test_runge_kutta_is_of_order_four(problem):
    system, start, h = problem
    reference = fixed_dormand_prince(system, start, REFERENCE, TIMES)
    steps = [h, h / 2]
    errors = [largest(fixed_runge_kutta(system, start, h, TIMES), reference) for h in steps]
    assert observed(steps, errors) == pytest.approx(4.0, abs=TOLERANCE)


def test_dormand_prince_is_of_order_five(problem):
    """At times that are ends of steps."""
    system, start, h = problem
    reference = fixed_dormand_prince(system, start, REFERENCE, TIMES)
    steps = [h, h / 2]
    errors = [largest(fixed_dormand_prince(system, start, h, TIMES), reference) for h in steps]
    assert observed(steps, errors) == pytest.approx(5.0, abs=TOLERANCE)


def test_dense_output_is_of_order_four_or_more(problem):
    """At times between the steps, where the interpolant has a local error of O(h⁵)."""
    system, start, h = problem
    times = np.concatenate([[0.0], (np.arange(20) + np.linspace(0.1, 0.9, 20)) / 20.0, [END]])
    reference = fixed_dormand_prince(system, start, REFERENCE, times)
    steps = [2 * h, h / 2]  # far apart: where the times fall within the steps changes with the step
    errors = [largest(fixed_dormand_prince(system, start, h, times), reference) for h in steps]
    assert observed(steps, errors) > 4.0 - TOLERANCE


@pytest.mark.parametrize(("make", "rates"), [(four_bar, {"A": 4.0}), (bricard, {})])
def test_redundant_joints_cost_no_order(make, rates):
    """Stages off the constraints, where redundant rows disagree, must not spoil what the end of the step gains."""
    system = build(make())
    start = assemble(system, rates=rates)
    reference = fixed_dormand_prince(system, start, REFERENCE, TIMES)
    steps = [1 / 160, 1 / 640]
    errors = [largest(fixed_runge_kutta(system, start, h, TIMES), reference) for h in steps]
    assert observed(steps, errors) > 4.0 - TOLERANCE


def test_states_stay_on_the_constraints(problem):
    """The projection stops at 1e-12 in positions; 1e-10 leaves room for speeds, which multiply it by 10 to 50 1/s."""
    system, start, _ = problem
    trajectory = simulate(system, start, end=END, integrator=RungeKutta4(step=5e-3))
    assert trajectory.observation.violation.max(initial=0.0) < 1e-10
