"""The phase plane of side slip: its rate over its angle, which shows whether the car comes back by itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, marks, panels
from jounce.output.reports.plots import digits

SLIP, SPEED = "chassis.side_slip_angle", "chassis.speed"
SLOWEST = 2.0
"""Speed below which the side slip angle says little [m/s]."""


def draw(runs: Sequence[Seen]) -> Answer | None:
    """dβ/dt over β through the run."""
    if any(SLIP not in run.result or SPEED not in run.result or len(run.result.time) < 3 for run in runs):
        return None
    data: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        fast = result[SPEED].values > SLOWEST
        angle = np.where(fast, np.degrees(result[SLIP].values), np.nan)
        rate = np.gradient(angle, t)
        data.append(curve(angle, rate, run.name or "run", run.colour, time=t, width=1.8, listed=not alone(runs)))
        known = np.flatnonzero(np.isfinite(angle) & np.isfinite(rate))
        if not len(known):
            return None
        ends = known[[0, -1]]
        data.append(
            marks(angle[ends], rate[ends], "start and end", run.colour, text=("start", "end") if alone(runs) else ())
        )
        worst = known[int(np.argmax(np.abs(angle[known])))]
        back = abs(angle[known[-1]]) < 0.5 * abs(angle[worst])
        told.append(
            f"{run.name or 'side slip'} at most {digits(float(angle[worst]), 3)}° at {digits(float(t[worst]), 3)} s, "
            f"{'and comes back' if back else 'and stays'}"
        )
    layout = panels(("dβ/dt [deg/s]",), "side slip angle β [deg]")
    figure = {"data": data, "layout": layout, "height": 380, "spans": {"xaxis": 1.0, "yaxis": 4.0}}
    note = "a stable car circles back to a point; a spin leaves to the side"
    return Answer("answer-phase-plane", "Phase plane of side slip", note, "; ".join(told), figure)
