"""A JSON file that knows which of its values were read: what is left is what could not be carried over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jounce.errors import ModelError
from jounce.findings import Finding, dotted, shown
from jounce.model.chrono_files.syntax import load_json

DRAWN = frozenset({"Name", "Type", "Template", "Visualization", "Radius", "Width", "Output", "Length"})
"""Keys that have no mechanics: names, kinds that are read otherwise, and what is only drawn."""
MISSING = object()


@dataclass
class Document:
    """An object of a JSON file, at a path inside it."""

    file: Path
    data: Mapping[str, Any]
    path: str = ""
    read: set[str] = field(default_factory=set)
    inside: dict[str, Document] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self.data

    def child(self, key: str) -> Document:
        """The object at a key; raises ModelError."""
        value = self._value(key)
        if not isinstance(value, Mapping):
            raise self.error(key, "not an object", shown(value))
        if key not in self.inside:
            self.inside[key] = Document(self.file, value, dotted(self.path, key))
        return self.inside[key]

    def items(self, key: str) -> list[Document]:
        """The objects of a list at a key; raises ModelError."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            raise self.error(key, "not a list of objects", shown(value))
        for i, item in enumerate(value):
            self.inside.setdefault(f"{key}.{i}", Document(self.file, item, dotted(self.path, key, i)))
        return [self.inside[f"{key}.{i}"] for i in range(len(value))]

    def number(self, key: str, default: float | None = None) -> float:
        """The number at a key; raises ModelError."""
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, "not a number", shown(value))
        return float(value)

    def numbers(self, key: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """The numbers of a list at a key; raises ModelError."""
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or len(value) != count or not all(_is_number(x) for x in value):
            raise self.error(key, f"not {count} numbers", shown(value))
        return tuple(float(x) for x in value)

    def table(self, key: str) -> list[tuple[float, float]]:
        """Rows of two numbers at a key; raises ModelError."""
        value = self._value(key)
        rows = value if isinstance(value, list) else []
        if not rows or not all(isinstance(row, list) and len(row) == 2 and all(map(_is_number, row)) for row in rows):
            raise self.error(key, "not rows of two numbers", shown(value))
        return [(float(x), float(y)) for x, y in rows]

    def list_of_numbers(self, key: str) -> list[float]:
        """All numbers of a list at a key; raises ModelError."""
        value = self._value(key)
        if not isinstance(value, list) or not value or not all(_is_number(x) for x in value):
            raise self.error(key, "not a list of numbers", shown(value))
        return [float(x) for x in value]

    def matrix(self, key: str) -> list[list[float]]:
        """Rows of numbers at a key; raises ModelError."""
        value = self._value(key)
        rows = value if isinstance(value, list) else []
        if not rows or not all(isinstance(row, list) and row and all(map(_is_number, row)) for row in rows):
            raise self.error(key, "not rows of numbers", shown(value))
        return [[float(x) for x in row] for row in rows]

    def text(self, key: str, default: str | None = None) -> str:
        """The string at a key; raises ModelError."""
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.error(key, "not a string", shown(value))
        return value

    def flag(self, key: str) -> bool:
        """Whether a key is there and true."""
        return bool(self._value(key, False))

    def left_over(self) -> Iterator[str]:
        """Paths of all values that nothing has read, but for those that are only drawn."""
        for key in self.data:
            if key in DRAWN:
                continue
            inside = [found for name, found in self.inside.items() if name == key or name.startswith(f"{key}.")]
            if key not in self.read:
                yield dotted(self.path, key)
            for document in inside:
                yield from document.left_over()

    def error(self, key: str, what: str, got: str = "", hint: str = "") -> ModelError:
        """An error about the value at a key."""
        return ModelError([Finding(dotted(self.path, key), what, got, hint=hint, file=str(self.file))])

    def _value(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        value = self.data.get(key, MISSING)
        if value is MISSING:
            if default is None:
                raise self.error(key, "missing key")
            return default
        return value


def open_document(path: Path) -> Document:
    """The object of a file; raises FileError."""
    return Document(path, load_json(path))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
