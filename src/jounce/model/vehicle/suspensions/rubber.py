"""Rubber instead of ideal joints of a suspension: every joint at one point of two bodies can be given bushings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.model.mechanism import Bushing, Cylindrical, Fixed, Joint, Planar, Prismatic, Revolute, Spherical, Universal
from jounce.model.vehicle.corners import Elements
from jounce.model.vehicle.geometry import Side, Triple, perpendiculars
from jounce.model.vehicle.suspensions.mounts import WORLD, BushingMount, bushing_element
from jounce.schema.quantities import Point

REPLACEABLE = (Revolute, Spherical, Universal, Cylindrical, Prismatic, Fixed, Planar)
"""Joints that rubber can stand for: those at one point of both bodies."""


class Rubber(BushingMount):
    """Rubber in the place of a joint, with the keys of a bushing.

    point: where it is, given for the left side [m]; that of the joint unless given. Without x_axis and y_axis, z is
    along the axis of a joint that has one, and the axes are those of the world at any other.
    """

    point: Point | None = None


Rubbers: TypeAlias = tuple[Rubber, ...]


def read_bushings(value: object) -> object:
    """Bushings by the names of their joints, each one or a list, from their keys; raises ModelError or InputError."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise InputError("not a mapping", shown(value), "names of joints and their bushings")
    found, findings = dict[str, Rubbers](), list[Finding]()
    for name, given in value.items():
        several = given if isinstance(given, list | tuple) else [given]
        made = []
        for i, keys in enumerate(several):
            try:
                made.append(_build(keys))
            except ModelError as error:
                path = (name, i) if isinstance(given, list | tuple) else (name,)
                findings += [finding.inside(*path) for finding in error.findings]
        if not several:
            findings.append(Finding(str(name), "no bushing", "an empty list", "one or more"))
        found[str(name)] = tuple(made)
    if findings:
        raise ModelError(findings)
    return found


def with_rubber(
    elements: Elements, bushings: Mapping[str, Rubbers] | None, side: Side, name_of: Callable[[str], str]
) -> Elements:
    """The elements with bushings in the places of joints; name_of: name of a joint → its name in the mechanism.

    Joints that are not among the elements are left to other elements of the suspension.
    """
    if not bushings:
        return elements
    joints, forces = list(elements.joints), list(elements.forces)
    for name, several in bushings.items():
        joint = next((joint for joint in joints if joint.name == name_of(name)), None)
        if joint is None:
            continue
        joints.remove(joint)
        names = [name_of(name if i == 0 else f"{name}_{i + 1}") for i in range(len(several))]
        forces += [_element(rubber, called, joint, side) for rubber, called in zip(several, names, strict=True)]
    return Elements(elements.bodies, tuple(joints), tuple(forces), elements.tires)


def rubber_findings(elements: Elements, name: str, full_name: str, known: list[str]) -> Iterator[Finding]:
    """Why a joint cannot be replaced by rubber; known: names of those of the suspension that can."""
    joint = next((joint for joint in elements.joints if joint.name == full_name), None)
    if joint is None:
        hint = suggestion(name, known) or f"known: {', '.join(known)}"
        yield Finding(name, "no such joint of this suspension", repr(name), hint=hint)
    elif not isinstance(joint, REPLACEABLE):
        hint = "a rod without mass has no end of its own: give it mass and inertia, or write a spring_damper for it"
        yield Finding(name, "rubber cannot stand for this joint", joint.kind, f"one of {', '.join(known)}", hint)


def _build(keys: object) -> Rubber:
    if isinstance(keys, Rubber):
        return keys
    if not isinstance(keys, Mapping):
        raise ModelError([Finding("", "not a mapping", shown(keys), "the keys of a bushing")])
    return Rubber(**{str(key): item for key, item in keys.items()})


def _element(rubber: Rubber, name: str, joint: Joint, side: Side) -> Bushing:
    assert isinstance(joint, REPLACEABLE)
    at: Triple = joint.point_b if rubber.point is None else side.point(rubber.point)
    return bushing_element(rubber, name, (joint.body_a, joint.body_b), at, side, rubber.axes(_axes(joint, side)))


def _axes(joint: Joint, side: Side) -> tuple[Triple, Triple]:
    """x and y of rubber on the left in the place of a joint that is on this side: z along its axis, if it has one."""
    axis = vars(joint).get("axis_a")
    if axis is None or isinstance(joint, Universal):
        return WORLD
    x, y, z = side.line(axis)
    sign = 1.0 if max((x, y, z), key=abs) > 0.0 else -1.0  # a line has no sense, and joints of both sides may differ
    return perpendiculars((sign * x, sign * y, sign * z))
