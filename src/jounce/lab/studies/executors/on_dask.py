"""On a Dask cluster: one that is there, at an address, or a local one for the time of the study."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from jounce.errors import InputError
from jounce.lab.studies.executors import missing
from jounce.lab.studies.executors.chunks import Chunk, ChunkRows, evaluate_chunk, fail_chunk, halve_chunk

DIED = "every worker that tried it died; is there enough memory?"


def evaluate_chunks(chunks: Iterator[Chunk], *, workers: int, address: str | None) -> Iterator[ChunkRows]:
    """The rows of every chunk; Dask gives the chunks of a worker that died to others."""
    try:
        import distributed
    except ImportError:
        raise missing("dask", "distributed") from None
    return _evaluate_chunks(distributed, chunks, workers, address)


def _evaluate_chunks(
    distributed: Any, chunks: Iterator[Chunk], workers: int, address: str | None
) -> Iterator[ChunkRows]:
    with _cluster(distributed, workers, address) as cluster, _client(distributed, cluster) as client:
        slots = 2 * max(1, len(client.nthreads()) if address is not None else workers)
        under_way: dict[Any, Chunk] = {}
        completed = distributed.as_completed()

        def submit(chunk: Chunk) -> None:
            future = client.submit(evaluate_chunk, chunk, pure=False, retries=2)
            under_way[future.key] = chunk
            completed.add(future)

        for chunk in itertools.islice(chunks, slots):
            submit(chunk)
        while under_way:
            future = next(completed)
            chunk = under_way.pop(future.key)
            if future.status == "error" and isinstance(future.exception(), distributed.KilledWorker):
                if len(chunk.runs) > 1:
                    for half in halve_chunk(chunk):
                        submit(half)
                else:
                    yield fail_chunk(chunk, DIED)
            else:
                yield future.result()
            following = next(chunks, None) if len(under_way) < slots else None
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
        raise InputError(
            "no Dask scheduler", str(cluster), "its address, such as tcp://10.0.0.1:8786", str(error)
        ) from None
