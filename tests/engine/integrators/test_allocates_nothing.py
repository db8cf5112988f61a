"""Five hundred steps allocate what five do: nothing inside the time loop, renewals of the matrix included."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.simulate import Auto, Stepper
from tests.engine.integrators.systems import METHODS, advance, decay, method_of, top

pytestmark = pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")


@pytest.fixture(autouse=True)
def _counting():
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield
    if not enabled:
        _nrt_python.memsys_disable_stats()


def allocations(system, name, steps):
    """Of one call, and the record."""
    method, rows = method_of(name, system, 1e-3)
    y, k, record = system.start.copy(), np.zeros((rows, system.size)), np.zeros(progress.LENGTH)
    record[progress.WRITTEN] = 1.0
    times, samples = np.array([0.0, 1e-3 * steps]), np.zeros((2, 1 + system.size))
    before = rtsys.get_allocation_stats().alloc
    outcome = advance(system, method, y, k, record, times, steps, 2, samples)
    assert outcome == status.OK
    return rtsys.get_allocation_stats().alloc - before, record


@pytest.mark.parametrize("name", METHODS)
def test_steps(name):
    system = top()
    allocations(system, name, 5)  # compile first
    assert allocations(system, name, 5)[0] == allocations(system, name, 500)[0]


def test_renewals():
    few = allocations(decay(1.0), "trapezoid", 5)[0]
    many, record = allocations(decay(1.0, change=0.25, later=1e6), "trapezoid", 500)
    assert record[progress.REFRESHES] == 1
    assert few == many


def test_steps_that_are_chosen():
    """A call that makes hundreds of steps, and new matrices, allocates what one does that has nothing left to do."""
    system, times = decay(1.0, start=1.0, change=0.25, later=1e6), np.linspace(0.0, 1.0, 3)
    counted = []
    for _ in range(2):
        stepper = Stepper(system, Auto(relative=1e-9, absolute=1e-9, largest_step=1e-3), system.start, times)
        for pause in (1, 3):
            before = rtsys.get_allocation_stats().alloc
            assert stepper.advance(pause) == status.OK
            counted.append(rtsys.get_allocation_stats().alloc - before)
    assert stepper.record[progress.STEPS] > 500
    assert stepper.record[progress.REFRESHES] > 1
    assert counted[2] == counted[3]
