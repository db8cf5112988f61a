"""What a person sees while a run is under way: on stderr, so that stdout carries the summary alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from jounce.maneuvers.run import Progress as RunProgress
from jounce.simulate.warmup import is_warm

COMPILING = "compiling (once, may take a minute; later runs start at once)"


@contextlib.contextmanager
def run_progress(*, silent: bool) -> Iterator[Callable[[RunProgress], None] | None]:
    """Give what `jounce.run` wants as `report`; nothing when silent, no moving bar where there is no terminal."""
    console, cold = Console(stderr=True), not silent and not is_warm()
    if silent or not console.is_terminal:
        if cold:
            console.print(f"{COMPILING} …")
        yield None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=32),
        TextColumn("{task.fields[clock]}"),
        TimeElapsedColumn(),
    )
    words = {"building": "building", "compiling": COMPILING if cold else "preparing", "observing": "evaluating"}
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("building", total=None, clock="")

        def report(progress: RunProgress) -> None:
            if progress.stage == "simulating":
                clock = f"{progress.time:6.2f} / {progress.end:g} s"
                bar.update(task, description="simulating", total=progress.end, completed=progress.time, clock=clock)
            else:
                bar.update(task, description=words[progress.stage])

        yield report
