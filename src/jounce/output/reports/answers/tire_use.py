"""Tire forces over loads, with the limit that each tire reached, and how much of it was used over time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.results import Result
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import GREY, Part, curve
from jounce.output.reports.figures import AXIS, axis_title
from jounce.output.reports.limits import force_limits
from jounce.output.reports.plots import corner_styles, digits

LOADED = 0.02
"""Share of the largest load below which a wheel is nearly in the air."""


def ratios(result: Result, wheel: str) -> tuple[np.ndarray, np.ndarray]:
    """Fy / Fz and Fx / Fz of a wheel, not a number where it carries almost nothing."""
    fx, fy, fz = (result[f"tire.{wheel}.{axis}_force"].values for axis in ("longitudinal", "lateral", "vertical"))
    loaded = np.where(fz > LOADED * np.max(fz, initial=0.0), fz, np.nan)
    return fy / loaded, fx / loaded


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Fx / Fz over Fy / Fz of every tire, inside the ellipses of what its law gives at the mean load."""
    if not alone(runs) or not any(name.endswith(".longitudinal_force") for name in runs[0].result):
        return None
    result = runs[0].result
    limits = force_limits(result)
    data: list[Part] = []
    told: list[str] = []
    reach = 0.1
    for wheel, colour, dash in corner_styles(result):
        across, along = ratios(result, wheel)
        limit = limits.get(wheel)
        if limit is not None:
            turn = np.linspace(0.0, 2.0 * np.pi, 73)
            label = "limit of the tires" if wheel == next(iter(limits)) else ""
            data.append(
                curve(
                    limit.lateral * np.cos(turn),
                    limit.longitudinal * np.sin(turn),
                    label or "limit",
                    GREY,
                    dash="dash",
                    width=1.1,
                    listed=bool(label),
                )
            )
            used = np.hypot(across / limit.lateral, along / limit.longitudinal)
            worst = int(np.nanargmax(used)) if np.isfinite(used).any() else 0
            share, when = digits(100.0 * float(used[worst]), 3), digits(float(result.time[worst]), 3)
            told.append(f"{wheel.upper()} uses at most {share} % at {when} s")
            reach = max(reach, limit.lateral, limit.longitudinal)
        data.append(curve(across, along, wheel.upper(), colour, dash=dash, width=1.8, time=result.time))
        reach = max(reach, float(np.nanmax(np.hypot(across, along), initial=0.0)))
    edge = 1.08 * reach
    layout = {
        "xaxis": {**AXIS, "title": axis_title("Fy / Fz, left → positive"), "range": [-edge, edge]},
        "yaxis": {**AXIS, "title": axis_title("Fx / Fz"), "range": [-edge, edge], "scaleanchor": "x", "scaleratio": 1},
        "margin": {"l": 46, "r": 14, "t": 26},
    }
    note = "dashed: the ellipse of the largest pure forces that the law of the tire gives at its mean load in this run"
    return Answer(
        "answer-tire-use",
        "Tire forces and their limits",
        note,
        "; ".join(told),
        {"data": data, "layout": layout, "height": 400},
    )
