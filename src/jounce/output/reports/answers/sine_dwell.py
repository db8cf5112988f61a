"""Sine with dwell: steering and yaw rate, with the criteria of the regulation on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.metric import option
from jounce.lab.metrics.signals import NoValueError
from jounce.lab.metrics.sine_with_dwell import (
    MAX_RATIOS,
    WHEEL,
    YAW_RATE,
    Instants,
    instants,
    yaw_rate_ratio,
)
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import (
    GREY,
    RED,
    Part,
    curve,
    marks,
    over_time,
    panels,
    segment,
    upright,
    words,
)


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Yaw rate with what it may still be 1.00 s and 1.75 s after the completion of steer."""
    if any(WHEEL not in run.result or YAW_RATE not in run.result for run in runs):
        return None
    data: list[Part] = []
    shapes: list[Part] = []
    notes: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        rate = np.degrees(result[YAW_RATE].values)
        data.append(curve(t, np.degrees(result[WHEEL].values), run.name or "wheel", run.colour, listed=not alone(runs)))
        data.append(curve(t, rate, run.name or "yaw rate", run.colour, panel=2, listed=False))
        try:
            when = instants(t, result[WHEEL].values, option(result, "start"))
            ratios = {after: yaw_rate_ratio(t, rate, when, after) for after in MAX_RATIOS}
        except NoValueError as reason:
            told.append(f"{run.name or 'no criteria'}: {reason}")
            continue
        parts = (
            f"{_percent(ratio)} % (at most {100.0 * MAX_RATIOS[after]:.0f}) after {after:g} s"
            for after, ratio in ratios.items()
        )
        told.append(f"{run.name or 'Yaw rate'} {', '.join(parts)} of its peak")
        if alone(runs):
            added = _limits(t, rate, when, ratios)
            shapes, notes, data = [*shapes, *added[0]], [*notes, *added[1]], [*data, added[2]]
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels(("steering<br>wheel [deg]", "yaw rate<br>[deg/s]"), "time [s]", shares=(0.7, 1.3), gap=0.06, x=x)
    figure = {
        "data": data,
        "layout": {**layout, "shapes": shapes, "annotations": notes},
        "group": "time",
        "unit": "s",
        "height": 460,
    }
    note = "red: the yaw rate may not be beyond, 1.00 s and 1.75 s after the completion of steer"
    verdict = f"{told[0]}." if alone(runs) else ""
    return Answer(
        "answer-sine-with-dwell", "Sine with dwell", note, "; ".join(told), figure, verdict=verdict, wide=True
    )


def _percent(ratio: float) -> str:
    """A share in percent with one decimal, and a true minus sign."""
    return f"{100.0 * ratio + 0.0:.1f}".replace("-0.0", "0.0").replace("-", "−")


def _limits(
    t: np.ndarray, rate: np.ndarray, when: Instants, ratios: dict[float, float]
) -> tuple[list[Part], list[Part], Part]:
    shapes = [upright(when.complete, panel=1), upright(when.complete, panel=2)]
    notes = [words(when.complete, 0.0, "completion of steer", panel=1, offset=(8.0, -14.0))]
    after = next(iter(ratios))
    now = float(np.interp(when.complete + after, t, rate - rate[0])) * when.direction
    reference = now / ratios[after] if ratios[after] else float(np.max(when.direction * (rate - rate[0])))
    x, y = [], []
    for wait, ratio in ratios.items():
        place, limit = when.complete + wait, when.direction * MAX_RATIOS[wait] * reference
        shapes.append(segment((place - 0.12, place + 0.12), (limit, limit), panel=2, colour=RED, dash="solid"))
        notes.append(words(place, limit, f"{_percent(ratio)} %", panel=2, offset=(0.0, -16.0 * when.direction)))
        x.append(place)
        y.append(float(np.interp(place, t, rate)))
    return shapes, notes, marks(x, y, "criteria", GREY, panel=2)
