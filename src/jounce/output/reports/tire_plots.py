"""What the tires carried, and how much of their grip was used."""

from __future__ import annotations

from itertools import cycle

import numpy as np

from jounce.lab.results import Result
from jounce.output.reports.plots import AXLES, Line, Plot, axles, corner_lines, corner_styles, values_in, with_lines

LOADED = 0.02
"""Share of the largest load below which a wheel is nearly in the air, and the ratio of its forces says nothing."""


def tire_plots(result: Result) -> tuple[Plot, ...]:
    """Loads, load transfer, slip, and forces over loads of all wheels."""
    return with_lines(
        (
            Plot(
                "tire_loads",
                "Tire vertical loads",
                "kN",
                corner_lines(result, "tire", "vertical_force", "kN"),
                "0 when it lifts off",
            ),
            Plot(
                "load_transfer",
                "Lateral load transfer",
                "kN",
                _transfer(result),
                "half of right minus left, for each axle; to the right → positive",
            ),
            Plot(
                "slip_angles",
                "Tire slip angles",
                "deg",
                corner_lines(result, "tire", "slip_angle", "deg"),
                "steer left → negative in front",
            ),
            Plot(
                "slip_ratios",
                "Tire slip ratios",
                "%",
                corner_lines(result, "tire", "slip_ratio", "%"),
                "driving → positive, braking → negative",
            ),
            Plot(
                "lateral_forces",
                "Tire lateral forces",
                "kN",
                corner_lines(result, "tire", "lateral_force", "kN"),
                "of the ground on the tire; steer left → positive",
            ),
            Plot(
                "longitudinal_forces",
                "Tire longitudinal forces",
                "kN",
                corner_lines(result, "tire", "longitudinal_force", "kN"),
                "of the ground on the tire; driving → positive",
            ),
            Plot(
                "aligning_moments",
                "Tire aligning moments",
                "N*m",
                _moments(result),
                "of the ground on the tire; turning left → positive",
            ),
            Plot(
                "grip",
                "Grip used",
                "1",
                _grip(result),
                "√(Fx² + Fy²) / Fz of each tire; what it can give is the friction of tire and ground",
            ),
            Plot(
                "friction_circle",
                "Friction circle",
                "1",
                _circle(result),
                "Fx / Fz over Fy / Fz of each tire",
                "circle",
                "Fy / Fz",
            ),
        )
    )


def _moments(result: Result) -> tuple[Line, ...]:
    """Aligning moments, unless the law of the tires has none."""
    curves = corner_lines(result, "tire", "aligning_moment", "N*m")
    return curves if any(np.any(curve.y) for curve in curves) else ()


def _transfer(result: Result) -> tuple[Line, ...]:
    curves: list[Line] = []
    for (axle, sides), colour in zip(axles(result).items(), cycle(AXLES), strict=False):
        left, right = (values_in(result, f"tire.{wheel}.vertical_force", "kN") for wheel in sides)
        label = {"f": "front", "r": "rear", "m": "middle"}.get(axle, axle)
        curves.append(Line(result.time, 0.5 * (right - left), label, colour, "solid" if len(curves) == 0 else "dash"))
    return tuple(curves)


def _ratios(result: Result, wheel: str) -> tuple[np.ndarray, np.ndarray]:
    """Fx / Fz and Fy / Fz of a wheel, not a number where it carries almost nothing."""
    fx, fy, fz = (result[f"tire.{wheel}.{axis}_force"].values for axis in ("longitudinal", "lateral", "vertical"))
    loaded = np.where(fz > LOADED * np.max(fz, initial=0.0), fz, np.nan)
    return fx / loaded, fy / loaded


def _grip(result: Result) -> tuple[Line, ...]:
    return tuple(
        Line(result.time, np.hypot(*_ratios(result, wheel)), wheel.upper(), colour, dash)
        for wheel, colour, dash in corner_styles(result)
        if f"tire.{wheel}.longitudinal_force" in result
    )


def _circle(result: Result) -> tuple[Line, ...]:
    curves = []
    for wheel, colour, dash in corner_styles(result):
        if f"tire.{wheel}.longitudinal_force" in result:
            along, across = _ratios(result, wheel)
            curves.append(Line(across, along, wheel.upper(), colour, dash, result.time))
    return tuple(curves)
