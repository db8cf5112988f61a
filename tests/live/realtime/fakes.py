"""A clock that only moves when told to, and a plant whose work takes as long as it is told to."""

from collections.abc import Callable

import numpy as np

from jounce.errors import InputError
from jounce.live.realtime.pacing import Clock
from jounce.live.realtime.plant import Snapshot
from jounce.live.realtime.sample_layout import SampleLayout

STEP = 2.0**-9
"""A step that floats hold exactly, so that counts can be compared exactly [s]."""
BROKEN = 5
TOY = SampleLayout(("time", "chassis.speed"), ("l", "r"), 2)
"""Rows of the toy."""


class FakeTime:
    """Time that passes by sleeping and by working."""

    def __init__(self, start: float = 64.0) -> None:
        self.t = start
        self.sleeps = 0

    def now(self) -> float:
        return self.t

    def sleep(self, duration: float) -> None:
        self.sleeps += 1
        self.t += duration

    @property
    def clock(self) -> Clock:
        return Clock(now=self.now, sleep=self.sleep, spin=0.0)


class ToyPlant:
    """A point that moves with its throttle; `cost(n)` seconds for the call of `advance` number n (from 0)."""

    def __init__(self, time: FakeTime | None = None, cost: Callable[[int], float] = lambda n: 0.0) -> None:
        self.layout = TOY
        self.row = np.zeros(self.layout.width)
        self.y = np.zeros(2)
        self.fake, self.cost = time, cost
        self.count = self.calls = 0
        self.throttle = self.brake = self.steer = 0.0
        self.breaks_at = None
        self.seen: list[tuple[float, float, float]] = []

    step = STEP

    @property
    def time(self) -> float:
        return self.count * STEP

    def apply(self, controls) -> None:
        self.steer, self.throttle, self.brake, *_ = controls

    def advance(self, steps: int) -> int:
        if self.fake is not None:
            self.fake.t += self.cost(self.calls)
        self.calls += 1
        for _ in range(steps):
            if self.breaks_at is not None and self.count >= self.breaks_at:
                return BROKEN
            self.y[1] += STEP * (self.throttle - self.brake)
            self.y[0] += STEP * self.y[1]
            self.count += 1
        return 0

    def sample(self) -> int:
        self.row[0] = self.time
        self.row[TOY.columns["chassis.speed"]] = self.y[1]
        self.row[self.layout.controls] = self.steer, self.throttle, self.brake, 0.0, 127.0
        self.row[self.layout.y] = self.y
        return 0

    def explain(self, status: int) -> str:
        return f"t = {self.time:g} s: broken ({status})"

    def snapshot(self) -> Snapshot:
        return Snapshot("toy", self.count, (self.y.copy(),))

    def restore(self, snapshot: Snapshot) -> None:
        if snapshot.plant != "toy":
            raise InputError("a snapshot of another plant", snapshot.plant)
        self.y[:], self.count = snapshot.arrays[0], snapshot.tick

    def reset(self) -> None:
        self.y[:], self.count = 0.0, 0

    def describe(self) -> dict:
        return {"kind": "toy"}


class Steady:
    """Inputs that are always the same, and fresh at the ticks that are given (all by default)."""

    def __init__(self, fresh=lambda n: True, steer: float = 0.0, throttle: float = 0.0, brake: float = 0.0) -> None:
        self.fresh, self.given, self.sequence = fresh, (steer, throttle, brake), 0
        self.reads = 0

    def read(self, time: float, controls) -> bool:
        fresh = self.fresh(self.reads)
        self.reads += 1
        if fresh:
            controls[:3] = self.given
            self.sequence += 1
        return fresh


class Kept:
    """Outputs that keep every row."""

    def __init__(self) -> None:
        self.rows: list[np.ndarray] = []

    def write(self, row) -> None:
        self.rows.append(row.copy())
