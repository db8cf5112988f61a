"""An axle: two wheels, the suspension of the left one and its mirror image, tires, and what acts on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, StrictBool, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, suggestion
from jounce.model.mechanism.tires import TireLaw, build_law
from jounce.model.vehicle.brakes import Brake
from jounce.model.vehicle.corners import CHASSIS, Corner
from jounce.model.vehicle.geometry import LEFT, Side
from jounce.model.vehicle.overrides import with_overrides
from jounce.model.vehicle.parts import LeftPoint, Wheel
from jounce.model.vehicle.subframe import Subframe
from jounce.model.vehicle.suspensions.registry import AnySuspension
from jounce.model.vehicle.suspensions.rubber import REPLACEABLE, rubber_findings
from jounce.schema.frozen import Frozen, replace
from jounce.schema.quantities import Damping, Direction, Length, Name, NotNegative, Positive, Stiffness
from jounce.schema.remembered import remembered


class AntiRollBar(Frozen):
    """A force stiffness × (left travel − right travel) at the drop links, along an axis fixed in the chassis.

    point: the left drop link on the carrier [m]; carrier: a part of the suspension, by default the one that carries
    the springs; stiffness [N/m] and damping [N s/m] at the points.
    """

    point: LeftPoint
    carrier: Name | None = None
    stiffness: Annotated[Stiffness, NotNegative]
    damping: Annotated[Damping, NotNegative] = 0.0
    axis: Direction = (0.0, 0.0, 1.0)


ON_ONE_SIDE = ("suspension", "wheel", "tire")
"""Keys of an axle that may have other values on the right."""


class Axle(Frozen):
    """Two wheels and what carries and moves them; the left side is given.

    drive: whether inputs drive the wheels of this axle, and from where: `inboard`, through half shafts, so that the
    chassis takes the reaction, or `outboard`, by a motor on the knuckle or on the arm that carries the wheel.
    wheel_loads: whether inputs push and turn the wheels of this axle: wheel_force_x_fl … [N] at the wheel's centre and
    wheel_torque_x_fl … [N m], in the axes of what carries the wheel (x forward, y left, z up at the design position;
    they steer with it); wheel_torque_y_fl acts on the wheel, about its spin axis.
    right: values of suspension, wheel or tire that differ on the right, under the same keys, such as
    {suspension: {spring: {preload: 5200 N}}}. They are written as for the left side and mirrored.
    subframe: a body on rubber that holds the suspension instead of the chassis.
    dual_spacing: distance between the centres of two tires side by side on each wheel [m], of dual wheels; the wheel
    centre is in the middle between them, and `tire` is one of them.
    load_group: axles of one unit with the same group carry the same load at the design position, as those of a bogie
    or with connected air springs do; it matters to springs with `preload: balance` alone.
    """

    name: Name
    suspension: AnySuspension
    wheel: Wheel
    tire: Annotated[TireLaw, BeforeValidator(build_law)]
    anti_roll_bar: AntiRollBar | None = None
    drive: Literal["inboard", "outboard"] | None = None
    brake: Brake | None = None
    subframe: Subframe | None = None
    wheel_loads: StrictBool = False
    dual_spacing: Annotated[Length, Positive] | None = None
    load_group: Name | None = None
    right: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _bar_is_on_a_part(self) -> Axle:
        bar = self.anti_roll_bar
        findings = [*self.suspension.attachments.findings("anti_roll_bar.carrier", bar.carrier if bar else None)]
        findings += [*_bushing_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @model_validator(mode="after")
    def _right_side_is_one(self) -> Axle:
        others = [key for key in self.right or {} if key not in ON_ONE_SIDE]
        known = f"known: {', '.join(ON_ONE_SIDE)}"
        findings = [
            Finding(key, "not a value of one side", hint=suggestion(key, ON_ONE_SIDE) or known) for key in others
        ]
        try:
            if self.right and not findings:
                with_overrides(replace(self, right=None), self.right)
        except ModelError as error:
            findings += error.findings
        if findings:
            raise ModelError([finding.inside("right") for finding in findings])
        return self

    @remembered
    def on(self, side: Side) -> Axle:
        """The axle with the values of one side, written as for the left."""
        if not self.right:
            return self
        both = replace(self, right=None)
        return both if side is LEFT else with_overrides(both, self.right)


def _bushing_findings(axle: Axle) -> Iterator[Finding]:
    """Bushings for joints that the suspension does not have, or that rubber cannot stand for."""
    bushings, corner = axle.suspension.bushings, Corner(axle.name, LEFT)
    if not bushings:
        return
    elements = axle.suspension.corner_elements(corner, CHASSIS)
    elements += axle.suspension.axle_elements(axle.name, CHASSIS)
    suffixes = f"_{corner.suffix}", f"_{axle.name}"
    known = [joint.name for joint in elements.joints if isinstance(joint, REPLACEABLE)]
    short = [next((n.removesuffix(s) for s in suffixes if n.endswith(s)), n) for n in known]
    for name in bushings:
        full = next((f"{name}{s}" for s in suffixes if f"{name}{s}" in known), f"{name}{suffixes[0]}")
        found = rubber_findings(elements, name, full, short)
        yield from (finding.inside("suspension", "bushings") for finding in found)
