"""Tires for an imported car: a .tir file, or Chrono's Pac02Tire that names one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from jounce.errors import InputError
from jounce.model import tire_files
from jounce.model.chrono_files.document import open_document
from jounce.model.chrono_files.files import find_file


@dataclass
class ReadTire:
    """The tire property file, and mass and inertia (xx, yy, zz) that turn with the wheel [kg, kg m²]."""

    file: Path
    radius: float
    stiffness: float
    mass: float = 0.0
    inertia: tuple[float, float, float] = (0.0, 0.0, 0.0)
    notes: list[str] = field(default_factory=list)


def read_chrono_tire(path: Path, roots: tuple[Path, ...]) -> ReadTire:
    """The tire of a .tir or JSON file; raises ModelError or FileError."""
    if path.suffix.lower() != ".json":
        return _from_tir(path)
    document = open_document(path)
    template = document.text("Template")
    if template != "Pac02Tire":
        hint = "give a .tir file, or a Pac02Tire"
        raise document.error("Template", "cannot be carried over: no such tire law in jounce", repr(template), hint)
    found = _from_tir(find_file(document, "TIR Specification File", roots))
    found.mass = document.number("Mass")
    xx, yy, zz = document.numbers("Inertia", 3)
    found.inertia = xx, yy, zz
    found.notes += [f"{path.name}: {key} is not carried over" for key in document.left_over()]
    return found


def _from_tir(path: Path) -> ReadTire:
    values = tire_files.read(path).values
    if "VERTICAL_STIFFNESS" not in values:
        raise InputError("no vertical stiffness", str(path), "a tire file with VERTICAL_STIFFNESS", where="tire")
    return ReadTire(path, values["UNLOADED_RADIUS"], values["VERTICAL_STIFFNESS"])
