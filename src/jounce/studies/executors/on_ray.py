"""On a Ray cluster: one that is there, at an address, or a local one for the time of the study."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Iterator
from typing import Any

from jounce.errors import Refusal
from jounce.studies.executors import missing
from jounce.studies.tasks import Outcome, Task, halves, lost, perform

DIED = "every worker that tried it died; is there enough memory?"


def outcomes(tasks: Iterator[Task], *, workers: int, address: str | None) -> Iterator[Outcome]:
    """The outcome of every task; Ray tries the task of a worker that died again."""
    try:
        import ray
    except ImportError:
        raise missing("ray", "ray") from None
    return _outcomes(ray, tasks, workers, address)


def _outcomes(ray: Any, tasks: Iterator[Task], workers: int, address: str | None) -> Iterator[Outcome]:
    with _connection(ray, workers, address):
        remote = ray.remote(num_cpus=1, max_retries=2)(perform)
        slots = 2 * max(1, int(ray.cluster_resources().get("CPU", workers)) if address is not None else workers)
        under_way: dict[Any, Task] = {}
        for task in itertools.islice(tasks, slots):
            under_way[remote.remote(task)] = task
        while under_way:
            (done, *_), _ = ray.wait(list(under_way), num_returns=1)
            task = under_way.pop(done)
            try:
                yield ray.get(done)
            except ray.exceptions.WorkerCrashedError:
                if len(task.jobs) > 1:
                    under_way |= {remote.remote(half): half for half in halves(task)}
                else:
                    yield lost(task, DIED)
            following = next(tasks, None) if len(under_way) < slots else None
            if following is not None:
                under_way[remote.remote(following)] = following


@contextlib.contextmanager
def _connection(ray: Any, workers: int, address: str | None) -> Iterator[None]:
    """A connection that ends with the study; a local cluster finds modules where this process does."""
    try:
        if address is not None:
            ray.init(address=address, log_to_driver=False)
        else:
            path = {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": path})
    except ConnectionError as error:
        raise Refusal(
            "no Ray cluster", repr(address), "its address, such as ray://10.0.0.1:10001", str(error)
        ) from None
    try:
        yield
    finally:
        ray.shutdown()
