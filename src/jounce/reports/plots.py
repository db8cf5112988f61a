"""What a plot is, and which plots the report of a car shows: titles, units and lines as data, drawn by `figures`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

import numpy as np

from jounce.reports.quantities import factor
from jounce.results import Result

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
    """Of its points [s], where x is something else."""


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
    from jounce.reports.sections import sections

    return tuple(plot for section in sections(result) for plot in section.plots)


def drawn(plots: Iterable[Plot]) -> tuple[Plot, ...]:
    """Those that have a line."""
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
