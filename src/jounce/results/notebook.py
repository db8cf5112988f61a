"""How a result shows itself in a notebook: tables and small plots without scripts, and channels over time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from jounce.results.result import Result
from jounce.results.small_plots import small_plot

if TYPE_CHECKING:
    import plotly.graph_objects as go

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
    how = f"{run.formulation}, {run.integrator}, jounce {run.jounce_version}, {run.created}"
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
