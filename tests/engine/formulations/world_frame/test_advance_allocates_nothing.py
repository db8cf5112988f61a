"""A thousand steps allocate what one step does: nothing inside the time loop."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.analysis import assemble
from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators import dormand_prince, explicit, fixed, progress
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling

pytestmark = pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")


@pytest.fixture(autouse=True)
def _counting():
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield
    if not enabled:
        _nrt_python.memsys_disable_stats()


@pytest.fixture(scope="module")
def car():
    system = build(rolling(load_vehicle("dw18"), 20.0))
    return system, assemble(system)


def equations(system):
    return system.derivative, system.project, system.model, system.work


def allocations(advance) -> int:
    before = rtsys.get_allocation_stats().alloc
    assert advance() == 0
    return rtsys.get_allocation_stats().alloc - before


def test_runge_kutta(car):
    system, start = car
    stages, times = np.zeros((explicit.ROWS, system.size)), np.array([0.0, 0.1])
    method = explicit.Explicit(explicit.RUNGE_KUTTA, system.coordinates)
    samples = np.zeros((2, 1 + system.size))

    def advance(stride):
        y, record = start.copy(), np.zeros(progress.LENGTH)
        record[progress.WRITTEN] = 1.0
        span = times * (1e-3 * stride)
        return lambda: fixed.advance(*equations(system), method, y, stages, record, span, stride, 2, samples)

    allocations(advance(1))  # compile first
    assert allocations(advance(1)) == allocations(advance(1000))


def test_dormand_prince(car):
    system, start = car
    stages, samples = np.zeros((dormand_prince.ROWS, system.size)), np.zeros((2, 1 + system.size))

    def advance(end):
        y, record = start.copy(), np.zeros(progress.LENGTH)
        record[progress.STEP], record[progress.WRITTEN] = 1e-4, 1.0
        control = 1e-6, 1e-6, 1e-4, 1e6
        return lambda: dormand_prince.advance_dormand_prince(
            *equations(system), y, stages, record, *control, np.array([0.0, end]), 2, samples
        )

    allocations(advance(1e-4))
    assert allocations(advance(1e-4)) == allocations(advance(0.02))
