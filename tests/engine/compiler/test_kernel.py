"""How jounce compiles and caches, seen from fresh processes that share one cache folder."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jounce
from jounce.engine import compiler as owner

MODULE = '''
"""Types and functions used by cached entries must live where every process can import them."""
from typing import NamedTuple

from jounce.engine.compiler import entry, kernel, generic


class Spring(NamedTuple):
    rate: float


class Damper(NamedTuple):
    rate: float


@generic
def force(element, x, v):
    """Force of an element"""


@force.of(Spring)
def _spring(element, x, v):
    return -element.rate * x


@force.of(Damper)
def _damper(element, x, v):
    return -element.rate * v


@kernel
def power(element, x, v):
    return force(element, x, v) * v


@entry
def total_power(elements, x, v):
    return power(elements[0], x, v) + power(elements[1], x, v)


@entry
def weighted_sum(values):
    total = 0.0
    for i in range(len(values)):
        total += (i + 1) * values[i]
    return total
'''

PREPARE = """
import json, os, time
from pathlib import Path
import mechanics
from mechanics import Damper, Spring, total_power, weighted_sum
def report(function, **more):
    hits, misses = (sum(counts.values()) for counts in (function.stats.cache_hits, function.stats.cache_misses))
    print(json.dumps({"hits": hits, "misses": misses, **more}))
"""

TOTAL_POWER = PREPARE + "report(total_power, result=total_power((Spring(2.0), Damper(3.0)), 0.5, -4.0))"
EXPECTED_POWER = -2.0 * 0.5 * -4.0 - 3.0 * -4.0 * -4.0


@pytest.fixture
def run(tmp_path):
    """Start Python with the test module, a copy of the package and a cache folder of their own; return its process."""
    (tmp_path / "mechanics.py").write_text(MODULE)
    source = Path(jounce.__file__).parent
    shutil.copytree(source, tmp_path / "jounce", ignore=shutil.ignore_patterns("__pycache__"))

    def start(code, **environment):
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        settings = {
            "PYTHONPATH": str(tmp_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        }
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env={**inherited, **settings, **environment},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def answer(process):
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return json.loads(out)


def listing(folder):
    return {path.relative_to(folder): path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_second_process_loads_and_the_package_folder_stays_untouched(run, tmp_path):
    before = listing(tmp_path / "jounce")
    assert answer(run(TOTAL_POWER)) == {"hits": 0, "misses": 1, "result": EXPECTED_POWER}
    assert answer(run(TOTAL_POWER)) == {"hits": 1, "misses": 0, "result": EXPECTED_POWER}
    assert listing(tmp_path / "jounce") == before
    assert not (tmp_path / "__pycache__").exists()


def test_cold_processes_on_one_entry_do_not_mix_up_signatures(run, tmp_path):
    # every tuple length is a signature of its own, with a result of its own
    lengths = [list(range(first, 21, 4)) for first in range(1, 5)]
    compute = "results = [weighted_sum(tuple(float(n) for _ in range(n))) for n in lengths]\n"
    wait = "Path(f'ready{lengths[0]}').touch()\nwhile not os.path.exists('go'): time.sleep(0.001)\n"
    processes = [
        run(PREPARE + f"lengths = {mine}\n" + wait + compute + "report(weighted_sum, results=results)")
        for mine in lengths
    ]
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("ready*"))) < len(processes) and time.monotonic() < deadline:
        time.sleep(0.01)
    (tmp_path / "go").touch()

    def expected(n):
        return n * n * (n + 1) / 2

    for process, mine in zip(processes, lengths, strict=True):
        assert answer(process)["results"] == [expected(n) for n in mine]
    later = answer(run(PREPARE + "lengths = range(1, 21)\n" + compute + "report(weighted_sum, results=results)"))
    assert later == {"hits": 20, "misses": 0, "results": [expected(n) for n in range(1, 21)]}


def test_types_that_others_cannot_import_are_not_kept(run, tmp_path):
    """A script's own element in an entry of the library: the next process does not know the script."""
    (tmp_path / "script.py").write_text(
        "from typing import NamedTuple\n"
        "from mechanics import force\n\n\n"
        "class Brake(NamedTuple):\n    push: float\n\n\n"
        "@force.of(Brake)\ndef _brake(element, x, v):\n    return -element.push\n"
    )
    own = (
        PREPARE
        + "from script import Brake\nreport(total_power, result=total_power((Brake(2.0), Spring(3.0)), 1.0, 1.0))"
    )
    assert answer(run(own)) == {"hits": 0, "misses": 1, "result": -5.0}
    (tmp_path / "script.py").unlink()
    assert answer(run(TOTAL_POWER)) == {"hits": 0, "misses": 1, "result": EXPECTED_POWER}
    assert answer(run(TOTAL_POWER))["hits"] == 1


def test_without_compilation_everything_is_plain_python(run, tmp_path):
    code = """
import json
from types import FunctionType
from mechanics import Damper, Spring, force, power, total_power
from jounce.engine.compiler import ENTRIES
elements = (Spring(2.0), Damper(3.0))
print(json.dumps({
    "result": total_power(elements, 0.5, -4.0),
    "force": force(elements[1], 0.5, -4.0),
    "plain": all(isinstance(f, FunctionType) for f in (force, power, total_power)),
    "entries": [f.__name__ for f in ENTRIES],
}))
"""
    assert answer(run(code, NUMBA_DISABLE_JIT="1")) == {
        "result": EXPECTED_POWER,
        "force": 12.0,
        "plain": True,
        "entries": ["total_power", "weighted_sum"],
    }
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_an_edited_callee_is_compiled_anew(run, tmp_path):
    # the callee lives in another file than the cached entry, where Numba alone would not look
    (tmp_path / "speed.py").write_text(
        "from jounce.engine.linalg import vec3\n"
        "from jounce.engine.compiler import entry\n\n\n"
        "@entry\ndef speed(v):\n    return vec3.norm(v)\n"
    )
    code = "import json; from speed import speed; print(json.dumps(speed((3.0, 0.0, 4.0))))"
    assert answer(run(code)) == 5.0
    path = tmp_path / "jounce" / "engine" / "linalg" / "vec3.py"
    path.write_text(path.read_text().replace("return math.sqrt(", "return 2.0 * math.sqrt("))
    assert answer(run(code)) == 10.0


def test_decorating_leaves_numba_settings_alone(run):
    code = """
import json, numba
before = numba.config.CACHE_DIR
import mechanics
print(json.dumps([before, numba.config.CACHE_DIR]))
"""
    before, after = answer(run(code))
    assert after == before


@pytest.mark.skipif(owner.INTERPRETED, reason="about compiled code")
def test_division_by_zero_gives_infinity_and_nan_stays_visible():
    @owner.kernel
    def divide(a, b):
        return a / b

    assert divide(1.0, 0.0) == float("inf")
    assert divide(0.0, 0.0) != divide(0.0, 0.0)


def test_a_cache_folder_that_cannot_be_written_is_no_obstacle(run, tmp_path):
    (tmp_path / "file").touch()
    code = "import json; from mechanics import weighted_sum; print(json.dumps(weighted_sum((1.0, 2.0))))"
    assert answer(run(code, NUMBA_CACHE_DIR=str(tmp_path / "file"))) == 5.0
    assert not (tmp_path / "__pycache__").exists()
