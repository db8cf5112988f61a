"""Read a mechanism from YAML: all findings at once, each with file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding, dotted, shown
from jounce.mechanism.bodies import Body
from jounce.mechanism.checks import Broken, Parts, check
from jounce.mechanism.mechanism import Mechanism, build_force, build_joint
from jounce.mechanism.tire_laws import anchored
from jounce.mechanism.tires import Tire
from jounce.yaml_source import Source, load_source, parse_source

_BUILDERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "bodies": lambda keys: Body(**keys),
    "joints": build_joint,
    "forces": build_force,
    "tires": lambda keys: Tire(**keys),
}
_BEYOND_REPROACH = Body(name="stand-in", mass=1.0, inertia=(1.0, 1.0, 1.0), free=True)


def read_mechanism(path: str | Path) -> Mechanism:
    """The mechanism in a YAML file; raises ModelError with all findings, or FileError."""
    return build_mechanism(load_source(path))


def parse_mechanism(text: str, file: str = "<text>") -> Mechanism:
    """The mechanism in a YAML text; raises ModelError with all findings, which name `file`."""
    return build_mechanism(parse_source(text, file))


def build_mechanism(source: Source) -> Mechanism:
    """The mechanism in YAML data that was read already; raises ModelError with all findings."""
    if not isinstance(source.data, dict):
        keys = ", ".join(Mechanism.model_fields)
        finding = Finding("", "not a mechanism", shown(source.data), f"a mapping with the keys {keys}")
        raise ModelError([source.locate(finding)], source.file)
    reading = _Reading(source, list(source.findings))
    rooms = {room: reading.room(room) for room in _BUILDERS}
    rest = {key: value for key, value in source.data.items() if key not in _BUILDERS}
    reading.judge(rest)
    reading.judge_together(Parts(rooms["bodies"], rooms["joints"] | rooms["forces"] | rooms["tires"]))
    if reading.findings:
        findings = sorted(dict.fromkeys(reading.findings), key=lambda finding: finding.line or 0)
        raise ModelError(findings, source.file)
    return Mechanism(**rest, **{room: tuple(built.values()) for room, built in rooms.items()})


@dataclass
class _Reading:
    """What has been found so far, and where the objects that have a name stand in the file."""

    source: Source
    findings: list[Finding]
    places: dict[str, tuple[str | int, ...]] = field(default_factory=dict)
    broken: dict[str, set[str]] = field(default_factory=lambda: {room: set() for room in _BUILDERS})
    unnamed: set[str] = field(default_factory=set)

    def room(self, room: str) -> dict[str, Any]:
        """The objects under one key that could be built, by their path in findings; findings for the others."""
        built: dict[str, Any] = {}
        for step, keys in self.entries(room):
            name = keys.get("name")
            called = name if isinstance(name, str) and name else None
            label = dotted(room, called or step)
            label = dotted(room, step) if label in self.places else label
            self.places[label] = (room, step)
            try:
                built[label] = _BUILDERS[room](anchored(keys, self.source.folder) if room == "tires" else keys)
            except (ModelError, Refusal) as error:
                self.note(error, label)
                if called:
                    self.broken[room].add(called)
                else:
                    self.unnamed.add(room)
        return built

    def entries(self, room: str) -> Iterator[tuple[str | int, dict[str, Any]]]:
        """Step in the file and keys of each object, from a list of objects or a mapping of names to objects."""
        data = self.source.data.get(room)
        if data is None:
            return
        if not isinstance(data, list | dict):
            self.add(Finding(room, "neither a list nor a mapping of names", shown(data)), (room,))
            self.unnamed.add(room)
            return
        for step, keys in data.items() if isinstance(data, dict) else enumerate(data):
            if not isinstance(keys, dict):
                self.add(
                    Finding(dotted(room, step), "not a mapping", shown(keys), "the keys of an object"), (room, step)
                )
                self.broken[room].add(str(step))
                self.unnamed |= {room} if isinstance(step, int) else set()
                continue
            if isinstance(step, str) and keys.get("name", step) != step:
                what = Finding(dotted(room, step, "name"), "two names", shown(keys["name"]), repr(step), "leave it out")
                self.add(what, (room, step, "name"))
            yield step, {**keys, "name": step} if isinstance(step, str) else keys

    def judge(self, rest: Mapping[str, Any]) -> None:
        """Findings for the keys that hold no objects, and for the absence of bodies."""
        bodies = self.source.data.get("bodies")
        stand_in = {} if bodies is None else {"bodies": [_BEYOND_REPROACH] if bodies else []}
        try:
            Mechanism(**rest, **stand_in)
        except ModelError as error:
            self.note(error)

    def judge_together(self, parts: Parts) -> None:
        """Findings between the objects that could be built, none of them caused by those that could not."""
        broken = Broken(
            bodies=frozenset(self.broken["bodies"]),
            elements=frozenset().union(*(self.broken[room] for room in ("joints", "forces", "tires"))),
            unnamed_bodies="bodies" in self.unnamed,
            unnamed_elements=bool(self.unnamed - {"bodies"}),
        )
        for finding in check(parts, broken):
            self.add(finding, self.path(finding.where))

    def note(self, error: ModelError | Refusal, label: str = "") -> None:
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
