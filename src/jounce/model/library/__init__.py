"""Vehicles that come with jounce, as YAML files to read, copy and change."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import Vehicle, parse_vehicle, read_vehicle

_ENDINGS = (".yaml", ".yml")


def names() -> tuple[str, ...]:
    """The names of all vehicles of the library."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml")))


def vehicle(name: str) -> Vehicle:
    """The vehicle of that name; raises InputError with the names that exist."""
    entry = path(name)
    return parse_vehicle(entry.read_text(encoding="utf-8"), entry.name)


def path(name: str) -> Path:
    """The file of the vehicle of that name; raises InputError with the names that exist."""
    known = names()
    if name not in known:
        hint = suggestion(str(name), known) or "or give the path of a .yaml file"
        raise InputError("unknown vehicle", repr(name), f"one of {', '.join(known)}", hint)
    return Path(str(files(__name__) / f"{name}.yaml"))


def load_vehicle(name_or_path: str | Path | Vehicle) -> Vehicle:
    """The vehicle of a name in the library, or of a file when that ends in .yaml or .yml; a Vehicle is given back.

    Raises InputError for an unknown name, ModelError with all findings for a wrong file, and FileError.
    """
    if isinstance(name_or_path, Vehicle):
        return name_or_path
    if not isinstance(name_or_path, str | Path):
        hint = "a mechanism has no axles or steering" if isinstance(name_or_path, Mechanism) else ""
        expected = "a Vehicle, a name of the library or a YAML file"
        raise InputError("not a vehicle", shown(name_or_path), expected, hint, "vehicle")
    if isinstance(name_or_path, Path) or name_or_path.lower().endswith(_ENDINGS):
        return read_vehicle(name_or_path)
    return vehicle(name_or_path)
