"""`jounce warmup`: compile now what later runs need."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def warmup(
    as_json: Annotated[bool, typer.Option("--json", help="Print the times as one JSON object, nothing else.")] = False,
) -> None:
    """Compile the code that simulations need, and store it on disk.

    Takes a minute or two the first time and after an update of jounce, a few seconds otherwise. Runs compile what is
    missing by themselves; this only chooses the moment. NUMBA_CACHE_DIR chooses the folder.

    Example: jounce warmup
    """
    clock = time.perf_counter()
    from jounce.cli.kernels import TASKS, Timing, is_warm
    from jounce.cli.kernels import warmup as compile_all
    from jounce.engine import compiler as kernel

    cold = not is_warm()
    loading = Timing("loading jounce", time.perf_counter() - clock)
    if as_json:
        compiled: list[str] = []
        with kernel.when_compiling(compiled.append):
            timings = [loading, *compile_all()]
        tasks = {timing.name: timing.seconds for timing in timings}
        told = {"cold": cold, "total": sum(tasks.values()), "elapsed": time.perf_counter() - clock, "tasks": tasks}
        typer.echo(json.dumps({**told, "compiled": compiled, "folder": str(kernel.cache_folder())}))
        return

    from rich.console import Console
    from rich.progress import Progress

    console = Console()
    if cold:
        console.print("Compiling once for this version of jounce; this may take a minute.")
    words, still = "compiling" if cold else "loading", not console.is_terminal
    with Progress(console=console, transient=True, disable=still) as progress:
        bar = progress.add_task(words, total=len(TASKS))
        timings = [loading, *compile_all(progress=lambda timing: progress.advance(bar))]
    elapsed = time.perf_counter() - clock
    for timing in timings:
        console.print(f"  {timing.name:<24}{timing.seconds:8.2f} s", highlight=False)
    console.print(f"  {'total':<24}{sum(timing.seconds for timing in timings):8.2f} s", highlight=False, style="bold")
    if elapsed < 0.9 * sum(timing.seconds for timing in timings):
        console.print(f"  {'on two cores':<24}{elapsed:8.2f} s", highlight=False, style="bold")
