"""Figures of a page: Plotly's data and layout with a place on the page, and lines over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.output.reports.figures import AXIS, axis_title, numbers, thin

MAX_POINTS = 1500
"""Most points of a line."""
POWERS = {"type": "log", "exponentformat": "power"}
"""Layout of a logarithmic axis."""


@dataclass(frozen=True)
class Figure:
    """A figure with its place on the page; kind: over `time`, in space (`scene`), from above (`map`), or another."""

    key: str
    title: str
    note: str
    kind: str
    data: list[dict[str, Any]]
    layout: dict[str, Any]
    size: str = ""
    """Size of the figure: `wide`, `tall` or both."""


def line(
    t: np.ndarray, values: np.ndarray, name: str, colour: str, dash: str = "solid", width: float = 1.8
) -> dict[str, Any]:
    """A line over time, with the extremes of each interval if there are too many points."""
    x, y = thin(t, values, MAX_POINTS)
    return {
        "type": "scatter", "mode": "lines", "name": name, "x": numbers(x), "y": numbers(y), "showlegend": bool(name),
        "line": {"color": colour, "dash": dash, "width": width, "simplify": False}, "hovertemplate": "%{y:.4~g}",
    }  # fmt: skip


def over_time(key: str, title: str, unit: str, note: str, lines: list[dict[str, Any]], size: str = "") -> Figure:
    """Lines over time with one unit; without a legend if there is one line."""
    span = [0.0, max(line["x"][-1] for line in lines)]
    layout = {
        "xaxis": {**AXIS, "range": span, "title": axis_title("time [s]"), "hoverformat": ".4~g"},
        "yaxis": {**AXIS},
        "hovermode": "x unified",
        "margin": {"l": 46, "r": 14, "t": 26 if len(lines) > 1 else 8, "b": 42},
    }
    return Figure(key, f"{title} [{unit}]" if unit else title, note, "time", lines, layout, size)


def marked_line(x: Iterable[float], y: Iterable[float], name: str, colour: str, dash: str) -> dict[str, Any]:
    """A line of a study, with a marker at every point."""
    return {
        "type": "scatter", "mode": "lines+markers", "name": name, "x": list(x), "y": list(y),
        "line": {"color": colour, "width": 2.0, "dash": dash}, "hovertemplate": "%{y:.3~g}",
    }  # fmt: skip


def study_figure(
    key: str, title: str, note: str, lines: list[dict[str, Any]], x: dict[str, Any], y: dict[str, Any]
) -> Figure:
    """Lines of a study over what was varied; x, y: what the axes have beside their looks."""
    layout = {
        "xaxis": {**AXIS, **x},
        "yaxis": {**AXIS, **y},
        "hovermode": "x unified",
        "margin": {"l": 46, "r": 14, "t": 46, "b": 42},
    }
    return Figure(key, title, note, "study", lines, layout, "tall")


def bars(key: str, title: str, note: str, traces: list[dict[str, Any]], unit: str, **layout: Any) -> Figure:
    """Horizontal bars across the page."""
    looks = {
        "xaxis": {**AXIS, "title": axis_title(unit)},
        "yaxis": {**AXIS, "ticks": ""},
        "margin": {"l": 150, "r": 60, "t": 26, "b": 42},
    }
    return Figure(key, title, note, "bars", traces, {**looks, **layout}, "wide")
