"""Observed order of every fixed-step method, over three step sizes, on every kind of coordinate."""

import numpy as np
import pytest

from tests.integrators.systems import METHODS, SMOOTH, exact, orders, run

TIMES = np.linspace(0.0, 1.0, 6)
ORDER = dict.fromkeys(METHODS, 2.0) | {"euler": 1.0, "rk4": 4.0}
STEPS = {1.0: 1 / 1600, 2.0: 1 / 800, 4.0: 1 / 80}
"""The coarsest of three, where the leading term of the error rules."""
TOLERANCE = 0.15


@pytest.fixture(scope="module")
def references():
    return {}


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("problem", SMOOTH)
def test_order(name, problem, references):
    system = SMOOTH[problem]()
    if problem not in references:
        references[problem] = exact(system, TIMES)
    order = ORDER[name]
    steps = [STEPS[order] / 2**i for i in range(3)]
    errors = [np.max(np.abs(run(name, system, h, TIMES).samples - references[problem])) for h in steps]
    assert orders(steps, errors) == pytest.approx(order, abs=TOLERANCE), errors
