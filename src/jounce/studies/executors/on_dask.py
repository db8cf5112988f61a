"""On a Dask cluster: one that is there, at an address, or a local one for the time of the study."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from jounce.errors import Refusal
from jounce.studies.executors import missing
from jounce.studies.tasks import Outcome, Task, halves, lost, perform

DIED = "every worker that tried it died; is there enough memory?"


def outcomes(tasks: Iterator[Task], *, workers: int, address: str | None) -> Iterator[Outcome]:
    """The outcome of every task; Dask gives the tasks of a worker that died to others."""
    try:
        import distributed
    except ImportError:
        raise missing("dask", "distributed") from None
    return _outcomes(distributed, tasks, workers, address)


def _outcomes(distributed: Any, tasks: Iterator[Task], workers: int, address: str | None) -> Iterator[Outcome]:
    with _cluster(distributed, workers, address) as cluster, _client(distributed, cluster) as client:
        slots = 2 * max(1, len(client.nthreads()) if address is not None else workers)
        under_way: dict[Any, Task] = {}
        completed = distributed.as_completed()

        def submit(task: Task) -> None:
            future = client.submit(perform, task, pure=False, retries=2)
            under_way[future.key] = task
            completed.add(future)

        for task in itertools.islice(tasks, slots):
            submit(task)
        while under_way:
            future = next(completed)
            task = under_way.pop(future.key)
            if future.status == "error" and isinstance(future.exception(), distributed.KilledWorker):
                if len(task.jobs) > 1:
                    for half in halves(task):
                        submit(half)
                else:
                    yield lost(task, DIED)
            else:
                yield future.result()
            following = next(tasks, None) if len(under_way) < slots else None
            if following is not None:
                submit(following)


def _cluster(distributed: Any, workers: int, address: str | None) -> Any:
    """The cluster at the address, or a local one with a process for every worker and no web pages."""
    if address is not None:
        return contextlib.nullcontext(address)
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )


def _client(distributed: Any, cluster: Any) -> Any:
    try:
        return distributed.Client(cluster, timeout="20s")
    except (OSError, ValueError) as error:
        raise Refusal(
            "no Dask scheduler", str(cluster), "its address, such as tcp://10.0.0.1:8786", str(error)
        ) from None
