"""Evaluations that cost nothing, for tests of everything around them; workers import them by name, and little else."""

from __future__ import annotations

import math
import os
import signal
import time
from pathlib import Path

from jounce.lab.studies.executors.chunks import Chunk
from jounce.lab.studies.runs import Row, Value

MARKER = "JOUNCE_TEST_MARKER"
"""Environment variable with a file that tells the first killed process from later ones."""
SPEED, FRICTION = "maneuver.speed", "ground.friction"


def rows(chunk: Chunk) -> list[Row]:
    """sin(v) + μ²; every run whose friction is above 0.95 fails."""
    return [_row(run.index, run.seed, run.parameters[SPEED], run.parameters[FRICTION]) for run in chunk.runs]


def slow_rows(chunk: Chunk) -> list[Row]:
    """The same, 20 ms a run."""
    time.sleep(0.02 * len(chunk.runs))
    return rows(chunk)


def deadly_rows(chunk: Chunk) -> list[Row]:
    """The same, but run 2 kills the first process that meets it, and run 5 every one."""
    met = {run.index for run in chunk.runs}
    marker = Path(os.environ[MARKER])
    if 5 in met or (2 in met and not marker.exists()):
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(chunk)


def interrupted_rows(chunk: Chunk) -> list[Row]:
    """The same, but somebody presses Ctrl-C at run 5."""
    if any(run.index >= 5 for run in chunk.runs):
        raise KeyboardInterrupt
    return rows(chunk)


def killed_rows(chunk: Chunk) -> list[Row]:
    """The same, but the process is killed at run 5."""
    if any(run.index >= 5 for run in chunk.runs):
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(chunk)


def refused_rows(chunk: Chunk) -> list[Row]:
    """For studies in which nothing may be left to do."""
    raise AssertionError(f"asked for {[run.index for run in chunk.runs]}")


def _row(index: int, seed: int, speed: float, friction: float) -> Row:
    if friction > 0.95:
        return Row(index, seed, "failed", "too much grip")
    values = (Value("wave", math.sin(speed) + friction**2, "m/s^2"), Value("fast", speed > 15.0, ""))
    return Row(index, seed, "ok", values=values, wall_time=0.001)
