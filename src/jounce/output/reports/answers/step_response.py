"""The response to a step of the steering wheel, with the times of ISO 7401 drawn on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.signals import NoValueError
from jounce.lab.metrics.step_response import SLIP, TURN, WHEEL, YAW_RATE, Step, step_response
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import (
    GREY,
    Part,
    curve,
    level,
    marks,
    over_time,
    panels,
    segment,
    upright,
    words,
)
from jounce.output.reports.plots import BLACK, digits, factor

ROWS = ((YAW_RATE, "rad/s", "deg/s", "yaw rate"), (TURN, "m/s^2", "m/s^2", "lateral acceleration"))
ASKED = "input.steering_wheel_angle"
BELOW = 0.02
"""Share by which the steering wheel may stay below what was asked before the figure says so."""


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Steering wheel, yaw rate, lateral acceleration and side slip; T90, peak and overshoot of one run marked."""
    if any(name not in run.result for run in runs for name in (WHEEL, YAW_RATE, TURN)):
        return None
    titles = ["steering<br>wheel [deg]", "yaw rate<br>[deg/s]", "lateral acc.<br>[m/s²]", "side slip<br>[deg]"]
    data: list[Part] = []
    shapes: list[Part] = []
    notes: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        data += [*_steering(run, alone(runs))]
        rows = (*ROWS, (SLIP, "rad", "deg", "side slip angle"))
        for panel, (name, unit, shown, label) in enumerate((row for row in rows if row[0] in result), 2):
            y = result[name].values * factor(unit, shown)
            data.append(curve(t, y, run.name or label, run.colour, panel=panel, listed=False))
            if name == SLIP:
                continue
            try:
                step = step_response(t, result[WHEEL].values, y)
            except NoValueError as reason:
                told.append(f"{run.name or label}: no step response, because {reason}")
                continue
            told.append(_tell(run.name, label, shown, step))
            if alone(runs):
                added = _annotate(step, t, y, panel, shown)
                shapes, notes, data = [*shapes, *added[0]], [*notes, *added[1]], [*data, *added[2]]
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels(titles, "time [s]", shares=(0.7, 1.2, 1.2, 0.8), gap=0.045, x=x)
    figure = {
        "data": data,
        "layout": {**layout, "shapes": shapes, "annotations": notes},
        "group": "time",
        "unit": "s",
        "height": 560,
    }
    note = "T90: from 50 % of the steering input to 90 % of the steady state, the mean of the last 0.5 s (ISO 7401)"
    return Answer("answer-step-response", "Step response", note, "; ".join(told), figure, wide=True)


def _steering(run: Seen, single: bool) -> list[Part]:
    t, result = run.result.time, run.result
    angle = np.degrees(result[WHEEL].values)
    found = [curve(t, angle, run.name or "steering wheel", run.colour, listed=not single or ASKED in result)]
    if single and ASKED in result:
        found.insert(0, curve(t, np.degrees(result[ASKED].values), "asked for", BLACK, dash="dot", width=1.6))
    return found


def _annotate(
    step: Step, t: np.ndarray, y: np.ndarray, panel: int, unit: str
) -> tuple[list[Part], list[Part], list[Part]]:
    """Lines, words and marks of one response."""
    sign = float(np.sign(step.steady))
    steady, start = float(y[0]) + step.steady, step.onset
    at_90 = float(y[0]) + 0.9 * step.steady
    when = start + step.response_time
    short = {"deg/s": "deg/s", "m/s^2": "m/s²"}[unit]
    shapes = [
        level(steady, panel=panel),
        upright(start, panel=panel),
        segment((start, when), (at_90, at_90), panel=panel),
        segment((when, when), (float(y[0]), at_90), panel=panel),
    ]
    notes = [
        words(when, at_90, f"T90 {digits(step.response_time, 3)} s", panel=panel, offset=(14.0, 26.0 * sign)),
        {
            **words(float(t[-1]), steady, f"{digits(steady, 3)} {short}", panel=panel, offset=(-9.0, 17.0 * sign)),
            "showarrow": False,
        },
    ]
    data = [marks([when], [at_90], "90 %", GREY, panel=panel)]
    if step.peak_time is not None:
        top = float(y[0]) + step.steady * (1.0 + step.overshoot)
        text = f"peak after {digits(step.peak_time, 3)} s, +{digits(100.0 * step.overshoot, 3)} %"
        notes.append(words(start + step.peak_time, top, text, panel=panel, offset=(16.0, -6.0 * sign)))
        data.append(marks([start + step.peak_time], [top], "peak", GREY, panel=panel))
    return shapes, notes, data


def _tell(name: str, label: str, unit: str, step: Step) -> str:
    short = {"deg/s": "deg/s", "m/s^2": "m/s²"}[unit]
    over = f", overshoot {digits(100.0 * step.overshoot, 3)} %" if step.peak_time is not None else ", no overshoot"
    head = f"{name} {label}".strip()
    return f"{head}: {digits(step.steady, 3)} {short} after {digits(step.response_time, 3)} s (T90){over}"
