"""`jounce doctor`: what is installed, what is compiled, what the machine can do, and where things are kept."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from jounce.cli.exit_codes import FAILED, cli_errors
from jounce.cli.wrapping import wrap_lines
from jounce.version import __version__

CORE = (
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
    "pydantic",
    "ruamel.yaml",
    "typer",
    "rich",
    "pyarrow",
    "plotly",
    "websockets",
)
"""Distributions that jounce cannot run without."""
PURPOSES = {
    "gym": ("gymnasium", "environments for reinforcement learning"),
    "sb3": ("stable-baselines3", "environments for Stable-Baselines3"),
    "feedback": ("pysdl2", "force feedback of steering wheels"),
    "fmu": ("ziglang", "FMUs and C libraries"),
    "video": ("av", "clips of replays"),
    "mdf": ("asammdf", "measurements in MDF 4"),
    "terrain": ("rasterio", "height maps, images and OpenCRG roads"),
    "control": ("control", "linear models for python-control"),
    "dask": ("distributed", "studies on a Dask cluster"),
    "ray": ("ray", "studies on a Ray cluster"),
}
"""Name of an extra → a distribution that it brings, and what it is for."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    topic: str
    name: str
    found: str
    problem: str = ""
    """What is wrong and what to do; empty if nothing is."""


def doctor(*, run: bool = False) -> tuple[Check, ...]:
    """Look at the installation, the machine and the folder of compiled code.

    run: also drive dw18 through half a second of a J-turn, which compiles what is not compiled yet.

    Each Check has a topic, a name, what was found, and a problem, which is empty if all is well.
    """
    found = [*_installation(), *_extras(), *_machine(), *_compiled_code()]
    if run:
        found.append(_short_run())
    return tuple(found)


@cli_errors
def doctor_command(
    run: Annotated[
        bool, typer.Option("--run", help="Also simulate a car for half a second, compiling what is needed.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Show installed packages, compiled code, capabilities of the machine and cache folders.

    Exits with code 3 if there is a problem; each problem comes with a remedy. Quote the output when you report an
    issue.

    Example: jounce doctor --run
    """
    checks = doctor(run=run)
    typer.echo(json.dumps([asdict(one) for one in checks]) if as_json else wrap_lines(table(checks)))
    if any(one.problem for one in checks):
        raise typer.Exit(FAILED)


def table(checks: tuple[Check, ...]) -> str:
    """The checks as lines for people, a block for each topic."""
    lines: list[str] = []
    topic = None
    for one in checks:
        if one.topic != topic:
            lines += ([""] if lines else []) + [one.topic]
            topic = one.topic
        lines.append(f"  {one.name:<14} {one.found}")
        if one.problem:
            lines.append(f"  {'':<14} ! {one.problem}")
    problems = sum(bool(one.problem) for one in checks)
    lines += ["", "no problem found" if not problems else f"{problems} problem{'s' if problems > 1 else ''} found (!)"]
    return "\n".join(lines)


def _installation() -> Iterator[Check]:
    from jounce.output.replay.page import is_built

    topic = "Installation"
    yield Check(topic, "jounce", f"{__version__} in {Path(__file__).resolve().parents[1]}")
    old = sys.version_info < (3, 11)
    yield Check(
        topic, "Python", f"{platform.python_version()} ({sys.executable})", "jounce needs 3.11 or newer" if old else ""
    )
    for name in CORE:
        version = _version(name)
        yield Check(topic, name, version or "missing", "" if version else f"install it: pip install {name}")
    built = is_built()
    hint = "no drives and replays: run `make web` in a clone, or install a wheel"
    yield Check(topic, "viewer page", "there" if built else "missing", "" if built else hint)


def _extras() -> Iterator[Check]:
    for extra, (distribution, purpose) in PURPOSES.items():
        version = _version(distribution)
        state = f"{distribution} {version}" if version else f"not installed (pip install 'jounce[{extra}]')"
        yield Check("Extras", extra, f"{state}: {purpose}")


def _machine() -> Iterator[Check]:
    from jounce.engine.compiler.native import host, lanes

    topic = "Machine"
    yield Check(topic, "system", platform.platform())
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    yield Check(topic, "processor", f"{host().name}, {cores} core{'s' if cores > 1 else ''} for this process")
    yield Check(topic, "SIMD lanes", f"{lanes()} cars at once on one core")


def _compiled_code() -> Iterator[Check]:
    from jounce.engine.compiler import INTERPRETED
    from jounce.engine.compiler.cache import MAX_SIZE, cache_folder, is_writable

    topic = "Compiled code"
    folder = cache_folder()
    writable = is_writable(folder)
    hint = "every start compiles anew: make it writable, or set NUMBA_CACHE_DIR to a folder of yours"
    yield Check(topic, "folder", str(folder), "" if writable else hint)
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    size = sum(path.stat().st_size for path in files)
    kernels = sum(path.suffix == ".nbi" for path in files)
    cars = sum(path.suffix == ".o" and path.parent.name == "objects" for path in files)
    yield Check(
        topic,
        "kept",
        f"{kernels} functions, {cars} object files of vehicles, {size / 1e6:.0f} of at most {MAX_SIZE / 1e6:.0f} MB",
    )
    if not kernels:
        yield Check(topic, "next run", "compiles first, for a minute or two; `jounce warmup` does it now")
    if INTERPRETED:
        yield Check(
            topic, "compilation", "off", "NUMBA_DISABLE_JIT is set: runs take thousands of times longer; unset it"
        )


def _short_run() -> Check:
    """Half a second of a J-turn of dw18: whether an installation works from end to end."""
    import jounce

    result = jounce.run("j-turn", vehicle="dw18", start=0.1, duration=0.5)
    factor = result.summary["real_time_factor"]
    return Check("Trial", "j-turn · dw18", f"0.5 s simulated, {factor:.0f} times faster than real time")


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""
