"""What the page plots of load sweeps: the angles of the left wheel over every load that turns it."""

from __future__ import annotations

import numpy as np

from jounce.reports.kc.charts import Chart, Curve
from jounce.reports.plots import BLUE, VERMILLION
from jounce.reports.quantities import NOISE
from jounce.suspension import AxleSheet, LoadSweep
from jounce.suspension.summary import DEGREE

NAMES = {
    "lateral_parallel": ("Lateral force, both wheels alike", "lateral force, left +"),
    "lateral_opposite": ("Lateral force, opposite", "lateral force, outwards +"),
    "braking": ("Braking force at the contact points", "braking force, rearwards +"),
    "driving": ("Driving force at the wheel centres", "driving force, forwards +"),
    "aligning_parallel": ("Aligning moment, both wheels alike", "aligning moment, to the left +"),
    "aligning_opposite": ("Aligning moment, opposite", "aligning moment, towards toe-out +"),
}
"""Title of a card, and what its axis counts."""


def load_charts(axle: AxleSheet) -> list[Chart]:
    """A plot of toe and camber for every load; loads that turn nothing are left out."""
    charts = [_chart(axle, sweep) for sweep in axle.loads.values()]
    return [chart for chart in charts if max(np.max(np.abs(curve.y)) for curve in chart.curves) > NOISE]


def _chart(axle: AxleSheet, sweep: LoadSweep) -> Chart:
    title, across = NAMES[sweep.name]
    size, unit = (1.0, "N·m") if sweep.moment else (1e3, "kN")
    x = (sweep.load / size).tolist()
    lines = (("toe", sweep.left.toe, BLUE), ("camber", sweep.left.camber, VERMILLION))
    curves = tuple(Curve(label, x, (values - values[sweep.design]) / DEGREE, colour) for label, values, colour in lines)
    note = "left wheel, since no load; toe-in, top outwards +"
    return Chart(f"{axle.name}-load-{sweep.name}", title, "deg", f"{across} [{unit}]", curves, note)
