"""The page of a suspension: a template, the report's style sheet, Plotly's own script and the curves, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from jounce.reports.figures import AXIS, axis_title, numbers
from jounce.reports.kc.charts import Chart, Curve, compliance_charts, steer_charts, support_chart, travel_charts
from jounce.reports.kc.load_charts import load_charts
from jounce.reports.kc.sketch import rear_view, side_view
from jounce.reports.kc.tables import axle_table, compliance_table, facts, tiles
from jounce.reports.page import embedded, plotly_script, resource, tile
from jounce.reports.quantities import NOISE
from jounce.results.atomic import write_text
from jounce.suspension import AxleSheet, SuspensionSheet
from jounce.suspension.summary import support_names


def write_kc_page(sheet: SuspensionSheet, path: str | Path) -> None:
    """Write the page of a suspension, whole or not at all; raises FileError."""
    write_text(path, render_kc_page(sheet))


def render_kc_page(sheet: SuspensionSheet) -> str:
    """The page of a suspension as HTML; needs no network."""
    groups = {axle.name: _groups(sheet, axle) for axle in sheet.axles}
    charts = [chart for found in groups.values() for _, group in found for chart in group]
    notes = [f"{axle.name} axle: {note}" for axle in sheet.axles for note in axle.notes]
    return Template((files(__package__) / "page.html").read_text(encoding="utf-8")).substitute(
        name=escape(sheet.vehicle),
        about=escape(sheet.about),
        style=resource("page.css"),
        words="".join(f"<li>{escape(word)}</li>" for word in facts(sheet)),
        notes="".join(f'<p class="warning">{escape(note)}</p>' for note in notes),
        links="".join(f'<a href="#{escape(axle.name)}">{escape(axle.name)} axle</a>' for axle in sheet.axles),
        axles="".join(_axle(sheet, axle, groups[axle.name]) for axle in sheet.axles),
        plotly=plotly_script(),
        figures=embedded({chart.key: _figure(chart) for chart in charts}),
        script=(files("jounce.reports.tire") / "page.js").read_text(encoding="utf-8"),
    )


def _groups(sheet: SuspensionSheet, axle: AxleSheet) -> list[tuple[str, list[Chart]]]:
    """Headings, and the plots below them."""
    travel = travel_charts(axle) + support_chart(axle, *support_names(sheet, axle))
    found = [
        ("Wheel travel", travel),
        ("Steering", steer_charts(axle)),
        ("Compliance: slopes without load", compliance_charts(axle)),
        ("Compliance: over the load on each wheel", load_charts(axle)),
    ]
    return [(name, charts) for name, charts in found if charts]


def _axle(sheet: SuspensionSheet, axle: AxleSheet, groups: Sequence[tuple[str, list[Chart]]]) -> str:
    parts = "".join(
        f'<h4>{heading}</h4><div class="plots three">{"".join(_card(chart) for chart in charts)}</div>'
        for heading, charts in groups
    )
    return (
        f'<section class="axle" id="{escape(axle.name)}"><h2>{escape(axle.name)} axle '
        f"<span>{escape(axle.kind.replace('_', ' '))}{', steered' if axle.steered else ''}</span></h2>"
        f'<div class="tiles">{"".join(tile(*row) for row in tiles(sheet, axle))}</div>'
        f'<div class="tables">{axle_table(sheet, axle)}<div class="column">{_drawing(axle)}{compliance_table(axle)}'
        "</div></div>"
        f"{parts}</section>\n"
    )


def _drawing(axle: AxleSheet) -> str:
    words = "green: roll centre" + ("; red: kingpin" if any(k.kind == "kingpin" for k in axle.linkage.links) else "")
    return (
        f'<section class="card"><h3>Linkage</h3><p class="note">at the design position; {words}; blue: springs and '
        f"dampers</p>{rear_view(axle)}{side_view(axle)}</section>"
    )


def _card(chart: Chart) -> str:
    unit = f" <small>[{escape(chart.unit)}]</small>" if chart.unit else ""
    return (
        f'<section class="card"><h3>{escape(chart.title)}{unit}</h3><p class="note">{escape(chart.note)}</p>'
        f'<div class="plot" data-plot="{escape(chart.key)}"></div></section>\n'
    )


def _figure(chart: Chart) -> dict[str, Any]:
    traces = [_bar(chart, curve) if chart.kind == "bars" else _line(chart, curve) for curve in chart.curves]
    layout = {
        "xaxis": {**AXIS, "title": axis_title(chart.across), "hoverformat": ".4~g"},
        "yaxis": {**AXIS, "zeroline": True},
        "hovermode": "x unified",
        "barmode": "group",
        "margin": {"l": 46, "r": 14, "t": 26 if len(chart.curves) > 1 else 8, "b": 42},
    }
    return {"data": traces, "layout": layout}


def _line(chart: Chart, curve: Curve) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": curve.label or chart.title,
        "x": curve.x,
        "y": numbers(np.where(np.abs(curve.y) < NOISE, 0.0, curve.y)),
        "line": {"color": curve.colour, "dash": curve.dash, "width": 2.2},
        "hovertemplate": f"%{{y:.4~g}} {chart.unit}",
        "showlegend": len(chart.curves) > 1,
    }


def _bar(chart: Chart, curve: Curve) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": curve.label,
        "x": curve.x,
        "y": numbers(curve.y),
        "marker": {"color": curve.colour},
        "hovertemplate": f"%{{y:.4~g}} {chart.unit}",
        "showlegend": True,
    }
