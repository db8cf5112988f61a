"""Compiled questions: no allocation, and the answers of the same code as plain Python."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.compiler import INTERPRETED, kernel
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.laws.ground import PATCH, PLACE, Bump, Flat, allocate_memory, ask, place_ground, surface
from jounce.engine.laws.ground.query import answer_each, empty
from jounce.engine.terrain import friction_map, plane, profile, split
from tests.engine.laws.ground.grids import KINDS, recalled, rough

MAP = friction_map([[0.5, 0.25], [0.75, 1.0]], spacing=3.0, origin=(-1.0, 10.0))
GROUNDS = [
    Flat(height=1.0),
    plane(grade=0.1, bank=0.2, heading=0.3, friction=split(0.5, 1.0, width=4.0, point=(0.0, 12.0))),
    Bump(start=0.0, length=2.0),
    profile([0.0, 1.0, -1.0], [1.0, 0.0, 0.5], spacing=1.0, origin=(-1.0, 11.0), heading=0.4),
    *(rough(kind) for kind in KINDS),
    rough(KINDS[0])._replace(friction=MAP),
]
"""Of types that other tests ask as well, so that few are compiled here alone."""
rng = np.random.default_rng(0)
X, Y = rng.uniform(-3.0, 5.0, 100), rng.uniform(9.0, 15.0, 100)


@kernel
def ask_many(count, ground, patch, x, y):
    total = 0.0
    for i in range(count):
        total += surface(ground, patch, x[i % x.size], y[i % y.size])[0]
    return total


@pytest.fixture
def _counting():
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    yield
    if not enabled:
        _nrt_python.memsys_disable_stats()


def allocations(question, *arguments):
    before = rtsys.get_allocation_stats()
    question(*arguments)
    after = rtsys.get_allocation_stats()
    return after.alloc - before.alloc, after.mi_alloc - before.mi_alloc


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
@pytest.mark.usefixtures("_counting")
@pytest.mark.parametrize("size", [PLACE, PATCH])
@pytest.mark.parametrize("ground", GROUNDS, ids=lambda ground: type(ground).__name__)
def test_questions_do_not_allocate(ground, size):
    memory, answer = allocate_memory(1)[0, :size], empty(X.size)
    answer_each(ground, X[:1], Y[:1], memory, answer)  # compile first
    assert allocations(answer_each, ground, X[:1], Y[:1], memory, answer) == allocations(
        answer_each, ground, X, Y, memory, answer
    )


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
@pytest.mark.usefixtures("_counting")
@pytest.mark.parametrize("size", [0, PLACE, PATCH])
def test_questions_of_compiled_code_do_not_allocate(size):
    """Called, not part of the loop, and without any memory too; only grounds with patches look at it."""
    arguments = GROUNDS[-1], allocate_memory(1)[0, :size], X, Y
    ask_many(1, *arguments)  # compile first
    assert allocations(ask_many, 1, *arguments) == allocations(ask_many, 1000, *arguments)


def answers() -> list[list]:
    return [[part.tolist() for part in way(ground, X, Y)] for way in (ask, recalled) for ground in GROUNDS]


@pytest.mark.skipif(INTERPRETED, reason="compares both")
def test_plain_python_gives_the_same_answers():
    """To rounding: compiled code may contract a product and a sum."""
    code = "import json; from tests.engine.laws.ground import test_compiled; print(json.dumps(test_compiled.answers()))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    for mine, expected in zip(answers(), json.loads(done.stdout), strict=True):
        for part, plain in zip(mine, expected, strict=True):
            assert np.abs(np.array(part) - np.array(plain)).max() < 1e-12


@pytest.mark.skipif(INTERPRETED, reason="looks at the bytes of compiled values")
def test_a_placed_ground_counts_no_references():
    """Whoever fetches it would count down what nobody counted up, and free arrays that are in use."""
    grid = rough(KINDS[0])
    counters = place_ground(grid).box.view(np.uint64)[LABEL : LABEL + 2]
    assert place_ground(grid).box.view(np.uint64)[LABEL + 4] == grid.heights.ctypes.data
    assert not counters.any()
