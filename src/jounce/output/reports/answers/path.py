"""The path of the centre of mass, seen from above with equal scales."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, marks
from jounce.output.reports.figures import AXIS, axis_title
from jounce.output.reports.plots import digits

X, Y = "chassis.position_x", "chassis.position_y"
MAX_DOTS = 12


def draw(runs: Sequence[Seen]) -> Answer | None:
    """One dot a second, or fewer of a long run."""
    if any(X not in run.result or Y not in run.result for run in runs):
        return None
    data: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, x, y = run.result.time, run.result[X].values, run.result[Y].values
        data.append(curve(x, y, run.name or "path", run.colour, time=t, listed=not alone(runs)))
        seconds = np.arange(np.ceil(t[0]), t[-1] + 1e-9, max(1.0, np.ceil(np.ptp(t) / MAX_DOTS)))
        dots = [np.interp(seconds, t, values) for values in (x, y)]
        text = [f"{second:g} s" for second in seconds] if alone(runs) else []
        data.append(marks(dots[0], dots[1], "seconds", run.colour, text=text, place="bottom right"))
        length = float(np.sum(np.hypot(np.diff(x), np.diff(y))))
        end = f"x {digits(float(x[-1]), 3)} m, y {digits(float(y[-1]), 3)} m"
        told.append(f"{run.name or 'path'} {digits(length, 3)} m long, ends at {end}")
    layout = {
        "xaxis": {**AXIS, "title": axis_title("x [m]")},
        "yaxis": {**AXIS, "title": axis_title("y [m]"), "scaleanchor": "x", "scaleratio": 1},
        "margin": {"l": 46, "r": 14, "t": 14},
    }
    figure = {"data": data, "layout": layout, "height": 380, "spans": {"xaxis": 4.0, "yaxis": 4.0}}
    return Answer("answer-path", "Path", "seen from above, equal scales; dots are seconds", "; ".join(told), figure)
