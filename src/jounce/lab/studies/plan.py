"""A study made ready: what is run, how parameters change it, what is measured, and all its runs.

Dotted paths lead to what a parameter changes: `vehicle.…`, `maneuver.…`, `ground.…`, `settings.…`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.engine.terrain import ground_of
from jounce.errors import InputError, JounceError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.maneuvers import Maneuver
from jounce.lab.maneuvers import maneuver as maneuver_of
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies.quantities import ground_options, seeded_ground, with_ground_options
from jounce.lab.studies.runs import Run
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.parameters import value_at, with_parameters
from jounce.schema.frozen import replace

if TYPE_CHECKING:
    from jounce.lab.runs import many

ROOTS = ("vehicle", "maneuver", "ground", "settings")
"""What dotted paths begin with."""


@dataclass(frozen=True)
class Column:
    """A parameter: the paths that it changes, and how the table writes it."""

    name: str
    paths: tuple[str, ...]
    unit: str = ""
    """SI unit of the numbers in the table; empty for names, factors and plain numbers."""
    display_unit: str = ""
    """Unit in which the study gives it, for plots."""
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
    """A vehicle, a maneuver by its name and options, and settings; the parameters that change them, and the runs."""

    name: str
    about: str
    design: str
    seed: int
    vehicle: Vehicle
    maneuver: str
    options: Mapping[str, Any]
    settings: RunSettings
    columns: tuple[Column, ...] = ()
    metrics: tuple[str, ...] = ()
    runs: tuple[Run, ...] = field(default=(), repr=False)
    keep: bool = False
    """Whether the results of runs are kept, if there is a folder."""
    results: Path | None = None
    """Folder of the results that are kept."""

    def build_run(self, run: Run) -> many.Run:
        """What to simulate for a run; raises ModelError for a combination of values that cannot be.

        The seed goes to the maneuver or the ground if they take one and have none of their own.
        """
        from jounce.lab.runs import many

        changes: dict[str, Any] = {}
        for column in self.columns:
            changes |= column.changes(run.parameters[column.name])
        changed = self.with_changes(changes)
        maneuver, settings = changed.build_maneuver(), changed.settings.without_defaults()
        if "seed" in maneuver.options and "seed" not in changed.options:
            maneuver = maneuver_of(changed.maneuver, **changed.options, seed=run.seed)
        if "ground" in settings:
            settings["ground"] = seeded_ground(settings["ground"], run.seed)
        return many.Run(maneuver, changed.vehicle, settings)

    def build_maneuver(self) -> Maneuver:
        """The maneuver with its options; raises ModelError or InputError."""
        return maneuver_of(self.maneuver, **self.options)

    def with_changes(self, changes: Mapping[str, Any]) -> Plan:
        """The plan with other values by their dotted paths; raises ModelError with all that is wrong.

        Options of maneuver and ground are judged when these are made: by `check_value`, or by a run.
        """
        findings: list[Finding] = []
        # values by what they change
        parts: dict[str, dict[str, Any]] = {root: {} for root in ROOTS}
        for path, value in changes.items():
            root, _, rest = path.partition(".")
            if root not in ROOTS or not rest:
                expected = f"a path that begins with one of {', '.join(f'{name}.' for name in ROOTS)}"
                findings.append(Finding(path, "no such path", repr(path), expected, suggestion(root, ROOTS)))
            else:
                parts[root][rest] = value
        # vehicle and settings, each checked again
        vehicle, settings = self.vehicle, self.settings
        try:
            vehicle = with_parameters(vehicle, parts["vehicle"])
        except ModelError as error:
            findings += [finding.inside("vehicle") for finding in error.findings]
        try:
            settings = replace(settings, **parts["settings"])
        except ModelError as error:
            findings += [finding.inside("settings") for finding in error.findings]
        if findings:
            raise ModelError(findings, "the parameters")
        # options of ground and maneuver
        if parts["ground"]:
            settings = replace(settings, ground=with_ground_options(settings.ground or "flat", parts["ground"]))
        options = {**self.options, **parts["maneuver"]}
        return dataclasses.replace(self, vehicle=vehicle, options=options, settings=settings)

    def check_value(self, path: str, value: Any) -> None:
        """Refuse what cannot stand at a path with a ModelError; makes the maneuver or the ground if it is theirs."""
        changed = self.with_changes({path: value})
        root = path.partition(".")[0]
        try:
            if root == "maneuver":
                changed.build_maneuver()
            elif root == "ground" and changed.settings.ground is not None:
                ground_of(changed.settings.ground)
        except ModelError as error:
            raise ModelError([finding.inside(root) for finding in error.findings]) from None
        except InputError as error:
            raise ModelError([dataclasses.replace(error.finding, where=path)]) from None
        except JounceError as error:
            raise ModelError([Finding(path, str(error))]) from None

    def nominal(self, path: str) -> Any:
        """The value at a path without any change; raises InputError where there is none."""
        root, _, rest = path.partition(".")
        if root == "vehicle":
            return value_at(self.vehicle, rest)
        known = {
            "maneuver": lambda: self.build_maneuver().options,
            "ground": lambda: ground_options(self.settings.ground or ""),
            "settings": self.settings.without_defaults,
        }[root]()
        if rest not in known:
            raise InputError(
                "no value to multiply", f"no {rest!r} given", hint=f"give {path} a value in the study first"
            )
        return known[rest]

    def facts(self) -> Mapping[str, Any]:
        """What the table says about its study."""
        return {
            "name": self.name,
            "about": self.about,
            "design": self.design,
            "seed": self.seed,
            "runs": len(self.runs),
            "vehicle": self.vehicle.name,
            "maneuver": self.maneuver,
            "options": {name: str(value) for name, value in self.options.items()},
            "settings": self.settings.without_defaults(),
        }
