"""What the actions of a task move, checked against the inputs of a car, as a table for compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.gym.lever_kernel import DIRECT_LEVER, LEVER, PEDALS_LEVER
from jounce.gym.task import PEDALS, Task
from jounce.lab.cockpit.controls import LIMITS, NAMES

Range = tuple[float, float, str]
"""Smallest and largest value of an input, and its unit."""


def find_levers(task: Task, known: Mapping[str, Range], rows: Callable[[str], tuple[list[int], float]]) -> np.ndarray:
    """LEVER records of all actions; raises ModelError for inputs that there are not, and ranges that they do not have.

    known: inputs of the car; rows: of the signals of a direct input, and a factor.
    """
    findings = check_inputs(task, known)
    if findings:
        raise ModelError(findings, f"the task {task.name}")
    found: list[tuple] = []
    for number, action in enumerate(task.actions):
        span = number, action.low, action.high
        if action.name == PEDALS:
            found.append((PEDALS_LEVER, *span, 0, 1.0))
        elif action.name in LIMITS:
            found.append((NAMES.index(action.name), *span, 0, 1.0))
        else:
            own, factor = rows(action.name)
            found += [(DIRECT_LEVER, *span, row, factor) for row in own]
    return np.array(found, LEVER)


def check_inputs(task: Task, known: Mapping[str, Range]) -> list[Finding]:
    """What is wrong with the actions of a task for a car with known inputs."""
    findings: list[Finding] = []
    for action in task.actions:
        where = f"actions.{action.name}"
        if action.name not in known:
            hint = suggestion(action.name, known)
            findings.append(Finding(where, "no such input", action.name, f"one of {', '.join(known)}", hint))
            continue
        low, high, unit = known[action.name]
        if action.low < low or action.high > high:
            got, expected = f"{action.low:g} … {action.high:g}", f"within {low:g} … {high:g} {unit}".rstrip(" 1")
            findings.append(Finding(where, "beyond the limits of the input", got, expected))
    return findings
