"""Time until a fresh process can work: imports, and compilation with and without its cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

_IMPORT = "import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"


def import_time(module: str) -> float:
    """Seconds that `import module` takes in a fresh process, without the start of Python itself."""
    return float(_output([sys.executable, "-c", _IMPORT.format(module=module)]))


_FIRST_STEP = """
import time
clock = time.perf_counter()
import jounce
from jounce.maneuvers.start import rolling_start
from jounce.simulate import {integrator}, simulate
from jounce.synthesis import build
from jounce.vehicle import rolling
system = build(rolling(jounce.load_vehicle("dw18"), 15.0))
simulate(system, rolling_start(system, "design"), end=1e-3, sample=1e-3, integrator={integrator}())
print(time.perf_counter() - clock)
"""


def first_step_time(*, cold: bool = False, integrator: str = "Midpoint") -> float:
    """Seconds from `import jounce` to the end of the first step of dw18 in a fresh process; cold: nothing compiled."""
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        told = _output(
            [sys.executable, "-c", _FIRST_STEP.format(integrator=integrator)],
            **({"NUMBA_CACHE_DIR": folder} if cold else {}),
        )
    return float(told)


def warmup_time(*, cold: bool = False) -> float:
    """Seconds of `jounce warmup` as a person would wait for it; cold: compile everything, into a folder of its own."""
    command = [sys.executable, "-m", "jounce.cli.main", "warmup", "--json"]
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        clock = time.perf_counter()
        told = json.loads(_output(command, **({"NUMBA_CACHE_DIR": folder} if cold else {})))
        seconds = time.perf_counter() - clock
    assert told["cold"] or not cold
    return seconds


def _output(command: list[str], **environment: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout
