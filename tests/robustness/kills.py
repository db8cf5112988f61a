"""Kill −9 of real sweeps: the sweep itself or one of its workers dies at a random moment, and the table is the same.

    python -m tests.robustness.kills --kills 50

A study of dw18 is made once undisturbed. Then every executor makes it again while its sweep, or every second time a
worker of it, is killed after some rows; the same command goes on where it was. A study that is complete begins anew.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from jounce.lab.studies.runs import TIMES

EXECUTORS = {"threads": None, "processes": None, "dask": "distributed", "ray": "ray"}
"""Executors and the packages that they need."""
STUDY = """
name: kills
vehicle: dw18
maneuver: j-turn
options: {speed: 60 km/h, start: 0.1, duration: 0.4}
seed: 5
design: {sobol: {runs: 16}}
parameters:
  vehicle.chassis.mass: {from: 1200, to: 1600}
  vehicle.axles.front.suspension.spring.stiffness: {from: 25 N/mm, to: 45 N/mm}
metrics: [peak_side_slip, maximum_lateral_acceleration]
"""
PATIENCE = 600.0
"""Time after which a sweep that makes no rows is given up [s]."""


@dataclass
class Kills:
    """What came of one executor."""

    executor: str
    sweeps: int = 0
    workers: int = 0
    """How often a sweep and how often one of its workers was killed."""
    tables: int = 0
    different: int = 0

    @property
    def row(self) -> str:
        """A line of the table."""
        return f"{self.executor:<12}{self.sweeps:>8}{self.workers:>9}{self.tables:>8}{self.different:>11}"


HEAD = f"{'executor':<12}{'sweeps':>8}{'workers':>9}{'tables':>8}{'different':>11}"


def start(study: Path, out: Path, executor: str) -> subprocess.Popen[bytes]:
    """The sweep in a process of its own, a run at a time."""
    command = [
        sys.executable,
        "-c",
        "from jounce.cli.main import main; main()",
        "sweep",
        str(study),
        "--out",
        str(out),
        "--executor",
        executor,
    ]
    return subprocess.Popen([*command, "--workers", "2", "--chunk", "1", "--quiet"])


def table(out: Path) -> pa.Table:
    """The rows of a complete study without their computing times."""
    found = pq.read_table(out / "runs.parquet")
    return found.drop_columns([name for name in found.column_names if name.split(" ")[0] in TIMES])


def kill_often(study: Path, folder: Path, reference: pa.Table, found: Kills, kills: int, random: Random) -> None:
    """Kill sweeps of one executor so often, and compare every table that comes of them."""
    out = folder / found.executor
    while found.sweeps + found.workers < kills or out.exists():
        wanted = _parts(out) + random.randrange(1, 4) if found.sweeps + found.workers < kills else None
        sweep = start(study, out, found.executor)
        end = time.monotonic() + PATIENCE
        while sweep.poll() is None and time.monotonic() < end:
            if wanted is not None and _parts(out) >= wanted:
                time.sleep(random.uniform(0.0, 0.2))
                wanted = _kill(sweep, found, random)
            time.sleep(0.02)
        if sweep.poll() is None:
            sweep.kill()
            raise TimeoutError(f"{found.executor}: no end after {PATIENCE:g} s")
        if sweep.returncode == 0:
            found.tables += 1
            found.different += not table(out).equals(reference)
            shutil.rmtree(out)


def _kill(sweep: subprocess.Popen[bytes], found: Kills, random: Random) -> None:
    """End the sweep, or one of its workers if it has some, at once."""
    children = _children(sweep.pid) if found.executor != "threads" and (found.sweeps + found.workers) % 2 else []
    victim = random.choice(children) if children else sweep.pid
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        return
    if children:
        found.workers += 1
    else:
        found.sweeps += 1
        sweep.wait()
    print(found.row, file=sys.stderr, flush=True)


def _children(process: int) -> list[int]:
    """Workers of a sweep: its processes that compute, and not those that watch over shared memory."""
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


def _parts(out: Path) -> int:
    return len(list((out / "parts").glob("part-*.parquet")))


def main() -> int:
    """Kill sweeps of all executors that are installed; the exit code is the number of different tables."""
    parser = argparse.ArgumentParser(prog="kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="of all executors together")
    parser.add_argument("--executor", choices=EXECUTORS, help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = [name for name, package in EXECUTORS.items() if package is None or importlib.util.find_spec(package)]
    chosen = names if asked.executor is None else [asked.executor]
    different = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        study = folder / "study.yaml"
        study.write_text(STUDY)
        assert start(study, folder / "reference", "threads").wait() == 0
        reference = table(folder / "reference")
        print(HEAD, flush=True)
        for i, executor in enumerate(chosen):
            kills = asked.kills // len(chosen) + (i < asked.kills % len(chosen))
            found = Kills(executor)
            kill_often(study, folder, reference, found, kills, Random(f"{executor}:{asked.seed}"))
            print(found.row, flush=True)
            different += found.different
    return different


if __name__ == "__main__":
    sys.exit(main())
