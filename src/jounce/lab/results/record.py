"""Where the numbers of a run come from: everything that is needed to have them again.

A record is plain data and travels with the result, as JSON in the schema of its file. `jounce.lab.runs.recording`
makes one of a run and turns it back into the arguments of `jounce.run`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import metadata
from typing import Any

from jounce.version import __version__

WORDS = ("name", "about", "provenance")
"""Keys of a vehicle that tell people something, and change no number."""
LABELS = ("name", "needs", "metrics")
"""Keys of a maneuver that change no channel."""
LIBRARIES = ("numpy", "numba", "scipy")
"""Libraries whose versions may change the last bits of a number."""


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """What was run, on what, and with which versions; times in seconds, everything JSON-able.

    `hash` is the same for two runs exactly if all that determines their numbers is.
    """

    vehicle: Mapping[str, Any]
    """All fields of the Vehicle, in SI."""
    vehicle_source: str | None = None
    """Name or file that the vehicle was read from; None for one made in Python."""
    vehicle_text: str | None = None
    """Text of the file that the vehicle was read from."""
    maneuver: Mapping[str, Any]
    """`name`, `options` as they were given, `text` of a maneuver file, and `data`: its fields in SI."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `jounce.run` as they were given: formulation, integrator, step, ground …"""
    seed: int | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    """Files that were read (tires, grounds) → SHA-256 of what was in them."""
    unrepeatable: tuple[str, ...] = ()
    """What this record cannot bring back, in words; empty for most runs."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Versions of jounce, Python, and the libraries that compute; `machine` is the processor's family."""
    created: str
    """Date and time of creation, ISO 8601 in UTC."""
    timing: Mapping[str, float] = field(default_factory=dict)
    """Wall-clock time of each stage: build, compile, simulate, observe [s]."""

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON of all that determines the numbers: no dates, no timing, no descriptions."""
        return hashlib.sha256(canonical(self.determining).encode()).hexdigest()

    @property
    def determining(self) -> dict[str, Any]:
        """What the hash is taken of."""
        return {
            "vehicle": {key: value for key, value in self.vehicle.items() if key not in WORDS},
            "maneuver": {key: value for key, value in self.maneuver["data"].items() if key not in LABELS},
            "settings": {key: value for key, value in self.settings.items() if value is not None},
            "seed": self.seed,
            "files": dict(self.files),
            "unrepeatable": list(self.unrepeatable),
            "versions": {key: value for key, value in self.versions.items() if key != "python"},
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for files; with the hash, for readers that are not Python."""
        return {**dataclasses.asdict(self), "unrepeatable": list(self.unrepeatable), "hash": self.hash}


def from_dict(data: Mapping[str, Any]) -> RunRecord:
    """A record from plain data; keys of later versions are ignored, missing ones raise TypeError."""
    known = {field.name for field in dataclasses.fields(RunRecord)}
    fields = {key: value for key, value in data.items() if key in known}
    return RunRecord(**(fields | {"unrepeatable": tuple(fields.get("unrepeatable", ()))}))


def canonical(data: Any) -> str:
    """JSON with sorted keys and without spaces: equal texts for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=True)


def versions() -> dict[str, str]:
    """Versions of jounce, Python, and the libraries that compute in this process, and the processor's family."""
    libraries = {name: metadata.version(name) for name in LIBRARIES}
    return {"jounce": __version__, "python": platform.python_version(), **libraries, "machine": platform.machine()}
