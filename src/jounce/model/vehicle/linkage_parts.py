"""Bodies, joints and forces as an engineer adds them to a vehicle: named, in world axes at the design position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator

from jounce.findings import Finding
from jounce.model.mechanism import GROUND, Body, Joint, Mechanism
from jounce.model.mechanism.checks import Broken, Parts, check, label_by_path
from jounce.model.mechanism.mechanism import Force, build_force, build_joint
from jounce.model.vehicle.corners import CHASSIS, Elements, body
from jounce.model.vehicle.geometry import Side
from jounce.model.vehicle.mirroring import BODY_KEYS, JOINT_KEYS, place_element
from jounce.model.vehicle.parts import Part
from jounce.schema.frozen import Frozen
from jounce.schema.named_items import named_items
from jounce.schema.quantities import Name


class NamedPart(Part):
    """A rigid part with a name: mass [kg], centre of mass [m], inertia about it in world axes [kg m²]."""

    name: Name


NamedParts: TypeAlias = Annotated[tuple[NamedPart, ...], named_items(lambda keys: NamedPart(**keys))]
NamedJoints: TypeAlias = Annotated[tuple[Annotated[Joint, BeforeValidator(build_joint)], ...], named_items(build_joint)]
NamedForces: TypeAlias = Annotated[tuple[Annotated[Force, BeforeValidator(build_force)], ...], named_items(build_force)]
"""Types of fields with named objects, written as a mapping of names to keys or as a list."""


class LinkageParts(Frozen):
    """Bodies, joints and forces; joints and forces as in a mechanism, with the bodies that they hold by name."""

    bodies: NamedParts = ()
    joints: NamedJoints = ()
    forces: NamedForces = ()

    @property
    def body_names(self) -> frozenset[str]:
        """Names of the bodies."""
        return frozenset(part.name for part in self.bodies)

    @property
    def joint_names(self) -> frozenset[str]:
        """Names of the joints."""
        return frozenset(joint.name for joint in self.joints)

    def references(self) -> Iterator[tuple[str, str]]:
        """Path and name of every body that a joint or a force holds."""
        for section, elements in (("joints", self.joints), ("forces", self.forces)):
            for element in elements:
                for key in BODY_KEYS:
                    if isinstance(name := vars(element).get(key), str):
                        yield f"{section}.{element.name}.{key}", name

    def elements(
        self, side: Side, to_body: Callable[[str], str], to_joint: Callable[[str], str], own: Callable[[str], str]
    ) -> Elements:
        """All parts on a side; names of bodies and joints that they hold go through `to_body` and `to_joint`, their own
        names and those of their inputs through `own`."""
        return Elements(
            bodies=tuple(body(own(part.name), part, side) for part in self.bodies),
            joints=tuple(place_element(joint, side, to_body, to_joint, own) for joint in self.joints),
            forces=tuple(place_element(force, side, to_body, to_joint, own) for force in self.forces),
        )


def part_findings(parts: LinkageParts, bodies: Iterable[str], joints: Iterable[Joint] = ()) -> list[Finding]:
    """What is wrong between parts; bodies, joints: others that they may hold. Bodies of other names are left out."""
    others = {name: Body(name=name, mass=1.0, inertia=(1.0, 1.0, 1.0), free=True) for name in bodies}
    own = label_by_path("bodies", [body(part.name, part, _LEFT) for part in parts.bodies])
    elements: dict[str, Any] = label_by_path("joints", parts.joints) | label_by_path("forces", parts.forces)
    beside = {f"beside.{joint.name}": joint for joint in joints}
    found = check(Parts({f"beside.{name}": item for name, item in others.items()} | own, beside | elements), _OPEN)
    return [finding for finding in found if not finding.where.startswith("beside.")]


def connected_parts(parts: LinkageParts, mechanism: Mechanism, held: frozenset[str] = frozenset()) -> LinkageParts:
    """The parts that hold on to moving bodies of a mechanism, or to each other and through each other to these.

    held: parts to which the mechanism holds on itself. What only hangs on the chassis, and what holds on to bodies that
    are not there, is left out.
    """
    there = {body.name for body in mechanism.bodies}
    moving, own = there - {CHASSIS}, parts.body_names
    pairs = [(item, _bodies_of(item)) for item in (*parts.joints, *parts.forces)]
    elements = [(item, names) for item, names in pairs if names and names <= there | own | {GROUND}]
    reached = set(held)
    grown = True
    while grown:
        found = {name for _, names in elements if names & (moving | reached) for name in names & own}
        grown, reached = not found <= reached, reached | found
    kept = {item.name for item, names in elements if names & (moving | reached) and names & own <= reached}
    joints = {joint.name for joint in mechanism.joints} | kept
    couplings = [item for item in (*parts.joints, *parts.forces) if _joints_of(item) and _joints_of(item) <= joints]
    kept |= {item.name for item in couplings}
    return LinkageParts.model_construct(
        bodies=tuple(part for part in parts.bodies if part.name in reached),
        joints=tuple(joint for joint in parts.joints if joint.name in kept),
        forces=tuple(force for force in parts.forces if force.name in kept),
    )


def _bodies_of(element: Any) -> set[str]:
    """Names of the bodies that an element acts on."""
    return {name for key in BODY_KEYS if isinstance(name := vars(element).get(key), str)}


def _joints_of(element: Any) -> set[str]:
    """Names of the joints that an element acts on."""
    fields = vars(element)
    return {name for key in JOINT_KEYS if isinstance(name := fields.get(key), str)} | {*fields.get("joints", ())}


_LEFT = Side("l", 1.0)
_OPEN = Broken(unnamed_bodies=True)
"""Names of bodies that are not known here may be those of other parts of the car."""
