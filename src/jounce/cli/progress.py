"""Progress of runs and studies for people: on stderr, so that stdout carries results alone."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.lab.runs.run import Progress as RunProgress
    from jounce.lab.studies.sweeping import Progress as StudyProgress

HOW_LONG = "once, seconds for a new car, else up to a minute"
PAUSE = 5.0
"""Time between lines of a study where there is no terminal [s]."""


@contextlib.contextmanager
def run_progress(*, silent: bool) -> Iterator[Callable[[RunProgress], None] | None]:
    """The `progress` of `jounce.run`; None when silent, and where there is no terminal for a moving bar."""
    if silent:
        yield None
        return
    from rich.console import Console

    from jounce.engine import compiler

    console = Console(stderr=True)
    if not console.is_terminal:
        with compiler.when_compiling(_first(lambda name: console.print(_compiling(name), soft_wrap=True))):
            yield None
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=32),
        TextColumn("{task.fields[clock]}"),
        TimeElapsedColumn(),
    )
    words = {"building": "building", "compiling": "preparing", "observing": "evaluating"}
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("building", total=None, clock="")

        def show(progress: RunProgress) -> None:
            if progress.stage == "simulating":
                clock = f"{progress.time:6.2f} / {progress.end:g} s"
                bar.update(task, description="simulating", total=progress.end, completed=progress.time, clock=clock)
            else:
                bar.update(task, description=words.get(progress.stage, progress.stage))

        with compiler.when_compiling(lambda name: bar.update(task, description=_compiling(name))):
            yield show


@contextlib.contextmanager
def compilation_notice(*, silent: bool) -> Iterator[None]:
    """A line on stderr when something is compiled on the way, unless silent."""
    if silent:
        yield
        return
    from rich.console import Console

    from jounce.engine import compiler

    with compiler.when_compiling(_first(lambda name: Console(stderr=True).print(_compiling(name), soft_wrap=True))):
        yield


def _compiling(name: str) -> str:
    """What is being compiled, and how long that takes."""
    return f"compiling {name} ({HOW_LONG}) …"


def _first(tell: Callable[[str], None]) -> Callable[[str], None]:
    """Tell the name of the first function that is compiled, and no other: there may be dozens."""
    told: list[str] = []

    def hear(name: str) -> None:
        told.append(name)
        if len(told) == 1:
            tell(name)

    return hear


@contextlib.contextmanager
def sweep_progress(*, silent: bool) -> Iterator[Callable[[StudyProgress], None] | None]:
    """The `progress` of `jounce.sweep`; a bar on a terminal, else a line now and then, None when silent."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    console = Console(stderr=True)
    if silent:
        yield None
    elif console.is_terminal:
        columns = (SpinnerColumn(), BarColumn(bar_width=32), TextColumn("{task.description}"))
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("preparing", total=None)
            yield lambda at: bar.update(task, description=describe_progress(at), completed=at.done, total=at.total)
    else:
        yield _lines()


def describe_progress(at: StudyProgress) -> str:
    """Done and total, speed, time left, failures."""
    words = [f"{at.done}/{at.total} runs"]
    if at.rate > 0.0:
        words.append(f"{at.rate:.3g}/s")
    if at.left is not None and at.done < at.total:
        words.append(f"{_clock(at.left)} left")
    if at.found:
        words.append(f"{at.found} were done before")
    if at.failed:
        words.append(f"{at.failed} failed")
    return ", ".join(words)


def _lines() -> Callable[[StudyProgress], None]:
    """Plain lines, the first and the last and one every few seconds."""
    from rich.console import Console

    last = -PAUSE

    def show(at: StudyProgress) -> None:
        nonlocal last
        now = time.monotonic()
        if at.done == at.total or now - last >= PAUSE:
            last = now
            Console(stderr=True).print(describe_progress(at), highlight=False)

    return show


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
