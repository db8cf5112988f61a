"""What a zone of wind does to a car: deviation, yaw rate and lateral acceleration, with the seconds of ISO 12021."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.crosswind import AFTER, RATE, TURN, ZONE, X, Y, deviation, entry_of
from jounce.lab.metrics.signals import NoValueError
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, marks, over_time, panels, upright
from jounce.output.reports.plots import digits, factor

TITLES = ["to the left<br>[m]", "yaw rate<br>[deg/s]", "lateral acc.<br>[m/s²]"]


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Responses over time; entry and evaluation of one run as lines."""
    if any(name not in run.result for run in runs for name in (X, Y, RATE, TURN, ZONE)):
        return None
    data: list[Part] = []
    shapes: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result, label = run.result.time, run.result, run.name or "car"
        rows = (result[Y].values, result[RATE].values * factor("rad/s", "deg/s"), result[TURN].values)
        for panel, values in enumerate(rows, 1):
            listed = not alone(runs) and panel == 1
            data.append(curve(t, values, label, run.colour, panel=panel, listed=listed))
        try:
            entry = entry_of(result)
            away = deviation(t, result[X].values, result[Y].values, entry)
        except NoValueError as reason:
            told.append(f"{label}: no evaluation, because {reason}")
            continue
        there = float(np.interp(entry + AFTER, t, result[Y].values))
        data.append(marks([entry + AFTER], [there], "evaluation", run.colour, panel=1))
        told.append(f"{label} {digits(away, 3)} m to the left {AFTER:g} s after the entry")
        if alone(runs):
            shapes += [upright(at, panel=panel) for panel in (1, 2, 3) for at in (entry, entry + AFTER)]
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = {**panels(TITLES, "time [s]", gap=0.05, x=x), "shapes": shapes}
    figure = {
        "data": data, "layout": layout, "group": "time", "unit": "s", "height": 440,
        "spans": {"yaxis": 0.1, "yaxis2": 1.0, "yaxis3": 0.5},
    }  # fmt: skip
    note = f"lines: the front end enters the wind, and {AFTER:g} s later"
    return Answer("answer-crosswind", "Wind from the side", note, "; ".join(told), figure, wide=True)
