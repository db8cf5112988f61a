"""Plots in words, for readers who cannot see them, and for search."""

from __future__ import annotations

import numpy as np

from jounce.output.reports.plots import Line, Plot, digits, format_unit

MAX_LINES = 6
"""Most curves of a plot that are described one by one."""


def describe(plot: Plot) -> str:
    """What a plot shows: its title, and range and end of every curve."""
    unit = "" if plot.kind in ("logarithmic", "circle") else format_unit(plot.unit)
    over = "over time" if plot.over_time else f"over {plot.across.partition(' [')[0]}"
    head = f"{plot.title}{f' in {unit}' if unit else ''} {over}"
    told = [words for line in plot.lines[:MAX_LINES] if (words := _curve(plot, line))]
    more = f"; {len(plot.lines) - MAX_LINES} more curves" if len(plot.lines) > MAX_LINES else ""
    return f"{head}: {'; '.join(told)}{more}" if told else head


def _curve(plot: Plot, line: Line) -> str:
    y = np.asarray(line.y, dtype=float)
    known = np.isfinite(y)
    if not known.any():
        return ""
    name = f"{line.label} " if line.label else ""
    low, high = float(y[known].min()), float(y[known].max())
    words = f"{name}from {digits(low, 3)} to {digits(high, 3)}"
    if plot.over_time:
        farthest = int(np.argmax(np.where(known, np.abs(y), -1.0)))
        end = digits(float(y[known][-1]), 3)
        words += f", farthest from zero at {digits(float(line.x[farthest]), 3)} s, {end} at the end"
    return words
