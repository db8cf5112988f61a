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
