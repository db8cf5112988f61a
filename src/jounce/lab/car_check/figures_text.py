"""The figures of a car as lines of a terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from jounce.lab.car_check.axle_figures import AxleFigures, Pair
from jounce.lab.car_check.figures import CarFigures
from jounce.lab.kinematics_compliance.summary import DEGREE, format_number

SAME = 1e-6
"""Relative difference up to which left and right wheel share one number."""


def _pair(key: str, size: float, places: int) -> Callable[[AxleFigures], str]:
    """Text of a pair in units of `size`: one number if both sides agree, else left / right."""

    def text(axle: AxleFigures) -> str:
        pair: Pair = getattr(axle, key)
        left, right = (format_number(value / size, places) for value in pair)
        same = math.isclose(*pair, rel_tol=SAME, abs_tol=SAME * size)
        return left if same or left == right else f"{left} / {right}"

    return text


def _single(key: str, size: float, places: int) -> Callable[[AxleFigures], str]:
    return lambda axle: format_number(getattr(axle, key) / size, places)


ROWS: tuple[tuple[str, str, Callable[[AxleFigures], str]], ...] = (
    ("track", "mm", _single("track", 1e-3, 0)),
    ("wheel load", "N", _pair("wheel_load", 1.0, 0)),
    ("tire deflection", "mm", _pair("tire_deflection", 1e-3, 1)),
    ("sag from the design position", "mm", _single("sag", 1e-3, 1)),
    ("ride frequency", "Hz", _pair("ride_frequency", 1.0, 2)),
    ("wheel hop frequency", "Hz", _pair("hop_frequency", 1.0, 1)),
    ("damping ratio", "", _pair("damping_ratio", 1.0, 2)),
    ("wheel rate", "N/mm", _pair("wheel_rate", 1e3, 1)),
    ("spring motion ratio", "", _pair("spring_ratio", 1.0, 3)),
    ("unsprung mass of a corner", "kg", _pair("unsprung_mass", 1.0, 1)),
    ("toe (toe-in +)", "deg", _pair("toe", DEGREE, 2)),
    ("camber (top outwards +)", "deg", _pair("camber", DEGREE, 2)),
)
"""Label, unit and text of what every axle has."""


def figure_lines(figures: CarFigures, width: int) -> Iterator[str]:
    """The figures for a terminal of a width [characters]: a few lines, then a table with a column for every axle."""
    x, y, z = figures.centre_of_mass
    behind = figures.first_axle - x
    yield f"mass {figures.mass:.1f} kg, centre of mass {behind:.3f} m behind the first axle, {z:.3f} m high"
    if abs(y) > SAME:
        yield f"centre of mass {abs(y):.3f} m to the {'left' if y > 0.0 else 'right'} of the middle"
    ratio = "" if figures.steering_ratio is None else f", steering ratio {figures.steering_ratio:.1f}"
    yield f"wheelbase {figures.wheelbase:.3f} m{ratio}"
    table = [("", "", *(axle.name for axle in figures.axles)), ("axle load", "kg", *_axle_loads(figures))]
    table += [(label, unit, *(text(axle) for axle in figures.axles)) for label, unit, text in ROWS]
    yield from _aligned([row for row in table if any(cell != "–" for cell in row[2:])], width)
    if not figures.settled:
        yield "  loads from the masses alone: no equilibrium was looked for, or none was found"


def _axle_loads(figures: CarFigures) -> Iterator[str]:
    """The mass that each axle carries, and its share."""
    total = sum(axle.load for axle in figures.axles)
    for axle in figures.axles:
        share = axle.load / total if total > 0.0 else math.nan
        yield f"{format_number(share * figures.mass, 1)} ({format_number(1e2 * share, 1)} %)"


def _aligned(table: list[tuple[str, ...]], width: int) -> Iterator[str]:
    """Rows with the first two columns to the left and the others to the right, in as many tables as the width asks."""
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    room = width - (widths[0] + widths[1] + 4)
    first = 2
    while first < len(widths):
        last = first + 1
        while last < len(widths) and sum(widths[first : last + 1]) + 2 * (last + 1 - first) <= room:
            last += 1
        for label, unit, *cells in table:
            pairs = zip(cells[first - 2 : last - 2], widths[first:last], strict=True)
            numbers = "  ".join(cell.rjust(size) for cell, size in pairs)
            yield f"  {label.ljust(widths[0])}  {unit.ljust(widths[1])}  {numbers}".rstrip()
        first = last
