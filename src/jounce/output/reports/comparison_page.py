"""Several runs on one page: overlaid plots, numbers side by side, and what was different about them.

Plots have a colour for each run and a dash for each of their lines; tables give differences from the first run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import cycle
from typing import Any

from jounce.errors import InputError
from jounce.lab.metrics.measuring import with_equal_metrics
from jounce.lab.results import Result
from jounce.lab.results.record import WORDS
from jounce.output.reports.answers.answer import Answer, Seen
from jounce.output.reports.answers.registry import answers
from jounce.output.reports.input_reached import input_note
from jounce.output.reports.page import PageSection, card, page, plot_cards, replay_card, replay_script
from jounce.output.reports.plots import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    Line,
    Plot,
    digits,
    factor,
    format_unit,
)
from jounce.output.reports.run_page import Section, answer_cards, folded_section, page_figures, sections, warning
from jounce.output.reports.tables import (
    OPTION,
    QUANTITIES,
    cost_rows,
    display_name,
    farthest,
    measure,
    setting_rows,
    title_rows,
    units_of,
    written_options,
)
from jounce.version import __version__

RUNS = (BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
LEFT_OUT = {"input": "asked for"}
"""Lines of plots that only crowd a comparison."""


def colour(i: int) -> str:
    """The colour of the run number i."""
    return RUNS[i % len(RUNS)]


def overlay(results: Sequence[Result], labels: Sequence[str]) -> tuple[Section, ...]:
    """The sections that any of the runs has, each with every plot that any of them has."""
    runs = [{section.key: section for section in sections(result)} for result in results]
    order = dict.fromkeys(key for run in runs for key in run)
    return tuple(
        Section(key, next(run[key].title for run in runs if key in run), _plots([run.get(key) for run in runs], labels))
        for key in order
    )


def _plots(found: Sequence[Section | None], labels: Sequence[str]) -> tuple[Plot, ...]:
    by_key = [{plot.key: plot for plot in section.plots} if section is not None else {} for section in found]
    order = dict.fromkeys(key for plots in by_key for key in plots)
    return tuple(_overlay([plots.get(key) for plots in by_key], labels) for key in order)


def _overlay(plots: Sequence[Plot | None], labels: Sequence[str]) -> Plot:
    first = next(plot for plot in plots if plot is not None)
    curves: list[Line] = []
    for i, (plot, label) in enumerate(zip(plots, labels, strict=True)):
        kept = [line for line in plot.lines if line.label != LEFT_OUT.get(plot.key)] if plot is not None else []
        for k, line in enumerate(kept):
            name = f"{label} {line.label}" if len(kept) > 1 and line.label else label
            curves.append(replace(line, label=name, colour=colour(i), dash=DASHES[k % len(DASHES)]))
    kinds = [line.label for line in first.lines if line.label != LEFT_OUT.get(first.key)]
    legend = tuple(zip(kinds, cycle(DASHES), strict=False)) if len(kinds) > 1 else ()
    return replace(first, lines=tuple(curves), legend=legend)


MAX_PARAMETERS = 40
"""Most differing parameters of vehicles that are listed."""
ROUNDING = 1e-12
"""Relative differences below this are rounding."""


@dataclass(frozen=True)
class ComparisonRow:
    """A row of a table: a heading, and for each run a text and, in small, its difference from the first."""

    name: str
    cells: tuple[tuple[str, str], ...]
    unit: str = ""
    differs: bool = False


def run_labels(results: Sequence[Result], given: Sequence[str] | None = None) -> list[str]:
    """What to call the runs: as given, or what tells them apart; raises InputError for too few labels, or two alike."""
    if given is not None:
        if len(given) != len(results) or len(set(given)) < len(given) or not all(given):
            raise InputError("wrong labels", ", ".join(given), f"{len(results)} different ones", where="labels")
        return list(given)
    runs = [result.metadata for result in results]
    written = [written_options(result) for result in results]
    names = dict.fromkeys(name for options in written for name in options)
    choices = [
        [run.origin for run in runs],
        [run.vehicle for run in runs],
        [run.maneuver for run in runs],
        [f"{run.maneuver} · {run.vehicle}" for run in runs],
        *([f"{name.replace('_', ' ')} {options.get(name, '–')}" for options in written] for name in names),
        [run.integrator for run in runs],
        [run.formulation for run in runs],
    ]
    different = (labels for labels in choices if len(set(labels)) == len(labels))
    return next(different, [f"run {i + 1}" for i in range(len(runs))])


def metric_rows(results: Sequence[Result]) -> list[ComparisonRow]:
    """The metrics of all runs."""
    names = dict.fromkeys(name for result in results for name in result.metadata.measured)
    rows = []
    for name in names:
        found = [dict(result.metadata.measured.get(name, {})) for result in results]
        units = units_of(next(row for row in found if row))
        rows.append(_numbers(display_name(name), [row.get("value") for row in found], *units))
    return rows


def extreme_rows(results: Sequence[Result]) -> list[ComparisonRow]:
    """The value farthest from zero of each quantity, and its value at the end."""
    rows = []
    for label, name, unit in QUANTITIES:
        having = [name in result for result in results]
        if not any(having):
            continue
        own = results[having.index(True)][name].unit
        values = [result[name].values if has else None for result, has in zip(results, having, strict=True)]
        extremes = [None if v is None else float(v[farthest(v)]) for v in values]
        ends = [None if v is None else float(v[-1]) for v in values]
        rows.append(_numbers(f"{label}, extreme", extremes, own, unit))
        rows.append(_numbers(f"{label}, at the end", ends, own, unit))
    return rows


def shared_settings(results: Sequence[Result]) -> list[ComparisonRow]:
    """Settings side by side; those that differ are marked."""
    tables = [dict(setting_rows(result)) for result in results]
    found = [name for name in dict.fromkeys(name for table in tables for name in table) if name != "Hash"]
    options = [name for name in found if name.startswith(OPTION)]
    what = found.index("Maneuver") + 1
    names = [*found[:what], *options, *(name for name in found[what:] if name not in options)]
    return [_words(name, [table.get(name, "–") for table in tables]) for name in names]


def shared_costs(results: Sequence[Result]) -> list[ComparisonRow]:
    """What the runs took, side by side."""
    tables = [dict(cost_rows(result)) for result in results]
    names = dict.fromkeys(name for table in tables for name in table)
    return [ComparisonRow(name, tuple((table.get(name, "–"), "") for table in tables)) for name in names]


def parameter_rows(results: Sequence[Result]) -> list[ComparisonRow]:
    """Parameters of the vehicles that differ, of runs that have a record; SI."""
    if any(result.record is None for result in results):
        return []
    vehicles = [dict(leaves(result.record.vehicle)) for result in results if result.record is not None]
    names = dict.fromkeys(name for vehicle in vehicles for name in vehicle)
    rows = [_words(name, [_text(vehicle.get(name)) for vehicle in vehicles]) for name in names]
    differing = [row for row in rows if row.differs and row.name.split(".")[0] not in WORDS]
    if len(differing) > MAX_PARAMETERS:
        rest = ComparisonRow(f"… {len(differing) - MAX_PARAMETERS} more", tuple(("", "") for _ in results))
        return [*differing[:MAX_PARAMETERS], rest]
    return differing


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number, text or None in nested data with its dotted path; items of lists that have a name go by it."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple):
        for i, value in enumerate(data):
            name = value.get("name", i) if isinstance(value, Mapping) else i
            yield from leaves(value, f"{path}.{name}")
    else:
        yield path, data


def _numbers(name: str, values: Sequence[object], unit: str, shown: str) -> ComparisonRow:
    """One quantity of all runs, in its display unit, with the differences from the first."""
    first = _number(values[0])
    cells = []
    for i, value in enumerate(values):
        other = _number(value)
        known = i > 0 and first is not None and other is not None
        small = _difference(first or 0.0, other or 0.0, factor(unit, shown)) if known else ""
        cells.append((measure(value, unit, shown)[0], small))
    return ComparisonRow(name, tuple(cells), format_unit(shown))


def _number(value: object) -> float | None:
    """The value if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _difference(first: float, other: float, scale: float) -> str:
    """The difference as text: absolute, and in percent of the first where that says something."""
    change = other - first
    if abs(change) <= ROUNDING * max(abs(first), abs(other)):
        return "same"
    sign = "+" if change > 0.0 else ""
    percent = 100.0 * change / abs(first) if first * other > 0.0 else math.inf  # of another sign a share says nothing
    share = f" ({sign}{digits(percent, 3)} %)" if abs(percent) < 1000.0 else ""
    return f"{sign}{digits(change * scale, 3)}{share}"


def _words(name: str, texts: Sequence[str]) -> ComparisonRow:
    return ComparisonRow(name, tuple((text, "") for text in texts), differs=len(set(texts)) > 1)


def _text(value: Any) -> str:
    return "–" if value is None else f"{value:.10g}" if isinstance(value, float) else str(value)


MAX_RUNS_SIDE_BY_SIDE = 2
"""Most runs whose tables fit beside each other."""
_FOOTER = "Differences are from the first run."


def render_comparison(results: Sequence[Result], labels: Sequence[str] | None = None) -> str:
    """The page as HTML that needs no network; labels: of the runs, by default what tells them apart."""
    names = run_labels(results, labels)
    results = with_equal_metrics(results)
    found = overlay(results, names)
    runs = [Seen(result, name, colour(i)) for i, (result, name) in enumerate(zip(results, names, strict=True))]
    leading = answers(runs)
    return page(
        title=f"{' and '.join(names) if len(names) < 4 else f'{len(names)} runs'} · comparison",
        head=_head(results, names),
        parts=list(_parts(results, names, found, leading)),
        figures=page_figures(found, leading),
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


def _parts(
    results: Sequence[Result], names: Sequence[str], found: Sequence[Section], leading: Sequence[Answer]
) -> Iterator[PageSection]:
    notes = [f"{name}: {note}" for name, result in zip(names, results, strict=True) if (note := input_note(result))]
    if leading or notes:
        yield PageSection("answer", "The answer", answer_cards(leading, notes))
    numbers = ""
    if rows := metric_rows(results):
        numbers += card("Metrics", _table(rows, names, "metric"), "as the maneuvers define them")
    note = "extreme: the value farthest from zero; in small: the difference from the first run"
    numbers += card("Quantities", _table(extreme_rows(results), names, "quantity"), note)
    broad = "tables broad" if len(results) > MAX_RUNS_SIDE_BY_SIDE else "tables"
    yield PageSection("numbers", "Numbers", f'<div class="{broad}">{numbers}</div>\n')
    settings = card(
        "Settings", _table(shared_settings(results), names, "setting", words=True), "what differs is marked"
    )
    if rows := parameter_rows(results):
        settings += card(
            "Parameters of the vehicles that differ", _table(rows, names, "parameter", words=True), "in SI units"
        )
    yield PageSection("settings", "Settings", f'<div class="{broad}">{settings}</div>\n')
    if shown := replay_card(results[0], results[1:]):
        yield PageSection("replay-part", "Replay", shown)
    for section in found:
        if section.key == "motion" and not leading:
            yield PageSection(section.key, section.title, plot_cards(section.plots))
        elif section.key != "computation":
            yield folded_section(section)
    costs = card("Solver", _table(shared_costs(results), names, "", words=True))
    plots = next((plot_cards(section.plots) for section in found if section.key == "computation"), "")
    body = f'<div class="tables">{costs}</div>\n{plots}'
    yield PageSection("computation", "Computation", body, "solver statistics, constraint errors")


def _table(rows: Sequence[ComparisonRow], names: Sequence[str], first: str, words: bool = False) -> str:
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
