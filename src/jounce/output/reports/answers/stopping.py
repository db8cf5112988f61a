"""Braking: speed and deceleration over the path, with the stopping distance and the slip of every wheel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.braking import FORWARD, SPEED, beginning, stop
from jounce.lab.metrics.metric import option
from jounce.lab.metrics.signals import NoValueError, between
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, level, marks, over_time, panels, upright, words
from jounce.output.reports.plots import BLACK, corner_styles, digits

LOCKED = -100.0
"""Slip of a wheel that does not turn [%]."""


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Speed, deceleration and wheel slips over time; the distance from the beginning of braking to standstill."""
    if any(SPEED not in run.result or FORWARD not in run.result for run in runs):
        return None
    data: list[Part] = []
    shapes: list[Part] = [level(0.0, panel=2, dash="dot"), level(LOCKED, panel=3, dash="dot")]
    notes: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        speed = 3.6 * result[SPEED].values
        data.append(curve(t, speed, run.name or "car", run.colour, listed=not alone(runs)))
        data.append(curve(t, result[FORWARD].values, run.name or "car", run.colour, panel=2, listed=False))
        data += _slips(run, alone(runs))
        try:
            begin = option(result, "start")
            begin = beginning(t, result[FORWARD].values) if begin is None else begin
            end = stop(t, result[SPEED].values, begin)
        except NoValueError as reason:
            told.append(f"{run.name or 'Stopping distance'}: {reason}")
            continue
        times, speeds = between(t, result[SPEED].values, begin, end)
        length = float(np.trapezoid(speeds, times))
        told.append(
            f"{run.name or 'Stopping distance'} {digits(length, 3)} m from {digits(3.6 * float(speeds[0]), 3)} km/h "
            f"in {digits(end - begin, 3)} s"
        )
        if alone(runs):
            shapes += [upright(begin), upright(end)]
            middle = 0.5 * (begin + end)
            notes.append(
                words(middle, float(np.interp(middle, t, speed)), f"{digits(length, 3)} m", offset=(20.0, -20.0))
            )
            data.append(marks([begin, end], [float(np.interp(w, t, speed)) for w in (begin, end)], "braking", BLACK))
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels(("speed<br>[km/h]", "acceleration<br>[m/s²]", "wheel slip<br>[%]"), "time [s]", gap=0.05, x=x)
    figure = {
        "data": data,
        "layout": {**layout, "shapes": shapes, "annotations": notes},
        "group": "time",
        "unit": "s",
        "include": {"yaxis": [0.0], "yaxis2": [0.0], "yaxis3": [0.0]},
        "spans": {"yaxis2": 2.0, "yaxis3": 10.0},
        "height": 500,
    }
    verdict = f"{told[0]}." if alone(runs) else ""
    note = "slip: −100 % is a locked wheel; the path counts from the beginning of braking to 0.1 m/s"
    return Answer("answer-stopping", "Stopping", note, "; ".join(told), figure, verdict=verdict)


def _slips(run: Seen, single: bool) -> list[Part]:
    found = []
    for wheel, colour, dash in corner_styles(run.result):
        name = f"tire.{wheel}.slip_ratio"
        if name in run.result:
            slip = 100.0 * np.clip(run.result[name].values, -1.2, 1.2)
            label = wheel.upper() if single else f"{run.name} {wheel.upper()}"
            paint = colour if single else run.colour
            found.append(curve(run.result.time, slip, label, paint, dash=dash, panel=3, width=1.6, listed=single))
    return found
