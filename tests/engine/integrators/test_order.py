"""Observed order of every fixed-step method of the registry, over three step sizes, on every kind of coordinate."""

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators.registry import INTEGRATORS, can_pace, make_integrator
from jounce.engine.simulate import Stepper
from tests.engine.integrators.systems import SMOOTH, exact, orders

TIMES = np.linspace(0.0, 1.0, 6)
METHODS = [
    (name, variant)
    for name, integrator in INTEGRATORS.items()
    if can_pace(integrator)
    for variant in integrator.variants or ("",)
]
TIGHT = {"chord": {"tolerance": 1e-12}}
"""Options beside those of a variant."""
STEPS = {1: 1 / 1600, 2: 1 / 800, 4: 1 / 80}
"""The coarsest of three, where the leading term of the error rules."""
TOLERANCE = 0.15


@pytest.fixture(scope="module")
def references():
    return {}


@pytest.mark.parametrize(("name", "variant"), METHODS)
@pytest.mark.parametrize("problem", SMOOTH)
def test_order(name, variant, problem, references):
    system = SMOOTH[problem]()
    if problem not in references:
        references[problem] = exact(system, TIMES)
    order = INTEGRATORS[name].order
    options = dict(INTEGRATORS[name].variants.get(variant, {})) | TIGHT.get(name, {})
    steps = [STEPS[order] / 2**i for i in range(3)]
    errors = []
    for h in steps:
        stepper = Stepper(system, make_integrator(name, step=h, **options), system.start, TIMES)
        assert stepper.advance(len(TIMES)) == status.OK
        errors.append(np.max(np.abs(stepper.samples - references[problem])))
    assert orders(steps, errors) == pytest.approx(order, abs=TOLERANCE), errors
