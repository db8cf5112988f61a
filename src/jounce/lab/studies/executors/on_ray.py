"""On a Ray cluster: one that is there, at an address, or a local one for the time of the study."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Iterator
from typing import Any

from jounce.errors import InputError
from jounce.lab.studies.executors import missing
from jounce.lab.studies.executors.chunks import Chunk, ChunkRows, evaluate_chunk, fail_chunk, halve_chunk

DIED = "every worker that tried it died; is there enough memory?"


def evaluate_chunks(chunks: Iterator[Chunk], *, workers: int, address: str | None) -> Iterator[ChunkRows]:
    """The rows of every chunk; Ray tries the chunk of a worker that died again."""
    try:
        import ray
    except ImportError:
        raise missing("ray", "ray") from None
    return _evaluate_chunks(ray, chunks, workers, address)


def _evaluate_chunks(ray: Any, chunks: Iterator[Chunk], workers: int, address: str | None) -> Iterator[ChunkRows]:
    with _connection(ray, workers, address):
        remote = ray.remote(num_cpus=1, max_retries=2)(evaluate_chunk)
        slots = 2 * max(1, int(ray.cluster_resources().get("CPU", workers)) if address is not None else workers)
        under_way: dict[Any, Chunk] = {}
        for chunk in itertools.islice(chunks, slots):
            under_way[remote.remote(chunk)] = chunk
        while under_way:
            (done, *_), _ = ray.wait(list(under_way), num_returns=1)
            chunk = under_way.pop(done)
            try:
                yield ray.get(done)
            except ray.exceptions.WorkerCrashedError:
                if len(chunk.runs) > 1:
                    under_way |= {remote.remote(half): half for half in halve_chunk(chunk)}
                else:
                    yield fail_chunk(chunk, DIED)
            following = next(chunks, None) if len(under_way) < slots else None
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
        raise InputError(
            "no Ray cluster", repr(address), "its address, such as ray://10.0.0.1:10001", str(error)
        ) from None
    try:
        yield
    finally:
        ray.shutdown()
