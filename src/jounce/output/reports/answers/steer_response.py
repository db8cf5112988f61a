"""Steering wheel, yaw rate and lateral acceleration over time, one above the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, over_time, panels
from jounce.output.reports.plots import digits, factor

ROWS = (
    ("steering_wheel.angle", "rad", "deg", "steering<br>wheel [deg]"),
    ("chassis.yaw_rate", "rad/s", "deg/s", "yaw rate<br>[deg/s]"),
    ("chassis.lateral_acceleration", "m/s^2", "m/s^2", "lateral acc.<br>[m/s²]"),
)


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Input and responses of all runs."""
    if any(name not in run.result for run in runs for name, *_ in ROWS):
        return None
    data: list[Part] = []
    told: list[str] = []
    for run in runs:
        for panel, (name, unit, shown, title) in enumerate(ROWS, 1):
            y = run.result[name].values * factor(unit, shown)
            listed = not alone(runs) and panel == 1
            data.append(
                curve(run.result.time, y, run.name or title.partition("<")[0], run.colour, panel=panel, listed=listed)
            )
            top = digits(float(np.max(np.abs(y))), 3)
            told.append(f"{run.name} {title.replace('<br>', ' ')} up to {top}".strip())
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels([title for *_, title in ROWS], "time [s]", gap=0.05, x=x)
    figure = {
        "data": data, "layout": layout, "group": "time", "unit": "s", "height": 440,
        "spans": {"yaxis": 1.0, "yaxis2": 1.0, "yaxis3": 0.5},
    }  # fmt: skip
    return Answer(
        "answer-steer-response", "Steering and response", "steer left → positive", "; ".join(told), figure, wide=True
    )
