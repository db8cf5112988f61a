"""How many jobs a task takes: few enough that little is lost when all is killed, enough that handing out is cheap."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jounce.studies.jobs import Job
from jounce.studies.plan import Plan
from jounce.studies.tasks import Outcome, Task

SECONDS = 2.0
"""That a task should take."""
LARGEST = 512


@dataclass
class Pace:
    """Hands out tasks, the first of one job; their size follows what earlier ones took. Rows do not depend on it."""

    plan: Plan
    jobs: Sequence[Job]
    threads: int
    workers: int
    evaluate: str
    chunk: int | None = None
    """Jobs of a task, if they are to be as many."""
    done: int = 0
    seconds: float = 0.0

    def tasks(self) -> Iterator[Task]:
        """Tasks until there are no more jobs."""
        light = dataclasses.replace(self.plan, jobs=())  # a task brings its own
        at = 0
        while at < len(self.jobs):
            count = self.size(len(self.jobs) - at, first=at == 0)
            yield Task(light, tuple(self.jobs[at : at + count]), self.threads, self.evaluate)
            at += count

    def learn(self, outcome: Outcome) -> None:
        """Note how long a task took."""
        self.done += len(outcome.rows)
        self.seconds += outcome.seconds

    def size(self, left: int, *, first: bool = False) -> int:
        """Jobs of the next task."""
        if self.chunk is not None:
            return min(self.chunk, left)
        if first:
            return 1
        if self.done == 0 or self.seconds == 0.0:
            wanted = self.threads
        else:
            wanted = int(SECONDS * self.done / self.seconds)
        share = -(-left // self.workers)  # at the end every worker has something to do
        batch = max(self.threads, min(wanted, LARGEST, share))
        return min(batch, left)
