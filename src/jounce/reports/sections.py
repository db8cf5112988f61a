"""The sections of a report, in the order in which people read them."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.reports.handling_plots import handling_plots
from jounce.reports.motion_plots import input_plots, motion_plots
from jounce.reports.plots import Plot
from jounce.reports.suspension_plots import energy_plots, solver_plots, suspension_plots
from jounce.reports.tire_plots import tire_plots
from jounce.results import Result


@dataclass(frozen=True, eq=False)
class Section:
    """Plots under one heading."""

    key: str
    title: str
    plots: tuple[Plot, ...]


def sections(result: Result) -> tuple[Section, ...]:
    """Those that have a plot."""
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
