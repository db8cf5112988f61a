"""What was asked of the steering against what the car did: a rack servo gives way to tire forces."""

from __future__ import annotations

import numpy as np

from jounce.lab.results import Result
from jounce.output.reports.plots import digits, factor

PAIRS = (
    ("input.steering_wheel_angle", "steering_wheel.angle", "rad", "deg", "steering wheel"),
    ("input.rack_travel", "rack.travel", "m", "mm", "rack"),
)
"""Channels of what was asked and what was reached, their unit, the one they are shown in, and what moves."""
TOLERANCE = 0.03
"""Share of what was asked by which the car may miss it before a reader is told."""


def input_note(result: Result) -> str:
    """A sentence about a steering input that was not reached; empty where it was, or where none is known.

    Looked at is the end of a run that ends steered, and otherwise the largest angle.
    """
    for asked, reached, unit, shown, what in PAIRS:
        if asked not in result or reached not in result:
            continue
        wanted, got = result[asked].values, result[reached].values
        largest = float(np.max(np.abs(wanted), initial=0.0))
        if largest == 0.0:
            continue
        held = abs(float(wanted[-1])) > 0.2 * largest
        a, b = (float(wanted[-1]), float(got[-1])) if held else (largest, float(np.max(np.abs(got))))
        if abs(b - a) <= TOLERANCE * abs(a):
            return ""
        scale, written = factor(unit, shown), {"deg": "°", "mm": " mm"}[shown]
        when = "at the end" if held else "at its largest"
        words = f"Input reached: {when} the {what} is at {digits(scale * b, 3)}{written}"
        return f"{words} of the {digits(scale * a, 3)}{written} that were asked for{_reason(result)}."
    return ""


def _reason(result: Result) -> str:
    servo = result.metadata.rack == "servo"
    return "; the rack servo deflects under the tire forces" if servo else ""
