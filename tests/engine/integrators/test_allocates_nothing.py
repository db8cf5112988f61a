"""Five hundred steps allocate what five do: nothing inside the time loop, renewals of the matrix included."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations import status
from jounce.engine.integrators import progress
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
