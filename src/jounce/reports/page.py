"""The page: a template, a style sheet, a script, Plotly's own script and the data of one run, in one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from jounce.reports.figures import figure
from jounce.reports.plots import Plot, vehicle_plots
from jounce.reports.quantities import written
from jounce.reports.replay import replay_card, replay_script
from jounce.reports.tables import cost_rows, headline_rows, how_words, quantity_rows, setting_rows
from jounce.results import Result
from jounce.results.atomic import write_text


def write_report(result: Result, path: str | Path) -> None:
    """Write the page of a run, whole or not at all; raises FileError."""
    write_text(path, render_report(result))


def render_report(result: Result) -> str:
    """The page of a run as HTML; needs no network."""
    run, plots = result.metadata, vehicle_plots(result)
    figures = {plot.key: {**figure(plot, result), "kind": plot.kind} for plot in plots}
    return Template(resource("page.html")).substitute(
        title=escape(f"{run.maneuver} · {run.vehicle}"),
        maneuver=escape(run.maneuver),
        vehicle=escape(run.vehicle),
        about=escape(run.about),
        how="".join(f"<li>{escape(word)}</li>" for word in how_words(result)),
        warning=_warning(result),
        headline="".join(tile(*row) for row in headline_rows(result)),
        end=f"{result.time[-1]:.4g}",
        quantities=table_rows(quantity_rows(result)),
        settings=table_rows(setting_rows(result)),
        cost=table_rows(cost_rows(result)),
        plots="".join(_card(plot) for plot in plots),
        style=resource("page.css"),
        plotly=plotly_script(),
        figures=embedded(figures),
        script=resource("page.js"),
        replay=replay_card(result),
        replay_script=replay_script(result),
    )


def resource(name: str) -> str:
    """Style sheet, script or template of the pages, as text."""
    return (files(__package__) / name).read_text(encoding="utf-8")


def plotly_script() -> str:
    """Plotly itself, as installed."""
    return (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")


def embedded(figures: Mapping[str, Any]) -> str:
    """Figures as JSON that may stand inside a page."""
    return json.dumps(figures, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _warning(result: Result) -> str:
    """A banner for a run that is not complete."""
    run = result.metadata
    if run.warnings and run.failure is None:
        return f'<p class="warning" role="alert"><strong>Mind:</strong> {escape("; ".join(run.warnings))}</p>'
    if run.failure is not None:
        return f'<p class="warning" role="alert"><strong>This run failed.</strong> {escape(run.failure)}</p>'
    if run.interrupted:
        at = f"{result.time[-1]:.4g} s of {run.planned_end:g} s"
        return f'<p class="warning" role="alert"><strong>This run was interrupted</strong> at {at}.</p>'
    return ""


def tile(label: str, value: str, unit: str) -> str:
    """A number to see first."""
    return (
        f'<div class="tile"><span class="label">{escape(label)}</span>'
        f'<span class="value">{escape(value)}<small>{escape(unit)}</small></span></div>'
    )


def table_rows(rows: Iterable[tuple[str, ...]]) -> str:
    """Table rows; the first cell of each is its heading."""
    lines = []
    for heading, *cells in rows:
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(heading)}</th>{rest}</tr>')
    return "\n".join(lines)


def _card(plot: Plot) -> str:
    unit = "" if plot.kind == "logarithmic" else f" <small>[{escape(written(plot.unit))}]</small>"
    wide = " wide" if plot.kind == "path" else ""
    return (
        f'<section class="card{wide}"><h3>{escape(plot.title)}{unit}</h3><p class="note">{escape(plot.note)}</p>'
        f'<div class="plot" id="plot-{plot.key}" data-plot="{plot.key}"></div></section>\n'
    )
