"""The law as the equations of motion use it: coefficients in a field of a record, and nothing allocated."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.compiler import INTERPRETED, entry
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka import pacejka
from jounce.engine.laws.tires.pacejka_vertical import effective_rolling_radius, free_radius, relaxation, vertical_force
from tests.engine.laws.tires.examples import MF61, coefficients

LAW = record(body=int, coefficients=i.SIZE)


@entry
def many(laws, count, sums):
    """Sums of all forces over a sweep of slips, for every tire."""
    for n in range(laws.shape[0]):
        c = laws[n]["coefficients"]
        for step in range(count):
            slip = 1e-4 * step
            rho = free_radius(c, 50.0) - 0.37
            fz = vertical_force(c, rho, 0.0, 50.0, 0.0, 0.0, 0.0)
            fx, fy, mx, my, mz = pacejka(c, fz, slip, slip, 0.02, 20.0, 1.0)
            by_kappa, by_alpha = relaxation(c, fz, 0.02)
            sums[n] += fx + fy + mx + my + mz + by_kappa + by_alpha + effective_rolling_radius(c, fz, 50.0)


def laws():
    rows = np.zeros(2, LAW)
    rows["coefficients"] = coefficients(MF61)
    rows["coefficients"][1, i.SIDE] = -1.0
    return rows


def test_a_record_holds_the_coefficients():
    sums = np.zeros(2)
    many(laws(), 1, sums)
    assert np.isfinite(sums).all()
    assert sums[0] != sums[1]


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
def test_nothing_is_allocated():
    enabled, rows, sums = _nrt_python.memsys_stats_enabled(), laws(), np.zeros(2)
    _nrt_python.memsys_enable_stats()
    many(rows, 1, sums)
    counts = []
    for count in (1, 1000):
        before = rtsys.get_allocation_stats().alloc
        many(rows, count, sums)
        counts.append(rtsys.get_allocation_stats().alloc - before)
    if not enabled:
        _nrt_python.memsys_disable_stats()
    assert counts[0] == counts[1]
