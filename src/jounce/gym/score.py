"""The return that a recorded run would have had in an environment: for drivers and laws that are no policies."""

from __future__ import annotations

import numpy as np

from jounce.errors import InputError
from jounce.gym.course_kernel import PREVIEW
from jounce.gym.task import Seen, Task
from jounce.lab.results import Result

PLACE = ("chassis.position_x", "chassis.position_y", "chassis.yaw_angle")
"""Channels that tell where a car is on a course."""


def score_result(task: Task, result: Result, *, period: float) -> dict[str, float]:
    """Terms of the return of a run, by name, until the first termination of the task is met.

    Channels are read every `period` [s], that of the task's actions, from the start of the run, between samples if need
    be. Terms that depend on
    actions are left out: a run has none. Raises InputError for a run without the channels of the task.
    """
    own = task.course.columns if task.course is not None else {}
    needed = dict.fromkeys((*task.names, *(PLACE if own else ())))
    missing = [name for name in needed if name not in result]
    if missing:
        raise InputError("channels are missing", ", ".join(missing), f"those of the task {task.name}", where="run")
    times = result["time"].values
    at = period * np.arange(int(times[-1] / period + 1e-6) + 1)
    told = {name: np.interp(at, times, result[name].values) for name in needed}
    index = {name: i for i, name in enumerate((*task.names, *own))}
    values = np.column_stack([told[name] for name in task.names])
    if own:
        values = np.column_stack([values, _columns(task, *(told[name] for name in PLACE))])
    n = len(values) - 1
    none = np.zeros((n, len(task.actions)))
    seen = Seen(values[1:], index, values[:-1], none, none, period, period * np.arange(1, n + 1))
    ends = {one.name: np.asarray(one.function(seen), bool) for one in task.terminations}
    met = np.flatnonzero(np.any(list(ends.values()), axis=0)) if ends else np.zeros(0, int)
    last = int(met[0]) if met.size else n - 1
    terms = {one.name: float(one.weight * np.sum(one.function(seen)[: last + 1])) for one in task.rewards}
    for one in task.terminations:
        if met.size and ends[one.name][last]:
            terms[one.name] = one.reward
            break
    return terms


def _columns(task: Task, x: np.ndarray, y: np.ndarray, yaw: np.ndarray) -> np.ndarray:
    """Columns of the course along a run, (n, 4 + previews)."""
    assert task.course is not None
    path, previews = task.course.path, task.course.previews
    table = task.course.table
    near = float(np.argmin(np.hypot(table.x - x[0], table.y - y[0]))) * table.spacing
    found = np.zeros((len(x), PREVIEW + len(previews)))
    for i in range(len(x)):
        near, left = path.station(float(x[i]), float(y[i]), near)
        turned = float(yaw[i]) - path.heading(near)
        ahead = [path.curvature(near + distance) for distance in (0.0, *previews)]
        found[i] = near, left, np.arctan2(np.sin(turned), np.cos(turned)), *ahead
    return found
