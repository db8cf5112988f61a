"""Plots without scripts: a few curves as SVG, small enough to stand in a table."""

from __future__ import annotations

from html import escape

import numpy as np

from jounce.results.channel import Channel

WIDTH, HEIGHT, MARGIN = 250, 96, 4
"""Of a plot [px]."""
MOST = 120
"""Points of a curve; of longer ones every so many."""
_INK, _GREY = "#0072B2", "#c4cad0"


def small_plot(time: np.ndarray, channel: Channel) -> str:
    """A curve over time, with its unit, its range and, where it is inside, the line of zero."""
    keep = slice(None, None, max(1, len(time) // MOST))
    t, y = time[keep], channel.values[keep]
    known = np.isfinite(y)
    if known.sum() < 2:
        return ""
    t, y = t[known], y[known]
    low, high = float(y.min()), float(y.max())
    span = (high - low) or 1.0
    top = 18
    x = MARGIN + (WIDTH - 2 * MARGIN) * (t - t[0]) / ((t[-1] - t[0]) or 1.0)
    z = HEIGHT - MARGIN - (HEIGHT - top - MARGIN) * (y - low) / span
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, z, strict=True))
    zero = ""
    if low < 0.0 < high:
        at = HEIGHT - MARGIN - (HEIGHT - top - MARGIN) * -low / span
        zero = f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{at:.1f}" y2="{at:.1f}" stroke="{_GREY}"/>'
    words = f"{channel.name} [{channel.unit}]: {low:.3g} … {high:.3g}"
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" style="margin:0 12px 8px 0">'
        f'<text x="{MARGIN}" y="11" font-size="10" font-family="sans-serif" fill="currentColor">{escape(words)}</text>'
        f'{zero}<polyline points="{points}" fill="none" stroke="{_INK}" stroke-width="1.5"/></svg>'
    )
