"""A mass on a spring far stiffer than the step resolves, with a foot that moves: stiffness through positions."""

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import rosenbrock
from tests.engine.integrators.systems import run, shaken

H = 0.01
TIMES = np.linspace(0.0, 1.0, 101)
STIFF = {"k": 1e8, "c": 200.0}
"""1600 Hz, hardly damped: ωh = 100."""


def foot(t):
    return 0.2 * np.sin(5.0 * t)


def test_bdf2_stays_on_the_foot():
    """From 0.1 m off it."""
    done = run("bdf2", shaken(**STIFF), H, TIMES)
    assert done.outcome == status.OK
    assert done.samples[0, 2] == 0.1
    assert np.max(np.abs(done.samples[20:, 2] - foot(TIMES[20:]))) < 1e-5


@pytest.mark.parametrize(("name", "gamma"), [("sharp", rosenbrock.SHARP), ("forgiving", rosenbrock.FORGIVING)])
def test_rosenbrock_stays_near_the_foot(name, gamma):
    """The motion of the foot, which is not in its matrix, reaches it ±h/√2 early or late."""
    done = run(name, shaken(**STIFF), H, TIMES)
    assert done.outcome == status.OK
    late = TIMES[20:] + (0.5 / gamma - 1.0) * H
    assert np.max(np.abs(done.samples[20:, 2] - foot(late))) < 0.002
    assert np.max(np.abs(done.samples[20:, 2] - foot(TIMES[20:]))) > 0.005


@pytest.mark.parametrize("name", ["euler", "midpoint", "ab2", "rk4"])
def test_explicit_steps_do_not(name):
    done = run(name, shaken(**STIFF), H, TIMES)
    assert done.outcome == status.NOT_FINITE or np.max(np.abs(done.samples)) > 1e6
