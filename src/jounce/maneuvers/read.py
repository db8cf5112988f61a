"""Read a maneuver from YAML: all findings at once, each with file and line.

A file either names a maneuver and gives it other options, or describes one of its own: docs/maneuvers.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jounce.errors import FileError, ModelError, Refusal
from jounce.findings import Finding, shown, suggestion
from jounce.maneuvers.file_keys import CHANGEABLE, NAMED, OWN, Context
from jounce.maneuvers.input_names import needs_of
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.registry import MANEUVERS
from jounce.maneuvers.registry import maneuver as maneuver_of
from jounce.yaml_source import Source, load_source, parse_source

SUPPOSED_END = 10.0
"""Of a run whose duration is missing or wrong, to judge its inputs all the same [s]."""


def read_maneuver(path: str | Path, /, **options: Any) -> Maneuver:
    """The maneuver in a YAML file; raises ModelError with all findings, or FileError.

    options: stand before those in the file; for a maneuver of its own, speed, duration and sample.
    """
    return build_maneuver(load_source(path), options)


def parse_maneuver(text: str, file: str = "<text>", /, **options: Any) -> Maneuver:
    """The maneuver in a YAML text; raises ModelError with all findings, which name `file`."""
    return build_maneuver(parse_source(text, file), options)


def build_maneuver(source: Source, options: Mapping[str, Any]) -> Maneuver:
    """The maneuver in YAML data that was read already; raises ModelError with all findings."""
    if not isinstance(source.data, dict):
        finding = Finding("", "not a maneuver", shown(source.data), f"a mapping with the keys {', '.join(OWN)}")
        raise ModelError([source.locate(finding)], source.file)
    named = "maneuver" in source.data
    reading = _Reading(source, options)
    reading.read(NAMED if named else OWN)
    built = reading.named() if named else reading.own()
    if reading.findings or built is None:
        findings = sorted(dict.fromkeys(reading.findings), key=lambda finding: finding.line or 0)
        raise ModelError(findings, source.file)
    return built


@dataclass
class _Reading:
    """What a file says, key by key, what was found so far, and the values that could be read."""

    source: Source
    options: Mapping[str, Any]
    findings: list[Finding] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def read(self, keys: Mapping[str, Callable[[Any, Context], Any]]) -> None:
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
                self.values[key] = read(data[key], Context(self.source.folder, self.end))
            except Refusal as refusal:
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
        """Of the run [s]."""
        return self.values.get("duration", SUPPOSED_END)

    @property
    def title(self) -> str:
        """What the maneuver is called: its name, or that of its file."""
        file = self.source.file
        return self.values.get("name") or ("maneuver" if file.startswith("<") else Path(file).stem)

    def named(self) -> Maneuver | None:
        """A maneuver of the registry with other options, and what else the file changes."""
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
            key: self.values[key] for key in ("about", "step", "sample", "stop", "metrics") if key in self.values
        }
        if "duration" in self.values and not has_duration:
            changed["end"] = self.values["duration"]
        return replace(plan, name=self.title, **changed)

    def own(self) -> Maneuver | None:
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
