"""The report of one run: its sections, in the order in which people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from jounce.lab.results import Result
from jounce.output.reports.answers.answer import Answer, Seen
from jounce.output.reports.answers.registry import answers
from jounce.output.reports.figures import figure
from jounce.output.reports.input_reached import input_note
from jounce.output.reports.motion_plots import handling_plots, input_plots, motion_plots
from jounce.output.reports.page import (
    PageSection,
    card,
    figure_card,
    page,
    plot_cards,
    replay_card,
    replay_script,
    table,
    table_rows,
    tile,
)
from jounce.output.reports.plots import Plot
from jounce.output.reports.suspension_plots import energy_plots, solver_plots, suspension_plots
from jounce.output.reports.tables import (
    channel_rows,
    cost_rows,
    first_words,
    headline_rows,
    how_words,
    measured_rows,
    quantity_rows,
    setting_rows,
    title_rows,
)
from jounce.output.reports.tire_plots import tire_plots


@dataclass(frozen=True, eq=False)
class Section:
    """Plots under one heading."""

    key: str
    title: str
    plots: tuple[Plot, ...]


def sections(result: Result) -> tuple[Section, ...]:
    """The sections that have a plot."""
    found = (
        Section("motion", "Motion", motion_plots(result)),
        Section("inputs", "Driver and drive", input_plots(result)),
        Section("handling", "Handling", handling_plots(result)),
        Section("tires", "Tires", tire_plots(result)),
        Section("suspension", "Suspension", suspension_plots(result)),
        Section("energy", "Energy", energy_plots(result)),
        Section("computation", "Computation", solver_plots(result)),
    )
    return tuple(section for section in found if section.plots)


_FOOTER = "The numbers behind this page, with units and descriptions, are in result.parquet beside it."


def render_report(result: Result) -> str:
    """The page of a run as HTML; needs no network."""
    run, leading = result.metadata, answers([Seen(result)])
    return page(
        title=f"{run.maneuver} · {run.vehicle}",
        head=_head(result),
        parts=list(_parts(result, leading)),
        figures=page_figures(sections(result), leading),
        footer=_FOOTER,
        replay=replay_script(result),
    )


def page_figures(found: Sequence[Section], leading: Sequence[Answer]) -> dict[str, Any]:
    """All figures of a page by their keys."""
    plots = {plot.key: {**figure(plot), "kind": plot.kind} for section in found for plot in section.plots}
    return {**plots, **{answer.key: dict(answer.figure) for answer in leading}}


def answer_cards(leading: Sequence[Answer], notes: Sequence[str] = ()) -> str:
    """What the figures say in a sentence, what to mind, and the places of the figures."""
    mind = "".join(f'<p class="verdict mind">{escape(note)}</p>' for note in notes)
    told = "".join(f'<p class="verdict">{escape(answer.verdict)}</p>' for answer in leading if answer.verdict)
    cards = "".join(
        figure_card(answer.key, answer.title, answer.note, answer.words, kind=" wide" if answer.wide else "")
        for answer in leading
    )
    return f'{told}{mind}<div class="plots answer">\n{cards}</div>\n'


def folded_section(section: Section, body: str = "") -> PageSection:
    """A section of plots that opens by a click."""
    count = len(section.plots)
    words = f"{count} {'plot' if count == 1 else 'plots'}"
    return PageSection(section.key, section.title, body + plot_cards(section.plots), words)


def warning(result: Result) -> str:
    """A banner for a run that is not complete, or whose reader should know something."""
    run = result.metadata
    if run.warnings and run.failure is None:
        return f'<p class="warning" role="alert"><strong>Mind:</strong> {escape("; ".join(run.warnings))}</p>'
    if run.failure is not None:
        return f'<p class="warning" role="alert"><strong>This run failed.</strong> {escape(run.failure)}</p>'
    if run.interrupted:
        at = f"{result.time[-1]:.4g} s of {run.planned_end:g} s"
        return f'<p class="warning" role="alert"><strong>This run was interrupted</strong> at {at}.</p>'
    return ""


def _head(result: Result) -> str:
    run = result.metadata
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in title_rows(result))
    how = "".join(f"<li>{escape(word)}</li>" for word in how_words(result))
    return (
        f'<div class="title"><div><p class="brand">jounce</p>\n<h1>{escape(run.maneuver)} '
        f'<span>{escape(run.vehicle)}</span></h1>\n<p class="about">{escape(run.about)}</p></div>\n'
        f"<dl>{facts}</dl></div>\n"
        f'{warning(result)}<div class="tiles">{"".join(tile(*row) for row in headline_rows(result))}</div>\n'
        f'<p class="note">{first_words(result)}</p>\n<ul class="how">{how}</ul>'
    )


def _parts(result: Result, leading: Sequence[Answer]) -> Iterator[PageSection]:
    notes = [note for note in (input_note(result),) if note]
    if leading or notes:
        yield PageSection("answer", "The answer", answer_cards(leading, notes))
    yield PageSection("summary", "Summary", _summary(result))
    if shown := replay_card(result):
        yield PageSection("replay-part", "Replay", shown)
    found = {section.key: section for section in sections(result)}
    computation = found.pop("computation", None)
    for section in found.values():
        if section.key == "motion" and not leading:
            yield PageSection(section.key, section.title, plot_cards(section.plots))
        else:
            yield folded_section(section)
    tables = (
        card("Settings", f'<table class="facts"><tbody>\n{table_rows(setting_rows(result))}\n</tbody></table>')
        + card("Solver", f'<table class="facts"><tbody>\n{table_rows(cost_rows(result))}\n</tbody></table>')
    )  # fmt: skip
    plots = plot_cards(computation.plots) if computation is not None else ""
    body = f'<div class="tables">{tables}</div>\n{plots}'
    yield PageSection("computation", "Computation", body, "settings, solver statistics, constraint errors")
    words = f"all {len(result)} with their ranges, in SI"
    yield PageSection("channels", "Channels", _channels(result), words, screen_only=True)


def _summary(result: Result) -> str:
    head = ("quantity", "unit", "at the end", "extreme", "at [s]")
    note = "extreme: the value farthest from zero, for loads the smallest"
    numbers = card("Quantities", table("numbers", head, quantity_rows(result)), note)
    rows = measured_rows(result)
    if not rows:
        return f'<div class="tables">{numbers}</div>\n'
    measured = table("measured", ("metric", "value", "unit", ""), rows)
    return f'<div class="tables">{card("Metrics", measured, "as the maneuver defines them")}{numbers}</div>\n'


def _channels(result: Result) -> str:
    head = ("channel", "unit", "axes", "smallest", "largest", "what it is")
    return f'<div class="card">{table("channels", head, channel_rows(result))}</div>\n'
