"""The environments by name: one file each in `jounce.gym.environments`, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from jounce.errors import InputError
from jounce.findings import suggestion

if TYPE_CHECKING:
    from jounce.gym.task import Task

TASKS: Mapping[str, str] = {
    "lane-keeping": "jounce.gym.environments.lane_keeping",
    "double-lane-change": "jounce.gym.environments.double_lane_change",
    "circuit": "jounce.gym.environments.circuit",
    "drift": "jounce.gym.environments.drift",
    "split-friction-stop": "jounce.gym.environments.split_friction_stop",
    "off-road-rover": "jounce.gym.environments.off_road_rover",
    "off-road-simple": "jounce.gym.environments.off_road_simple",
    "ride-control": "jounce.gym.environments.ride_control",
}
"""Name of a task → its module, whose `TASK` it is."""


def load_task(name: str) -> Task:
    """The task of a name; raises InputError for an unknown one."""
    if name not in TASKS:
        raise InputError("unknown environment", repr(name), f"one of {', '.join(TASKS)}", suggestion(name, TASKS))
    task: Task = import_module(TASKS[name]).TASK
    return task


def gymnasium_id(name: str) -> str:
    """What Gymnasium calls a task: jounce/LaneKeeping-v0."""
    return f"jounce/{''.join(part.capitalize() for part in name.split('-'))}-v0"
