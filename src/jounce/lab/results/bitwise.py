"""Whether two results hold the same numbers, to the last bit."""

from __future__ import annotations

from jounce.lab.results.result import Result


def identical(a: Result, b: Result) -> bool:
    """Whether two results hold the same channels with the same numbers, to the last bit."""
    return not different_channels(a, b)


def different_channels(a: Result, b: Result) -> tuple[str, ...]:
    """Names of the channels whose bits differ, or that only one of the results has, in the order of the first."""
    names = [*a, *(name for name in b if name not in a)]
    return tuple(
        name for name in names if name not in a or name not in b or a[name].values.tobytes() != b[name].values.tobytes()
    )
