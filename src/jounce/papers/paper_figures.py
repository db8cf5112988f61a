"""Figures of a paper's page: Plotly's data and layout with a place on the page, and lines over time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.reports.figures import AXIS, axis_title, numbers, thinned

MOST_POINTS = 1500
"""Of a line."""


@dataclass(frozen=True)
class Figure:
    """A figure with its place on the page; kind: over `time`, in space (`scene`), or from above (`map`)."""

    key: str
    title: str
    note: str
    kind: str
    data: list[dict[str, Any]]
    layout: dict[str, Any]
    size: str = ""
    """`wide`, `tall` or both."""


def line(
    t: np.ndarray, values: np.ndarray, name: str, colour: str, dash: str = "solid", width: float = 1.8
) -> dict[str, Any]:
    """A line over time, with the extremes of each interval if there are too many points."""
    x, y = thinned(t, values, MOST_POINTS)
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
