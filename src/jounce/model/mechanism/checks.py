"""Checks across the objects of a mechanism: names, references and paths to ground.

What is wrong with one object alone is found when it is built; whether the loops close is found by assembly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from jounce.findings import Finding, dotted, suggestion
from jounce.model.mechanism.bodies import GROUND, Body
from jounce.schema.frozen import Frozen
from jounce.schema.remembered import remembered

COORDINATES = {"revolute": ("angle",), "prismatic": ("travel",), "cylindrical": ("angle", "travel")}
"""The coordinates of the kinds of joint that have any."""

_BODY_FIELDS = ("body_a", "body_b", "body", "left_body", "right_body", "reaction")
_MOVED_FIELDS = {"applied_force": "body", "applied_torque": "body", "aerodynamic_drag": "body", "tire": "body"}
_CONNECTIONS = (("body_a", "body_b"), ("body", "left_body"), ("body", "right_body"))
_DISTINCT = (*_CONNECTIONS, ("body", "reaction"))
_WITH_ANGLE = ("revolute", "cylindrical")
_JOINT_FIELDS: dict[str, dict[str, tuple[str, ...]]] = {
    "gear": {"joint_a": _WITH_ANGLE, "joint_b": _WITH_ANGLE},
    "rack_and_pinion": {"rack": ("prismatic",), "pinion": ("revolute",)},
    "driver": {"joint": tuple(COORDINATES)},
    "servo": {"joint": tuple(COORDINATES)},
    "brake": {"joint": ("revolute",)},
    "rotational_spring_damper": {"joint": _WITH_ANGLE},
    "engine": {"joint": ("revolute",)},
    "motor": {"joint": ("revolute",)},
    "hydraulic_brake": {"joint": ("revolute",)},
    "torque_converter": {"impeller": ("revolute",), "turbine": ("revolute",)},
    "joint_stop": {"joint": tuple(COORDINATES)},
    "joint_friction": {"joint": tuple(COORDINATES)},
    "power_steering": {"joint": ("prismatic",)},
}
_JOINT_LISTS = {
    "coupler": ("revolute", "prismatic"),
    "speed_control": ("revolute",),
    "clutch": ("revolute",),
    "power_steering": ("revolute",),
}
"""Elements with a field `joints`, and the kinds that will do."""
_ON_ANY_COORDINATE = ("driver", "servo", "joint_stop", "joint_friction")
"""Elements that name a coordinate of a joint that has two."""


@dataclass(frozen=True)
class Broken:
    """What could not be built and is therefore absent from the parts: not to be mistaken for missing."""

    bodies: frozenset[str] = frozenset()
    elements: frozenset[str] = frozenset()
    unnamed_bodies: bool = False
    unnamed_elements: bool = False

    def __bool__(self) -> bool:
        return bool(self.bodies or self.elements or self.unnamed_bodies or self.unnamed_elements)


@dataclass(frozen=True)
class Parts:
    """The objects of a mechanism, each under the path by which findings call it."""

    bodies: Mapping[str, Body]
    elements: Mapping[str, Any]
    """Joints, forces and tires."""


def label_by_path(section: str, objects: Iterable[Any]) -> dict[str, Any]:
    """Objects by their path: `joints.hinge`, or `joints.3` for one whose name is taken."""
    paths: dict[str, Any] = {}
    for i, item in enumerate(objects):
        path = dotted(section, item.name)
        paths[dotted(section, i) if path in paths else path] = item
    return paths


_READ = (
    *("kind", "name", "free", "coordinate", "joints", *_BODY_FIELDS),
    *dict.fromkeys(field for fields in _JOINT_FIELDS.values() for field in fields),
)
"""Fields that the checks look at, beside the driver of an engine and the ends of an anti-roll bar."""


@partial(remembered, limit=4096)
def references_of(element: Any) -> tuple:
    """What the checks look at in a body, joint, force or tire; where it is equal, so are the findings."""
    driver, same_end = _given(element, "driver"), _kind(element) == "anti_roll_bar" and _same_end(element)
    return type(element), *(_given(element, field) for field in _READ), driver and driver.joint, same_end


def check(parts: Parts, broken: Broken | None = None) -> list[Finding]:
    """All that is wrong between the objects of a mechanism."""
    broken = broken or Broken()
    connections = [*_absent_body_findings(parts, broken), *_same_body_findings(parts)]
    orphans = [] if broken or connections else _orphan_findings(parts)  # a wrong name would make orphans of its own
    return [*_name_findings(parts), *connections, *_joint_findings(parts, broken), *orphans]


def _name_findings(parts: Parts) -> Iterator[Finding]:
    paths = [(path, body.name) for path, body in parts.bodies.items()]
    yield from _repetition_findings(paths, "two bodies of one name", "rename one")
    yield from (
        Finding(path, "reserved name", repr(name), hint=f"{GROUND!r} is the world; it needs no body")
        for path, name in paths
        if name == GROUND
    )
    yield from _repetition_findings(
        [(path, element.name) for path, element in parts.elements.items()],
        "name taken",
        "joints, forces and tires share one set of names",
    )


def _repetition_findings(named: Iterable[tuple[str, str]], what: str, hint: str) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for path, name in named:
        if name in seen:
            yield Finding(path, what, repr(name), hint=f"{seen[name]} has it; {hint}")
        seen.setdefault(name, path)


def _absent_body_findings(parts: Parts, broken: Broken) -> Iterator[Finding]:
    names = {body.name for body in parts.bodies.values()} | broken.bodies | {GROUND}
    for path, element in parts.elements.items():
        for field in _BODY_FIELDS:
            name = _given(element, field)
            if name is not None and name not in names and not broken.unnamed_bodies:
                yield Finding(dotted(path, field), "no such body", repr(name), hint=_known(name, names))
            if name == GROUND and _MOVED_FIELDS.get(_kind(element)) == field:
                yield Finding(dotted(path, field), "ground cannot move", repr(name), "a body")


def _same_body_findings(parts: Parts) -> Iterator[Finding]:
    for path, element in parts.elements.items():
        for first, second in _DISTINCT:
            name = _given(element, first)
            if name is not None and name == _given(element, second):
                yield Finding(dotted(path, second), f"same body as {first}", repr(name), "two different bodies")
        if _kind(element) == "anti_roll_bar" and _same_end(element):  # two points of one beam are two ends
            name = repr(_given(element, "right_body"))
            yield Finding(dotted(path, "right_body"), "same body as left_body", name, "two different bodies or points")


def _same_end(bar: Frozen) -> bool:
    """Whether both ends of an anti-roll bar are at one point of one body."""
    return all(_given(bar, f"left_{key}") == _given(bar, f"right_{key}") for key in ("body", "point"))


def _joint_findings(parts: Parts, broken: Broken) -> Iterator[Finding]:
    kinds = {item.name: _kind(item) for item in parts.elements.values() if hasattr(type(item), "equations")}
    for path, element in parts.elements.items():
        for field, name, wanted in _joint_references(element):
            where = dotted(path, field)
            if name in broken.elements:
                continue
            if name not in kinds:
                if not broken.unnamed_elements:
                    yield Finding(where, "no such joint", repr(name), hint=_known(name, [*kinds, *broken.elements]))
            elif kinds[name] not in wanted:
                yield Finding(where, "wrong kind of joint", f"{name!r} ({kinds[name]})", " or ".join(wanted))
            elif _kind(element) in _ON_ANY_COORDINATE:
                yield from _coordinate_findings(path, element, kinds[name])
        yield from _same_joint_findings(path, element)


def _joint_references(element: Frozen) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Field, joint name and the kinds of joint that will do, for each joint that an element refers to."""
    for field, wanted in _JOINT_FIELDS.get(_kind(element), {}).items():
        yield field, getattr(element, field), wanted
    driver = _given(element, "driver")
    if driver is not None:
        yield dotted("driver", "joint"), driver.joint, ("revolute",)
    kinds = _JOINT_LISTS.get(_kind(element))
    if kinds is not None:
        for i, name in enumerate(element.joints):  # type: ignore[attr-defined]
            yield dotted("joints", i), name, kinds


def _coordinate_findings(path: str, element: Any, kind: str) -> Iterator[Finding]:
    coordinates = COORDINATES[kind]
    where, choice = dotted(path, "coordinate"), " or ".join(coordinates)
    if element.coordinate is None and len(coordinates) > 1:
        yield Finding(where, "missing key", expected=choice, hint=f"a {kind} joint has both")
    elif element.coordinate is not None and element.coordinate not in coordinates:
        yield Finding(where, f"no such coordinate of a {kind} joint", repr(element.coordinate), choice)


def _same_joint_findings(path: str, element: Frozen) -> Iterator[Finding]:
    references = [(dotted(path, field), name) for field, name, _ in _joint_references(element)]
    yield from _repetition_findings(references, "same joint twice", "name two different joints")


def _orphan_findings(parts: Parts) -> Iterator[Finding]:
    """One finding for each group of connected bodies without ground, a tire or a free body."""
    bodies = parts.bodies.items()
    find, join = _groups([GROUND, *(body.name for _, body in bodies)])
    for element in parts.elements.values():
        for first, second in _CONNECTIONS:
            join(_given(element, first), _given(element, second))
    held = {find(GROUND)} | {find(body.name) for _, body in bodies if body.free}
    held |= {find(element.body) for element in parts.elements.values() if _kind(element) == "tire"}
    lost: dict[str | None, list[tuple[str, str]]] = {}
    for path, body in bodies:
        if find(body.name) not in held:
            lost.setdefault(find(body.name), []).append((path, body.name))
    for (path, _), *others in lost.values():
        names = ", ".join(name for _, name in others)
        what = "no path to ground or to a tire" + (f" (nor for {names}, connected to it)" if names else "")
        yield Finding(path, what, hint="connect it or say free: true")


def _groups(names: list[str]) -> tuple[Callable[[str | None], str | None], Callable[[str | None, str | None], None]]:
    """Union-find over names: which group is it in, and join two groups."""
    parent: dict[str | None, str | None] = {name: name for name in names}

    def find(name: str | None) -> str | None:
        while parent.get(name, name) != name:
            name = parent[name]
        return name

    def join(a: str | None, b: str | None) -> None:
        if a in parent and b in parent:
            parent[find(a)] = find(b)

    return find, join


def _given(element: Frozen, field: str) -> Any:
    """The value of a field, None where an element has no such field; `getattr` is slow where there is none."""
    return vars(element).get(field)


def _kind(element: Frozen) -> str:
    return str(vars(element).get("kind", "tire"))


def _known(name: str, names: Iterable[str]) -> str:
    known = sorted(names)
    return suggestion(name, known) or (f"known: {', '.join(known[:12])}" if known else "there is none")
