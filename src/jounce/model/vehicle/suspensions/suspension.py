"""What a suspension is to the rest of the program: the fields and answers that every kind has.

A kind is a class derived from `Suspension`, in a file of its own, with a line in `registry`. Geometry is that of the
left side in world axes at the design position [m]; a `Corner` says for which side elements are made.

Names that other packages look for, with the suffix of the corner: the forces `spring`, `damper` and `torsion`, whose
motion ratios a K&C analysis shows. All other names are the suspension's own.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import SpinAxis, WheelCentre
from jounce.model.vehicle.suspensions.rubber import Rubbers, read_bushings
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Name


@dataclass(frozen=True)
class Carriers:
    """The parts of one kind of suspension to which springs, bars and the wheel can be attached."""

    bodies: Mapping[str, str]
    """Part as the user calls it → its body without the suffix of the corner."""
    default: str
    """The part that carries a spring or a bar for which no carrier is given."""
    hub: str
    """The part that carries the wheel."""

    def body(self, part: str | None) -> str:
        """The body of a part without the suffix of its corner; None stands for the default one."""
        return self.bodies[part or self.default]

    def findings(self, where: str, part: str | None) -> Iterator[Finding]:
        """What is wrong with something attached to `part`."""
        if part is not None and part not in self.bodies:
            yield Finding(where, "no such part of this suspension", repr(part), " or ".join(self.bodies))


class Suspension(Frozen):
    """What holds the wheels of an axle.

    kind: how the class is chosen in a file, a Literal with a default in every class. wheel_centre of the left wheel
    [m]. Either its toe, positive for toe-in, and camber, positive with the top outwards [rad], both 0 unless given; or
    its spin_axis, towards the left (+y). bushings: rubber instead of ideal joints, by the names of the joints without
    the suffix of the corner: one bushing, or a list of them.
    """

    kind: str
    wheel_centre: WheelCentre
    spin_axis: SpinAxis | None = None
    toe: Angle | None = None
    camber: Angle | None = None
    bushings: Annotated[dict[Name, Rubbers], BeforeValidator(read_bushings)] | None = None

    carriers: ClassVar[Carriers]
    """The parts that others can be attached to, of kinds where these are always the same."""
    steerable: ClassVar[bool]
    """Whether wheels of this kind can turn about a kingpin, so that a rack can steer the axle."""

    @model_validator(mode="after")
    def _has_one_alignment(self) -> Suspension:
        findings = [*_alignment_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def wheel_axis(self) -> Triple:
        """Unit vector s about which the left wheel spins at the design position, towards the left.

        With toe τ and camber γ: s = (cos γ sin τ, cos γ cos τ, −sin γ).
        """
        if self.spin_axis is not None:
            return self.spin_axis
        toe, camber = self.toe or 0.0, self.camber or 0.0
        return math.cos(camber) * math.sin(toe), math.cos(camber) * math.cos(toe), 0.0 - math.sin(camber)

    @property
    def kingpin(self) -> Kingpin | None:
        """The axis about which the left wheel steers, and what holds it; None of a kind that is not steerable."""
        return None

    @abstractmethod
    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Everything between the chassis and the wheel of one corner, but not the wheel.

        tie_rod_holder: the body on which the tie rod begins, the rack of a steered axle or else the chassis.
        """

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """What an axle of that name has once, between its two corners: nothing, unless a kind says otherwise."""
        return Elements()

    @property
    def attachments(self) -> Carriers:
        """The parts that springs, bars and the wheel can be attached to."""
        return self.carriers

    def full_name(self, name: str, corner: Corner) -> str:
        """The name in the mechanism of a body or element of a corner; what an axle has once has no side in its name."""
        return corner.name(name)

    def body_name(self, part: str | None, corner: Corner) -> str:
        """The name of the body of a part in a corner; None stands for the part that carries springs by default."""
        return self.full_name(self.attachments.body(part), corner)

    def hub_name(self, corner: Corner) -> str:
        """The name of the body that carries the wheel of a corner."""
        return self.full_name(self.hub_body, corner)

    @property
    def has_actuator(self) -> bool:
        """Whether a spring, damper or torsion bar has an actuator, and with it a run-time input."""
        return any(getattr(getattr(self, key), "actuator", False) for key in type(self).model_fields)

    @property
    def hub_body(self) -> str:
        """The body that carries the wheel, without the suffix of its corner."""
        return self.attachments.body(self.attachments.hub)

    @property
    def is_rigid(self) -> bool:
        """Whether the chassis itself carries the wheels: there is no travel."""
        return self.hub_body == CHASSIS

    def steer_rate(self, velocity_at: Callable[[Triple], Triple]) -> float:
        """Turn of the left wheel by a motion of what holds its tie rod [rad], from velocities of its points [m].

        The rod from p to q keeps its length: with its direction u and the kingpin k through l it is
        u·v(p) / u·(k × (q − l)).
        """
        pin = self.kingpin
        if pin is None:
            raise TypeError(f"a {self.kind} suspension has no kingpin; ask `steerable` first")
        return pin.steer_rate(velocity_at)

    @property
    def steering_lever(self) -> float:
        """How far the outer end of the tie rod is ahead of the kingpin axis [m]; negative behind it."""
        if self.kingpin is None:
            raise TypeError(f"a {self.kind} suspension has no kingpin; ask `steerable` first")
        return self.kingpin.lever


def _alignment_findings(suspension: Suspension) -> Iterator[Finding]:
    for key in ("toe", "camber"):
        angle = getattr(suspension, key)
        if angle is None:
            continue
        if suspension.spin_axis is not None:
            hint = "leave spin_axis out, or set it to null"
            yield Finding(key, "given in two ways", f"{key} and spin_axis", "one of them", hint)
        elif not abs(angle) < 0.5 * math.pi:
            yield Finding(key, "out of range", f"{math.degrees(angle):.4g} deg", "less than 90 deg either way")
