"""Read a maneuver from YAML: all findings at once, each with file and line.

A file either names a maneuver and gives it other options, or describes one of its own: docs/maneuvers.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jounce.errors import FileError, InputError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.maneuvers.files.inputs import needs_of
from jounce.lab.maneuvers.files.keys import CHANGEABLE, NAMED, OWN, KeyContext
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import MANEUVERS
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.schema.yaml_source import Source, load_source, parse_source

DEFAULT_DURATION = 10.0
"""Duration with which inputs are checked when the file has none or a wrong one [s]."""


def read_maneuver(path: str | Path, /, **options: Any) -> Maneuver:
    """The maneuver in a YAML file; raises ModelError with all findings, or FileError.

    options: replace those in the file; for a maneuver of its own, speed, duration and sample.
    """
    return build_maneuver(load_source(path), options)


def parse_maneuver(text: str, file: str = "<text>", /, **options: Any) -> Maneuver:
    """The maneuver in a YAML string; raises ModelError with all findings, which name `file`."""
    return build_maneuver(parse_source(text, file), options)


def build_maneuver(source: Source, options: Mapping[str, Any]) -> Maneuver:
    """The maneuver in parsed YAML data; raises ModelError with all findings."""
    if not isinstance(source.data, dict):
        finding = Finding("", "not a maneuver", shown(source.data), f"a mapping with the keys {', '.join(OWN)}")
        raise ModelError([source.locate(finding)], source.file)
    named = "maneuver" in source.data
    reading = _ManeuverReader(source, options)
    reading.read(NAMED if named else OWN)
    built = reading.build_named() if named else reading.build_own()
    if reading.findings or built is None:
        findings = sorted(dict.fromkeys(reading.findings), key=lambda finding: finding.line or 0)
        raise ModelError(findings, source.file)
    return built


@dataclass
class _ManeuverReader:
    """The state of reading one file: source and options, the findings and the values so far."""

    source: Source
    options: Mapping[str, Any]
    findings: list[Finding] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def read(self, keys: Mapping[str, Callable[[Any, KeyContext], Any]]) -> None:
        """Read every key by its function, in the order of `keys`, and refuse all others."""
        self.findings += self.source.findings
        own = {key: value for key, value in self.options.items() if key in CHANGEABLE} if keys is OWN else {}
        data = self.source.data | own
        for key in data:
            if key not in keys:
                hint = suggestion(key, keys) or f"known keys: {', '.join(keys)}"
                self.add(Finding(key, "unknown key", hint=hint))
        for key, read in keys.items():
            if key not in data:
                continue
            try:
                self.values[key] = read(data[key], KeyContext(self.source.folder, self.end))
            except InputError as refusal:
                self.add(refusal.finding.inside(key))
            except ModelError as error:
                self.add(*(finding.inside(key) for finding in error.findings))
            except FileError as error:
                self.add(Finding(key, str(error)))

    def add(self, *findings: Finding) -> None:
        """Keep findings with their line."""
        self.findings += [self.source.locate(finding) for finding in findings]

    @property
    def end(self) -> float:
        """Duration of the run [s]."""
        return self.values.get("duration", DEFAULT_DURATION)

    @property
    def title(self) -> str:
        """Name of the maneuver: its key `name`, or the stem of its file."""
        file = self.source.file
        return self.values.get("name") or ("maneuver" if file.startswith("<") else Path(file).stem)

    def build_named(self) -> Maneuver | None:
        """A maneuver of the registry with the options and the other keys of the file."""
        if "maneuver" not in self.values:
            return None
        name, options = self.values["maneuver"], {**self.values.get("options", {}), **self.options}
        has_duration = "duration" in MANEUVERS[name].options.model_fields
        if "duration" in self.values and has_duration:
            if "duration" in self.values.get("options", {}):
                self.add(Finding("duration", "given twice", hint="leave it out, or take it out of the options"))
            options = {"duration": self.values["duration"], **options}
        try:
            plan = maneuver_of(name, **options)
        except ModelError as error:
            self.add(*(finding.inside("options") for finding in error.findings))
            return None
        changed: dict[str, Any] = {
            key: self.values[key]
            for key in ("about", "step", "sample", "stop", "metrics", "figures", "controllers")
            if key in self.values
        }
        if "duration" in self.values and not has_duration:
            changed["end"] = self.values["duration"]
        return replace(plan, name=self.title, **changed)

    def build_own(self) -> Maneuver | None:
        """A maneuver that the file describes itself."""
        for key in ("speed", "duration"):
            if key not in self.source.data and key not in self.options:
                self.add(Finding(key, "missing key", hint="or name a maneuver with the key maneuver"))
        unknown = [key for key in self.options if key not in CHANGEABLE]
        if unknown:
            expected = f"{', '.join(CHANGEABLE)} of a maneuver of its own"
            self.add(Finding(unknown[0], "unknown option", shown(self.options[unknown[0]]), expected))
        if self.findings:
            return None
        given = {key: value for key, value in self.values.items() if key not in ("name", "about", "duration")}
        inputs = self.values.get("inputs", {})
        return Maneuver(
            **{"needs": needs_of(inputs)} | given,
            name=self.title,
            about=self.values.get("about", ""),
            end=self.values["duration"],
            options={"speed": self.values["speed"], "duration": self.values["duration"]},
        )
