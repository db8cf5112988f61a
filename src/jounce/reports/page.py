"""What all pages share: a template, style sheets, a script, Plotly's own script and data, in one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from jounce.reports.figures import figure
from jounce.reports.plots import Plot
from jounce.reports.quantities import written


@dataclass(frozen=True)
class Part:
    """A section of a page: the place it is found at, its heading, and what it holds as HTML."""

    key: str
    title: str
    body: str


def page(
    *, title: str, head: str, parts: Sequence[Part], plots: Iterable[Plot], footer: str, key: str = "", replay: str = ""
) -> str:
    """A page as HTML that needs no network; plots: all that the parts have a card for; key: what colours mean, always
    in sight; replay: its script."""
    figures = {plot.key: {**figure(plot), "kind": plot.kind} for plot in plots}
    return Template(resource("page.html")).substitute(
        title=escape(title),
        style=resource("page.css"),
        own_style=resource("run_page.css"),
        head=head,
        nav="".join(f'<a href="#{part.key}">{escape(part.title)}</a>' for part in parts) + key,
        body="".join(_part(part) for part in parts),
        footer=escape(footer),
        plotly=plotly_script(),
        figures=embedded(figures),
        script=resource("page.js"),
        replay_script=replay,
    )


def _part(part: Part) -> str:
    return f'<section class="part" id="{part.key}"><h2>{escape(part.title)}</h2>\n{part.body}</section>\n'


def resource(name: str) -> str:
    """Style sheet, script or template of the pages, as text."""
    return (files(__package__) / name).read_text(encoding="utf-8")


def plotly_script() -> str:
    """Plotly itself, as installed."""
    return (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")


def embedded(figures: Mapping[str, Any]) -> str:
    """Figures as JSON that may stand inside a page."""
    return json.dumps(figures, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


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


def table(kind: str, head: Sequence[str], rows: Iterable[tuple[str, ...]]) -> str:
    """A table that scrolls sideways where it must; kind: its class."""
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    top = f"<thead><tr>{heads}</tr></thead>\n" if head else ""
    return f'<div class="scroll"><table class="{kind}">{top}<tbody>\n{table_rows(rows)}\n</tbody></table></div>'


def card(title: str, body: str, note: str = "", kind: str = "") -> str:
    """A box with a heading."""
    words = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="card{kind}"><h3>{escape(title)}</h3>{words}{body}</section>\n'


def plot_cards(plots: Iterable[Plot]) -> str:
    """The places of plots, which the page's script fills."""
    return f'<div class="plots">\n{"".join(_plot_card(plot) for plot in plots)}</div>\n'


def _plot_card(plot: Plot) -> str:
    unit = "" if plot.kind in ("logarithmic", "circle") or plot.unit == "1" else written(plot.unit)
    unit = f" <small>[{escape(unit)}]</small>" if unit else ""
    kind = {"path": " wide", "circle": " round"}.get(plot.kind, "")
    return (
        f'<section class="card{kind}"><h3>{escape(plot.title)}{unit}</h3><p class="note">{escape(plot.note)}</p>'
        f'<div class="plot" id="plot-{plot.key}" data-plot="{plot.key}"></div></section>\n'
    )
