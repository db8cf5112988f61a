"""Tires for an imported car: a .tir file, or Chrono's Pac02Tire that names one, TMeasyTire or FialaTire."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jounce.errors import InputError
from jounce.model import tire_files
from jounce.model.chrono_files.document import Document, open_document
from jounce.model.chrono_files.fiala_tires import fiala_keys
from jounce.model.chrono_files.files import find_file
from jounce.model.chrono_files.tmeasy_tires import tmeasy_keys

TEMPLATES = ("Pac02Tire", "TMeasyTire", "FialaTire")


@dataclass
class ReadTire:
    """Keys of the tire; mass and inertia (xx, yy, zz) that turn with the wheel [kg, kg m²].

    file: the tire property file, if the tire has one. radius [m] and stiffness [N/m] are those of the vertical spring.
    """

    keys: dict[str, Any]
    radius: float
    stiffness: float
    file: Path | None = None
    mass: float = 0.0
    inertia: tuple[float, float, float] = (0.0, 0.0, 0.0)
    notes: list[str] = field(default_factory=list)


def read_chrono_tire(path: Path, roots: tuple[Path, ...]) -> ReadTire:
    """The tire of a .tir or JSON file; raises ModelError or FileError."""
    if path.suffix.lower() != ".json":
        return _from_tir(path)
    document = open_document(path)
    match template := document.text("Template"):
        case "Pac02Tire":
            found = _from_tir(find_file(document, "TIR Specification File", roots))
            _add_inertia(found, document, "Mass", "Inertia")
        case "TMeasyTire":
            notes: list[str] = []
            keys, design = tmeasy_keys(document, notes)
            found = ReadTire(keys, keys["radius"], keys["vertical_stiffness"], notes=notes)
            _add_inertia(found, design, "Mass [kg]", "Inertia [kg.m2]")
        case "FialaTire":
            notes = []
            keys = fiala_keys(document, notes)
            found = ReadTire(keys, keys["radius"], keys["vertical_stiffness"], notes=notes)
            _add_inertia(found, document, "Mass", "Inertia")
        case _:
            hint = f"give a .tir file, or one of {', '.join(TEMPLATES)}"
            raise document.error("Template", "cannot be carried over: no such tire law in jounce", repr(template), hint)
    found.notes += [f"{path.name}: {key} is not carried over" for key in document.left_over()]
    return found


def _add_inertia(found: ReadTire, document: Document, mass: str, inertia: str) -> None:
    found.mass = document.number(mass)
    xx, yy, zz = document.numbers(inertia, 3)
    found.inertia = xx, yy, zz


def _from_tir(path: Path) -> ReadTire:
    values = tire_files.read(path).values
    if "VERTICAL_STIFFNESS" not in values:
        raise InputError("no vertical stiffness", str(path), "a tire file with VERTICAL_STIFFNESS", where="tire")
    return ReadTire({"file": str(path)}, values["UNLOADED_RADIUS"], values["VERTICAL_STIFFNESS"], path)
