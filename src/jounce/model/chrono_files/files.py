"""Where the files are that a file of Chrono names: their paths begin at a data folder somewhere above."""

from __future__ import annotations

from pathlib import Path

from jounce.model.chrono_files.document import Document, open_document


def data_roots(vehicle: Path, data: Path | None) -> tuple[Path, ...]:
    """Folders that paths may begin at: the one that is given, and all above the vehicle's file."""
    above = tuple(vehicle.resolve().parents)
    return (data.resolve(), *above) if data is not None else above


def find_file(document: Document, key: str, roots: tuple[Path, ...]) -> Path:
    """The file that a key names; raises ModelError if there is none."""
    name = document.text(key)
    for root in roots:
        if (root / name).is_file():
            return root / name
    hint = "name the folder that these paths begin at: --data"
    raise document.error(key, "no such file", repr(name), hint)


def open_named(document: Document, key: str, roots: tuple[Path, ...]) -> Document:
    """The file that a key names, opened; raises ModelError or FileError."""
    return open_document(find_file(document, key, roots))
