"""Keep the speed of a commit as a file, and warn where it is slower than before (`make bench-record`).

Machines differ, so what is compared is a ratio: time of the code ÷ time of a yardstick, a fixed loop of NumPy on small
matrices that is measured before and after in the same process. A file of benchmarks/history is named after its commit.

python -m benchmarks.record --repeats 7
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
HISTORY = Path(__file__).parent / "history"
KEYS = ("rhs_us", "midpoint_us", "chord_us", "chord_servo_us", "lanes_rhs_us_per_car")
"""Times of `jounce bench` that are compared."""
VEHICLES = ("dw18", "sedan")
ALLOWED = 1.10
"""Ratio to the best of the last commits above which a warning is printed: noise of one run stays below 5 %."""
REMEMBERED = 10
"""Commits that are compared with."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write a file, print warnings; warnings do not fail, because one machine may be busy."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=7, help="how often to measure")
    parser.add_argument("--out", type=Path, default=HISTORY, help="folder of the files")
    options = parser.parse_args(arguments)
    found = measure(options.repeats)
    before = read_history(options.out)
    for line in regressions(found, before[-REMEMBERED:]):
        print(f"warning: {line}")
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f"{found['commit']}.json"
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{path.name}: " + ", ".join(f"{name} {value:.3f}" for name, value in found["ratios"].items()))
    return 0


def measure(repeats: int) -> dict[str, Any]:
    """Times of the library cars [µs], and their ratios to the yardstick of the same run."""
    import jounce

    yard = [yardstick()]
    times: dict[str, float] = {}
    for vehicle in VEHICLES:
        numbers = jounce.bench(vehicle, repeats=repeats)
        times |= {f"{vehicle}.{key}": numbers[key] for key in KEYS if numbers.get(key)}
        yard.append(yardstick())
    unit = min(yard)
    return {
        "commit": _git("rev-parse", "--short=12", "HEAD"),
        "dirty": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "yardstick_us": unit,
        "times_us": times,
        "ratios": {name: value / unit for name, value in times.items()},
    }


def yardstick() -> float:
    """Smallest time [µs] of a fixed piece of work: 40 products of 24 × 24 matrices, which stay in the cache."""
    a = np.eye(24) + 0.01 * np.arange(576.0).reshape(24, 24) / 576.0
    best = np.inf
    for _ in range(300):
        start, b = time.perf_counter(), a
        for _ in range(40):
            b = a @ b * 0.9
        best = min(best, time.perf_counter() - start)
    return 1e6 * best


def read_history(folder: Path) -> list[dict[str, Any]]:
    """Earlier measurements, oldest first."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    return sorted(found, key=lambda one: one["date"])


def regressions(found: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> list[str]:
    """One line for every ratio that is larger than the best of earlier commits by more than ALLOWED."""
    lines = []
    for name, ratio in found["ratios"].items():
        earlier = [(one["ratios"][name], one["commit"]) for one in before if name in one["ratios"]]
        if earlier and ratio > ALLOWED * min(earlier)[0]:
            best, commit = min(earlier)
            lines.append(f"{name} is {ratio / best:.2f} times that of {commit}, relative to the yardstick")
    return lines


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
