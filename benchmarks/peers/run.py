"""A run of the J-turn in some engine: what was computed, and what it cost."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

TIME_SLICE = 0.02
"""Time for which a busy system leaves a process its core, roughly [s]."""


@dataclass(frozen=True)
class Clock:
    """When a run began, by the clock on the wall and by the time that this process had a core."""

    wall: float
    cpu: float

    @classmethod
    def start(cls) -> Clock:
        """Now."""
        return cls(time.perf_counter(), time.process_time())

    def stop(self, engine: float) -> tuple[float, float]:
        """CPU seconds in the engine, whose calls took `engine` seconds by the clock, and of the whole run.

        Calls are too short to read their CPU time one by one, so they get the share that the whole run had. An engine
        that is done within a time slice was interrupted or not: its share says nothing about that, and the smallest of
        the repeats is what it needs.
        """
        wall, cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu
        share = min(1.0, cpu / wall) if engine > TIME_SLICE else 1.0
        return engine * share, cpu


@dataclass(frozen=True)
class Run:
    """Compared channels at every sample, and seconds for the whole run."""

    yaw_rate: np.ndarray
    """angular velocity of the chassis about the vertical [rad/s]"""
    height: np.ndarray
    """centre of mass of the chassis above the ground [m]"""
    forward: float
    """speed of the chassis along its own x axis at the end [m/s]"""
    seconds: float
    """in the engine and in the compiled laws, CPU time"""
    total_seconds: float
    """with Python between them"""


def errors(run: Run, reference: Run) -> tuple[float, float]:
    """Largest differences of yaw rate and height over the run, each relative to its range in the reference."""
    return _relative(run.yaw_rate, reference.yaw_rate), _relative(run.height, reference.height)


def end_difference(run: Run, reference: Run) -> float:
    """Largest relative difference of yaw rate, height and forward speed at the end."""
    pairs = (
        (run.yaw_rate[-1], reference.yaw_rate[-1]),
        (run.height[-1], reference.height[-1]),
        (run.forward, reference.forward),
    )
    return max(abs(value / known - 1.0) for value, known in pairs)


def _relative(values: np.ndarray, known: np.ndarray) -> float:
    return float(np.max(np.abs(values - known)) / np.ptp(known))
