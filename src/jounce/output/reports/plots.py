"""What a plot is, and which plots the report of a car shows: titles, units and lines as data, drawn by `figures`.

Results are in SI; here they become display units: km/h, deg, mm, kN.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

import numpy as np

from jounce.lab.results import Result
from jounce.schema.units import parse_unit

DISPLAY_UNITS = {"m/s": "km/h", "rad": "deg", "rad/s": "deg/s", "m": "mm", "N": "kN", "J": "kJ"}
"""SI unit of a channel → unit in tables and plots; others stay."""

NOISE = 1e-9
"""Numbers in display units below this are rounding, and printed as 0."""

MEASURED = {"m/s": "km/h", "rad": "deg", "rad/s": "deg/s"}
"""SI unit of a metric → unit in tables; others stay, also m, because lengths may be metres of road."""

_WRITTEN = {"1": "", "gn": "g", "deg/gn": "deg/g"}
_SIGNS = str.maketrans("*", "·")


def display_unit(unit: str) -> str:
    """The unit in which engineers give a quantity of an SI unit."""
    return DISPLAY_UNITS.get(unit, unit)


def factor(unit: str, shown: str) -> float:
    """What to multiply a value in an SI unit with to have it in another."""
    return 1.0 if unit == shown else parse_unit(unit).factor / parse_unit(shown).factor


def format_unit(unit: str) -> str:
    """A unit as it is printed: m/s² for m/s^2."""
    return _WRITTEN[unit] if unit in _WRITTEN else unit.translate(_SIGNS).replace("^2", "²").replace("^3", "³")


def engineering(value: float, unit: str, shown: str | None = None) -> tuple[str, str]:
    """A value in an SI unit as text with four digits in its display unit, and that unit as it is printed."""
    target = shown or display_unit(unit)
    number = value * factor(unit, target)
    return digits(0.0 if abs(number) < NOISE else number), format_unit(target)


def digits(value: float | None, count: int = 4) -> str:
    """A number with that many significant digits, a true minus sign, and no exponent where none is needed."""
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0.0:
        return "0"
    places = count - 1 - math.floor(math.log10(abs(value)))
    if places > count + 2 or places < -3:
        return f"{value:.1e}".replace("-", "−")
    return f"{value:.{max(places, 0)}f}".replace("-", "−")


BLACK, BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY = (
    "#000000", "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9",
)  # fmt: skip
"""Okabe and Ito's palette: told apart with every kind of colour vision, and in grey."""
CORNERS = (BLUE, VERMILLION, SKY, ORANGE, GREEN, PURPLE)
"""Left wheels blue or green, right wheels red; the first axle dark, the second light and dashed, the third dotted."""
AXLES = (BLUE, ORANGE, GREEN, PURPLE)
DASHES = ("solid", "solid", "dash", "dash", "dot", "dot")
_LOAD = ("tire", "vertical_force")


@dataclass(frozen=True, eq=False)
class Line:
    """One curve, in the units of its plot."""

    x: np.ndarray
    y: np.ndarray
    label: str = ""
    colour: str = BLUE
    dash: str = "solid"
    time: np.ndarray | None = None
    """Times of its points [s], where x is something else."""


@dataclass(frozen=True, eq=False)
class Plot:
    """One plot.

    kind: over time; over time on a logarithmic scale; the path, with equal axes; one quantity over another; the same
    with equal axes and circles around the origin. across: what x is, of the last two.
    """

    key: str
    title: str
    unit: str
    lines: tuple[Line, ...]
    note: str = ""
    kind: Literal["time", "logarithmic", "path", "against", "circle"] = "time"
    across: str = "time [s]"
    legend: tuple[tuple[str, str], ...] = ()
    """Labels and dashes to explain instead of the lines themselves, where each dash stands for several."""

    @property
    def over_time(self) -> bool:
        """Whether its x is time, so that it zooms with the others."""
        return self.kind in ("time", "logarithmic")


def vehicle_plots(result: Result) -> tuple[Plot, ...]:
    """All plots of a run of a car for which it has channels."""
    from jounce.output.reports.run_page import sections

    return tuple(plot for section in sections(result) for plot in section.plots)


def with_lines(plots: Iterable[Plot]) -> tuple[Plot, ...]:
    """The plots that have a line."""
    return tuple(plot for plot in plots if plot.lines)


def lines(result: Result, unit: str, *wanted: tuple[str, str, str, str]) -> tuple[Line, ...]:
    """Channels over time, in a unit: name, label, colour and dash of each; those that the result lacks are left out."""
    return tuple(
        Line(result.time, values_in(result, name, unit), label, colour, dash)
        for name, label, colour, dash in wanted
        if name in result
    )


def line(result: Result, name: str, unit: str) -> tuple[Line, ...]:
    """One channel over time, or nothing."""
    return lines(result, unit, (name, "", BLUE, "solid"))


def values_in(result: Result, name: str, unit: str) -> np.ndarray:
    """Values of a channel in a unit."""
    channel = result[name]
    return channel.values * factor(channel.unit, unit)


def corner_suffixes(result: Result) -> tuple[str, ...]:
    """The wheels that a result knows, in their order: fl, fr, rl, rr."""
    parts = (name.split(".") for name in result)
    return tuple(wheel for part, wheel, what in (p for p in parts if len(p) == 3) if (part, what) == _LOAD)


def corner_styles(result: Result) -> Iterator[tuple[str, str, str]]:
    """Suffix, colour and dash of every wheel."""
    return zip(corner_suffixes(result), cycle(CORNERS), cycle(DASHES), strict=False)


def corner_lines(result: Result, part: str, quantity: str, unit: str) -> tuple[Line, ...]:
    """One channel of every wheel over time."""
    wanted = ((f"{part}.{wheel}.{quantity}", wheel.upper(), *style) for wheel, *style in corner_styles(result))
    return lines(result, unit, *((name, label, colour, dash) for name, label, colour, dash in wanted))


def axles(result: Result) -> dict[str, tuple[str, str]]:
    """Axles by the letters before l and r, with their left and right wheel."""
    wheels = corner_suffixes(result)
    return {w[:-1]: (w, f"{w[:-1]}r") for w in wheels if w.endswith("l") and f"{w[:-1]}r" in wheels}
