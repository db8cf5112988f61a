"""What several metrics of a run have in common, worked out once for each run: its checks, its onset, its course."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from jounce.lab.metrics.signals import NoValueError
from jounce.lab.results import Result

Found = TypeVar("Found")


def once(function: Callable[..., Found]) -> Callable[..., Found]:
    """A function of a result, evaluated once for each result and further arguments; nobody may change what it returns.

    A NoValueError is raised again. What was found lies in the result, as cached properties do; a changed copy begins
    without it.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def found(result: Result, *further: Any) -> Found:
        known: dict[Any, Any] = vars(result).setdefault("_worked_out", {})
        key = name, further
        if key not in known:
            try:
                known[key] = function(result, *further)
            except NoValueError as reason:
                known[key] = reason
        value = known[key]
        if isinstance(value, NoValueError):
            raise NoValueError(str(value))
        return value

    return found
