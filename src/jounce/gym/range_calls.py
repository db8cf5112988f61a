"""Compiled calls over ranges of cars, one a thread: what they do is free, everything else is bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from jounce.engine.compiler import Bound
from jounce.engine.simulate.step_kernel import call_with


class RangeCalls:
    """Calls that together serve all cars, for each of two buffers of observations."""

    def __init__(self, bind: Callable[[int], list[Bound]], threads: int) -> None:
        """bind: the calls for a buffer, over ranges that do not overlap."""
        self._calls = [bind(buffer) for buffer in range(2)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 and len(self._calls[0]) > 1 else None

    def run(self, mode: int, buffer: int) -> None:
        """Do with all cars what a mode of `jounce.gym.episode_kernel` says."""
        if self._pool is None:
            for call in self._calls[buffer]:
                call_with(*call, float(mode))
        else:
            list(self._pool.map(lambda call: call_with(*call, float(mode)), self._calls[buffer]))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def ranges(first: int, last: int, parts: int, grain: int) -> Iterator[tuple[int, int]]:
    """A range cut into at most so many parts, each but the last of whole grains."""
    size = grain * max(1, math.ceil((last - first) / (parts * grain)))
    for begin in range(first, last, size):
        yield begin, min(begin + size, last)
