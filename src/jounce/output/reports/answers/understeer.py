"""The handling diagram: steering and side slip over lateral acceleration, with the fitted understeer gradient."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.metric import fact
from jounce.lab.metrics.signals import NoValueError
from jounce.lab.metrics.steady_state import (
    LINEAR_FROM,
    LINEAR_TO,
    ROLL,
    SLIP,
    SPEED,
    TURN,
    WHEEL,
    YAW_RATE,
    maximum_lateral_acceleration,
    quasi_steady,
    understeer_gradient,
)
from jounce.lab.results import Result
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, band, curve, panels, words
from jounce.output.reports.plots import BLACK, digits

GRAVITY = 9.80665


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Road-wheel angle beyond Ackermann's, side slip and roll angle over lateral acceleration."""
    try:
        found = [(run, *_beyond(run.result)) for run in runs]
    except NoValueError:
        return None
    data: list[Part] = []
    notes: list[Part] = []
    told: list[str] = []
    for run, turn, beyond in found:
        t, result = run.result.time, run.result
        name = run.name or "run"
        data.append(curve(turn, np.degrees(beyond), name, run.colour, time=t, listed=not alone(runs)))
        for panel, channel in ((2, SLIP), (3, ROLL)):
            if channel in result:
                y = np.degrees(result[channel].values)
                data.append(curve(turn, y, name, run.colour, panel=panel, time=t, listed=False))
        sentence, gradient = _gradient(run)
        told.append(sentence)
        if gradient is not None:
            line, text = _fit(turn, beyond, gradient, t)
            data += [line] if alone(runs) else []
            notes += [text] if alone(runs) else []
    titles = ("beyond Ackermann<br>[deg]", "side slip<br>[deg]", "roll angle<br>[deg]")
    layout = panels(titles, "lateral acceleration [m/s²]", shares=(1.4, 1.0, 0.8), gap=0.05)
    sides = {math.copysign(1.0, float(turn[int(np.argmax(np.abs(turn)))])) for _, turn, _ in found}
    layout["shapes"] = [band(tuple(sorted((s * LINEAR_FROM, s * LINEAR_TO)))) for s in sides]  # type: ignore[arg-type]
    layout["annotations"] = notes
    figure = {"data": data, "layout": layout, "height": 500, "spans": {"yaxis": 0.5, "yaxis2": 0.5, "yaxis3": 0.5}}
    note = (
        "above: road-wheel angle less that of a car without slip, δ − l/R (ISO 4138); rising: understeer; shaded: "
        "where the gradient is fitted"
    )
    return Answer(
        "answer-understeer", "Understeer", note, "; ".join(told), figure, verdict=told[0] if alone(runs) else ""
    )


def _beyond(result: Result) -> tuple[np.ndarray, np.ndarray]:
    """Lateral acceleration [m/s²], and road-wheel angle beyond Ackermann's, turned to the side of the turn [rad]."""
    if any(name not in result for name in (WHEEL, YAW_RATE, SPEED, TURN)):
        raise NoValueError("the run lacks a channel")
    angle = result[WHEEL].values / fact(result, "steering_ratio")
    speed = np.maximum(result[SPEED].values, 1e-3)
    return result[TURN].values, angle - fact(result, "wheelbase") * result[YAW_RATE].values / speed


def _gradient(run: Seen) -> tuple[str, float | None]:
    result, name = run.result, f"{run.name}: " if run.name else ""
    try:
        angle = result[WHEEL].values / fact(result, "steering_ratio")
        found = understeer_gradient(
            result.time,
            angle,
            result[YAW_RATE].values,
            result[SPEED].values,
            result[TURN].values,
            fact(result, "wheelbase"),
        )
        top = maximum_lateral_acceleration(result.time, result[TURN].values)
    except NoValueError as reason:
        return f"{name}no understeer gradient: {reason}", None
    kind = "understeer" if found > 0.0 else "oversteer"
    per_g = digits(math.degrees(found) * GRAVITY, 3)
    most = f"{digits(top, 3)} m/s² ({digits(top / GRAVITY, 3)} g)"
    return f"{name}Understeer gradient {per_g} deg/g ({kind}); at most {most}.", found


def _fit(turn: np.ndarray, beyond: np.ndarray, gradient: float, t: np.ndarray) -> tuple[Part, Part]:
    """The fitted line over the range in which it is fitted, and its slope."""
    used = quasi_steady(t, turn, LINEAR_FROM, LINEAR_TO)
    side = math.copysign(1.0, float(turn[int(np.argmax(np.abs(turn)))]))
    if np.count_nonzero(used) >= 3:
        x0, y0 = float(turn[used].mean()), float(beyond[used].mean())
    else:
        x0, y0 = float(turn[0]), float(beyond[0])
    ends = np.array([0.0, side * 1.25 * LINEAR_TO])
    y = np.degrees(y0 + gradient * (ends - x0))
    line = curve(ends, y, "fitted gradient", BLACK, dash="dash", width=1.6)
    text = f"{digits(math.degrees(gradient) * GRAVITY, 3)} deg/g"
    return line, words(float(ends[1]), float(y[1]), text, offset=(10.0, -14.0))
