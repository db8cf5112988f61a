"""What a study runs, and where its dotted paths lead: `vehicle.…`, `maneuver.…`, `ground.…`, `settings.…`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.errors import JounceError, ModelError, Refusal
from jounce.findings import Finding, suggestion
from jounce.library import load_vehicle
from jounce.maneuvers import Maneuver
from jounce.maneuvers import maneuver as maneuver_of
from jounce.studies.ground_text import ground_options, seeded_ground, with_ground_options
from jounce.studies.study import Settings, Study
from jounce.terrain import ground_of
from jounce.vehicle import Vehicle
from jounce.vehicle.parameters import value_at, with_parameters

if TYPE_CHECKING:
    from jounce.maneuvers.many import Run

ROOTS = ("vehicle", "maneuver", "ground", "settings")
_FILES = (".yaml", ".yml")


@dataclass(frozen=True)
class Subject:
    """A vehicle, a maneuver by its name and options, and settings: all that is needed for a run."""

    vehicle: Vehicle
    maneuver: str
    options: Mapping[str, Any]
    settings: Settings

    def changed(self, changes: Mapping[str, Any]) -> Subject:
        """The subject with other values by their dotted paths; raises ModelError with all that is wrong.

        Options of maneuver and ground are judged when these are made: by `checked`, or by a run.
        """
        findings: list[Finding] = []
        parts: dict[str, dict[str, Any]] = {root: {} for root in ROOTS}
        for path, value in changes.items():
            root, _, rest = path.partition(".")
            if root not in ROOTS or not rest:
                expected = f"a path that begins with one of {', '.join(f'{name}.' for name in ROOTS)}"
                findings.append(Finding(path, "leads nowhere", repr(path), expected, suggestion(root, ROOTS)))
            else:
                parts[root][rest] = value
        vehicle, settings = self.vehicle, self.settings
        try:
            vehicle = with_parameters(vehicle, parts["vehicle"])
        except ModelError as error:
            findings += [finding.inside("vehicle") for finding in error.findings]
        try:
            settings = Settings(**{**settings.given(), **parts["settings"]})
        except ModelError as error:
            findings += [finding.inside("settings") for finding in error.findings]
        if findings:
            raise ModelError(findings, "the parameters")
        if parts["ground"]:
            text = with_ground_options(settings.ground or "flat", parts["ground"])
            settings = Settings(**{**settings.given(), "ground": text})
        return Subject(vehicle, self.maneuver, {**self.options, **parts["maneuver"]}, settings)

    def checked(self, path: str, value: Any) -> None:
        """Refuse what cannot stand at a path with a ModelError; makes the maneuver or the ground if it is theirs."""
        changed = self.changed({path: value})
        root = path.partition(".")[0]
        try:
            if root == "maneuver":
                changed.plan()
            elif root == "ground" and changed.settings.ground is not None:
                ground_of(changed.settings.ground)
        except ModelError as error:
            raise ModelError([finding.inside(root) for finding in error.findings]) from None
        except Refusal as error:
            raise ModelError([dataclasses.replace(error.finding, where=path)]) from None
        except JounceError as error:
            raise ModelError([Finding(path, str(error))]) from None

    def plan(self) -> Maneuver:
        """The maneuver with its options; raises ModelError or Refusal."""
        return maneuver_of(self.maneuver, **self.options)

    def run(self, seed: int) -> Run:
        """What to run; the seed goes to the maneuver or the ground if they take one and have none of their own."""
        from jounce.maneuvers.many import Run

        plan, settings = self.plan(), self.settings.given()
        if "seed" in plan.options and "seed" not in self.options:
            plan = maneuver_of(self.maneuver, **self.options, seed=seed)
        if "ground" in settings:
            settings["ground"] = seeded_ground(settings["ground"], seed)
        return Run(plan, self.vehicle, settings)

    def nominal(self, path: str) -> Any:
        """What stands at a path now; raises Refusal where there is nothing."""
        root, _, rest = path.partition(".")
        if root == "vehicle":
            return value_at(self.vehicle, rest)
        known = {
            "maneuver": lambda: self.plan().options,
            "ground": lambda: ground_options(self.settings.ground or ""),
            "settings": self.settings.given,
        }[root]()
        if rest not in known:
            raise Refusal("no value to multiply", f"no {rest!r} given", hint=f"give {path} a value in the study first")
        return known[rest]


def subject_of(study: Study) -> Subject:
    """What a study runs without any change, its files found; raises ModelError, Refusal or FileError."""
    vehicle = study.vehicle if isinstance(study.vehicle, Vehicle) else load_vehicle(_found(study, study.vehicle))
    settings = study.settings
    if settings.ground is not None:
        name, comma, rest = settings.ground.partition(",")
        if Path(name.strip()).suffix:
            settings = Settings(**{**settings.given(), "ground": f"{study.folder / name.strip()}{comma}{rest}"})
    return Subject(vehicle, str(_found(study, study.maneuver)), study.options, settings)


def _found(study: Study, name: str | Path) -> str | Path:
    """A file relative to the folder of the study, or a name as it is."""
    return str(study.folder / name) if str(name).lower().endswith(_FILES) else name
