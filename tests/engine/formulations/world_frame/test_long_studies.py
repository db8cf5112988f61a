"""Studies of a minute or more: `make test-slow`."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, RungeKutta4, simulate
from jounce.model.library import load_vehicle
from jounce.model.mechanism import SmoothStep
from jounce.model.vehicle import rolling
from validation.cases.benchmark_four_bar import REFERENCE, TIP, fallen

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("step", [1e-3, 2e-3])
def test_chain_of_forty_four_bars_keeps_six_digits_at_every_step(step):
    tip = fallen(40, redundant=True, step=step).point("crank 0", TIP)[-1]
    assert tip[:2] == pytest.approx(REFERENCE[40], rel=5e-7)


def test_a_minute_of_turning_stays_on_the_constraints():
    """The violation after each step is that of one step: nothing accumulates in 60,000 of them."""
    system = build(
        rolling(load_vehicle("dw18"), 20.0),
        inputs={"rack_travel": SmoothStep(before=0.0, after=-0.004, start=1.0, end=2.0)},
    )
    run = simulate(system, assemble(system), end=60.0, sample=0.1)
    violation = run.observation.violation[:, 0]
    assert violation.max() < 1e-11
    assert np.median(violation[-50:]) < 10.0 * np.median(violation[30:80])


def test_the_car_converges_with_the_order_of_runge_kutta():
    """A smooth steer, so that only the order counts: halving the step divides the error by sixteen."""
    system = build(
        rolling(load_vehicle("dw18"), 20.0),
        inputs={"rack_travel": SmoothStep(before=0.0, after=-0.005, start=0.1, end=0.6)},
    )
    start = assemble(system)

    def end(integrator):
        return simulate(system, start, end=0.8, integrator=integrator, sample=0.02).samples[-1, 1:]

    reference = end(DormandPrince(relative=1e-13, absolute=1e-13))
    errors = [np.abs(end(RungeKutta4(step=step)) - reference).max() for step in (1e-3, 5e-4)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.3)
