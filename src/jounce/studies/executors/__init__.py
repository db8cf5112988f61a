"""Who makes the runs: each executor takes tasks as it can and gives outcomes as they come, one adapter a file."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Protocol

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.studies.tasks import Outcome, Task


class Executor(Protocol):
    """Outcomes of all tasks in any order; tasks are taken one by one, because their size follows the outcomes.

    Ends what it has started when it is closed. A task whose worker dies is tried again.
    """

    def __call__(self, tasks: Iterator[Task], *, workers: int, address: str | None) -> Iterator[Outcome]: ...


EXECUTORS: Mapping[str, str] = {
    "threads": "in this process, on all cores; the default",
    "processes": "in processes of this machine",
    "dask": "on a Dask cluster at an address, or a local one",
    "ray": "on a Ray cluster at an address, or a local one",
}


def executor_of(name: str) -> Executor:
    """The executor of that name; raises Refusal for an unknown one, or when its package is missing."""
    if name not in EXECUTORS:
        raise Refusal("unknown executor", repr(name), f"one of {', '.join(EXECUTORS)}", suggestion(name, EXECUTORS))
    found: Executor = importlib.import_module(f"{__name__}.on_{name}").outcomes
    return found


def no_address(name: str, address: str | None) -> None:
    """Refuse an address where there is nobody to call."""
    if address is not None:
        raise Refusal(f"{name} need no address", repr(address), "the executor dask or ray", where="address")


def missing(name: str, package: str) -> Refusal:
    """What to say when the package of an executor is not installed."""
    return Refusal(
        f"the executor {name} needs the package {package}", "no such package", hint=f"pip install 'jounce[{name}]'"
    )
