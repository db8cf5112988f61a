"""A task: some jobs of a plan, and the function that makes rows of them, by its name so that it travels well."""

from __future__ import annotations

import dataclasses
import importlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jounce.studies.jobs import Job
from jounce.studies.rows import Row

if TYPE_CHECKING:
    from jounce.studies.plan import Plan


@dataclass(frozen=True)
class Task:
    """Some jobs; `evaluate` is MODULE:FUNCTION, called with the task, which gives a row for every job."""

    plan: Plan
    jobs: tuple[Job, ...]
    threads: int = 1
    evaluate: str = "jounce.studies.evaluate:evaluate"


@dataclass(frozen=True)
class Outcome:
    """The rows of a task, and how long they took [s]."""

    rows: tuple[Row, ...]
    seconds: float


def perform(task: Task) -> Outcome:
    """Make the rows of a task, wherever this is called."""
    module, _, name = task.evaluate.partition(":")
    clock = time.perf_counter()
    rows = getattr(importlib.import_module(module), name)(task)
    return Outcome(tuple(rows), time.perf_counter() - clock)


def halves(task: Task) -> tuple[Task, ...]:
    """The task in two parts, or as it is when it has one job."""
    middle = len(task.jobs) // 2
    if middle == 0:
        return (task,)
    return tuple(dataclasses.replace(task, jobs=jobs) for jobs in (task.jobs[:middle], task.jobs[middle:]))


def lost(task: Task, reason: str) -> Outcome:
    """Rows that say why nothing came back."""
    return Outcome(tuple(Row(job.index, job.seed, "failed", reason) for job in task.jobs), 0.0)
