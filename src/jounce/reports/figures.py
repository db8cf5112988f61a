"""Plots as Plotly figures: plain data that the page's script draws."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.reports.plots import BLUE, Line, Plot
from jounce.reports.quantities import factor, written
from jounce.results import Result

MOST_POINTS = 2000
"""Per line; longer runs show the extremes of each interval, so that no peak is lost."""
SMALLEST = 1e-17
"""Shown instead of zero on a logarithmic scale."""

AXIS = {"gridcolor": "#e8eaed", "zerolinecolor": "#bdc1c6", "linecolor": "#bdc1c6", "ticks": "outside", "ticklen": 4}
"""How axes look."""


def figure(plot: Plot, result: Result) -> dict[str, Any]:
    """Data and layout of one plot."""
    if plot.kind == "path":
        return {"data": _path(plot, result), "layout": _path_layout()}
    traces = [_trace(plot, line, result) for line in plot.lines]
    return {"data": traces, "layout": _time_layout(plot, result)}


def thinned(t: np.ndarray, y: np.ndarray, most: int = MOST_POINTS) -> tuple[np.ndarray, np.ndarray]:
    """At most about `most` points of a curve: the smallest and the largest of every interval, and both ends."""
    if len(t) <= most:
        return t, y
    intervals = np.array_split(np.arange(len(t)), most // 2)
    kept = {0, len(t) - 1}
    for interval in intervals:
        kept |= {int(interval[np.argmin(y[interval])]), int(interval[np.argmax(y[interval])])}
    order = sorted(kept)
    return t[order], y[order]


def _trace(plot: Plot, line: Line, result: Result) -> dict[str, Any]:
    channel = result[line.channel]
    if plot.kind == "logarithmic":
        values = np.maximum(np.abs(channel.values), SMALLEST)
    else:
        values = channel.values * factor(channel.unit, plot.unit)
    t, y = thinned(result.time, values)
    width = 1.3 if plot.kind == "logarithmic" else 2.4 if line.dash == "solid" else 2.0
    return {
        "type": "scatter",
        "mode": "lines",
        "name": line.label or plot.title,
        "x": numbers(t),
        "y": numbers(y),
        "line": {"color": line.colour, "dash": line.dash, "width": width, "simplify": False},
        "hovertemplate": "%{y:.4~g}" if plot.kind == "logarithmic" else f"%{{y:.4~g}} {written(plot.unit)}",
        "showlegend": len(plot.lines) > 1,
    }


def _time_layout(plot: Plot, result: Result) -> dict[str, Any]:
    y = {**AXIS, "type": "log", "exponentformat": "power", "dtick": 2} if plot.kind == "logarithmic" else {**AXIS}
    span = [float(result.time[0]), float(result.time[-1])]
    return {
        "xaxis": {**AXIS, "range": span, "title": axis_title("time [s]"), "hoverformat": ".4~g"},
        "yaxis": y,
        "hovermode": "x unified",
        "margin": {"l": 46, "r": 14, "t": 26 if len(plot.lines) > 1 else 8, "b": 42},
    }


def _path(plot: Plot, result: Result) -> list[dict[str, Any]]:
    x, y = (result[line.channel].values for line in plot.lines)
    thin = slice(None, None, max(1, len(x) // MOST_POINTS))
    seconds = np.arange(np.ceil(result.time[0]), result.time[-1] + 1e-9, max(1.0, np.ceil(np.ptp(result.time) / 12.0)))
    at = [np.interp(seconds, result.time, values) for values in (x, y)]
    curve = {
        "type": "scatter",
        "mode": "lines",
        "x": numbers(x[thin]),
        "y": numbers(y[thin]),
        "line": {"color": BLUE, "width": 2.4, "simplify": False},
        "hovertemplate": "x %{x:.4~g} m, y %{y:.4~g} m<extra></extra>",
        "showlegend": False,
    }
    dots = {
        "type": "scatter",
        "mode": "markers+text",
        "x": numbers(at[0]),
        "y": numbers(at[1]),
        "text": [f"{second:g} s" for second in seconds],
        "textposition": "bottom right" if y[-1] >= 0.0 else "top right",
        "marker": {"color": BLUE, "size": 8, "line": {"color": "white", "width": 1.5}},
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
    }
    return [curve, dots]


def _path_layout() -> dict[str, Any]:
    return {
        "xaxis": {**AXIS, "title": axis_title("x [m]")},
        "yaxis": {**AXIS, "title": axis_title("y [m]"), "scaleanchor": "x", "scaleratio": 1},
        "hovermode": "closest",
        "margin": {"l": 46, "r": 14, "t": 14, "b": 42},
    }


def axis_title(text: str) -> dict[str, Any]:
    """The text beside an axis."""
    return {"text": text, "standoff": 6, "font": {"size": 12.5, "color": "#59636e"}}


def numbers(values: np.ndarray) -> list[float | None]:
    """Six significant digits: enough for any screen, and a smaller page."""
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in values]
