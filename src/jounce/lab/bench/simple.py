"""Cars × steps per second of the simplified car: one and many, on flat and on rough ground, on one and two threads.

Cars drive slowly in circles, spread over the ground, so that wheels stay down and all points of the hull are watched.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from jounce.engine.laws.ground import Flat
from jounce.engine.single_body import SIMPLE, Fleet
from jounce.engine.terrain import generate
from jounce.lab.bench.speed import Timing

CARS, THREADS = (1, 100, 10_000), (1, 2)
WORK = 200_000
"""Cars × steps of one repeat, at least a step each."""
SIDE = 400.0
"""Side of the rough ground [m]."""
FRAME = 17
"""Steps of 1 ms in a frame of 1/60 s, rounded up."""


def measure_simple(
    *, cars: Sequence[int] = CARS, threads: Sequence[int] = THREADS, work: int = WORK, repeats: int = 7
) -> dict[str, Any]:
    """Cars × steps per second by ground, number of cars and threads; the largest over the repeats, and their median.

    Fewer cars than threads are not measured. `frame_us` is the time of a frame of one car, called from Python.
    """
    grounds = {"flat": Flat(), "ferguson": generate(size=SIDE, spacing=1.0, seed=1).ground()}
    runs, frames = [], {}
    for name, ground in grounds.items():
        for count in cars:
            fleet = _driving(count, ground)
            timings = [Timing(f"{n}", _stepping(fleet, n, max(1, work // count))) for n in threads if n <= count]
            _taking_turns(timings, repeats)
            runs += [_row(name, count, timing) for timing in timings]
        one = Timing(name, partial(_frame, _driving(1, ground)))
        _taking_turns([one], repeats)
        frames[name] = one.smallest
    return {
        "step": 1e-3, "repeats": repeats, "cores": os.cpu_count(), "car": SIMPLE.name, "points": len(SIMPLE.points()),
        "runs": runs, "frame_us": frames,
    }  # fmt: skip


def _driving(count: int, ground: tuple) -> Fleet:
    """Cars on a square about the origin, on their way."""
    random = np.random.default_rng(0)
    fleet = Fleet(count=count, ground=ground)
    x, y = random.uniform(-0.3 * SIDE, 0.3 * SIDE, (2, count))
    fleet.place(x, y, random.uniform(-np.pi, np.pi, count), speed=6.0)
    fleet.drive(steer=0.3, throttle=0.08)
    fleet.advance(steps=20)
    return fleet


def _stepping(fleet: Fleet, threads: int, steps: int) -> Callable[[], float]:
    """Seconds per car and step."""

    def measure() -> float:
        fleet.threads = threads
        clock = time.perf_counter()
        fleet.advance(steps=steps)
        return (time.perf_counter() - clock) / (steps * fleet.count)

    return measure


def _frame(fleet: Fleet) -> float:
    clock = time.perf_counter()
    fleet.advance(steps=FRAME)
    return time.perf_counter() - clock


def _taking_turns(timings: Sequence[Timing], repeats: int) -> None:
    for timing in timings:
        timing.measure()
    for _ in range(repeats):
        for timing in timings:
            timing.repeat()


def _row(ground: str, cars: int, timing: Timing) -> dict[str, Any]:
    return {
        "ground": ground, "cars": cars, "threads": int(timing.name), "us_per_step": timing.smallest,
        "cars_steps_per_second": 1e6 / timing.smallest, "cars_steps_per_second_median": 1e6 / timing.median,
    }  # fmt: skip
