"""What a step costs: evaluations and projections, counted by the system itself and by the record."""

import numpy as np
import pytest

from jounce.engine.integrators import progress
from tests.engine.integrators.systems import method_of, pendulum, run

COST = {
    "euler": (1, 1),
    "midpoint": (2, 1),
    "ab2": (1, 1),
    "rk4": (4, 1),
    "sharp": (2, 2),
    "forgiving": (2, 2),
}
STEPS = 50


@pytest.mark.parametrize("name", COST)
def test_calls_per_step(name):
    system = pendulum()
    schedule = None
    if name in ("sharp", "forgiving"):
        schedule = method_of(name, system, 0.01)[0].schedule
    system.work.numbers[:] = 0.0
    done = run(name, system, 0.01, np.linspace(0.0, 0.5, 6), schedule=schedule)
    evaluations, projections = COST[name]
    start = 1 if name == "ab2" else 0  # the first step is a midpoint step
    assert tuple(system.work.numbers) == (evaluations * STEPS + start, projections * STEPS)
    assert done.record[progress.EVALUATIONS] == system.work.numbers[0]
    assert done.record[progress.STEPS] == STEPS
    assert done.record[progress.TIME] == 0.5


@pytest.mark.parametrize("rule", ["trapezoid", "bdf2"])
def test_iterations_are_the_evaluations_of_the_chord(rule):
    """One more at the start; and a projection more at the end of each step whose last correction moved anything."""
    system = pendulum()
    schedule = method_of(rule, system, 0.01)[0].schedule
    system.work.numbers[:] = 0.0
    done = run(rule, system, 0.01, np.linspace(0.0, 0.5, 6), schedule=schedule)
    iterations = done.record[progress.ITERATIONS]
    evaluations, projections = system.work.numbers
    assert evaluations == iterations + 1
    assert iterations < projections <= iterations + STEPS
    assert done.record[progress.EVALUATIONS] == iterations + 1
    assert done.record[progress.REFRESHES] == 0
    assert STEPS <= iterations <= 6 * STEPS
