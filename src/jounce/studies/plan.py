"""A study made ready: checked as a whole, with all its jobs; what workers get to make runs of jobs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.studies.jobs import Job
from jounce.studies.subject import Subject

if TYPE_CHECKING:
    from jounce.maneuvers.many import Run


@dataclass(frozen=True)
class Column:
    """What a parameter changes, and how the table writes it."""

    name: str
    paths: tuple[str, ...]
    unit: str = ""
    """SI, of the numbers in the table; empty for words, factors and plain numbers."""
    spoken: str = ""
    """The unit in which the study gives it, for plots."""
    words: bool = False
    nominal: tuple[float, ...] = ()
    """What a factor multiplies, for each path; empty when values are taken as they are."""

    def changes(self, value: float | str) -> dict[str, Any]:
        """The value of each path."""
        if self.nominal:
            return {path: float(value) * one for path, one in zip(self.paths, self.nominal, strict=True)}
        return dict.fromkeys(self.paths, value)


@dataclass(frozen=True)
class Plan:
    """What is run, how parameters change it, and what is measured."""

    name: str
    about: str
    design: str
    seed: int
    subject: Subject
    columns: tuple[Column, ...]
    metrics: tuple[str, ...]
    jobs: tuple[Job, ...] = field(repr=False)
    keep: bool = False
    """Whether the results of runs are kept, if there is a folder."""
    results: Path | None = None
    """Where they are."""

    def run(self, job: Job) -> Run:
        """The run of a job; raises ModelError for a combination that cannot be."""
        changes: dict[str, Any] = {}
        for column in self.columns:
            changes |= column.changes(job.parameters[column.name])
        return self.subject.changed(changes).run(job.seed)

    def facts(self) -> Mapping[str, Any]:
        """What the table says about its study."""
        return {
            "name": self.name,
            "about": self.about,
            "design": self.design,
            "seed": self.seed,
            "runs": len(self.jobs),
            "vehicle": self.subject.vehicle.name,
            "maneuver": self.subject.maneuver,
            "options": {name: str(value) for name, value in self.subject.options.items()},
            "settings": self.subject.settings.given(),
        }
