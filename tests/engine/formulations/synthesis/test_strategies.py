"""Random mechanisms build, move, and have admissible states on which the world-frame formulation is right."""

import numpy as np
from hypothesis import HealthCheck, given, settings

from jounce.engine.analysis import assemble, degrees_of_freedom
from jounce.engine.formulations.world_frame.system import build
from tests.engine.formulations.synthesis.states import sample, worst
from tests.engine.formulations.synthesis.strategies import mechanisms
from tests.engine.mechanisms import compiled_solution, dense_solution


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(mechanisms())
def test_random_mechanisms_have_admissible_states(mechanism):
    system = build(mechanism)
    freedom = degrees_of_freedom(system, assemble(system))
    assert freedom.dof >= (7 if mechanism.bodies[0].name == "base" else 1)
    assert not freedom.redundant
    times, states = sample(system, 4, 3)
    for violation, slip in worst(system, times, states):
        assert violation < 1e-11
        assert slip < 1e-9
    for t, y in zip(times, states, strict=True):  # the dense solution is the less exact of the two
        (found, _), (wanted, _) = compiled_solution(system, y, t), dense_solution(system, y, t)
        assert np.max(np.abs(found - wanted)) < 1e-7 * np.max(np.abs(wanted), initial=1.0)
