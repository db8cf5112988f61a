"""Read a vehicle from YAML: all findings at once, each with file and line.

Axles are a list, or a mapping of names to axles from front to rear; findings name them either way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, dotted, shown
from jounce.model.mechanism.tires import with_file_in
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.body_mesh import with_mesh_in
from jounce.model.vehicle.checks import check
from jounce.model.vehicle.linkage_parts import LinkageParts
from jounce.model.vehicle.powertrain import Powertrain
from jounce.model.vehicle.steerings.registry import build_steering
from jounce.model.vehicle.steerings.skid import SkidSteering
from jounce.model.vehicle.steerings.steering import Steering
from jounce.model.vehicle.trailer import Trailer, Trailers, trailer_findings
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.frozen import Frozen, Object
from jounce.schema.yaml_source import Source, load_source, parse_source


def read_vehicle(path: str | Path) -> Vehicle:
    """The vehicle in a YAML file; raises ModelError with all findings, or FileError."""
    return build_vehicle(load_source(path))


def parse_vehicle(text: str, file: str = "<text>") -> Vehicle:
    """The vehicle in a YAML string; raises ModelError with all findings, which name `file`."""
    return build_vehicle(parse_source(text, file))


def build_vehicle(source: Source) -> Vehicle:
    """The vehicle in YAML data that was read already; raises ModelError with all findings."""
    data = source.mapping("vehicle", Vehicle.model_fields)
    reading = _Reading(source, list(source.findings))
    axles = reading.axles()
    rest = {key: value for key, value in data.items() if key != "axles"}
    if "trailers" in rest:
        rest["trailers"] = reading.with_tires_of_trailers(rest["trailers"])
    if "body_mesh" in rest:
        rest["body_mesh"] = with_mesh_in(rest["body_mesh"], source.folder)
    reading.validate(rest)
    reading.validate_together(axles)
    source.raise_findings(reading.findings)
    return Vehicle(**rest, axles=axles)


class _Trailers(Frozen):
    """The trailers of a file alone."""

    trailers: Trailers


@dataclass
class _Reading:
    """What has been found so far, and where each axle stands in the file and what it is called."""

    source: Source
    findings: list[Finding]
    steps: list[str | int] = field(default_factory=list)
    titles: list[str | int] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    def axles(self) -> list[Axle | None]:
        """The axles, with None for those that could not be built, from a list or a mapping of names to axles."""
        data = self.source.data.get("axles")
        if data is not None and not isinstance(data, list | dict):
            self.add(Finding("axles", "neither a list nor a mapping of names", shown(data)))
        pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        return [self.axle(i, step, keys) for i, (step, keys) in enumerate(pairs)]

    def axle(self, i: int, step: str | int, keys: Any) -> Axle | None:
        """The axle number i, or findings and None; `step` is its name in a mapping or its index in a list."""
        name = keys.get("name", step) if isinstance(keys, dict) else step
        title = step if isinstance(step, str) or not isinstance(name, str) else name
        self.steps.append(step)
        self.titles.append(title)
        if isinstance(step, str) and name != step:
            self.add(Finding(dotted("axles", i, "name"), "two names", shown(name), repr(step), "leave it out"))
        try:
            if not isinstance(keys, dict):
                raise ModelError([Finding("", "not a mapping", shown(keys), "the keys of an axle")])
            return Axle(**self.with_tire_files(keys) | ({"name": step} if isinstance(step, str) else {}))
        except ModelError as error:
            self.add(*(finding.inside("axles", i) for finding in error.findings))
            self.broken |= {title} if isinstance(title, str) else set()
            return None

    def with_tire_files(self, keys: dict[str, Any]) -> dict[str, Any]:
        """The keys of an axle with the files of its tires, also of one on the right only, taken from our folder."""
        found = keys | ({"tire": with_file_in(keys["tire"], self.source.folder)} if "tire" in keys else {})
        if isinstance(right := keys.get("right"), dict):
            found["right"] = self.with_tire_files(right)
        return found

    def with_tires_of_trailers(self, trailers: Any) -> Any:
        """Trailers with the files of their tires taken from our folder; what is none stays as it is."""
        return _each(
            trailers, lambda t: t | {key: _each(t[key], self.with_tire_files) for key in ("axles",) if key in t}
        )

    def validate(self, rest: dict[str, Any]) -> None:
        """Findings for everything but the axles."""
        try:
            Vehicle(**rest)
        except ModelError as error:
            given = self.source.data.get("axles") is not None
            self.add(*(finding for finding in error.findings if not (given and finding.where == "axles")))

    def validate_together(self, axles: list[Axle | None]) -> None:
        """Findings between the parts that could be built."""
        steering, second = self.steering("steering"), self.steering("second_steering")
        skid_steering = self.build_part(SkidSteering, "skid_steering")
        if isinstance(self.source.data.get("axles"), list | dict):
            powertrain = self.build_part(Powertrain, "powertrain")
            extra = self.build_part(LinkageParts, "extra") if "extra" in self.source.data else LinkageParts()
            broken = frozenset(self.broken)
            self.add(*check(axles, steering, skid_steering, powertrain, broken, extra, second))
            self.add(*trailer_findings(axles, self.build_trailers()))

    def steering(self, key: str) -> Steering | None:
        """The steering under a key; None if it is absent, or wrong, which `validate` has said."""
        try:
            return build_steering(self.source.data[key])
        except (ModelError, InputError, KeyError, TypeError):
            return None

    def build_trailers(self) -> tuple[Trailer, ...]:
        """The trailers; none if one of them is wrong, which `validate` has said."""
        try:
            built = _Trailers(trailers=self.with_tires_of_trailers(self.source.data.get("trailers", ())))
        except ModelError:
            return ()
        return built.trailers

    def build_part(self, cls: type[Object], key: str) -> Object | None:
        """What stands under a key; None if it is absent, or wrong, which `validate` has said."""
        try:
            return cls(**self.source.data[key])
        except (ModelError, KeyError, TypeError):
            return None

    def add(self, *findings: Finding) -> None:
        """Keep findings with their line, and the axles called by their names instead of their numbers."""
        for finding in findings:
            section, *path = finding.where.split(".")
            if section == "axles" and path and path[0].isdecimal() and int(path[0]) < len(self.steps):
                i, *inside = path
                line = self.source.line([section, self.steps[int(i)], *inside])
                named = dataclasses.replace(finding, where=dotted(section, self.titles[int(i)], *inside))
                self.findings.append(named.at(self.source.file, line))
            else:
                self.findings.append(self.source.locate(finding))


def _each(items: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A list, or a mapping of names, with every mapping in it changed; anything else as it is."""
    if isinstance(items, dict):
        return {name: change(keys) if isinstance(keys, dict) else keys for name, keys in items.items()}
    if isinstance(items, list):
        return [change(keys) if isinstance(keys, dict) else keys for keys in items]
    return items
