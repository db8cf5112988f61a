"""Any linkage as a suspension: bodies, joints and forces of the left side, what both sides share, and who does what.

Everything is in world axes at the design position. `bodies`, `joints` and `forces` are those of the left corner; the
right ones are their mirror images. `shared` is what the axle has once, such as the beam of a solid axle. The roles say
which body carries the wheel, which parts carry springs and bars, and about which kingpin the wheel steers.

A joint or force names bodies of the block, of `shared`, and of the car: `chassis`, `wheel`, bodies of `extra`, and
`rack`, the rack (or what holds tie rods in its place) of an axle that is steered and the chassis of any other.
Elements of `shared` name bodies and joints of the corners with `_left` or `_right` behind their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.model.mechanism import Revolute
from jounce.model.vehicle.corners import CHASSIS, RACK, Corner, Elements
from jounce.model.vehicle.geometry import LEFT, RIGHT
from jounce.model.vehicle.linkage_parts import LinkageParts, NamedForces, NamedJoints, NamedParts, part_findings
from jounce.model.vehicle.mirroring import mirror_findings
from jounce.model.vehicle.parts import LeftPoint
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Name

WHEEL, HUB = "wheel", "hub"
SIDE_WORDS = {"left": LEFT, "right": RIGHT}


class SteeringAxisOf(Frozen):
    """How a wheel steers: the axis through `lower` and `upper`, and the end of the rod or lever that turns it [m].

    tie_rod_start: the other end of that rod, unless it lies across the car [m]. released: the joint that holds the
    steer of the wheel, a tie rod; fixed: the body that stands still while the wheel steers, or the spring that keeps
    its length where no body does. A K&C analysis finds caster, kingpin inclination, scrub radius and trail from these
    at every position.
    """

    lower: LeftPoint
    upper: LeftPoint
    tie_rod_end: LeftPoint
    tie_rod_start: LeftPoint | None = None
    released: Name
    fixed: Name


class MechanismSuspension(Suspension):
    """A linkage of any kind.

    carrier: the body that carries the wheel, or `chassis` for a wheel without suspension. spring, damper: struts as
    other suspensions have them, with the bodies of the block as carriers; any other force element is one of `forces`.
    steering_axis: how the wheel steers, if it does.
    """

    kind: Literal["mechanism"] = "mechanism"
    carrier: Name
    bodies: NamedParts = ()
    joints: NamedJoints = ()
    forces: NamedForces = ()
    shared: LinkageParts = LinkageParts()
    spring: Strut | None = None
    damper: Strut | None = None
    steering_axis: SteeringAxisOf | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({}, default="", hub="")

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> MechanismSuspension:
        findings = [*_role_findings(self), *_part_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def attachments(self) -> Carriers:
        """All bodies of the block, and a chassis that carries the wheel; the carrier unless another is named."""
        names = [part.name for part in (*self.bodies, *self.shared.bodies)]
        names += [CHASSIS] if self.carrier == CHASSIS else []
        return Carriers({name: name for name in names}, default=self.carrier, hub=self.carrier)

    @property
    def parts(self) -> LinkageParts:
        """Bodies, joints and forces of the left corner."""
        return LinkageParts.model_construct(bodies=self.bodies, joints=self.joints, forces=self.forces)

    @property
    def kingpin(self) -> Kingpin | None:
        """The axis of `steering_axis`."""
        axis = self.steering_axis
        if axis is None:
            return None
        return Kingpin(axis.lower, axis.upper, axis.tie_rod_end, axis.released, axis.fixed, axis.tie_rod_start)

    def full_name(self, name: str, corner: Corner) -> str:
        """With the suffix of the corner, or with the name of the axle for what both corners share."""
        if name == CHASSIS:
            return name
        return f"{name}_{corner.axle}" if name in _names(self.shared) else corner.name(name)

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """The block of one side, and its struts."""
        own, shared = self.parts, self.shared

        def to_body(name: str) -> str:
            if name in own.body_names or name == WHEEL:
                return corner.name(name)
            if name in shared.body_names:
                return f"{name}_{corner.axle}"
            return tie_rod_holder if name == RACK else name

        def to_joint(name: str) -> str:
            if name in own.joint_names or name == HUB:
                return corner.name(name)
            return f"{name}_{corner.axle}" if name in shared.joint_names else name

        return own.elements(corner.side, to_body, to_joint, corner.name) + strut_elements(self, corner)

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """What both corners share."""
        own, shared = self.parts, self.shared
        corners = {word: Corner(axle, side) for word, side in SIDE_WORDS.items()}

        def named(name: str, ours: frozenset[str], theirs: frozenset[str]) -> str:
            part, _, word = name.rpartition("_")
            if name in ours:
                return f"{name}_{axle}"
            if word in corners and part in theirs:
                return corners[word].name(part)
            return tie_rod_holder if name == RACK else name

        return shared.elements(
            LEFT,
            lambda name: named(name, shared.body_names, own.body_names | {WHEEL}),
            lambda name: named(name, shared.joint_names, own.joint_names | {HUB}),
            lambda name: f"{name}_{axle}",
        )

    def outside_references(self) -> Iterator[tuple[str, str]]:
        """Path and name of every body that is held and is neither of the block nor one that every car has."""
        own, shared = self.parts, self.shared
        known = {CHASSIS, RACK, WHEEL, *own.body_names, *shared.body_names}
        yield from ((path, name) for path, name in own.references() if name not in known)
        known |= {f"{name}_{word}" for name in (*own.body_names, WHEEL) for word in SIDE_WORDS}
        yield from ((f"shared.{path}", name) for path, name in shared.references() if name not in known)


def _names(parts: LinkageParts) -> frozenset[str]:
    elements = (*parts.bodies, *parts.joints, *parts.forces)
    return frozenset(element.name for element in elements)


def _role_findings(suspension: MechanismSuspension) -> Iterator[Finding]:
    """Roles that nothing of the block has."""
    bodies = suspension.attachments
    yield from _absent("carrier", suspension.carrier, [*bodies.bodies], "body")
    yield from strut_findings(suspension)
    axis = suspension.steering_axis
    if axis is None or suspension.kingpin is None:
        return
    joints = [joint.name for joint in (*suspension.joints, *suspension.shared.joints)]
    springs = [name for name in ("spring", "damper") if getattr(suspension, name) is not None]
    others = [*bodies.bodies, *springs, *(force.name for force in suspension.forces)]
    yield from _absent("steering_axis.released", axis.released, joints, "joint")
    yield from _absent("steering_axis.fixed", axis.fixed, others, "body or spring")
    for finding in suspension.kingpin.findings("upper", "exchange the points"):
        yield finding.inside("steering_axis")


def _absent(where: str, name: str, known: list[str], what: str) -> Iterator[Finding]:
    if name not in known:
        hint = suggestion(name, known) or (f"known: {', '.join(known)}" if known else "there is none")
        yield Finding(where, f"no such {what} of this block", repr(name), hint=hint)


def _part_findings(suspension: MechanismSuspension) -> Iterator[Finding]:
    """What is wrong between the parts of a corner, between the shared ones, and with the mirror image."""
    own, shared = suspension.parts, suspension.shared
    both = _names(own) & _names(shared)
    yield from (Finding(f"shared.{name}", "name taken", repr(name), hint="the corners have it") for name in both)
    hub = Revolute(name=HUB, body_a=suspension.carrier, body_b=WHEEL, point=(0.0, 1.0, 0.0), axis=(0.0, 1.0, 0.0))
    bodies = {CHASSIS, RACK, WHEEL}
    yield from part_findings(own, bodies | shared.body_names, (hub, *shared.joints))
    sides = [f"{name}_{word}" for name in (*own.body_names, WHEEL) for word in SIDE_WORDS]
    joints = [_called(joint, f"{joint.name}_{word}") for joint in (hub, *own.joints) for word in SIDE_WORDS]
    found = part_findings(shared, bodies.union(sides), joints)
    yield from (finding.inside("shared") for finding in found)
    elements = {f"joints.{item.name}": item for item in own.joints} | {f"forces.{f.name}": f for f in own.forces}
    yield from mirror_findings(elements)


def _called(joint: Any, name: str) -> Any:
    return joint.model_copy(update={"name": name})
