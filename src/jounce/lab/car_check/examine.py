"""Figures and warnings of a car in one go."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.engine.formulations.world_frame.system import System
from jounce.findings import Finding
from jounce.lab.car_check.figures import CarFigures, compute_figures
from jounce.lab.car_check.plausibility import (
    design_gap_findings,
    geometry_findings,
    plausibility_findings,
    tire_file_findings,
)
from jounce.model.vehicle import Vehicle
from jounce.schema.yaml_source import Source

MAX_FALL = 1.0
"""Gap under a tire, per radius, from which a car finds its equilibrium."""


@dataclass(frozen=True)
class Examination:
    """Figures of a car, and what is implausible about it."""

    figures: CarFigures
    warnings: tuple[Finding, ...]


def examine(vehicle: Vehicle, system: System, source: Source | None = None) -> Examination:
    """Examine a car; system: its mechanism, built; source: the file it was read from, for the lines of warnings."""
    figures = compute_figures(vehicle, system, at_rest=False)
    found = [*geometry_findings(vehicle), *plausibility_findings(vehicle, figures)]
    if not found and not design_gap_findings(vehicle, MAX_FALL):  # else it may never come to rest
        figures = compute_figures(vehicle, system)
        found += plausibility_findings(vehicle, figures)
    found += [*design_gap_findings(vehicle), *tire_file_findings(vehicle)]
    return Examination(figures, tuple(_located(finding, vehicle, source) for finding in found))


def _located(finding: Finding, vehicle: Vehicle, source: Source | None) -> Finding:
    """A finding with its line; axles in a list stand there by their number, those of trailers under them. One with a
    file keeps it."""
    for trailer in vehicle.trailers:
        if finding.where.split(".")[1:2] and finding.where.split(".")[1] in [axle.name for axle in trailer.axles]:
            return _with_line(finding.inside("trailers", trailer.name), source)
    if source is None or finding.file is not None:
        return finding
    path: list[str | int] = list(finding.where.split("."))
    listed = isinstance(source.data, dict) and isinstance(source.data.get("axles"), list)
    if listed and path[0] == "axles":
        path[1] = [axle.name for axle in vehicle.axles].index(str(path[1]))
    return finding.at(source.file, source.line(path))


def _with_line(finding: Finding, source: Source | None) -> Finding:
    """A finding with the line of its own path."""
    return finding if source is None or finding.file is not None else source.locate(finding)
