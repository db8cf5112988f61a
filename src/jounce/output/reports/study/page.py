"""The page of a study: what decides a metric, and all runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from jounce.lab.results.atomic import write_text
from jounce.lab.studies import StudyTable
from jounce.lab.studies.sensitivity import Sensitivity
from jounce.output.reports.page import document, figure_card, resource, tile
from jounce.output.reports.plots import digits, format_unit
from jounce.output.reports.study.figures import column, figures, labels, unit_of

MAX_RUNS = 100
"""Rows of the table at the end."""


def write_study_page(table: StudyTable, path: str | Path) -> None:
    """Write the page of a study, whole or not at all; raises FileError."""
    write_text(path, render_study_page(table))


def render_study_page(table: StudyTable) -> str:
    """The page of a study as HTML; needs no network."""
    facts, found = table.facts, table.sensitivity()
    known = [name for name in table.metrics if np.isfinite(table[name]).any()]
    short = labels([*table.parameters, *table.metrics])
    drawn = {name: figures(table, name, found[name]) for name in known}
    some = f"the first {MAX_RUNS} of {len(table)}; all are in runs.parquet"
    more = some if len(table) > MAX_RUNS else f"all {len(table)}; the table scrolls"
    body = Template(resource("body.html", __package__)).substitute(
        name=escape(facts["name"]),
        about=escape(facts["about"]),
        words="".join(f"<li>{escape(word)}</li>" for word in _words(table)),
        warning=_warning(table),
        tiles="".join(tile(*row) for row in _tiles(table)),
        choices="".join(f'<option value="{escape(name)}">{escape(short[name])}</option>' for name in known),
        hidden="" if known else " hidden",
        blocks="".join(_block(i, name, short[name], drawn[name], found[name]) for i, name in enumerate(known)),
        overview=_overview(table, found, short),
        head="".join(f'<th scope="col">{cell}</th>' for cell in _heads(table, short)),
        rows="\n".join(_rows(table)),
        more=more,
    )
    return document(
        title=f"{facts['name']} · study",
        style=resource("page.css") + "\n" + resource("page.css", __package__),
        body=body,
        figures={f"{i}-{place}": figure for i, name in enumerate(known) for place, figure in drawn[name].items()},
        after=f"<script>\n{resource('page.js', __package__)}\n</script>",
    )


_KEY = "blue: standardised coefficient, light blue: rank correlation, orange: share of the variance"


def _block(i: int, name: str, label: str, made: Mapping[str, Any], found: Sensitivity) -> str:
    """All figures of one metric; the page shows one block at a time."""
    influence, surface, effects, matrix = "", "", "", ""
    strongest = ", ".join(labels(list(found.influences))[one] for one in found.rank_parameters()[:3])
    if "influence" in made:
        note = f"strongest on top; to the right: the metric increases with the parameter; {_KEY}"
        words = f"influence on {label}, the strongest first: {strongest}"
        influence = figure_card(f"{i}-influence", "Influence of the parameters", note, words)
    if "surface" in made:
        note = f"quadratic fit over the two strongest parameters; dots are runs · {made['surface']['note']}"
        surface = figure_card(f"{i}-surface", "Response surface", note, f"{label}: {note}")
    for place in (place for place in made if place.startswith("effect-")):
        title = made[place]["title"]
        effects += figure_card(f"{i}-{place}", title, "", f"{label} over {title}")
    if effects:
        note = f"{label}; every dot a run; red: means over everything else, with their standard errors"
        effects = f'<section class="card wide"><h3>Main effects</h3><p class="note">{escape(note)}</p>\
<div class="plots three effects">\n{effects}</div></section>\n'
    if "matrix" in made:
        note = "the strongest parameters and the metrics, coloured by the chosen one"
        matrix = figure_card(f"{i}-matrix", "Scatter matrix", note, f"{label}: {note}", kind=" wide")
    return (
        f'<div class="metric" data-metric="{escape(name)}"{" hidden" if i else ""}>\n'
        f'<p class="note">{escape(_note(found))}</p>\n'
        f'<div class="plots">\n{influence}{surface}{effects}{matrix}</div>\n</div>\n'
    )


def _words(table: StudyTable) -> list[str]:
    facts = table.facts
    settings = [f"{name}: {value}" for name, value in facts["settings"].items()]
    options = [f"{name} {value}" for name, value in facts["options"].items()]
    design = facts["design"].replace("_", " ")
    return [facts["maneuver"], facts["vehicle"], f"{design} design", f"seed {facts['seed']}", *options, *settings]


def _tiles(table: StudyTable) -> list[tuple[str, str, str]]:
    """Counts, and the range of the first metrics."""
    rows = [
        ("Runs", str(len(table)), f"{table.count('failed')} failed" if table.count("failed") else "all ok"),
        ("Parameters", str(len(table.parameters)), ""),
        ("Time of all runs", digits(float(np.sum(table["wall_time"])), 3), "s"),
    ]
    if table.count("interrupted"):
        rows[0] = ("Runs", f"{table.count('ok') + table.count('failed')}", f"of {len(table)}")
    short = labels([*table.parameters, *table.metrics])
    for name in table.metrics[:3]:
        values = column(table, name)
        if np.isfinite(values).any():
            ends = f"{digits(float(np.nanmin(values)), 3)} … {digits(float(np.nanmax(values)), 3)}"
            rows.append((short[name].capitalize(), ends, format_unit(unit_of(table, name))))
    return rows


def _warning(table: StudyTable) -> str:
    """A banner for a study that is not complete, and the reasons of runs that failed."""
    parts = []
    if table.count("interrupted"):
        parts.append(f"<strong>{table.count('interrupted')} runs are missing</strong>: the study was stopped.")
    pairs = zip(table["reason"], table["status"], strict=True)
    reasons = Counter(str(reason) for reason, status in pairs if status == "failed")
    if reasons:
        said = "".join(f"<li>{count} × {escape(reason)}</li>" for reason, count in reasons.most_common(5))
        parts.append(f"<strong>{table.count('failed')} runs failed</strong><ul>{said}</ul>")
    return "".join(f'<div class="warning" role="alert">{part}</div>' for part in parts)


def _note(found: Sensitivity) -> str:
    linear = "" if found.r_squared is None else f"a linear model explains {100.0 * found.r_squared:.0f} % (R²)"
    return "; ".join(part for part in (linear, found.note) if part)


def _overview(table: StudyTable, found: dict[str, Sensitivity], short: dict[str, str]) -> str:
    """Rank correlations of all metrics with all parameters, blue for falling and red for rising."""
    names = [name for name in table.parameters if any(name in one.influences for one in found.values())]
    if not names:
        return ""
    heads = "".join(f'<th scope="col">{escape(short[name])}</th>' for name in found)
    lines = []
    for name in names:
        cells = "".join(_shade(one.influences[name].rank if name in one.influences else None) for one in found.values())
        lines.append(f'<tr><th scope="row" title="{escape(name)}">{escape(short[name])}</th>{cells}</tr>')
    return f'<table class="heat"><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _shade(value: float | None) -> str:
    if value is None:
        return "<td>–</td>"
    colour = "213, 94, 0" if value > 0.0 else "0, 114, 178"
    text = f"{value:+.2f}".replace("-", "−")
    return f'<td style="background: rgba({colour}, {0.75 * abs(value):.2f})">{text}</td>'


def _heads(table: StudyTable, short: dict[str, str]) -> list[str]:
    heads = []
    for name in (*table.parameters, *table.metrics):
        unit = format_unit(unit_of(table, name))
        heads.append(escape(short[name]) + (f"<br>[{escape(unit)}]" if unit else ""))
    return ["run", *heads, "status"]


def _rows(table: StudyTable) -> list[str]:
    columns: list[Any] = [
        table[name] if table.is_words(name) else column(table, name) for name in (*table.parameters, *table.metrics)
    ]
    lines = []
    for i in range(min(len(table), MAX_RUNS)):
        cells = "".join(f"<td>{escape(_cell(values[i]))}</td>" for values in columns)
        status = escape(str(table["status"][i]))
        lines.append(f'<tr class="{status}"><th scope="row">{i}</th>{cells}<td>{status}</td></tr>')
    return lines


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else digits(float(value))
