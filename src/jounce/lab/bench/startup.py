"""CPU time of fresh processes: what a person waits for before and after the simulation itself.

A process is measured as the system counts it (user and system time, with the processes that it started itself), so that
a busy machine changes little. The smallest of the repeats is what the code needs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from jounce.errors import InputError

Run = Callable[[list[str], Mapping[str, str]], float]
"""Runs a command with variables added to the environment; returns CPU seconds."""

VEHICLE, MANEUVER = "sedan", "step-steer"
REPEATS, COLD_REPEATS = 5, 1
IMPORT = "import jounce; jounce.run"
"""Imports all that a run is made of, which `import jounce` alone does not."""
NEW_TOPOLOGY = """
import jounce
rod = {"inner": [-1.745, 0.343, 0.2574], "outer": [-1.745, 0.715, 0.2450], "mass": 0.8, "inertia": [0.01, 0.001, 0.01]}
car = jounce.load_vehicle("sedan").with_values({"axles.rear.suspension.tie_rod": rod})
print(jounce.run("step-steer", vehicle=car).summary)
"""
"""A sedan whose rear tie rods are bodies: two bodies and four joints more, in loops that no library car has."""


COMMAND = """
import sys
from jounce.cli.main import main
sys.argv = ["jounce", "run", {maneuver!r}, "--vehicle", {vehicle!r}, "--json"]
main()
"""
"""The command of a cold run within a process that notes its stages."""


def measure_startup(
    *, repeats: int = REPEATS, cold_repeats: int = COLD_REPEATS, stages: bool = False, run: Run | None = None
) -> dict[str, Any]:
    """CPU seconds of a step steer of the sedan, from the call of the command to its end, in fresh processes.

    `import_s`: imports alone. `warm_run_cpu_s`: to the summary, with compiled code on the disk;
    `warm_run_report_cpu_s`: with result file and report. `cold_run_cpu_s`: with an empty cache folder;
    `new_topology_cpu_s`: a car of another topology in the folder that the cold run has filled, so that everything but
    its own equations is there. Each is the smallest of its repeats, which are in a list with `_all` behind the name;
    None where nothing was measured.

    stages: also where the time of a cold run and of a new topology goes, in two more processes: `cold_run_stages` and
    `new_topology_stages`, CPU seconds by stage (see `jounce.lab.bench.startup_stages`).

    run: how a process is run and measured, by default as it is.
    """
    measure = run or cpu_seconds
    found: dict[str, list[float]] = {
        name: [] for name in ("import", "warm_run_cpu", "warm_run_report_cpu", "cold_run_cpu", "new_topology_cpu")
    }
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        warm = _warm_commands(Path(folder))
        for command in warm.values():
            measure(command, {})  # not counted: it may compile, and writes bytecode
        for _ in range(repeats):
            for name, command in warm.items():
                found[name].append(measure(command, {}))
    for _ in range(cold_repeats):
        with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
            found["cold_run_cpu"].append(measure(_run_command("--json"), {"NUMBA_CACHE_DIR": folder}))
            found["new_topology_cpu"].append(measure(_python(NEW_TOPOLOGY), {"NUMBA_CACHE_DIR": folder}))
    words = {"vehicle": VEHICLE, "maneuver": MANEUVER, "repeats": repeats, "cold_repeats": cold_repeats}
    return {**words, **_summarise(found.items()), **(_measure_stages(measure) if stages else {})}


def _measure_stages(measure: Run) -> dict[str, Any]:
    """CPU seconds by stage of a cold run, and of a new topology in the same cache folder."""
    programs = {"cold_run": COMMAND.format(maneuver=MANEUVER, vehicle=VEHICLE), "new_topology": NEW_TOPOLOGY}
    found = {}
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        for name, program in programs.items():
            file = Path(folder, f"{name}.json")
            noting = f"from jounce.lab.bench.startup_stages import note_stages\nnote_stages({str(file)!r})\n"
            measure(_python(noting + program), {"NUMBA_CACHE_DIR": folder})
            found[f"{name}_stages"] = json.loads(file.read_text(encoding="utf-8"))
    return found


def cpu_seconds(command: list[str], variables: Mapping[str, str]) -> float:
    """CPU time [s] of a process and of those that it waited for; it keeps bytecode, as installed packages do. Raises
    InputError where the system does not count it."""
    try:
        import resource
    except ImportError:
        raise InputError("no CPU time of other processes", sys.platform, "Linux or macOS") from None
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True, env={**environment, **variables})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _warm_commands(folder: Path) -> dict[str, list[str]]:
    """What is measured with compiled code on the disk; the report goes into a folder."""
    return {
        "import": _python(IMPORT),
        "warm_run_cpu": _run_command("--json"),
        "warm_run_report_cpu": _run_command("--quiet", "--out", str(folder / "out")),
    }


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def _run_command(*options: str) -> list[str]:
    return [sys.executable, "-m", "jounce.cli.main", "run", MANEUVER, "--vehicle", VEHICLE, *options]


def _summarise(found: Iterable[tuple[str, list[float]]]) -> dict[str, Any]:
    """Smallest and all times by name."""
    numbers: dict[str, Any] = {}
    for name, times in found:
        numbers[f"{name}_s"] = min(times, default=None)
        numbers[f"{name}_s_all"] = times
    return numbers
