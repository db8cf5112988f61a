"""`python -m benchmarks.peers.measure` (`make bench-peers`): all engines in turns, at steps of 0.25 to 10 ms."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import multiprocessing
import os
import platform
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.peers.car import END, STEPS
from benchmarks.peers.chart import render_chart
from benchmarks.peers.results import Measurement, Row
from benchmarks.peers.run import Run, end_difference, errors
from benchmarks.peers.table import cost_lines, page
from jounce.lab.bench.machine import processor_name

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ("jounce", "mujoco", "pinocchio", "exudyn", "drake")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write table, chart and numbers, print costs at equal error."""
    options = _parse(arguments)
    pools = {engine: _new_pool() for engine in ("jounce", *(e for e in options.engines if e != "jounce"))}
    found = measure(pools, options.engines, tuple(options.steps), options.repeats)
    _write(found, options.out, options.docs)
    print("\n".join(cost_lines(found)))
    for name in found.disagreements():
        print(f"{name}: end state differs from jounce's in the first three digits", file=sys.stderr)
    return 1 if found.disagreements() else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=ENGINES)
    parser.add_argument("--steps", nargs="+", type=float, default=STEPS, help="[s]; each divides 10 ms")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "peers", help="folder of table, chart and numbers")
    parser.add_argument("--docs", action="store_true", help="write docs/peers.md and docs/images/peers.svg too")
    return parser.parse_args(arguments)


def _new_pool() -> ProcessPoolExecutor:
    """A process of its own for every engine: libraries that they bring along do not meet."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def measure(
    pools: dict[str, ProcessPoolExecutor], engines: Sequence[str], steps: Sequence[float], repeats: int
) -> Measurement:
    """Run everything once a round, so that a busy moment of the machine does not meet one engine alone."""
    reference, check = pools["jounce"].submit(references).result()
    versions, missing, rows = {}, {}, []
    for engine in engines:
        try:
            versions[engine], methods = pools[engine].submit(describe, engine).result()
        except Exception as error:  # whatever keeps an engine from being there
            missing[engine] = f"{type(error).__name__}: {error}"
            continue
        rows += [Row(engine, method, step) for method in methods for step in steps]
    for row in rows:
        if row.step == max(steps):
            _warm_up(pools[row.engine], row)
    for repeat in range(repeats):
        for row in rows:
            if not row.note:
                _measure_row(pools[row.engine], row, reference, first=repeat == 0)
    return Measurement(rows, versions, missing, repeats, max(errors(check, reference)), _machine(), _now())


def _warm_up(pool: ProcessPoolExecutor, row: Row) -> None:
    """A run that compiles what a method needs; if it fails, the run that counts will say so."""
    with contextlib.suppress(Exception):
        pool.submit(run_engine, row.engine, row.method, row.step).result()


def _measure_row(pool: ProcessPoolExecutor, row: Row, reference: Run, *, first: bool) -> None:
    """One more run; the first one tells the errors."""
    try:
        run = pool.submit(run_engine, row.engine, row.method, row.step).result()
    except Exception as error:  # an engine that loses the car says so in its own way
        row.note = str(error).splitlines()[0][:200]
        return
    row.times.append(run.seconds / END)
    row.total_times.append(run.total_seconds / END)
    if first:
        row.yaw_error, row.height_error = errors(run, reference)
        row.end_difference = end_difference(run, reference)
        cost = f"{1e3 * run.seconds / END:8.1f} ms/s"
        print(f"{row.name:<28}{1e3 * row.step:7.3f} ms {cost}  error {row.error:.1e}", file=sys.stderr, flush=True)


def describe(engine: str) -> tuple[str, list[str]]:
    """Version and methods of an engine; called in its process."""
    module = _module(engine)
    return module.VERSION, list(module.METHODS)


def run_engine(engine: str, method: str, step: float) -> Run:
    """A J-turn; called in the engine's process."""
    return _module(engine).run(method, step)


def references() -> tuple[Run, Run]:
    """The run that all are compared with, and the one that it is compared with itself."""
    module = _module("jounce")
    return module.reference(), module.check()


def _module(engine: str) -> Any:
    return importlib.import_module(f"benchmarks.peers.{engine}_car")


def _write(found: Measurement, folder: Path, docs: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "peers.json").write_text(json.dumps(found.as_dict(), indent=1) + "\n")
    (folder / "peers.md").write_text(page(found, "peers.svg"))
    (folder / "peers.svg").write_text(render_chart(found))
    print(f"Table, chart and numbers: {folder}")
    if docs:
        (ROOT / "docs" / "peers.md").write_text(page(found, "images/peers.svg"))
        (ROOT / "docs" / "images" / "peers.svg").write_text(render_chart(found))


def _machine() -> str:
    """Processor and number of cores."""
    return f"{processor_name()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="minutes")


if __name__ == "__main__":
    sys.exit(main())
