"""Evaluations that cost nothing, for tests of everything around them; workers import them by name, and little else."""

from __future__ import annotations

import math
import os
import signal
import time
from pathlib import Path

from jounce.studies.rows import Row, Value
from jounce.studies.tasks import Task

MARKER = "JOUNCE_TEST_MARKER"
"""Environment variable with a file that tells the first killed process from later ones."""
SPEED, FRICTION = "maneuver.speed", "ground.friction"


def rows(task: Task) -> list[Row]:
    """sin(v) + μ²; every run whose friction is above 0.95 fails."""
    return [_row(job.index, job.seed, job.parameters[SPEED], job.parameters[FRICTION]) for job in task.jobs]


def slow_rows(task: Task) -> list[Row]:
    """The same, 20 ms a run."""
    time.sleep(0.02 * len(task.jobs))
    return rows(task)


def deadly_rows(task: Task) -> list[Row]:
    """The same, but job 2 kills the first process that meets it, and job 5 every one."""
    met = {job.index for job in task.jobs}
    marker = Path(os.environ[MARKER])
    if 5 in met or (2 in met and not marker.exists()):
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(task)


def interrupted_rows(task: Task) -> list[Row]:
    """The same, but somebody presses Ctrl-C at job 5."""
    if any(job.index >= 5 for job in task.jobs):
        raise KeyboardInterrupt
    return rows(task)


def killed_rows(task: Task) -> list[Row]:
    """The same, but the process is killed at job 5."""
    if any(job.index >= 5 for job in task.jobs):
        os.kill(os.getpid(), signal.SIGKILL)
    return rows(task)


def refused_rows(task: Task) -> list[Row]:
    """For studies in which nothing may be left to do."""
    raise AssertionError(f"asked for {[job.index for job in task.jobs]}")


def _row(index: int, seed: int, speed: float, friction: float) -> Row:
    if friction > 0.95:
        return Row(index, seed, "failed", "too much grip")
    values = (Value("wave", math.sin(speed) + friction**2, "m/s^2"), Value("fast", speed > 15.0, ""))
    return Row(index, seed, "ok", values=values, wall_time=0.001)
