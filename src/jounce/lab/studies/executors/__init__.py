"""Where the runs are made: each executor takes chunks as it can and gives rows as they come, one adapter a file."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Protocol

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.studies.executors.chunks import Chunk, ChunkRows


class Executor(Protocol):
    """Rows of all chunks in any order; chunks are taken one by one, because their size follows from earlier ones.

    Ends what it has started when it is closed. A chunk whose worker dies is tried again.
    """

    def __call__(self, chunks: Iterator[Chunk], *, workers: int, address: str | None) -> Iterator[ChunkRows]: ...


EXECUTORS: Mapping[str, str] = {
    "threads": "in this process, on all cores; the default",
    "processes": "in processes of this machine",
    "dask": "on a Dask cluster at an address, or a local one",
    "ray": "on a Ray cluster at an address, or a local one",
}


def executor_of(name: str) -> Executor:
    """The executor of that name; raises InputError for an unknown one, or when its package is missing."""
    if name not in EXECUTORS:
        raise InputError("unknown executor", repr(name), f"one of {', '.join(EXECUTORS)}", suggestion(name, EXECUTORS))
    found: Executor = importlib.import_module(f"{__name__}.on_{name}").evaluate_chunks
    return found


def no_address(name: str, address: str | None) -> None:
    """Refuse an address for an executor on this machine."""
    if address is not None:
        raise InputError(f"{name} need no address", repr(address), "the executor dask or ray", where="address")


def missing(name: str, package: str) -> InputError:
    """What to say when the package of an executor is not installed."""
    return InputError(
        f"the executor {name} needs the package {package}", "no such package", hint=f"pip install 'jounce[{name}]'"
    )
