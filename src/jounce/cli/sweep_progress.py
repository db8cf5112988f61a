"""What a person sees while a study is under way: on stderr, a bar on a terminal, else a line now and then."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from jounce.studies.sweeping import Progress as StudyProgress

PAUSE = 5.0
"""Between lines where there is no terminal [s]."""


@contextlib.contextmanager
def sweep_progress(*, silent: bool) -> Iterator[Callable[[StudyProgress], None] | None]:
    """Give what `jounce.sweep` wants as `report`; nothing when silent."""
    console = Console(stderr=True)
    if silent:
        yield None
    elif console.is_terminal:
        columns = (SpinnerColumn(), BarColumn(bar_width=32), TextColumn("{task.description}"))
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("preparing", total=None)
            yield lambda at: bar.update(task, description=in_words(at), completed=at.done, total=at.total)
    else:
        yield _lines()


def in_words(at: StudyProgress) -> str:
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
    last = -PAUSE

    def report(at: StudyProgress) -> None:
        nonlocal last
        now = time.monotonic()
        if at.done == at.total or now - last >= PAUSE:
            last = now
            Console(stderr=True).print(in_words(at), highlight=False)

    return report


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
