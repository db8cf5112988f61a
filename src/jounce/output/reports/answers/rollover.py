"""How near the car is to rolling over: load transfer ratio, roll angle, and the least wheel load."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.loads import AIRBORNE, side_lift_time
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import RED, Part, curve, level, marks, over_time, panels, words
from jounce.output.reports.plots import axles, corner_styles, digits

ROLL = "chassis.roll_angle"


def draw(runs: Sequence[Seen]) -> Answer | None:
    """The load transfer ratio of all axles: ±1 when all wheels of a side are in the air."""
    if any(not axles(run.result) or ROLL not in run.result for run in runs):
        return None
    data: list[Part] = []
    notes: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        lefts, rights = (
            [result[f"tire.{w}.vertical_force"].values for w in side]
            for side in zip(*axles(result).values(), strict=True)
        )
        ratio = transfer_ratio(np.sum(lefts, axis=0), np.sum(rights, axis=0))
        data.append(curve(t, ratio, run.name or "load transfer ratio", run.colour, listed=not alone(runs)))
        data.append(curve(t, np.degrees(result[ROLL].values), run.name or "roll", run.colour, panel=2, listed=False))
        data += _loads(run, alone(runs))
        worst = int(np.nanargmax(np.abs(ratio)))
        lifted = side_lift_time(t, lefts, rights)
        text = f"{digits(float(ratio[worst]), 3)} at {digits(float(t[worst]), 3)} s"
        told.append(f"{run.name or 'Load transfer ratio'} at most {text}; {_lift(lifted)}")
        if alone(runs):
            up = 1.0 if ratio[worst] > 0.0 else -1.0
            notes.append(words(float(t[worst]), float(ratio[worst]), text, offset=(16.0, 16.0 * up)))
            data.append(marks([float(t[worst])], [float(ratio[worst])], "worst", run.colour))
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels(("load transfer<br>ratio", "roll angle<br>[deg]", "wheel loads<br>[kN]"), "time [s]", gap=0.05, x=x)
    layout["yaxis"]["range"] = [-1.12, 1.12]
    layout["shapes"] = [level(1.0, colour=RED), level(-1.0, colour=RED), level(0.0, panel=3, colour=RED)]
    layout["annotations"] = notes
    figure = {
        "data": data, "layout": layout, "group": "time", "unit": "s", "height": 480,
        "include": {"yaxis3": [0.0]}, "spans": {"yaxis2": 1.0},
    }  # fmt: skip
    note = "(right − left) / (right + left) of all wheels; ±1, red: a whole side is in the air, which begins a rollover"
    verdict = f"{told[0]}." if alone(runs) else ""
    return Answer("answer-rollover", "Load transfer and rollover", note, "; ".join(told), figure, verdict=verdict)


def transfer_ratio(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """(right − left) / (right + left), not a number where the car flies."""
    total = left + right
    return np.divide(right - left, total, out=np.full_like(total, np.nan), where=total > AIRBORNE)


def _lift(seconds: float) -> str:
    return f"a side in the air for {digits(seconds, 2)} s" if seconds > 0.0 else "no side lifts off"


def _loads(run: Seen, single: bool) -> list[Part]:
    found = []
    for wheel, colour, dash in corner_styles(run.result):
        load = 1e-3 * run.result[f"tire.{wheel}.vertical_force"].values
        label = wheel.upper() if single else run.name
        paint = colour if single else run.colour
        found.append(curve(run.result.time, load, label, paint, dash=dash, panel=3, width=1.6, listed=single))
    return found
