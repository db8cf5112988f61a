"""Pacing of ticks: when they are due, how to wait for them, and policies for late ones.

Tick n is due at origin + n × period: due times are counted, not summed, so no error grows. Work is bounded: a wake-up
does the work of one tick, or of at most MAX_CATCH_UP of them under the policy `drop`.

    slow   (default) a late tick moves the origin: simulated time falls behind the clock, and the lost time is counted
    drop   the clock stays: missed ticks are made up for at once, with the same input, at most MAX_CATCH_UP of them;
           the rest is dropped and counted
    stop   the first late tick ends the loop
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from jounce.errors import InputError
from jounce.live.realtime import timing
from jounce.live.realtime.timing import LoopTiming

SLOW, DROP, STOP = POLICIES = ("slow", "drop", "stop")
MAX_CATCH_UP = 10
"""Most ticks of work in one wake-up."""
MIN_PERIOD = 1e-3
"""Shortest wall time of a period [s]."""
MIN_SPEED, MAX_SPEED = 0.1, 10.0
"""Lowest and highest speed of a loop: simulated time per wall time [-]."""


@dataclass(frozen=True)
class Clock:
    """A clock to wait with; tests have their own. spin: time before a tick at which sleep ends and busy-waiting begins
    [s]."""

    now: Callable[[], float] = time.perf_counter
    sleep: Callable[[float], None] = time.sleep
    spin: float = 1e-4

    def wait(self, due: float) -> float:
        """Wait until a time; returns the time after it."""
        now = self.now()
        while now < due:
            ahead = due - now - self.spin
            if ahead > 0.0:
                self.sleep(ahead)
            now = self.now()
        return now


def ticks_of(step: float, speed: float) -> tuple[int, float]:
    """Steps of a tick and its period [s] for a speed: as few as let the period be MIN_PERIOD or more."""
    if not (math.isfinite(speed) and MIN_SPEED <= speed <= MAX_SPEED):
        raise InputError(
            "no such speed", f"{speed!r}", f"{MIN_SPEED:g} to {MAX_SPEED:g} times real time", where="speed"
        )
    steps = max(1, math.ceil(MIN_PERIOD * speed / step - 1e-6))
    return steps, steps * step / speed


def check_policy(policy: str) -> str:
    """The policy; raises InputError for an unknown name."""
    if policy not in POLICIES:
        raise InputError("unknown policy", repr(policy), f"one of {', '.join(POLICIES)}", where="policy")
    return policy


class Pacer:
    """Paces a loop: waits for ticks, says how many are due, and counts late ones."""

    def __init__(self, clock: Clock, policy: str, timing_: LoopTiming) -> None:
        self.clock, self.policy, self.timing = clock, check_policy(policy), timing_
        self.period = MIN_PERIOD
        self.behind = 0.0
        """By how much the last tick ended after the next one was due [s]; negative if it was in time."""
        self.rebase(clock.now(), MIN_PERIOD)

    def rebase(self, now: float, period: float) -> None:
        """Tick 0 is due now: at the start, after a pause, with another speed."""
        self.origin, self.period, self.tick = now, period, 0
        self.began = now

    def due(self, tick: int) -> float:
        """When a tick is due [s]."""
        return self.origin + tick * self.period

    def wait(self) -> int:
        """Wait for the next tick; returns how many ticks of work there are, 1 if nothing was missed."""
        due = self.due(self.tick)
        self.started = self.clock.wait(due)
        self.jitter = self.started - due
        if self.policy != DROP:
            return 1
        missed = int(self.jitter / self.period)
        if missed >= MAX_CATCH_UP:
            dropped = missed - MAX_CATCH_UP + 1
            self.tick += dropped
            self.timing.counters[timing.DROPPED] += dropped
            missed = MAX_CATCH_UP - 1
        return missed + 1

    def finish(self, ticks: int) -> bool:
        """Count the ticks of this wake-up; returns whether the last one was in time."""
        ended = self.clock.now()
        counters = self.timing.counters
        self.timing.count_wake_up(self.jitter, ended - self.started)
        self.tick += ticks
        due = self.due(self.tick)
        self.behind = behind = ended - due
        late = behind > 0.0
        counters[timing.TICKS] += ticks
        counters[timing.MADE_UP] += ticks - 1
        counters[timing.LATE] += ticks if late else ticks - 1  # ticks made up for were late before they began
        until = ended if late else due
        counters[timing.WALL] += until - self.began
        self.began = until
        if late and self.policy == SLOW:
            counters[timing.LOST] += behind
            self.origin += behind
        return not late


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Disable the garbage collector: existing objects are frozen, nothing is collected until the end."""
    was = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was:
            gc.enable()
