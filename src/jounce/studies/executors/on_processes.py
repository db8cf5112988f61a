"""In processes of this machine, which know nothing of each other: one that dies takes only its task along."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from jounce.studies.executors import no_address
from jounce.studies.tasks import Outcome, Task, halves, lost, perform

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
DIED = "its worker process died twice, here alone; is there enough memory?"


def outcomes(tasks: Iterator[Task], *, workers: int, address: str | None) -> Iterator[Outcome]:
    """The outcome of every task; the first one alone, so that code is compiled once and not by every worker."""
    no_address("processes", address)
    return _outcomes(tasks, workers)


def _outcomes(tasks: Iterator[Task], workers: int) -> Iterator[Outcome]:
    first = next(tasks, None)
    if first is None:
        return
    suspects: list[Task] = [first]
    with _Pool(1) as pool:
        while True:
            for task in suspects:
                yield from _retried(pool, task)
            pool.resize(workers)
            running: dict[Future[Outcome], Task] = {}
            try:
                yield from _fed(pool, tasks, running, workers)
                return
            except BrokenProcessPool:
                suspects = list(running.values())
                pool.renew(1)


def _fed(pool: _Pool, tasks: Iterator[Task], running: dict[Future[Outcome], Task], workers: int) -> Iterator[Outcome]:
    """Outcomes while every worker has a task and another one waiting; `running` holds what is under way."""
    while True:
        while len(running) < 2 * workers and (task := next(tasks, None)) is not None:
            try:
                running[pool.submit(task)] = task
            except BrokenProcessPool:
                running[Future()] = task  # it was taken from the tasks, so it must not be forgotten
                raise
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            outcome = future.result()
            del running[future]
            yield outcome


def _retried(pool: _Pool, task: Task) -> Iterator[Outcome]:
    """A task that was under way when a worker died, alone: what kills its worker again is cut down to one job."""
    for _ in range(2):
        try:
            outcome = pool.submit(task).result()
        except BrokenProcessPool:
            pool.renew(1)
            if len(task.jobs) > 1:
                for half in halves(task):
                    yield from _retried(pool, half)
                return
        else:
            yield outcome
            return
    yield lost(task, DIED)


class _Pool:
    """A pool that can be renewed, and whose processes end when it is left, whatever they do."""

    def __init__(self, workers: int) -> None:
        self.others = set(multiprocessing.active_children())
        self.workers = workers
        self.pool = _pool(workers)

    def submit(self, task: Task) -> Future[Outcome]:
        with _one_thread_each():  # the first task of a pool starts its processes
            return self.pool.submit(perform, task)

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
    """Processes that begin here do linear algebra in one thread, unless somebody has said otherwise.

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
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts_to_the_parent)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
