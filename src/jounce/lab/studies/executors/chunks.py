"""Chunks of runs that a worker takes at once: small, so that little is lost when all is killed, but not too small."""

from __future__ import annotations

import dataclasses
import importlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jounce.lab.studies.runs import Row, Run

if TYPE_CHECKING:
    from jounce.lab.studies.plan import Plan

CHUNK_SECONDS = 2.0
"""Time that a chunk should take [s]."""
MAX_RUNS = 512
"""Most runs of a chunk."""


@dataclass(frozen=True)
class Chunk:
    """Some runs of a plan; `evaluate` is MODULE:FUNCTION, a name so that it travels well, from a chunk to its rows."""

    plan: Plan
    runs: tuple[Run, ...]
    threads: int = 1
    evaluate: str = "jounce.lab.studies.evaluate:evaluate"


@dataclass(frozen=True)
class ChunkRows:
    """The rows of a chunk, and how long they took [s]."""

    rows: tuple[Row, ...]
    seconds: float


def evaluate_chunk(chunk: Chunk) -> ChunkRows:
    """Make the rows of a chunk, in whichever process this is called."""
    module, _, name = chunk.evaluate.partition(":")
    clock = time.perf_counter()
    rows = getattr(importlib.import_module(module), name)(chunk)
    return ChunkRows(tuple(rows), time.perf_counter() - clock)


def halve_chunk(chunk: Chunk) -> tuple[Chunk, ...]:
    """The chunk in two parts, or as it is when it has one run."""
    middle = len(chunk.runs) // 2
    if middle == 0:
        return (chunk,)
    return tuple(dataclasses.replace(chunk, runs=runs) for runs in (chunk.runs[:middle], chunk.runs[middle:]))


def fail_chunk(chunk: Chunk, reason: str) -> ChunkRows:
    """Rows that say why nothing came back."""
    return ChunkRows(tuple(Row(run.index, run.seed, "failed", reason) for run in chunk.runs), 0.0)


@dataclass
class ChunkFeeder:
    """Hands out chunks, the first of one run; their size follows what earlier ones took. Rows do not depend on it."""

    plan: Plan
    runs: Sequence[Run]
    threads: int
    workers: int
    evaluate: str
    chunk: int | None = None
    """Runs of a chunk, if they are to be as many."""
    done: int = 0
    seconds: float = 0.0

    def chunks(self) -> Iterator[Chunk]:
        """Chunks until there are no more runs."""
        light = dataclasses.replace(self.plan, runs=())  # a chunk brings its own
        at = 0
        while at < len(self.runs):
            count = self.size(len(self.runs) - at, first=at == 0)
            yield Chunk(light, tuple(self.runs[at : at + count]), self.threads, self.evaluate)
            at += count

    def learn(self, made: ChunkRows) -> None:
        """Note how long a chunk took."""
        self.done += len(made.rows)
        self.seconds += made.seconds

    def size(self, left: int, *, first: bool = False) -> int:
        """Runs of the next chunk."""
        if self.chunk is not None:
            return min(self.chunk, left)
        if first:
            return 1
        if self.done == 0 or self.seconds == 0.0:
            wanted = self.threads
        else:
            wanted = int(CHUNK_SECONDS * self.done / self.seconds)
        share = -(-left // self.workers)  # at the end every worker has something to do
        batch = max(self.threads, min(wanted, MAX_RUNS, share))
        return min(batch, left)
