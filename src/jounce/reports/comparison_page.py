"""Several runs on one page: overlaid plots, numbers side by side, and what was different about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from jounce.reports.overlay import colour, overlaid
from jounce.reports.page import Part, card, page, plot_cards
from jounce.reports.replay import replay_card, replay_script
from jounce.reports.run_page import warning
from jounce.reports.sections import Section
from jounce.reports.side_by_side import (
    Row,
    extreme_rows,
    metric_rows,
    parameter_rows,
    run_labels,
    shared_costs,
    shared_settings,
)
from jounce.reports.tables import title_rows
from jounce.results import Result
from jounce.version import __version__

FEW = 2
"""Runs whose tables fit beside each other."""
_FOOTER = "Differences are from the first run."


def render_comparison(results: Sequence[Result], labels: Sequence[str] | None = None) -> str:
    """The page as HTML that needs no network; labels: of the runs, by default what tells them apart."""
    names = run_labels(results, labels)
    found = overlaid(results, names)
    return page(
        title=f"{' and '.join(names) if len(names) < 4 else f'{len(names)} runs'} · comparison",
        head=_head(results, names),
        parts=list(_parts(results, names, found)),
        plots=[plot for section in found for plot in section.plots],
        footer=_FOOTER,
        key="".join(f'<span class="key">{_swatch(i)}{escape(name)}</span>' for i, name in enumerate(names)),
        replay=replay_script(results[0], results[1:]),
    )


def _head(results: Sequence[Result], names: Sequence[str]) -> str:
    what = list(dict.fromkeys(result.metadata.maneuver for result in results))
    cars = list(dict.fromkeys(result.metadata.vehicle for result in results))
    warnings = "".join(
        banner.replace("<strong>", f"<strong>{escape(name)}: ", 1)
        for name, result in zip(names, results, strict=True)
        if (banner := warning(result))
    )
    return (
        f'<div class="title"><div><p class="brand">jounce</p>\n'
        f"<h1>Comparison <span>of {len(results)} runs</span></h1>\n"
        f'<p class="about">{escape(", ".join(what))} with {escape(", ".join(cars))}</p></div>\n'
        f"<dl><dt>Made by</dt><dd>jounce {escape(__version__)}</dd></dl></div>\n"
        f"{warnings}{card('Runs', _runs(results, names))}"
    )


def _runs(results: Sequence[Result], names: Sequence[str]) -> str:
    """One line for each run, with the colour that it has on this page."""
    lines = []
    for i, (name, result) in enumerate(zip(names, results, strict=True)):
        run, facts = result.metadata, dict(title_rows(result))
        cells = (run.vehicle, run.maneuver, run.about, facts["Date"], facts.get("Fingerprint", "–"))
        classes = ("", "", ' class="words"', "", "")
        rest = "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(cells, classes, strict=True))
        lines.append(f'<tr><th scope="row">{_swatch(i)}{escape(name)}</th>{rest}</tr>')
    head = ("run", "vehicle", "maneuver", "about", "date", "fingerprint")
    heads = "".join(f'<th scope="col" style="text-align:left">{cell}</th>' for cell in head)
    return _framed("side runs", heads, lines)


def _parts(results: Sequence[Result], names: Sequence[str], found: Sequence[Section]) -> Iterator[Part]:
    numbers = ""
    if rows := metric_rows(results):
        numbers += card("Metrics", _table(rows, names, "metric"), "as the maneuvers define them")
    note = "extreme: the value farthest from zero; in small: the difference from the first run"
    numbers += card("Quantities", _table(extreme_rows(results), names, "quantity"), note)
    broad = "tables broad" if len(results) > FEW else "tables"
    yield Part("numbers", "Numbers", f'<div class="{broad}">{numbers}</div>\n')
    settings = card(
        "Settings", _table(shared_settings(results), names, "setting", words=True), "what differs is marked"
    )
    if rows := parameter_rows(results):
        settings += card(
            "Parameters of the vehicles that differ", _table(rows, names, "parameter", words=True), "in SI units"
        )
    yield Part("settings", "Settings", f'<div class="{broad}">{settings}</div>\n')
    if shown := replay_card(results[0], results[1:]):
        yield Part("replay-part", "Replay", shown)
    for section in found:
        if section.key != "computation":
            yield Part(section.key, section.title, plot_cards(section.plots))
    costs = card("Solver", _table(shared_costs(results), names, "", words=True))
    plots = next((plot_cards(section.plots) for section in found if section.key == "computation"), "")
    yield Part("computation", "Computation", f'<div class="tables">{costs}</div>\n{plots}')


def _table(rows: Sequence[Row], names: Sequence[str], first: str, words: bool = False) -> str:
    """Rows with a column for each run; words: texts to the left, without units."""
    kind = " words" if words else ""
    heads = [f'<th scope="col">{escape(first)}</th>', "" if words else '<th scope="col">unit</th>']
    heads += [f'<th scope="col" class="run{kind}">{_swatch(i)}{escape(name)}</th>' for i, name in enumerate(names)]
    lines = []
    for row in rows:
        cells = "".join(_cell(text, small, kind) for text, small in row.cells)
        marked = ' class="differs"' if row.differs else ""
        own = "" if words else f"<td>{escape(row.unit)}</td>"
        lines.append(f'<tr{marked}><th scope="row">{escape(row.name)}</th>{own}{cells}</tr>')
    return _framed("side" if words else "side numbers", "".join(heads), lines)


def _cell(text: str, small: str, kind: str) -> str:
    below = f"<small>{escape(small)}</small>" if small else ""
    return f'<td class="run{kind}">{escape(text)}{below}</td>'


def _framed(kind: str, heads: str, lines: Sequence[str]) -> str:
    body = "\n".join(lines)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _swatch(i: int) -> str:
    return f'<span class="swatch" style="background:{colour(i)}"></span>'
