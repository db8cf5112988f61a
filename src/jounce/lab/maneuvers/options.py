"""The options that a maneuver takes, for help texts and lists: name, description, unit and default."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.maneuvers.registry import MANEUVERS

_UNIT = re.compile(r"\[([^\]]+)\]")
_DISPLAY = {"m/s": (3.6, "km/h"), "rad": (180.0 / math.pi, "deg"), "rad/s": (180.0 / math.pi, "deg/s")}
"""SI unit → factor and unit in which people give it."""
_METAVARS = {
    "m/s": "SPEED",
    "m": "LENGTH",
    "s": "TIME",
    "rad": "ANGLE",
    "rad/s": "RATE",
    "Hz": "FREQUENCY",
    "m/s²": "ACCELERATION",
    "-": "NUMBER",
}
"""SI unit → what stands for a value in help texts."""
_OWN = {
    "speed": "initial speed [m/s]",
    "duration": "duration of the run [s]",
    "sample": "time between recorded states [s]",
}
"""Options of a maneuver that a file describes itself."""


@dataclass(frozen=True)
class Option:
    """One option of a maneuver."""

    name: str
    about: str
    """What it is, with its SI unit in brackets if it has one."""
    default: Any = None
    """Default in SI, or as a file gives it; None: it has none, or what holds without it is no number."""

    @property
    def unit(self) -> str:
        """SI unit; `-` of a plain number, empty of what is no number."""
        if isinstance(self.default, str | bool):
            return ""
        found = _UNIT.search(self.about)
        return found.group(1) if found else "-" if isinstance(self.default, int | float) else ""

    @property
    def metavar(self) -> str:
        """What stands for its value in help texts: SPEED, TIME."""
        return "YES_OR_NO" if isinstance(self.default, bool) else _METAVARS.get(self.unit, "VALUE")

    @property
    def written_default(self) -> str:
        """The default as people write it: `100 km/h`."""
        if self.default is None or isinstance(self.default, bool):
            return {None: "none", True: "yes", False: "no"}[self.default]
        if isinstance(self.default, str):
            return self.default
        factor, unit = _DISPLAY.get(self.unit, (1.0, self.unit.strip("-")))
        return f"{factor * self.default:.6g} {unit}".strip()


OWN_OPTIONS = {name: Option(name, about) for name, about in _OWN.items()}
"""Options of a maneuver that a file describes itself, by name."""


def options_of(name: str) -> tuple[Option, ...]:
    """The options of a maneuver by its name, or of the one in a YAML file, whose own values are the defaults.

    Raises InputError for an unknown name, and FileError or ModelError for a file that cannot be read.
    """
    if Path(name).suffix.lower() in (".yaml", ".yml"):
        return _options_of_file(name)
    if name not in MANEUVERS:
        known = f"one of {', '.join(MANEUVERS)}, or a YAML file"
        raise InputError("unknown maneuver", repr(name), known, suggestion(name, MANEUVERS))
    fields = MANEUVERS[name].options.model_fields
    return tuple(Option(key, field.description or "", field.default) for key, field in fields.items())


def _options_of_file(path: str) -> tuple[Option, ...]:
    from jounce.schema.yaml_source import load_source

    data = load_source(path).data
    if not isinstance(data, Mapping):
        return ()
    if data.get("maneuver") not in MANEUVERS:
        return tuple(Option(key, about, data.get(key)) for key, about in _OWN.items())
    given = data.get("options")
    changed = dict(given) if isinstance(given, Mapping) else {}
    if "duration" in data:
        changed.setdefault("duration", data["duration"])
    return tuple(replace(one, default=changed.get(one.name, one.default)) for one in options_of(data["maneuver"]))
