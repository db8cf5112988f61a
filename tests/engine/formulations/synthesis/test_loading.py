"""Machine code of a car, loaded by several threads at once."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis import code, law_calls
from jounce.engine.formulations.synthesis.arrays import CODE_SIZE
from tests.engine.formulations.synthesis.vehicles import CASES


def test_threads_that_begin_at_once_share_one_table_of_laws(monkeypatch):
    """A table of its own for each thread would be freed when the next one is kept, and be called all the same."""
    source = synthesis.build(CASES["four_bar"].make()).generated.source
    make = law_calls.law_table

    def slowly(laws):
        time.sleep(0.02)
        return make(laws)

    monkeypatch.setattr(law_calls, "law_table", slowly)
    code._derivative_addresses.cache_clear()
    code._addresses.cache_clear()
    arrays = [np.zeros(CODE_SIZE, np.int64) for _ in range(4)]

    def load(array):
        code.load_code(source, array)
        code.load_derivatives(source, array)
        return code.lane_addresses(source)

    with ThreadPoolExecutor(4) as pool:
        lanes = list(pool.map(load, arrays))
    assert all(np.array_equal(array, arrays[0]) for array in arrays)
    assert all(np.array_equal(one, lanes[0]) for one in lanes)
