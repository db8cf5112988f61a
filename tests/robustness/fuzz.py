"""`make fuzz`: every reader and port under damaged inputs, each target in a process of its own, and a table.

    python -m tests.robustness.fuzz --inputs 100000 --seed 1
    python -m tests.robustness.fuzz --target vehicle --inputs 2609 --start 1000   # a part: inputs 1000 to 3608 of one

Input number i depends on target, seed and i alone: a part that was interrupted goes on with --start, and parts can be
shared out among machines.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

SHARES = {"vehicle": 0.3, "mechanism": 0.5, "study": 0.3, "crg": 0.3, "tiff": 0.5, "websocket": 0.7, "http": 0.5,
          "result": 0.4}  # fmt: skip
"""Inputs of targets whose inputs take long, as a share of what the others get."""

BROKEN = 120
"""Exit code of a target whose inputs could not be made."""


def main() -> int:
    """Attack all targets, or one of them; the exit code is the number of findings, at most 100."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="inputs of all targets together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", help="only this one, in this process")
    parser.add_argument("--start", type=int, default=0, help="number of the first input of every target")
    asked = parser.parse_args()
    if asked.target:
        return _attack_one(asked.target, asked.inputs, asked.seed, asked.start)
    from tests.robustness.target import HEAD
    from tests.robustness.targets import TARGETS

    clock, findings, total = time.monotonic(), 0, 0
    print(HEAD, flush=True)
    weight = sum(SHARES.get(target.name, 1.0) for target in TARGETS)
    for target in TARGETS:
        count = max(1, round(asked.inputs * SHARES.get(target.name, 1.0) / weight))
        total += count
        findings += _in_a_process(target.name, count, asked.seed, asked.start)
    print(f"{total} inputs, {findings} findings, seed {asked.seed}, {time.monotonic() - clock:.0f} s")
    return min(findings, 100)


def _in_a_process(name: str, count: int, seed: int, start: int) -> int:
    """Attack one target in a process of its own, whose crash is a finding."""
    command = [sys.executable, "-m", "tests.robustness.fuzz", "--target", name, "--inputs", str(count)]
    command += ["--seed", str(seed), "--start", str(start)]
    done = subprocess.run(command, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, check=False)
    if done.returncode < 0 or done.returncode > 100:
        print(f"{name}: the process ended with {done.returncode}", flush=True)
        return 1
    return done.returncode


def _attack_one(name: str, count: int, seed: int, start: int) -> int:
    from tests.robustness.target import attack
    from tests.robustness.targets import TARGETS

    (target,) = [target for target in TARGETS if target.name == name]
    try:
        with tempfile.TemporaryDirectory() as folder:
            outcome = attack(target, count, Path(folder), seed, start)
    except Exception:  # of the fuzzer itself; 1 would be taken for one finding
        traceback.print_exc()
        return BROKEN
    print(outcome.row, flush=True)
    for finding in outcome.findings[:20]:
        print(finding, flush=True)
    return min(len(outcome.findings), 100)


if __name__ == "__main__":
    sys.exit(main())
