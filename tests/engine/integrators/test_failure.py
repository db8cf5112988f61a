"""A step that fails leaves the last good state, and says why."""

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.simulate import Chord, Midpoint, Rosenbrock
from jounce.errors import ModelError
from tests.engine.integrators.systems import METHODS, bead, decay, jumping, run

TIMES = np.linspace(0.0, 1.0, 101)


def last_sample(done):
    return done.samples[int(done.record[progress.WRITTEN]) - 1]


@pytest.mark.parametrize("name", METHODS)
def test_a_loop_that_opens(name):
    """The bead is let go at 0.4 towards 0.45, where the projection gives up. Samples at every step."""
    done = run(name, bead(reach=0.45, start_v=1.5), 0.01, TIMES)
    assert done.outcome == status.LOOP_OPEN
    assert 2 <= done.record[progress.WRITTEN] < 10
    assert done.y.tobytes() == last_sample(done)[1:].tobytes()
    assert abs(done.y[0]) <= 0.45
    assert done.record[progress.TIME] == last_sample(done)[0]
    assert tuple(done.record[[progress.CULPRIT, progress.SIZE]]) == (3.0, 0.25)


@pytest.mark.parametrize("rule", ["trapezoid", "bdf2"])
def test_a_step_with_nothing_to_converge_to(rule):
    done = run(rule, jumping(begin=0.5), 0.01, TIMES)
    assert done.outcome == status.NOT_CONVERGED
    assert done.record[progress.REFRESHES] == 7  # of the whole step, and of parts down to a sixty-fourth
    assert done.record[progress.REJECTED] == 7
    assert 0.48 <= last_sample(done)[0] <= 0.51
    assert done.y.tobytes() == last_sample(done)[1:].tobytes()
    assert done.y[1] == pytest.approx(1.0 - last_sample(done)[0], abs=1e-9)


@pytest.mark.parametrize("name", METHODS)
def test_what_is_no_number_is_not_taken(name):
    done = run(name, decay(1.0, start=1.0, change=0.295, later=np.nan), 0.01, TIMES)
    assert done.outcome == status.NOT_FINITE
    assert np.all(np.isfinite(done.y))
    assert done.y.tobytes() == last_sample(done)[1:].tobytes()
    assert 0.27 <= last_sample(done)[0] <= 0.30


def test_every_status_has_a_meaning_and_a_way_out():
    assert set(status.MEANING) == set(range(9))
    assert set(status.HINT) == set(status.MEANING) - {status.OK}


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Midpoint(step=0.0), "positive"),
        (lambda: Chord(rule="euler"), "trapezoid, bdf2"),
        (lambda: Chord(tolerance=-1.0), "positive"),
        (lambda: Chord(iterations=0), "positive"),
        (lambda: Rosenbrock(gamma="0.3"), "sharp, forgiving"),
    ],
)
def test_bad_options_are_refused(make, word):
    with pytest.raises(ModelError, match=word):
        make()
