"""Parts of figures in the format of Plotly: curves, marks, lines, words, and panels one above the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.output.reports.figures import AXIS, MAX_POINTS, axis_title, numbers, thin
from jounce.output.reports.plots import BLUE

Part = dict[str, Any]
GREY = "#59636e"
LIGHT = "#dfe5ec"
RED = "#D55E00"


def panel_name(panel: int) -> str:
    """The axis of a panel, counted from above: y, y2, y3."""
    return "y" if panel == 1 else f"y{panel}"


def curve(
    x: np.ndarray,
    y: np.ndarray,
    name: str,
    colour: str = BLUE,
    *,
    dash: str = "solid",
    panel: int = 1,
    time: np.ndarray | None = None,
    width: float = 2.2,
    listed: bool = True,
) -> Part:
    """A curve; time: of its points [s], where x is something else; listed: whether the legend names it."""
    if time is None:
        x, y = thin(np.asarray(x, dtype=float), np.asarray(y, dtype=float)) if len(x) > MAX_POINTS else (x, y)
    else:
        every = slice(None, None, max(1, len(x) // MAX_POINTS))
        x, y, time = x[every], y[every], time[every]
    timed = {} if time is None else {"customdata": numbers(time)}
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": numbers(np.asarray(x)),
        "y": numbers(np.asarray(y)),
        "line": {"color": colour, "dash": dash, "width": width},
        "yaxis": panel_name(panel),
        "showlegend": listed,
        **timed,
    }


def marks(
    x: Sequence[float] | np.ndarray,
    y: Sequence[float] | np.ndarray,
    name: str,
    colour: str,
    *,
    panel: int = 1,
    symbol: str = "circle",
    size: float = 8.0,
    text: Sequence[str] = (),
    place: str = "top center",
    listed: bool = False,
) -> Part:
    """Marks at points, with words beside them."""
    words = {"text": list(text), "textposition": place} if text else {}
    return {
        "type": "scatter",
        "mode": "markers+text" if text else "markers",
        "name": name,
        "x": numbers(np.asarray(x, dtype=float)),
        "y": numbers(np.asarray(y, dtype=float)),
        "marker": {"color": colour, "size": size, "symbol": symbol},
        "yaxis": panel_name(panel),
        "showlegend": listed,
        "hoverinfo": "skip",
        **words,
    }


def area(x: np.ndarray, y: np.ndarray, name: str, colour: str, *, panel: int = 1, opacity: float = 0.3) -> Part:
    """A filled polygon."""
    return {
        "type": "scatter",
        "mode": "none",
        "fill": "toself",
        "fillcolor": colour,
        "opacity": opacity,
        "name": name,
        "x": numbers(x),
        "y": numbers(y),
        "yaxis": panel_name(panel),
        "showlegend": False,
        "hoverinfo": "skip",
    }


def segment(
    x: tuple[float, float], y: tuple[float, float], *, panel: int = 1, colour: str = GREY, dash: str = "dot"
) -> Part:
    """A straight line between two points."""
    return {
        "type": "line", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "xref": "x", "yref": panel_name(panel),
        "line": {"color": colour, "dash": dash, "width": 1.2},
    }  # fmt: skip


def level(y: float, *, panel: int = 1, colour: str = GREY, dash: str = "dash") -> Part:
    """A line across the whole panel."""
    return {**segment((0.0, 1.0), (y, y), panel=panel, colour=colour, dash=dash), "xref": "paper"}


def upright(x: float, *, panel: int = 1, colour: str = GREY, dash: str = "dot") -> Part:
    """A line from the bottom to the top of a panel."""
    domain = f"{panel_name(panel)} domain"
    return {**segment((x, x), (0.0, 1.0), panel=panel, colour=colour, dash=dash), "yref": domain}


def band(x: tuple[float, float], *, panel: int = 1, colour: str = LIGHT) -> Part:
    """A shaded range of x behind the curves of a panel."""
    return {
        "type": "rect", "x0": x[0], "x1": x[1], "y0": 0.0, "y1": 1.0, "xref": "x",
        "yref": f"{panel_name(panel)} domain", "fillcolor": colour, "line": {"width": 0}, "layer": "below",
    }  # fmt: skip


def words(
    x: float, y: float, text: str, *, panel: int = 1, offset: tuple[float, float] = (0.0, -22.0), colour: str = ""
) -> Part:
    """A few words beside a point; offset: of the words [px], right and down."""
    return {
        "x": float(x), "y": float(y), "text": text, "xref": "x", "yref": panel_name(panel), "ax": offset[0],
        "ay": offset[1], "showarrow": offset != (0.0, 0.0), **({"font": {"color": colour}} if colour else {}),
    }  # fmt: skip


def panels(
    titles: Sequence[str], across: str, *, shares: Sequence[float] = (), gap: float = 0.06, x: Part | None = None
) -> Part:
    """The layout of panels that share x, from above: titles of their y axes; shares of the height, by default equal."""
    parts = list(shares) or [1.0] * len(titles)
    room = 1.0 - gap * (len(titles) - 1)
    layout: Part = {"xaxis": {**AXIS, "title": axis_title(across), **(x or {})}, "margin": {"l": 46, "r": 14, "t": 26}}
    top = 1.0
    for i, (title, share) in enumerate(zip(titles, parts, strict=True)):
        height = room * share / sum(parts)
        name = "yaxis" if i == 0 else f"yaxis{i + 1}"
        layout[name] = {**AXIS, "title": axis_title(title), "domain": [max(0.0, top - height), min(1.0, top)]}
        top -= height + gap
    return layout


def over_time(result_time: np.ndarray) -> Part:
    """The x axis of a run."""
    return {"range": [float(result_time[0]), float(result_time[-1])]}
