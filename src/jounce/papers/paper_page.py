"""What the pages of all papers share: head, style, header and footer, and figures in cards that a script fills."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from string import Template

from jounce.papers.paper_figures import Figure
from jounce.reports.page import embedded, plotly_script, resource, tile
from jounce.version import __version__

UNIT = re.compile(r"(?<=\d) (?=(?:m|s|ms|µs|m/s|m/s²|×)[ ,;.<)])")
"""The space between a number and what belongs to it, where no line should break."""


def paper_page(
    *,
    name: str,
    paper: str,
    title: str,
    where: str,
    about: str,
    how: Iterable[str],
    tiles: Iterable[tuple[str, str, str]],
    body: str,
    figures: Iterable[Figure],
    hint: str = "",
) -> str:
    """The page as HTML that needs no network.

    paper: authors and year; where: they and the section; how: words under the text `about`; tiles: label, number and
    unit of what to see first; body: HTML between header and footer, with a `card` for each of the figures; hint: on
    how to use them, beside zooming.
    """
    return Template(own_text("paper_page.html")).substitute(
        style=resource("page.css"),
        name=name,
        paper=escape(paper),
        title=escape(title),
        where=escape(where),
        about=escape(about),
        how="".join(f"<li>{escape(word)}</li>" for word in how),
        tiles="".join(tile(*row) for row in tiles),
        body=body,
        hint=escape(hint),
        version=escape(__version__),
        plotly=plotly_script(),
        figures=embedded({f.key: {"data": f.data, "layout": f.layout, "kind": f.kind} for f in figures}),
        script=resource("page.js"),
    )


def own_text(name: str) -> str:
    """A template of this room."""
    return (files(__package__) / name).read_text(encoding="utf-8")


def cards(figures: Iterable[Figure]) -> str:
    """The places where the page's script draws them."""
    return "".join(
        f'<section class="card {figure.size}"><h3>{escape(figure.title)}</h3><p class="note">{escape(figure.note)}</p>'
        f'<div class="plot" data-plot="{figure.key}"></div></section>\n'
        for figure in figures
    )


def unbroken(rows: str) -> str:
    """Table rows whose numbers keep their units beside them."""
    return UNIT.sub("\u00a0", rows)
