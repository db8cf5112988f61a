"""A reference page of every key of every YAML file, from the classes that read them: unit, default and meaning.

`make docs-site` makes it; `python -m tools.key_reference` prints it. The meaning of a key is the description of its
field, its row in a table of docs/*.md behind `<!-- keys: CLASS -->`, its words in the docstring of the class (`key:
words`), its common meaning (`tools.key_meanings`), or what an object of its class is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from pydantic_core import PydanticUndefined

from jounce.lab.identification.study import Identification
from jounce.lab.maneuvers.files.keys import FileDriver
from jounce.lab.measurements.measurement_map import MeasurementMap
from jounce.lab.optimisation.study import Optimisation
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies.study import Study
from jounce.lab.validation.study import ValidationStudy
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from jounce.schema.frozen import Frozen
from tools.key_meanings import COMMON

DOCS = Path(__file__).parents[1] / "docs"
FILES: tuple[tuple[str, tuple[type[Frozen], ...]], ...] = (
    ("Vehicles", (Vehicle, *SUSPENSIONS.values())),
    ("Mechanisms", (Mechanism,)),
    ("Maneuver files", (FileDriver,)),
    ("Settings of runs", (RunSettings,)),
    ("Studies", (Study,)),
    ("Fits", (Identification,)),
    ("Optimisations", (Optimisation,)),
    ("Maps of measurements", (MeasurementMap,)),
    ("Validation studies", (ValidationStudy,)),
)
"""Heading → classes at which files begin; classes of their fields follow."""
SI = {
    "length": "m", "mass": "kg", "time": "s", "angle": "rad", "inertia": "kg m²", "velocity": "m/s",
    "angular_velocity": "rad/s", "acceleration": "m/s²", "force": "N", "torque": "N m", "stiffness": "N/m",
    "cubic_stiffness": "N/m³", "damping": "N s/m", "rotational_stiffness": "N m/rad", "rotational_damping": "N m s/rad",
    "rotational_inertia": "N m s²/rad", "area": "m²", "density": "kg/m³", "frequency": "Hz", "power": "W",
    "pressure": "Pa", "energy": "J", "dimensionless": "1",
}  # fmt: skip
"""Dimension → its SI unit."""


def render() -> str:
    """The whole page."""
    meanings, seen = written_meanings(), set[type[Frozen]]()
    parts = [
        "# Keys of all files\n",
        "Every key of every YAML file, generated from the classes that read them. Numbers without a unit are in the SI "
        "unit of the table; strings may include another one. A key without a default is required. "
        "[describe.md](../describe.md) explains vehicles and mechanisms with examples.\n",
    ]
    for heading, roots in FILES:
        parts.append(f"## {heading}\n")
        for cls in reachable(roots):
            if cls not in seen:
                seen.add(cls)
                parts += [f"### {title(cls)}\n", f"{_docstring(cls)}\n", *table(cls, meanings), ""]
    return "\n".join(parts)


def reachable(roots: tuple[type[Frozen], ...]) -> Iterator[type[Frozen]]:
    """Classes of a file, each once: those at which it begins, and those of their fields."""
    found: dict[type[Frozen], None] = {}
    waiting = list(roots)
    while waiting:
        cls = waiting.pop(0)
        if cls in found:
            continue
        found[cls] = None
        cls.model_rebuild()
        waiting += [one for field in cls.model_fields.values() for one in _classes(field.annotation)]
    return iter(found)


def title(cls: type[Frozen]) -> str:
    """What a section is called: its `kind` in files, if it has one, else the name of the class."""
    kind = cls.model_fields.get("kind")
    named = isinstance(kind.default, str) if kind is not None else False
    return f"`kind: {kind.default}` ({cls.__name__})" if kind is not None and named else cls.__name__


def table(cls: type[Frozen], meanings: dict[tuple[str, str], str]) -> list[str]:
    """Lines of the table of a class."""
    rows = ["| key | unit | default | meaning |", "|---|---|---|---|"]
    for key, field in cls.model_fields.items():
        if key == "kind":
            continue
        cells = (f"`{key}`", unit_of(field), _default(field), meaning_of(cls, key, meanings).replace("|", "\\|"))
        rows.append(f"| {' | '.join(cells)} |")
    return rows if len(rows) > 2 else []


def meaning_of(cls: type[Frozen], key: str, meanings: dict[tuple[str, str], str]) -> str:
    """What a key means, in the words of the program and its documents."""
    field = cls.model_fields[key]
    if field.description:
        return field.description
    bases = [base for base in cls.__mro__ if issubclass(base, Frozen)]
    for base in bases:
        if meanings.get((base.__name__, key)):
            return meanings[base.__name__, key]
    for base in bases:
        beside = r"(?:[, ]\s*\w+)*(?: and \w+)?(?: \([^)]*\))?"  # further keys that share the words
        told = re.search(rf"(?:^|[.;:] |, ){key}{beside}: ([^.;]+)", _docstring(base))
        if told:
            return told[1]
    if key in COMMON:
        return COMMON[key]
    objects = dict.fromkeys(_classes(field.annotation))
    linked = ", ".join(f"[{title(one)}](#{anchor_of(title(one))})" for one in objects)
    first = re.split(r"(?<=[.;:]) ", _docstring(next(iter(objects))))[0].rstrip(".;:") if len(objects) == 1 else ""
    return f"{linked}: {first[:1].lower()}{first[1:]}" if first else linked


def unit_of(field: Any) -> str:
    """SI unit of a field, of a tuple the one that all its items have; empty where there is none."""
    dimensions = dict.fromkeys((*_in(field.metadata), *_dimensions(field.annotation)))
    units = dict.fromkeys(SI[name] for name in dimensions)
    return "" if set(units) <= {"1"} else " or ".join(units)


def written_meanings() -> dict[tuple[str, str], str]:
    """(class, key) → what the tables of the documents say about it."""
    found = {}
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for name, lines in re.findall(r"<!-- keys: (\w+) -->\n((?:\|.*\n)+)", text):
            for row in lines.splitlines()[2:]:
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
                for key in re.findall(r"`(\w+)`", cells[0]):
                    found[name, key] = re.sub(r"\]\(#", f"](../{page.name}#", cells[-1])
    return found


def _classes(annotation: Any) -> Iterator[type[Frozen]]:
    if isinstance(annotation, type) and issubclass(annotation, Frozen):
        yield annotation
    for part in get_args(annotation):
        yield from _classes(part)


def _dimensions(annotation: Any) -> Iterator[str]:
    if isinstance(annotation, type) and issubclass(annotation, Frozen):
        return
    parts = get_args(annotation)
    if get_origin(annotation) is Annotated:
        yield from _in(parts[1:])
        parts = parts[:1]
    for part in parts:
        yield from _dimensions(part)


def _in(metadata: Any) -> Iterator[str]:
    for one in metadata:
        yield from getattr(getattr(one, "func", None), "dimensions", ())


def _default(field: Any) -> str:
    if field.is_required():
        return ""
    value = field.get_default(call_default_factory=True)
    if value is None or value is PydanticUndefined:
        return "none"
    if isinstance(value, Frozen):
        return f"{type(value).__name__}()"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list | dict | str) and not value:
        return "empty"
    if isinstance(value, tuple | list):
        return f"[{', '.join(f'{item:g}' if isinstance(item, float) else str(item) for item in value)}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def anchor_of(heading: str) -> str:
    """The anchor of a heading, as the site and GitHub make it."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-")


def _docstring(cls: type[Frozen]) -> str:
    text = (cls.__doc__ or "").strip()
    return " ".join(line.strip() for line in text.splitlines() if line.strip()).replace("|", "\\|")


if __name__ == "__main__":
    print(render())
