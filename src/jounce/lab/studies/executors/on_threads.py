"""In this process: a chunk after the other, each over all threads of the compiled batch."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.lab.studies.executors import no_address
from jounce.lab.studies.executors.chunks import Chunk, ChunkRows, evaluate_chunk


def evaluate_chunks(chunks: Iterator[Chunk], *, workers: int, address: str | None) -> Iterator[ChunkRows]:
    """The rows of every chunk in its order; the chunks know how many threads they may use."""
    no_address("threads", address)
    return (evaluate_chunk(chunk) for chunk in chunks)
