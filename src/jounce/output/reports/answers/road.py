"""The road below the wheels, and what the chassis and the tires make of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.ride import VERTICAL
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import Part, curve, level, over_time, panels
from jounce.output.reports.plots import axles, corner_styles, digits


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Height of the road at the wheels of the first axle, vertical acceleration and wheel loads over time."""
    if any(VERTICAL not in run.result or not axles(run.result) for run in runs):
        return None
    data: list[Part] = []
    told: list[str] = []
    for run in runs:
        t, result = run.result.time, run.result
        first = next(iter(axles(result).values()))
        for wheel, colour, dash in corner_styles(result):
            height = f"tire.{wheel}.ground_height"
            own = (colour, dash) if alone(runs) else (run.colour, dash)
            if wheel in first and height in result:
                y = 1e3 * result[height].values
                data.append(curve(t, y, f"{run.name} {wheel.upper()}".strip(), own[0], width=1.4, listed=False))
            load = 1e-3 * result[f"tire.{wheel}.vertical_force"].values
            if alone(runs):
                data.append(curve(t, load, wheel.upper(), own[0], dash=own[1], panel=3, width=1.0))
            elif wheel == first[0]:
                data.append(curve(t, load, run.name, own[0], panel=3, width=1.0))
        a = result[VERTICAL].values
        data.append(curve(t, a, run.name or "vertical acceleration", run.colour, panel=2, width=1.4, listed=False))
        least = min(
            float(np.min(result[f"tire.{w}.vertical_force"].values)) for pair in axles(result).values() for w in pair
        )
        told.append(
            f"{run.name or 'vertical acceleration'} {digits(float(a.min()), 3)} to {digits(float(a.max()), 3)} m/s², "
            f"least wheel load {digits(1e-3 * least, 3)} kN"
        )
    titles = ("road at the first<br>axle [mm]", "vertical acc.<br>[m/s²]", "wheel loads<br>[kN]")
    x = over_time(max((run.result.time for run in runs), key=len))
    layout = panels(titles, "time [s]", shares=(0.8, 1.0, 1.0), gap=0.05, x=x)
    layout["shapes"] = [level(0.0, panel=3, dash="dot")]
    figure = {
        "data": data, "layout": layout, "group": "time", "unit": "s",
        "include": {"yaxis3": [0.0]}, "spans": {"yaxis": 4.0, "yaxis2": 1.0}, "height": 460,
    }  # fmt: skip
    note = "acceleration of the centre of mass of the chassis, up → positive; a wheel at 0 kN is in the air"
    return Answer("answer-road", "Road, chassis and wheels", note, "; ".join(told), figure)
