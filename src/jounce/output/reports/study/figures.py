"""The figures of one metric of a study: influences, main effects, a response surface, a scatter matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.lab.studies import StudyTable
from jounce.lab.studies.sensitivity import Sensitivity, Surface, main_effect, quadratic_surface
from jounce.output.reports.plots import BLUE, ORANGE, SKY, VERMILLION, display_unit, factor, format_unit

_SILENT = ("vehicle", "maneuver", "settings", "axles", "suspension")
"""Steps of a path that labels leave out."""
_AXES = {"0": "x", "1": "y", "2": "z"}


def labels(names: Sequence[str]) -> dict[str, str]:
    """A short label for every name: `front spring stiffness`; the name itself where two would be the same."""
    short = {name: _short(name) for name in names}
    counts = Counter(short.values())
    return {name: name if counts[label] > 1 else label for name, label in short.items()}


def _short(name: str) -> str:
    steps = name.split(".")
    kept = [step for step in steps[:-1] if step not in _SILENT] + [_AXES.get(steps[-1], steps[-1])]
    return " ".join(kept).replace("_", " ")


def unit_of(table: StudyTable, name: str) -> str:
    """The unit in which a column is shown: that of the study for parameters, the display unit for metrics."""
    return table.display_unit(name) if name in table.parameters else display_unit(table.unit(name))


def column(table: StudyTable, name: str) -> np.ndarray:
    """A column of numbers in the unit in which it is shown."""
    unit, shown = table.unit(name), unit_of(table, name)
    return table[name] * (factor(unit, shown) if unit and shown else 1.0)


def label_with_unit(table: StudyTable, name: str, label: str) -> str:
    """A label with its unit in brackets."""
    unit = format_unit(unit_of(table, name))
    return f"{label} [{unit}]" if unit else label


SURFACE_HEIGHT = 340
"""Height of the response surface [px]."""
POINTS = 500
"""Runs that a figure shows, evenly chosen; means and fits are of all."""
MAX_RUNS_WITH_LARGE_DOTS = 40
"""Most runs that are drawn with larger dots."""
EFFECTS = 6
"""Main effects: how many of the strongest parameters."""
MATRIX_PARAMETERS, MATRIX_METRICS = 4, 3
_AXIS = {"gridcolor": "#e8eaed", "zeroline": False, "linecolor": "#bdc1c6", "ticks": "outside", "ticklen": 4}
_TITLE = {"size": 12.5, "color": "#59636e"}


def figures(table: StudyTable, metric: str, found: Sensitivity) -> dict[str, Any]:
    """Figures by the name of their place on the page; those that make no sense are left out."""
    made = {
        "influence": _influence(table, found),
        "surface": _surface(table, metric, found),
        **_effects(table, metric, found),
        "matrix": _matrix(table, metric, found),
    }
    return {name: figure for name, figure in made.items() if figure is not None}


def _influence(table: StudyTable, found: Sensitivity) -> dict[str, Any] | None:
    names, short = found.rank_parameters()[::-1], labels(table.parameters)
    kinds = (
        ("share of the variance", "share", ORANGE),
        ("rank correlation", "rank", SKY),
        ("standardised coefficient", "coefficient", BLUE),
    )
    traces: list[dict[str, Any]] = []
    for title, key, colour in kinds:
        values = [getattr(found.influences[name], key) for name in names]
        if any(value is not None for value in values):
            traces.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": title,
                    "y": [short[name] for name in names],
                    "x": [None if value is None else round(value, 4) for value in values],
                    "marker": {"color": colour},
                }
            )
    if not traces:
        return None
    axis = {**_AXIS, "zeroline": True, "zerolinecolor": "#80868b", "range": [-1.05, 1.05]}
    if all(value >= 0.0 for trace in traces for value in trace["x"] if value is not None):
        axis["range"] = [0.0, 1.05]
    layout = {
        "barmode": "group",
        "bargap": 0.3,
        "xaxis": axis,
        "yaxis": {"linecolor": "#bdc1c6", "ticksuffix": " "},
        "showlegend": False,
        "margin": {"l": 46, "r": 14, "t": 8, "b": 30},
    }
    return {"data": traces, "layout": layout, "height": SURFACE_HEIGHT}


def _effects(table: StudyTable, metric: str, found: Sensitivity) -> dict[str, Any]:
    """A figure for each of the strongest parameters: all runs, and means with their standard errors."""
    words = [name for name in table.parameters if table.is_words(name)]
    names, y = [*found.rank_parameters(), *words][:EFFECTS], column(table, metric)
    if not names or not np.isfinite(y).any():
        return {}
    short, shown, made = labels(table.parameters), _chosen(y), {}
    low, high = float(np.nanmin(y)), float(np.nanmax(y))
    for i, name in enumerate(names):
        x, mean_x, mean, error = _along(table, name, y)
        means = {
            "type": "scatter",
            "mode": "lines+markers",
            "name": "mean",
            "x": mean_x,
            "y": mean,
            "line": {"color": VERMILLION, "width": 2.2},
            "marker": {"color": VERMILLION, "size": 6},
            "error_y": {"type": "data", "array": error, "color": VERMILLION},
        }
        layout = {"showlegend": False, "xaxis": {**_AXIS}, "yaxis": {**_AXIS}, "margin": {"r": 14}}
        data = [_dots([x[n] for n in shown], y[shown]), means]
        title, include = label_with_unit(table, name, short[name]), {"yaxis": [low, high]}
        made[f"effect-{i}"] = {"data": data, "layout": layout, "height": 210, "include": include, "title": title}
    return made


def _surface(table: StudyTable, metric: str, found: Sensitivity) -> dict[str, Any] | None:
    if len(found.influences) < 2:
        return None
    first, second = found.rank_parameters()[:2]
    x, y, z = (column(table, name) for name in (first, second, metric))
    surface = quadratic_surface(x, y, z)
    if surface is None:
        return None
    short, shown = labels(table.parameters), _chosen(z)
    contour = {
        "type": "contour",
        "x": _rounded(surface.x),
        "y": _rounded(surface.y),
        "z": [_rounded(row) for row in surface.z],
        "colorscale": "Viridis",
    }
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": _rounded(x[shown]),
        "y": _rounded(y[shown]),
        "marker": {"size": 8, "color": shades(z[shown], float(surface.z.min()), float(surface.z.max()))},
    }
    layout = {
        "showlegend": False,
        "hovermode": "closest",
        "xaxis": {
            **_AXIS,
            "title": {"text": label_with_unit(table, first, short[first]), "font": _TITLE, "standoff": 6},
        },
        "yaxis": {
            **_AXIS,
            "title": {"text": label_with_unit(table, second, short[second]), "font": _TITLE, "standoff": 6},
        },
        "margin": {"r": 62},
    }
    return {"data": [contour, dots], "layout": layout, "height": SURFACE_HEIGHT, "note": _explained(surface)}


def _explained(surface: Surface) -> str:
    """How much the surface explains: of the runs it was fitted to, and of runs that it has not seen."""
    unseen = max(0.0, surface.q_squared)
    return f"explains {100.0 * surface.r_squared:.0f} % (R²), in cross-validation {100.0 * unseen:.0f} % (Q²)"


def _matrix(table: StudyTable, metric: str, found: Sensitivity) -> dict[str, Any] | None:
    others = [name for name in table.metrics if name != metric]
    names = [*found.rank_parameters()[:MATRIX_PARAMETERS], metric, *others[: MATRIX_METRICS - 1]]
    short, y = labels([*table.parameters, *table.metrics]), column(table, metric)
    shown = _chosen(y)
    if len(shown) < 2:
        return None
    panels = [
        {"label": _broken(label_with_unit(table, n, short[n])), "values": _rounded(column(table, n)[shown])}
        for n in names
    ]
    splom = {
        "type": "splom",
        "dimensions": panels,
        "showupperhalf": False,
        "diagonal": {"visible": False},
        "marker": {
            "size": 4 if len(shown) > MAX_RUNS_WITH_LARGE_DOTS else 7,
            "color": shades(y[shown], float(np.nanmin(y)), float(np.nanmax(y))),
        },
    }
    return {"data": [splom], "layout": {}, "height": 720}


def _along(
    table: StudyTable, name: str, y: np.ndarray
) -> tuple[list[Any], list[Any], list[float | None], list[float | None]]:
    """All values of a parameter, those that have a mean, the means of y and their standard errors; words have a mean
    each."""
    if table.is_words(name):
        words = [str(word) for word in table[name]]
        known = np.isfinite(y)
        kinds = [word for word in dict.fromkeys(words) if any(known[n] for n, one in enumerate(words) if one == word)]
        means = [y[known & np.array([one == word for one in words])].mean() for word in kinds]
        numbers = np.array([kinds.index(word) if word in kinds else -1 for word in words], dtype=float)
        errors = main_effect(numbers[numbers >= 0.0], y[numbers >= 0.0]).error
        return words, kinds, _rounded(np.array(means)), _rounded(errors)
    x = column(table, name)
    effect = main_effect(x, y)
    return _rounded(x), _rounded(effect.x), _rounded(effect.mean), _rounded(effect.error)


def _dots(x: list[Any], y: np.ndarray) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": _rounded(y),
        "name": "run",
        "marker": {"size": 5 if len(x) > MAX_RUNS_WITH_LARGE_DOTS else 8, "color": "rgba(0,114,178,.45)"},
    }


VIRIDIS = (
    "#440154", "#482878", "#3e4a89", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"
)  # fmt: skip
"""Colours from low to high, as `drawing/fields.js` has them."""


def shades(values: np.ndarray, low: float, high: float) -> list[str]:
    """A colour for each value between two ends."""
    stops = np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in VIRIDIS], dtype=float)
    at = np.clip((values - low) / ((high - low) or 1.0), 0.0, 1.0) * (len(VIRIDIS) - 1)
    channels = [np.interp(at, np.arange(len(VIRIDIS)), stops[:, i]) for i in range(3)]
    return [f"#{round(r):02x}{round(g):02x}{round(b):02x}" for r, g, b in zip(*channels, strict=True)]


def _chosen(y: np.ndarray) -> np.ndarray:
    """The numbers of the rows that are shown: evenly among those whose metric is known."""
    known = np.flatnonzero(np.isfinite(y))
    return known if len(known) <= POINTS else known[np.linspace(0, len(known) - 1, POINTS).astype(int)]


def _broken(label: str, width: int = 14) -> str:
    """A label in lines of few words, for the narrow sides of a matrix."""
    lines: list[str] = []
    line = ""
    for word in label.split():
        if line and len(line) + len(word) > width:
            lines, line = [*lines, line], word
        else:
            line = f"{line} {word}".strip()
    return "<br>".join([*lines, line])


def _rounded(values: np.ndarray) -> list[float | None]:
    return [float(f"{value:.5g}") if np.isfinite(value) else None for value in values]
