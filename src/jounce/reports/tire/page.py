"""The page of a tire: a template, the report's style sheet, Plotly's own script and the curves, in one file."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from jounce.reports.tire.characteristics import TireSheet
from jounce.reports.tire.families import Family, families
from jounce.reports.tire.table import fact_rows, load_rows, sheet_words
from jounce.results.atomic import write_text

_AXIS = {"gridcolor": "#e8eaed", "zerolinecolor": "#bdc1c6", "linecolor": "#bdc1c6", "ticks": "outside", "ticklen": 4}


def write_tire_page(sheet: TireSheet, path: str | Path) -> None:
    """Write the page of a tire, whole or not at all; raises FileError."""
    write_text(path, render_tire_page(sheet))


def render_tire_page(sheet: TireSheet) -> str:
    """The page of a tire as HTML; needs no network."""
    plots = families(sheet)
    head, *rows = load_rows(sheet)
    return Template((files(__package__) / "page.html").read_text(encoding="utf-8")).substitute(
        name=escape(Path(sheet.file.name).name),
        style=_report_file("page.css"),
        words="".join(f"<li>{escape(word)}</li>" for word in sheet_words(sheet)),
        findings="".join(f'<p class="warning">{escape(str(finding))}</p>' for finding in sheet.file.findings),
        tiles="".join(_tile(*row) for row in fact_rows(sheet)),
        plots="".join(_card(plot) for plot in plots),
        head="".join(f'<th scope="col">{escape(cell)}</th>' for cell in head),
        rows="\n".join(_row(row) for row in rows),
        plotly=(files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8"),
        figures=json.dumps({p.key: _figure(p) for p in plots}, separators=(",", ":"), allow_nan=False).replace(
            "<", "\\u003c"
        ),
        script=(files(__package__) / "page.js").read_text(encoding="utf-8"),
    )


def _report_file(name: str) -> str:
    return (files("jounce.reports") / name).read_text(encoding="utf-8")


def _tile(label: str, value: str, unit: str) -> str:
    return (
        f'<div class="tile"><span class="label">{escape(label)}</span>'
        f'<span class="value">{escape(value)}<small>{escape(unit)}</small></span></div>'
    )


def _row(cells: tuple[str, ...]) -> str:
    heading, *rest = cells
    return (
        f'<tr><th scope="row">{escape(heading)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
    )


def _card(plot: Family) -> str:
    unit = f" <small>[{escape(plot.unit)}]</small>" if plot.unit else ""
    tall = " tall" if plot.tall else ""
    return (
        f'<section class="card"><h3>{escape(plot.title)}{unit}</h3><p class="note">{escape(plot.note)}</p>'
        f'<div class="plot{tall}" data-plot="{plot.key}"></div></section>\n'
    )


def _figure(plot: Family) -> dict[str, Any]:
    unit = f" {plot.unit}" if plot.unit else ""
    traces = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": curve.label,
            "x": [float(f"{value:.5g}") for value in curve.x],
            "y": [float(f"{value:.5g}") for value in curve.y],
            "line": {"color": curve.colour, "dash": curve.dash, "width": 2.2},
            "hovertemplate": f"%{{y:.4~g}}{unit}",
            "showlegend": curve.listed,
        }
        for curve in plot.curves
    ]
    title = {"text": plot.across, "standoff": 6, "font": {"size": 12.5, "color": "#59636e"}}
    equal = {"scaleanchor": "x", "scaleratio": 1} if plot.equal else {}
    layout = {
        "xaxis": {**_AXIS, "title": title, "hoverformat": ".4~g"},
        "yaxis": {**_AXIS, **equal},
        "hovermode": "closest" if plot.equal else "x unified",
        "margin": {"l": 46, "r": 14, "t": 26, "b": 42},
    }
    return {"data": traces, "layout": layout}
