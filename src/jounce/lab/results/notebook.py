"""How a result shows itself in a notebook: tables and small plots without scripts, and channels over time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from jounce.lab.results.channel import Channel
from jounce.lab.results.result import Result

if TYPE_CHECKING:
    import plotly.graph_objects as go

WIDTH, HEIGHT, MARGIN = 250, 96, 4
"""Size and margin of a small plot [px]."""
MAX_POINTS = 120
"""Points of a curve; of longer ones every second, third … is drawn."""
_INK, _GREY = "#0072B2", "#c4cad0"
USUAL = (
    *("steering_wheel.angle", "chassis.speed", "chassis.yaw_rate", "chassis.lateral_acceleration"),
    *("chassis.roll_angle", "chassis.side_slip_angle"),
)
"""What people look at first."""
ROW, EDGES = 190, 90
"""Height of a row of a figure, and of what is around them [px]."""
_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_LEFT, _RIGHT = "text-align:left;padding:2px 12px 2px 0", "text-align:right;padding:2px 0 2px 12px"


def html(result: Result) -> str:
    """What was run, the metrics, what people look at first as small plots, and a folded table of all channels."""
    run = result.metadata
    way = "measured" if run.is_measured else f"{run.formulation}, {run.integrator}"
    how = f"{way}, jounce {run.jounce_version}, {run.created}"
    end = f"{result.time[-1]:g} s" if len(result.time) else "no samples"
    failed = f"<p><b>This run failed.</b> {escape(run.failure)}</p>" if run.failure else ""
    measured = _table(("metric", "value", "unit"), [_measured(name, row) for name, row in run.measured.items()])
    ranges = [_range(result, name) for name in result]
    channels = _table(("channel", "unit", "smallest", "largest", "last"), ranges)
    plots = "".join(small_plot(result.time, result[name]) for name in USUAL if name in result)
    return (
        f"<div><p><b>{escape(run.maneuver)} · {escape(run.vehicle)}</b> &nbsp; {escape(end)}, "
        f"{len(result.time)} samples<br><small>{escape(how)}</small></p>{failed}{measured if run.measured else ''}"
        f"<div>{plots}</div>"
        f"<details><summary>{len(result)} channels</summary>{channels}</details></div>"
    )


def channel_html(channel: Channel) -> str:
    """Description and frame of a channel over a small plot by the number of the sample."""
    where = f" ({escape(channel.frame)} axes)" if channel.frame else ""
    plot = small_plot(np.arange(float(len(channel))), channel) or escape(repr(channel))
    return f"<div>{escape(channel.description)}{where}<br>{plot}</div>"


def figure(result: Result, names: Sequence[str] = ()) -> go.Figure:
    """Channels over time in SI units, one row for each unit; raises KeyError for an unknown name."""
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    chosen = [result[name] for name in names or (name for name in USUAL if name in result)]
    units = list(dict.fromkeys(channel.unit for channel in chosen))
    if not units:
        return go.Figure()
    drawing = make_subplots(rows=len(units), cols=1, shared_xaxes=True, vertical_spacing=0.12 / len(units))
    for channel in chosen:
        line = go.Scatter(x=result.time, y=channel.values, name=channel.name, mode="lines")
        drawing.add_trace(line, row=1 + units.index(channel.unit), col=1)
    for i, unit in enumerate(units):
        drawing.update_yaxes(title_text=f"[{unit}]", row=1 + i, col=1)
    drawing.update_xaxes(title_text="time [s]", row=len(units), col=1)
    run = result.metadata
    drawing.update_layout(
        title=f"{run.maneuver} · {run.vehicle}", height=EDGES + ROW * len(units), hovermode="x unified"
    )
    return drawing


def _range(result: Result, name: str) -> tuple[str, ...]:
    channel = result[name]
    values = channel.values[np.isfinite(channel.values)]
    if not len(values):
        return name, channel.unit, "–", "–", "–"
    return name, channel.unit, f"{values.min():.4g}", f"{values.max():.4g}", f"{channel.values[-1]:.4g}"


def _measured(name: str, row: object) -> tuple[str, ...]:
    if not isinstance(row, dict):
        return name, "–", ""
    value = row.get("value")
    return name, "–" if value is None else f"{value:.5g}", str(row.get("unit", ""))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        styles = (_LEFT, *(_RIGHT,) * (len(cells) - 1))
        pairs = zip(cells, styles, strict=True)
        return "<tr>" + "".join(f'<{tag} style="{style}">{escape(cell)}</{tag}>' for cell, style in pairs) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f'<table style="{_STYLE}"><thead>{line(head, "th")}</thead><tbody>{body}</tbody></table>'


def small_plot(time: np.ndarray, channel: Channel) -> str:
    """A curve over time, with its unit, its range and, where it is inside, the line of zero."""
    keep = slice(None, None, max(1, len(time) // MAX_POINTS))
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
