"""The YAML file of a car that is being designed: only numbers that changed are written anew, comments stay.

A number is replaced where it stands in the text, in the unit that it has there; nothing else of the file is touched.
What was written is read again and must be the car that was meant, before the file is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from jounce.errors import FileError, InputError
from jounce.lab.results.atomic import atomic_write
from jounce.model.library import path as library_path
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parameters import value_at
from jounce.model.vehicle.read import build_vehicle
from jounce.schema.files import MAX_YAML_SIZE, read_file
from jounce.schema.units import parse_quantity
from jounce.schema.yaml_source import parse_source

DECIMALS = 5
"""Digits after the point of a length that is written [m]: a hundredth of a millimetre."""
_MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors begin a file with."""
_ENDINGS = (".yaml", ".yml")


@dataclass
class VehicleFile:
    """A car as it was read, its text, and where it is saved."""

    vehicle: Vehicle
    text: bytes
    """The file's bytes."""
    source: Path
    target: Path
    """Where it is saved; another file than the source for a car of the library."""
    on_disk: bytes | None
    """What the target held when it was last read or written here; None if it was not there."""

    @classmethod
    def open(cls, name_or_path: str | Path, target: str | Path | None = None) -> VehicleFile:
        """A file, or a car of the library, which is saved as NAME.yaml in this folder unless a target is given.

        Raises InputError, ModelError or FileError.
        """
        own = isinstance(name_or_path, Path) or name_or_path.lower().endswith(_ENDINGS)
        source = Path(name_or_path) if own else library_path(str(name_or_path))
        place = Path(target) if target is not None else source if own else Path(source.name)
        if place.suffix.lower() not in _ENDINGS:
            raise InputError("not a file for a vehicle", repr(str(place)), "a name that ends in .yaml", where="out")
        if place.exists() and place.resolve() != source.resolve():
            hint = f"`jounce design {place}` continues with it, --out chooses another name"
            raise FileError(f"{place}: is there already, and would be overwritten by a save; {hint}")
        text = read_file(source, MAX_YAML_SIZE)
        return cls(_read(text, source), text, source, place, _bytes_of(place))

    def save(self, places: Mapping[str, Triple]) -> Path:
        """Write hardpoints, by their paths, at their places [m]; gives the file that was written.

        Raises FileError if the file changed on disk since it was read or written here, and InputError for a number
        that stands nowhere in it, or in several places at once.
        """
        if _bytes_of(self.target) != self.on_disk:
            known = "changed on disk since it was read" if self.on_disk is not None else "is there by now"
            raise FileError(f"{self.target}: {known}; save under another name (--out), or start again from that file")
        written = self.written(places)
        with atomic_write(self.target) as part:
            part.write_bytes(written)
        self.vehicle, self.text, self.on_disk, self.source = (
            _read(written, self.target), written, written, self.target,
        )  # fmt: skip
        return self.target

    def written(self, places: Mapping[str, Triple]) -> bytes:
        """The bytes of the file with the hardpoints at those places; raises InputError."""
        mark = self.text.startswith(_MARK)
        text = self.text.decode("utf-8-sig")
        root = parse_source(text, str(self.source)).root
        changes: list[tuple[int, int, str]] = []
        for path, place in places.items():
            before = value_at(self.vehicle, path)
            node = _find(root, path)
            for i, (old, new) in enumerate(zip(before, place, strict=True)):
                if round(new, DECIMALS) != round(old, DECIMALS):
                    changes.append(_replacement(text, node, path, i, round(new, DECIMALS)))
        for start, end, words in sorted(changes, reverse=True):
            text = text[:start] + words + text[end:]
        written = (_MARK if mark else b"") + text.encode()
        self._check(_read(written, self.target), places)
        return written

    def _check(self, found: Vehicle, places: Mapping[str, Triple]) -> None:
        """The car that was written is the one that was meant, in every number."""
        exact = {path: list(value_at(found, path)) for path in places}
        far = [p for p, place in places.items() if max(abs(a - b) for a, b in zip(exact[p], place, strict=True)) > 1e-5]
        if far or self.vehicle.with_values(exact) != found:
            where = far[0] if far else "an alias of it"
            raise InputError(
                "a number is shared", where, "numbers of its own", "write the values out instead of an alias"
            )


def _read(text: bytes, file: Path) -> Vehicle:
    try:
        return build_vehicle(parse_source(text.decode("utf-8-sig"), str(file)))
    except UnicodeDecodeError as error:
        raise FileError(f"{file}: not UTF-8 text at byte {error.start}; save the file as UTF-8") from None


def _bytes_of(path: Path) -> bytes | None:
    return read_file(path, MAX_YAML_SIZE) if path.exists() else None


def _find(root: Node | None, path: str) -> Node:
    """The node of a dotted path; raises InputError where it is not written in the file."""
    node = root
    for step in path.split("."):
        node = next((child for name, child in _children(node) if name == step), None)
    if not isinstance(node, SequenceNode) or len(node.value) != 3:
        hint = "write the point out as [x, y, z], without `<<`, and start again"
        raise InputError("a point that stands nowhere in the file", path, hint=hint)
    return node


def _children(node: Node | None) -> Iterator[tuple[str, Node]]:
    """Children by their keys; those of a list by their `name`, if they have one, else by their index."""
    if isinstance(node, MappingNode):
        yield from ((str(key.value), value) for key, value in node.value)
    elif isinstance(node, SequenceNode):
        for i, item in enumerate(node.value):
            names = [v.value for k, v in item.value if k.value == "name"] if isinstance(item, MappingNode) else []
            yield str(names[0]) if names else str(i), item


def _replacement(text: str, node: Node, path: str, i: int, value: float) -> tuple[int, int, str]:
    """Where the number i of a point stands in the text, and what replaces it: the value in the unit that it has."""
    scalar = node.value[i]
    if not isinstance(scalar, ScalarNode):
        raise InputError("a coordinate that is no number", path, "a number or a number with a unit")
    start, end = scalar.start_mark.index, scalar.end_mark.index
    old = text[start:end]
    quote = old[0] if old[:1] in ("'", '"') else ""
    words = scalar.value.split(maxsplit=1)
    unit = words[1] if len(words) == 2 else ""
    size = parse_quantity(f"1 {unit}", "length") if unit else 1.0
    number = repr(round(value / size, DECIMALS + 3))
    return start, end, f"{quote}{number}{' ' + unit if unit else ''}{quote}"
