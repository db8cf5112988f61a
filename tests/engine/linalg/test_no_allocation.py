"""Nothing in `dense` or `inverse` allocates: the runtime counts as many allocations for a thousand calls as for one."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.compiler import INTERPRETED, entry, kernel
from jounce.engine.linalg import dense, inverse

pytestmark = pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")


@pytest.fixture(autouse=True)
def counting():
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield
    if not enabled:
        _nrt_python.memsys_disable_stats()


@kernel
def restore(source, target):
    for i in range(source.shape[0]):
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]


@kernel
def solve_many(count, A, work, tall, tall_work, pivots, tau, b, tall_b, x, long_x):
    status = 0
    for _ in range(count):
        restore(A, work)
        status += dense.lu_factor(work, pivots)
        dense.lu_solve(work, pivots, b)
        status += inverse.invert(A, work, pivots)
        inverse.multiply_columns(work, b, x)
        restore(A, work)
        status += dense.cholesky_factor(work)
        restore(tall, tall_work)
        dense.qr_factor(tall_work, tau, pivots)
        status += A.shape[0] - dense.qr_rank(tall_work, 1e-12)
        dense.qr_solve_least_squares(tall_work, tau, pivots, tall_b, x)
        dense.qr_solve_minimum_norm(tall_work, tau, pivots, b, long_x)
    return status


@entry
def allocate_many(count):
    total = 0.0
    for _ in range(count):
        total += np.ones(3).sum()
    return total


def allocations(function, count, *arguments):
    before = rtsys.get_allocation_stats()
    function(count, *arguments)
    after = rtsys.get_allocation_stats()
    return after.alloc - before.alloc, after.mi_alloc - before.mi_alloc


def test_factorizations_do_not_allocate():
    n, m = 6, 9
    rng = np.random.default_rng(0)
    H, tall = rng.normal(size=(n, n)), rng.normal(size=(m, n))
    # close to the identity, so that a thousand solves in place neither overflow nor underflow
    A = np.eye(n) + 1e-3 * (H + H.T)
    arguments = (
        A,
        np.zeros((n, n)),
        tall,
        np.zeros((m, n)),
        np.zeros(n, np.int64),
        np.zeros(n),
        rng.normal(size=n),
        rng.normal(size=m),
        np.zeros(n),
        np.zeros(m),
    )
    assert solve_many(1, *arguments) == 0
    assert allocations(solve_many, 1, *arguments) == allocations(solve_many, 1000, *arguments)


def test_the_count_sees_an_allocation():
    allocate_many(1)
    assert allocations(allocate_many, 1000)[1] >= allocations(allocate_many, 1)[1] + 999


def test_a_kernel_cannot_make_an_array():
    """It counts no references, so nobody would free it; the compiler says so."""

    @kernel
    def careless():
        return np.ones(1)

    with pytest.raises(Exception, match="returning of array passed into the function"):
        careless()
