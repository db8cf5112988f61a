"""Read a mechanism from YAML: all findings at once, each with file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, dotted, shown
from jounce.model.mechanism.bodies import Body
from jounce.model.mechanism.checks import Broken, Parts, check
from jounce.model.mechanism.mechanism import Mechanism, build_force, build_joint
from jounce.model.mechanism.tires import Tire, with_file_in
from jounce.schema.yaml_source import Source, load_source, parse_source

_BUILDERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "bodies": lambda keys: Body(**keys),
    "joints": build_joint,
    "forces": build_force,
    "tires": lambda keys: Tire(**keys),
}
_PLACEHOLDER_BODY = Body(name="stand-in", mass=1.0, inertia=(1.0, 1.0, 1.0), free=True)


def read_mechanism(path: str | Path) -> Mechanism:
    """The mechanism in a YAML file; raises ModelError with all findings, or FileError."""
    return build_mechanism(load_source(path))


def parse_mechanism(text: str, file: str = "<text>") -> Mechanism:
    """The mechanism in a YAML string; raises ModelError with all findings, which name `file`."""
    return build_mechanism(parse_source(text, file))


def build_mechanism(source: Source) -> Mechanism:
    """The mechanism in YAML data that was read already; raises ModelError with all findings."""
    data = source.mapping("mechanism", Mechanism.model_fields)
    reading = _Reading(source, list(source.findings))
    sections = {section: reading.section(section) for section in _BUILDERS}
    rest = {key: value for key, value in data.items() if key not in _BUILDERS}
    reading.validate(rest)
    reading.validate_together(Parts(sections["bodies"], sections["joints"] | sections["forces"] | sections["tires"]))
    source.raise_findings(reading.findings)
    return Mechanism(**rest, **{section: tuple(built.values()) for section, built in sections.items()})


@dataclass
class _Reading:
    """What has been found so far, and where the objects that have a name stand in the file."""

    source: Source
    findings: list[Finding]
    places: dict[str, tuple[str | int, ...]] = field(default_factory=dict)
    broken: dict[str, set[str]] = field(default_factory=lambda: {section: set() for section in _BUILDERS})
    unnamed: set[str] = field(default_factory=set)

    def section(self, section: str) -> dict[str, Any]:
        """The objects under one key that could be built, by their path in findings; findings for the others."""
        built: dict[str, Any] = {}
        for step, keys in self.entries(section):
            name = keys.get("name")
            called = name if isinstance(name, str) and name else None
            label = dotted(section, called or step)
            label = dotted(section, step) if label in self.places else label
            self.places[label] = (section, step)
            try:
                built[label] = _BUILDERS[section](
                    with_file_in(keys, self.source.folder) if section == "tires" else keys
                )
            except (ModelError, InputError) as error:
                self.note(error, label)
                if called:
                    self.broken[section].add(called)
                else:
                    self.unnamed.add(section)
        return built

    def entries(self, section: str) -> Iterator[tuple[str | int, dict[str, Any]]]:
        """Step in the file and keys of each object, from a list of objects or a mapping of names to objects."""
        data = self.source.data.get(section)
        if data is None:
            return
        if not isinstance(data, list | dict):
            self.add(Finding(section, "neither a list nor a mapping of names", shown(data)), (section,))
            self.unnamed.add(section)
            return
        for step, keys in data.items() if isinstance(data, dict) else enumerate(data):
            if not isinstance(keys, dict):
                self.add(
                    Finding(dotted(section, step), "not a mapping", shown(keys), "the keys of an object"),
                    (section, step),
                )
                self.broken[section].add(str(step))
                self.unnamed |= {section} if isinstance(step, int) else set()
                continue
            if isinstance(step, str) and keys.get("name", step) != step:
                what = Finding(
                    dotted(section, step, "name"), "two names", shown(keys["name"]), repr(step), "leave it out"
                )
                self.add(what, (section, step, "name"))
            yield step, {**keys, "name": step} if isinstance(step, str) else keys

    def validate(self, rest: Mapping[str, Any]) -> None:
        """Findings for the keys that hold no objects, and for the absence of bodies."""
        bodies = self.source.data.get("bodies")
        stand_in = {} if bodies is None else {"bodies": [_PLACEHOLDER_BODY] if bodies else []}
        try:
            Mechanism(**rest, **stand_in)
        except ModelError as error:
            self.note(error)

    def validate_together(self, parts: Parts) -> None:
        """Findings between the objects that could be built, none of them caused by those that could not."""
        broken = Broken(
            bodies=frozenset(self.broken["bodies"]),
            elements=frozenset().union(*(self.broken[section] for section in ("joints", "forces", "tires"))),
            unnamed_bodies="bodies" in self.unnamed,
            unnamed_elements=bool(self.unnamed - {"bodies"}),
        )
        for finding in check(parts, broken):
            self.add(finding, self.path(finding.where))

    def note(self, error: ModelError | InputError, label: str = "") -> None:
        """Keep the findings of an error about the object that is called `label`."""
        found = error.findings if isinstance(error, ModelError) else (error.finding,)
        for finding in (finding.inside(label) for finding in found):
            self.add(finding, self.path(finding.where))

    def path(self, where: str) -> tuple[str | int, ...]:
        """The path in the file of a dotted path that may go through the name of a listed object."""
        place = max((name for name in self.places if f"{where}.".startswith(f"{name}.")), key=len, default="")
        rest = where[len(place) :].strip(".")
        return (*self.places.get(place, ()), *(rest.split(".") if rest else ()))

    def add(self, finding: Finding, path: tuple[str | int, ...]) -> None:
        self.findings.append(finding.at(self.source.file, self.source.line(path)))
