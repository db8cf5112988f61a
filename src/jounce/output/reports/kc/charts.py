"""What the page plots of an axle, in units that engineers use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from jounce.lab.kinematics_compliance import AxleSheet, Compliance, LoadSweep, SteerSweep, TravelSweep
from jounce.lab.kinematics_compliance.summary import COMPLIANCES, DEGREE, gives_way
from jounce.lab.kinematics_compliance.sweeps import Abscissa
from jounce.output.reports.plots import BLUE, GREEN, NOISE, VERMILLION

TRAVELS: dict[Abscissa, str] = {
    "contact": "travel of the contact point, bump + [mm]",
    "centre": "travel of the wheel centre, bump + [mm]",
}
WHEEL = "steering wheel, left + [deg]"


@dataclass(frozen=True)
class Curve:
    """One line, or one colour of bars."""

    label: str
    x: list[float] | list[str]
    y: np.ndarray
    colour: str = BLUE
    dash: str = "solid"


@dataclass(frozen=True)
class Chart:
    """One plot."""

    key: str
    title: str
    unit: str
    across: str
    curves: tuple[Curve, ...]
    note: str = ""
    kind: Literal["lines", "bars"] = "lines"
    group: str = ""
    """Charts that share x, and so zoom and cursor; `AXLE-bump` and `AXLE-steer` also move the linkage."""


def travel_charts(axle: AxleSheet, over: Abscissa = "contact") -> list[Chart]:
    """Plots over the travel of contact point or wheel centre, without quantities that the suspension has not."""
    charts = [
        _wheel(axle, over, "camber", "Camber", "deg", DEGREE, "negative: top inwards"),
        _wheel(axle, over, "toe", "Toe", "deg", DEGREE, "positive: toe-in"),
        _wheel(
            axle, over, "side_view_angle", "Change of caster", "deg", DEGREE, "turn of the carrier, top rearwards +"
        ),
        _wheel(axle, over, "mechanical_trail", "Mechanical trail", "mm", 1e-3, "kingpin ahead of the contact point +"),
        _wheel(axle, over, "scrub_radius", "Scrub radius", "mm", 1e-3, "contact point outside of the kingpin +"),
        _wheel(axle, over, "contact_y", "Half-track change", "mm", 1e-3, "contact point, outwards +"),
        _wheel(axle, over, "centre_x", "Wheelbase change", "mm", 1e-3, "wheel centre, forwards +"),
        _wheel(
            axle, over, "spring_ratio", "Spring motion ratio", "", 1.0, "compression of the spring per wheel travel"
        ),
        _wheel(axle, over, "wheel_load", "Wheel load", "kN", 1e3, "vertical force at the contact point"),
        _wheel(axle, over, "wheel_rate", "Wheel rate", "N/mm", 1e3, "change of the wheel load per wheel travel"),
        _whole(axle, over, "roll_centre_height", "Roll centre height", "mm", 1e-3, "above the ground, in the middle"),
        _whole(axle, over, "roll_rate", "Roll rate", "N·m/deg", 1.0 / DEGREE, "of the axle, on rigid tires"),
    ]
    return [chart for chart in charts if any(np.any(np.isfinite(curve.y)) for curve in chart.curves)]


def support_chart(axle: AxleSheet, braking: str, driving: str, over: Abscissa = "contact") -> list[Chart]:
    """Anti-dive and its relatives over parallel travel, if the axle brakes or drives."""
    sweep = axle.parallel
    lines = ((braking, sweep.braking_support, BLUE), (driving, sweep.driving_support, VERMILLION))
    x = (1e3 * sweep.over(over)).tolist()
    curves = tuple(Curve(name, x, 1e2 * values, colour) for name, values, colour in lines if np.isfinite(values).any())
    note = "share of the spring's part in pitch that the linkage takes; both wheels together"
    chart = Chart(f"{axle.name}-support", "Support in pitch", "%", TRAVELS[over], curves, note, group=_bump(axle, over))
    return [chart] if curves else []


def _bump(axle: AxleSheet, over: Abscissa) -> str:
    """The group of curves over travel; the linkage follows that of the contact point."""
    return f"{axle.name}-bump" if over == "contact" else f"{axle.name}-centre"


def steer_charts(axle: AxleSheet) -> list[Chart]:
    """Plots over the angle of the steering wheel."""
    sweep = axle.steer
    if sweep is None:
        return []
    x = (sweep.steering_wheel_angle / DEGREE).tolist()

    def chart(key: str, title: str, unit: str, note: str, *curves: Curve) -> Chart:
        return Chart(f"{axle.name}-steer-{key}", title, unit, WHEEL, curves, note, group=f"{axle.name}-steer")

    def both(key: str, size: float) -> tuple[Curve, Curve]:
        return (
            Curve("left wheel", x, getattr(sweep.left, key) / size),
            Curve("right wheel", x, getattr(sweep.right, key) / size, VERMILLION),
        )

    one = {
        "ackermann": Curve("", x, 1e2 * sweep.ackermann),
        "ratio": Curve("", x, sweep.steering_ratio),
        "radius": Curve("", x, _near(sweep.turning_radius)),
    }
    ideal = "dotted: outer wheel without side slip"
    return [
        chart("angles", "Steer angles", "deg", ideal, *both("steer", DEGREE), _ideal(sweep, x)),
        chart("ackermann", "Ackermann", "%", "100 %: both wheels roll about one point", one["ackermann"]),
        chart("ratio", "Steering ratio", "", "steering wheel to mean of the wheels", one["ratio"]),
        chart("radius", "Turning radius", "m", "outer contact point, slow turning", one["radius"]),
        chart("camber", "Camber over steer", "deg", "negative: top inwards", *both("camber", DEGREE)),
        chart("trail", "Mechanical trail over steer", "mm", "along the wheel", *both("mechanical_trail", 1e-3)),
    ]


def compliance_charts(axle: AxleSheet) -> list[Chart]:
    """Bars of the left wheel for every load, forces and moments apart; nothing for an axle that does not give way."""
    forces = [answer for answer in axle.compliance if not answer.moment]
    moments = [answer for answer in axle.compliance if answer.moment]
    if not any(gives_way(answer.left) for answer in axle.compliance):
        return []
    return [
        _bars(axle, "angles-forces", "Toe and camber by forces", "deg/kN", forces, 1e3, slice(0, 2)),
        _bars(axle, "path-forces", "Wheel centre by forces", "mm/kN", forces, 1e3, slice(2, 4)),
        _bars(axle, "angles-moments", "Toe and camber by moments", "deg/100 N·m", moments, 1e2, slice(0, 2)),
        _bars(axle, "path-moments", "Wheel centre by moments", "mm/100 N·m", moments, 1e2, slice(2, 4)),
    ]


def _bars(
    axle: AxleSheet, key: str, title: str, unit: str, answers: list[Compliance], many: float, which: slice
) -> Chart:
    names = [answer.name.replace("_", "<br>") for answer in answers]
    curves = tuple(
        Curve(label, names, np.array([many * getattr(answer.left, field) / size for answer in answers]), colour)
        for (label, _, field, size), colour in zip(COMPLIANCES[which], (BLUE, VERMILLION), strict=True)
    )
    return Chart(f"{axle.name}-{key}", title, unit, "", curves, "left wheel", "bars")


def _wheel(axle: AxleSheet, over: Abscissa, key: str, title: str, unit: str, size: float, note: str) -> Chart:
    """The left wheel in parallel and in opposite travel."""
    return _both(axle, over, key, title, unit, note, [getattr(sweep.left, key) / size for sweep in _ways(axle)])


def _whole(axle: AxleSheet, over: Abscissa, key: str, title: str, unit: str, size: float, note: str) -> Chart:
    """What the axle has once."""
    return _both(axle, over, key, title, unit, note, [getattr(sweep, key) / size for sweep in _ways(axle)])


def _both(
    axle: AxleSheet, over: Abscissa, key: str, title: str, unit: str, note: str, values: list[np.ndarray]
) -> Chart:
    """Two lines, or one where they are the same, as of wheels that know nothing of each other."""
    looks = (("both wheels", BLUE, "solid"), ("opposite", VERMILLION, "dash"))
    curves = tuple(
        Curve(name, (1e3 * sweep.over(over)).tolist(), y, colour, dash)
        for (name, colour, dash), sweep, y in zip(looks, _ways(axle), values, strict=True)
    )
    parallel, opposite = values
    if parallel.shape == opposite.shape and np.allclose(parallel, opposite, rtol=1e-6, atol=1e-6, equal_nan=True):
        curves = curves[:1]
    return Chart(f"{axle.name}-{key}", title, unit, TRAVELS[over], curves, note, group=_bump(axle, over))


def _ways(axle: AxleSheet) -> tuple[TravelSweep, TravelSweep]:
    return axle.parallel, axle.opposite


def _ideal(sweep: SteerSweep, x: list[float]) -> Curve:
    """Angle of the outer wheel without side slip."""
    outer = np.where(np.abs(sweep.left.steer) < np.abs(sweep.right.steer), sweep.left.steer, sweep.right.steer)
    return Curve("ideal", x, (outer - np.sign(outer) * sweep.ackermann_error) / DEGREE, GREEN, "dot")


def _near(radius: np.ndarray) -> np.ndarray:
    """Radii that fit on a plot with those at the lock."""
    return np.where(radius < 30.0, radius, np.nan)


LOAD_TITLES = {
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
    charts = [_load_chart(axle, sweep) for sweep in axle.loads.values()]
    return [chart for chart in charts if max(np.max(np.abs(curve.y)) for curve in chart.curves) > NOISE]


def _load_chart(axle: AxleSheet, sweep: LoadSweep) -> Chart:
    title, across = LOAD_TITLES[sweep.name]
    size, unit = (1.0, "N·m") if sweep.moment else (1e3, "kN")
    x = (sweep.load / size).tolist()
    lines = (("toe", sweep.left.toe, BLUE), ("camber", sweep.left.camber, VERMILLION))
    curves = tuple(Curve(label, x, (values - values[sweep.design]) / DEGREE, colour) for label, values, colour in lines)
    note = "left wheel, since no load; toe-in, top outwards +"
    return Chart(f"{axle.name}-load-{sweep.name}", title, "deg", f"{across} [{unit}]", curves, note)
