"""Plots as figures in the format of Plotly: plain data that the script of the page (`drawing/`) draws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jounce.output.reports.plots import Line, Plot, format_unit

MAX_POINTS = 1200
"""Most points of a line; longer runs show the extremes of each interval, so that no peak is lost."""
LOG_FLOOR = 1e-17
"""Value that is shown instead of zero on a logarithmic scale."""

COVERED, COVERED_WIDTH = 0.01, 1.8
"""Curves that are nearer than this share of a plot, for half of the time, cover each other; the lower one is drawn
wider by so much [px], so that it is seen on both sides."""
SMALLEST_SPANS = {
    "km/h": 10.0, "deg/s": 2.0, "m/s^2": 1.0, "deg": 0.5, "mm": 4.0, "kN": 0.5, "N*m": 20.0, "%": 2.0, "1": 0.1,
    "rpm": 200.0, "kJ": 1.0, "N/mm": 1.0, "N·m/deg": 10.0, "m": 1.0, "": 0.05,
}  # fmt: skip
"""Smallest range of an axis by its unit: without it, a speed that falls by 0.3 km/h would look like a crash."""
AXIS = {"gridcolor": "#e8eaed", "zerolinecolor": "#bdc1c6", "linecolor": "#bdc1c6", "ticks": "outside", "ticklen": 4}
"""Layout that all axes share."""


def figure(plot: Plot) -> dict[str, Any]:
    """Data and layout of one plot."""
    if plot.kind == "path":
        return {"data": [trace for line in plot.lines for trace in _path(plot, line)], "layout": _path_layout(plot)}
    explained = [_explained(label, dash) for label, dash in plot.legend]
    return {
        "data": [*explained, *(_trace(plot, line) for line in plot.lines)],
        "layout": _layout(plot),
        **({"group": "time", "unit": "s"} if plot.over_time else {}),
        **({"spans": {"yaxis": SMALLEST_SPANS.get(plot.unit, 0.0)}} if plot.kind in ("time", "against") else {}),
    }


def thin(t: np.ndarray, y: np.ndarray, most: int = MAX_POINTS) -> tuple[np.ndarray, np.ndarray]:
    """A curve reduced to at most about `most` points: the smallest and the largest of every interval, and both ends."""
    if len(t) <= most:
        return t, y
    intervals = np.array_split(np.arange(len(t)), most // 2)
    kept = {0, len(t) - 1}
    for interval in intervals:  # a missing value is both extremes of its interval, so that a gap stays one
        kept |= {int(interval[np.argmin(y[interval])]), int(interval[np.argmax(y[interval])])}
    order = sorted(kept)
    return t[order], y[order]


def _trace(plot: Plot, line: Line) -> dict[str, Any]:
    if plot.kind == "logarithmic":
        every = slice(None)
        x, y = thin(line.x, np.maximum(np.abs(line.y), LOG_FLOOR))
    elif plot.over_time:
        every = slice(None)
        x, y = thin(line.x, line.y)
    else:
        every = slice(None, None, max(1, len(line.x) // MAX_POINTS))
        x, y = line.x[every], line.y[every]
    timed = {} if plot.over_time or line.time is None else {"customdata": numbers(line.time[every])}
    width = 1.3 if plot.kind == "logarithmic" else 2.2 if line.dash == "solid" else 1.9
    width += COVERED_WIDTH * _is_covered(plot, line)
    unit = "" if plot.kind == "logarithmic" else f" {format_unit(plot.unit)}"
    return {
        "type": "scatter",
        "mode": "lines",
        "name": line.label or plot.title,
        "x": numbers(x),
        "y": numbers(y),
        "line": {"color": line.colour, "dash": line.dash, "width": width, "simplify": False},
        "hovertemplate": f"%{{y:.4~g}}{unit}" if plot.over_time else f"%{{x:.4~g}}, %{{y:.4~g}}{unit}",
        "showlegend": len(plot.lines) > 1 and not plot.legend,
        **timed,
    }


def _is_covered(plot: Plot, line: Line) -> bool:
    """Whether a later curve of the same kind lies on this one, as left and right do in a car that drives straight."""
    later = plot.lines[plot.lines.index(line) + 1 :]
    alike = [other for other in later if other.dash == line.dash and other.y.shape == line.y.shape]
    if not plot.over_time or not alike:
        return False
    known = np.concatenate([one.y for one in plot.lines])
    span = float(np.nanmax(known) - np.nanmin(known)) if np.isfinite(known).any() else 0.0
    near = max(COVERED * span, COVERED * SMALLEST_SPANS.get(plot.unit, 0.0))
    return any(float(np.mean(np.abs(other.y - line.y) <= near)) > 0.5 for other in alike)


def _explained(label: str, dash: str) -> dict[str, Any]:
    """An entry of the legend without a curve."""
    line = {"color": "#59636e", "dash": dash, "width": 2.0}
    return {"type": "scatter", "mode": "lines", "name": label, "x": [None], "y": [None], "line": line}


def _layout(plot: Plot) -> dict[str, Any]:
    x: dict[str, Any] = {**AXIS, "title": axis_title(plot.across), "hoverformat": ".4~g"}
    y: dict[str, Any] = {**AXIS}
    if plot.kind == "logarithmic":
        y |= {"type": "log", "exponentformat": "power", "dtick": 2}
    if plot.over_time:
        x["range"] = [float(min(line.x[0] for line in plot.lines)), float(max(line.x[-1] for line in plot.lines))]
    legend = len(plot.lines) > 1
    layout: dict[str, Any] = {
        "xaxis": x,
        "yaxis": y,
        "hovermode": "x unified" if plot.over_time else "closest",
        "margin": {"l": 46, "r": 14, "t": 26 if legend else 8, "b": 42},
    }
    return layout | (_circles(plot, x, y) if plot.kind == "circle" else {})


def _circles(plot: Plot, x: dict[str, Any], y: dict[str, Any]) -> dict[str, Any]:
    """Circles around the origin at round radii, and axes that show them whole, equally scaled."""
    reach = max((_reach(line) for line in plot.lines), default=0.0) or 1.0
    step = 10.0 ** math.floor(math.log10(reach))
    step = next(factor * step for factor in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0) if reach <= 4.0 * factor * step)
    radii = [step * k for k in range(1, math.ceil(reach / step + 1e-9) + 1)]
    style = {"type": "circle", "xref": "x", "yref": "y", "layer": "below", "line": {"color": "#d5d9de", "width": 1}}
    edge = 1.08 * radii[-1]
    y |= {
        "range": [-edge, edge],
        "constrain": "domain",
        "title": axis_title("longitudinal [g]" if plot.unit == "gn" else "Fx / Fz"),
    }
    x |= {"range": [-edge, edge], "constrain": "domain", "scaleanchor": "y", "scaleratio": 1}
    return {"shapes": [{**style, "x0": -r, "x1": r, "y0": -r, "y1": r} for r in radii], "xaxis": x, "yaxis": y}


def _reach(line: Line) -> float:
    radius = np.hypot(line.x, line.y)
    radius = radius[np.isfinite(radius)]
    return float(radius.max()) if len(radius) else 0.0


def _path(plot: Plot, line: Line) -> list[dict[str, Any]]:
    time = line.time if line.time is not None else np.arange(len(line.x), dtype=float)
    thin = slice(None, None, max(1, len(line.x) // MAX_POINTS))
    seconds = np.arange(np.ceil(time[0]), time[-1] + 1e-9, max(1.0, np.ceil(np.ptp(time) / 12.0)))
    at = [np.interp(seconds, time, values) for values in (line.x, line.y)]
    curve = {
        "type": "scatter",
        "mode": "lines",
        "name": line.label or plot.title,
        "x": numbers(line.x[thin]),
        "y": numbers(line.y[thin]),
        "line": {"color": line.colour, "width": 2.4, "simplify": False},
        "hovertemplate": "x %{x:.4~g} m, y %{y:.4~g} m<extra></extra>",
        "showlegend": len(plot.lines) > 1,
        "customdata": numbers(time[thin]),
    }
    dots: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers+text" if len(plot.lines) == 1 else "markers",
        "x": numbers(at[0]),
        "y": numbers(at[1]),
        "text": [f"{second:g} s" for second in seconds],
        "textposition": "bottom right" if line.y[-1] >= 0.0 else "top right",
        "marker": {"color": line.colour, "size": 8, "line": {"color": "white", "width": 1.5}},
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
    }
    return [curve, dots]


def _path_layout(plot: Plot) -> dict[str, Any]:
    return {
        "xaxis": {**AXIS, "title": axis_title("x [m]")},
        "yaxis": {**AXIS, "title": axis_title("y [m]"), "scaleanchor": "x", "scaleratio": 1},
        "hovermode": "closest",
        "margin": {"l": 46, "r": 14, "t": 26 if len(plot.lines) > 1 else 14, "b": 42},
    }


def axis_title(text: str) -> dict[str, Any]:
    """The text beside an axis."""
    return {"text": text, "standoff": 6, "font": {"size": 12.5, "color": "#59636e"}}


def numbers(values: np.ndarray) -> list[float | None]:
    """Five significant digits: enough for any screen, and a smaller page."""
    plain = np.asarray(values, dtype=float).tolist()  # numbers of NumPy take three times as long to write
    return [float(f"{value:.5g}") if math.isfinite(value) else None for value in plain]
