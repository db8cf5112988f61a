"""Plots of several runs laid over each other: a colour for each run, a dash for each line of a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from jounce.reports.plots import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION, Line, Plot
from jounce.reports.sections import Section, sections
from jounce.results import Result

RUNS = (BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY)
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
LEFT_OUT = {"input": "asked for"}
"""Lines of plots that only crowd a comparison."""


def colour(i: int) -> str:
    """Of the run number i."""
    return RUNS[i % len(RUNS)]


def overlaid(results: Sequence[Result], labels: Sequence[str]) -> tuple[Section, ...]:
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
