"""In processes of this machine, which know nothing of each other: one that dies takes only its chunk along."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from jounce.lab.studies.executors import no_address
from jounce.lab.studies.executors.chunks import Chunk, ChunkRows, evaluate_chunk, fail_chunk, halve_chunk

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
DIED = "its worker process died twice, here alone; is there enough memory?"


def evaluate_chunks(chunks: Iterator[Chunk], *, workers: int, address: str | None) -> Iterator[ChunkRows]:
    """The rows of every chunk; the first one alone, so that code is compiled once and not by every worker."""
    no_address("processes", address)
    return _evaluate_chunks(chunks, workers)


def _evaluate_chunks(chunks: Iterator[Chunk], workers: int) -> Iterator[ChunkRows]:
    first = next(chunks, None)
    if first is None:
        return
    suspects: list[Chunk] = [first]
    with _Pool(1) as pool:
        while True:
            for chunk in suspects:
                yield from _retry(pool, chunk)
            pool.resize(workers)
            running: dict[Future[ChunkRows], Chunk] = {}
            try:
                yield from _feed(pool, chunks, running, workers)
                return
            except BrokenProcessPool:
                suspects = list(running.values())
                pool.renew(1)


def _feed(
    pool: _Pool, chunks: Iterator[Chunk], running: dict[Future[ChunkRows], Chunk], workers: int
) -> Iterator[ChunkRows]:
    """Rows while every worker has a chunk and another one waiting; `running` holds what is under way."""
    while True:
        while len(running) < 2 * workers and (chunk := next(chunks, None)) is not None:
            try:
                running[pool.submit(chunk)] = chunk
            except BrokenProcessPool:
                running[Future()] = chunk  # it was taken from the chunks, so it must not be forgotten
                raise
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            made = future.result()
            del running[future]
            yield made


def _retry(pool: _Pool, chunk: Chunk) -> Iterator[ChunkRows]:
    """A chunk that was under way when a worker died, alone: what kills its worker again is cut down to one run."""
    for _ in range(2):
        try:
            made = pool.submit(chunk).result()
        except BrokenProcessPool:
            pool.renew(1)
            if len(chunk.runs) > 1:
                for half in halve_chunk(chunk):
                    yield from _retry(pool, half)
                return
        else:
            yield made
            return
    yield fail_chunk(chunk, DIED)


class _Pool:
    """A pool that can be renewed, and whose processes end when it is left, whatever they do."""

    def __init__(self, workers: int) -> None:
        self.others = set(multiprocessing.active_children())
        self.workers = workers
        self.pool = _pool(workers)

    def submit(self, chunk: Chunk) -> Future[ChunkRows]:
        with _one_thread_each():  # the first chunk of a pool starts its processes
            return self.pool.submit(evaluate_chunk, chunk)

    def resize(self, workers: int) -> None:
        if workers != self.workers:
            self.renew(workers)

    def renew(self, workers: int) -> None:
        self.end()
        self.workers, self.pool = workers, _pool(workers)

    def end(self) -> None:
        ours = set(multiprocessing.active_children()) - self.others
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in ours:
            with contextlib.suppress(OSError, ValueError):
                process.terminate()
        for process in ours:
            process.join()

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes that begin here do linear algebra in one thread, unless the environment sets another number.

    With a thread for every core in every process, they wait for each other most of the time.
    """
    added = {name: "1" for name in ONE_THREAD if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _pool(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")  # a forked copy of threads that hold locks may hang
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_depend_on_the_parent)


def _depend_on_the_parent() -> None:
    """Leave interrupts to the parent, and end when it does, also by kill −9, after which it can say nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
