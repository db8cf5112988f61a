"""The page of a paper: head, comparison, tables and figures in cards that a script draws; one file, no network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from string import Template
from typing import Any

from jounce.output.reports.page import document, figure_card, resource, table_rows, tile
from jounce.version import __version__
from jounce_papers.figures import Figure
from jounce_papers.reproduction import Claim, NumberTable

UNIT = re.compile(r"(?<=\d) (?=(?:m|s|ms|µs|m/s|m/s²|×)[ ,;.<)])")
"""The space between a number and its unit, where no line should break."""
COMPARISON = ("", "in print", "jounce", "remark")


@dataclass(frozen=True)
class Head:
    """What a page begins with."""

    name: str
    """Name of the paper as `jounce reproduce` takes it."""
    paper: str
    """Authors and year of the paper."""
    section: str
    title: str
    about: str
    hint: str = ""
    """How to use the figures, beside zooming."""


def page_of(
    head: Head,
    *,
    facts: Iterable[str],
    tiles: Iterable[tuple[str, str, str]],
    rows: Iterable[Claim],
    figures: Sequence[Figure],
    tables: Sequence[NumberTable] = (),
    details: Sequence[NumberTable] = (),
) -> str:
    """The page as HTML.

    facts: short, under the text; tiles: label, number and unit of what to see first; tables stand before the figures,
    details after them.
    """
    comparison = NumberTable("What the paper says, and what came out", COMPARISON[1:], {"": list(rows)})
    body = [
        _wide_card(comparison, kind=""),
        *(_wide_card(table) for table in tables),
        f'<div class="plots">\n{"".join(_figure_card(figure) for figure in _without_orphan(figures))}</div>',
        *_detail_cards(details),
    ]
    filled = Template(resource("body.html", __package__)).substitute(
        name=head.name,
        title=escape(head.title),
        where=escape(f"{head.paper}, {head.section}"),
        about=escape(head.about),
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        tiles="".join(tile(*row) for row in tiles),
        body="\n".join(body),
        hint=escape(head.hint),
        version=escape(__version__),
    )
    return document(
        title=f"{head.paper} · jounce",
        style=resource("page.css") + "\n" + resource("page.css", __package__),
        body=filled,
        figures={f.key: _plain(f) for f in figures},
        script=resource("plotly_page.js") if any(f.kind == "scene" for f in figures) else "",
    )


def _plain(figure: Figure) -> dict[str, Any]:
    """A figure as the script of the page takes it; those over time share zoom and cursor."""
    shared = {"group": "time", "unit": "s"} if figure.kind == "time" else {}
    layout = {key: value for key, value in figure.layout.items() if key != "include"}
    kept = {key: value for key, value in figure.layout.items() if key in ("include", "height")}
    return {"data": figure.data, "layout": layout, "kind": figure.kind, **shared, **kept}


def _without_orphan(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The figures, of which the last one is wide if it would stand alone in a row of two."""
    narrow = [figure for figure in figures if "wide" not in figure.size.split()]
    if len(narrow) % 2 == 0:
        return tuple(figures)
    return tuple(replace(f, size=f"{f.size} wide".strip()) if f is narrow[-1] else f for f in figures)


def _figure_card(figure: Figure) -> str:
    """The place where the page's script draws a figure."""
    kind = f" {figure.size}" if figure.size else ""
    return figure_card(figure.key, figure.title, figure.note, f"{figure.title}: {figure.note}", kind=kind)


def _wide_card(table: NumberTable, kind: str = "measured") -> str:
    return f'<section class="card paper">{_inside(table, kind)}</section>'


def _detail_cards(details: Sequence[NumberTable]) -> Iterator[str]:
    """Small tables side by side; tables of more columns than that allows one below the other."""
    small = [table for table in details if len(table.heads) <= 3]
    if small:
        cards = "".join(
            f'<section class="card">{_inside(table, "" if table.heads else "facts")}</section>\n' for table in small
        )
        yield f'<div class="tables{" three" if len(small) == 3 else ""}">\n{cards}</div>'
    yield from (_wide_card(table) for table in details if table not in small)


def _inside(table: NumberTable, kind: str) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("", *table.heads))
    body = []
    for group, rows in table.groups.items():
        if group:
            body.append(f'<tr><th scope="rowgroup" colspan="{1 + len(table.heads)}">{escape(group)}</th></tr>')
        body.append(UNIT.sub("\u00a0", table_rows(rows)))
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    top = f"<thead><tr>{heads}</tr></thead>\n" if table.heads else ""
    return (
        f'<h3>{escape(table.title)}</h3>{note}\n<div class="scroll"><table class="{kind}">{top}'
        f"<tbody>\n" + "\n".join(body) + "\n</tbody></table></div>"
    )
