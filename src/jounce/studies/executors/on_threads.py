"""In this process: a task after the other, each over all threads of the compiled batch."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.studies.executors import no_address
from jounce.studies.tasks import Outcome, Task, perform


def outcomes(tasks: Iterator[Task], *, workers: int, address: str | None) -> Iterator[Outcome]:
    """The outcome of every task in its order; the tasks know how many threads they may use."""
    no_address("threads", address)
    return (perform(task) for task in tasks)
