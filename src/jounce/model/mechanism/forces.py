"""Forces and torques between bodies, or on one.

All geometry is in world axes at the design position, SI. Elements that act on a joint refer to it by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism.air import AirCoefficients, drag_area_ahead, drag_findings
from jounce.model.mechanism.bodies import GROUND
from jounce.model.mechanism.signals import Constant, Signal, least_value
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen, Shorthands
from jounce.schema.quantities import (
    WRITTEN_SHORT,
    Angle,
    AngularVelocity,
    AnyDamping,
    AnyStiffness,
    Area,
    Damping,
    Damping3,
    Density,
    Direction,
    Force3,
    Items,
    Length,
    Name,
    NotNegative,
    Point,
    Positive,
    RotationalDamping,
    RotationalDamping3,
    RotationalInertia,
    RotationalStiffness,
    RotationalStiffness3,
    SamePoint,
    Stiffness,
    Stiffness3,
    Time,
    Torque,
    Torque3,
    Velocity3,
)

_MAX_COSINE = 0.9999  # of axes that are less than a degree from parallel
_NONE = (0.0, 0.0, 0.0)


class RotationalSpringDamper(Frozen):
    """A torque −stiffness (angle − free_angle) − damping × rate + actuator on a joint with an angle.

    stiffness [N m/rad], damping [N m s/rad], free_angle [rad]; curve: angle − free_angle [rad] → restoring torque
    [N m], instead of stiffness; actuator: extra torque [N m], positive increases the angle.
    """

    kind: Literal["rotational_spring_damper"] = "rotational_spring_damper"
    name: Name
    joint: Name
    stiffness: Annotated[RotationalStiffness, NotNegative] = 0.0
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    free_angle: Angle = 0.0
    curve: Annotated[Curve, BeforeValidator(columns_in("angle", "torque"))] | None = None
    actuator: Signal | None = None

    @model_validator(mode="after")
    def _one_characteristic(self) -> RotationalSpringDamper:
        if self.curve is not None and self.stiffness:
            raise InputError("two characteristics", "stiffness and curve", "one of them", where="curve")
        return self


class Servo(Frozen):
    """An effort stiffness (target − s) − damping ṡ on a joint coordinate s, angle or travel.

    stiffness [N/m or N m/rad] and damping [N s/m or N m s/rad]; only a cylindrical joint needs `coordinate`.
    """

    kind: Literal["servo"] = "servo"
    name: Name
    joint: Name
    target: Signal
    stiffness: Annotated[AnyStiffness, NotNegative]
    damping: Annotated[AnyDamping, NotNegative] = 0.0
    coordinate: Literal["angle", "travel"] | None = None


class Brake(Frozen):
    """A torque [N m] against the rotation of a revolute joint.

    −torque × tanh(rate / full_speed) with full_speed [rad/s], which creeps under load; with grip_angle [rad], over
    which the pads take up the whole torque, it holds at standstill instead.
    """

    kind: Literal["brake"] = "brake"
    name: Name
    joint: Name
    torque: Signal
    full_speed: Annotated[AngularVelocity, Positive] = 0.5
    grip_angle: Annotated[Angle, Positive] | None = None

    @model_validator(mode="after")
    def _opposes(self) -> Brake:
        least = least_value(self.torque)
        if least is not None and least < 0.0:
            raise InputError("brake torque below 0", f"{least:g} N m", "0 or more: it always opposes", where="torque")
        return self


class SpeedControl(Frozen):
    """A torque, the same on several revolute joints, that holds the mean speed of their wheels' rims at a target.

    torque = gain (target / radius − ω) − derivative_gain × filtered ω̇, kept below `limit` [N m]; ω: mean rate of the
    joints; target [m/s], radius [m], gain [N m s/rad], derivative_gain [N m s²/rad], filter_time of the derivative [s].
    """

    kind: Literal["speed_control"] = "speed_control"
    name: Name
    joints: Annotated[tuple[Name, ...], Items]
    target: Signal
    radius: Annotated[Length, Positive]
    gain: Annotated[RotationalDamping, Positive]
    derivative_gain: Annotated[RotationalInertia, NotNegative] = 0.0
    filter_time: Annotated[Time, Positive] = 0.02
    limit: Annotated[Torque, Positive]

    @model_validator(mode="after")
    def _drives_something(self) -> SpeedControl:
        if not self.joints:
            raise InputError("no joints", "an empty list", "one joint or more", where="joints")
        return self


class BushingCurves(Frozen):
    """Displacement [m] → restoring force [N] of a bushing along x, y or z of it, where that is not a straight line."""

    x: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    y: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    z: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None

    def given(self) -> dict[str, Curve]:
        """The curves that there are, by their axes."""
        return {axis: curve for axis, curve in (("x", self.x), ("y", self.y), ("z", self.z)) if curve is not None}


class Bushing(Frozen):
    """Springs and dampers along and about three axes between point_a on body a and point_b on body b.

    x_axis, y_axis: axes of the bushing, made orthonormal; stiffness [N/m], damping [N s/m], rotational_stiffness
    [N m/rad], rotational_damping [N m s/rad], preload [N] and preload_torque [N m] on body b along x, y, z of it.
    curves: displacement of b along an axis → restoring force, beside a stiffness of 0 along that axis. They act along
    the axes of body a, as force elements called NAME.x, NAME.y and NAME.z.
    """

    kind: Literal["bushing"] = "bushing"
    name: Name
    body_a: Name = GROUND
    body_b: Name
    point: SamePoint = None
    point_a: Point = WRITTEN_SHORT
    point_b: Point = WRITTEN_SHORT
    x_axis: Direction = (1.0, 0.0, 0.0)
    y_axis: Direction = (0.0, 1.0, 0.0)
    stiffness: Stiffness3
    damping: Damping3 = _NONE
    rotational_stiffness: RotationalStiffness3 = _NONE
    rotational_damping: RotationalDamping3 = _NONE
    preload: Force3 = _NONE
    preload_torque: Torque3 = _NONE
    curves: BushingCurves | None = None

    shorthands: ClassVar[Shorthands] = {"point": ("point_a", "point_b")}

    @model_validator(mode="after")
    def _axes_differ(self) -> Bushing:
        cosine = sum(x * y for x, y in zip(self.x_axis, self.y_axis, strict=True))
        if abs(cosine) > _MAX_COSINE:
            raise InputError(
                "axes are parallel", f"x_axis {self.x_axis} and y_axis {self.y_axis}", "different directions"
            )
        findings = [*twice_said_rates(self.stiffness, self.curves)]
        if findings:
            raise ModelError(findings)
        return self


def twice_said_rates(stiffness: tuple[float, float, float], curves: BushingCurves | None) -> Iterator[Finding]:
    """Axes of a bushing that have a stiffness and a curve."""
    for axis in curves.given() if curves is not None else ():
        rate = stiffness["xyz".index(axis)]
        if rate != 0.0:
            yield Finding(f"curves.{axis}", "two characteristics", f"{rate:g} N/m and a curve", "a stiffness of 0")


class AntiRollBar(Frozen):
    """A force stiffness × (left travel − right travel) between two points, along an axis fixed in the carrier `body`.

    stiffness [N/m] and damping [N s/m] of the difference of travel at the points.
    """

    kind: Literal["anti_roll_bar"] = "anti_roll_bar"
    name: Name
    body: Name
    left_body: Name
    left_point: Point
    right_body: Name
    right_point: Point
    axis: Direction = (0.0, 0.0, 1.0)
    stiffness: Annotated[Stiffness, NotNegative]
    damping: Annotated[Damping, NotNegative] = 0.0


class AppliedForce(Frozen):
    """A force `magnitude` [N] at a point of a body, its direction fixed in the world or in the body."""

    kind: Literal["applied_force"] = "applied_force"
    name: Name
    body: Name
    point: Point
    direction: Direction
    magnitude: Signal
    frame: Literal["world", "body"] = "world"


class AppliedTorque(Frozen):
    """A torque `magnitude` [N m] on a body, its opposite on `reaction`, about an axis fixed in the body or world."""

    kind: Literal["applied_torque"] = "applied_torque"
    name: Name
    body: Name
    axis: Direction
    magnitude: Signal
    frame: Literal["world", "body"] = "body"
    reaction: Name = GROUND


class AerodynamicDrag(Frozen):
    """Forces of the air at a point of a body, ½ air_density |u|² area, with the velocity u of the point in the air.

    drag_area: Cd·A [m²], against u; lift_area: Cl·A [m²], positive lifts; air_density [kg/m³]. coefficients: forces and
    moments over the angle of the relative wind, along axes of the body; they have the drag where drag_area is not
    given, and otherwise drag_area acts to the rear.
    wind: in world axes [m/s]; wind_speed [m/s] is added, towards wind_direction, the angle of its velocity from x
    [rad]. zone_start, zone_end: x of the world between which wind_speed blows alone [m], on that part of the body that
    is there; front, rear: x of the body's ends at the design position [m], for such a zone.
    """

    kind: Literal["aerodynamic_drag"] = "aerodynamic_drag"
    name: Name
    body: Name
    point: Point
    drag_area: Annotated[Area, NotNegative] | None = None
    lift_area: Area = 0.0
    air_density: Annotated[Density, NotNegative] = 1.225
    coefficients: AirCoefficients | None = None
    wind: Velocity3 = _NONE
    wind_speed: Signal | None = None
    wind_direction: Signal = Constant(value=0.0)
    zone_start: Signal | None = None
    zone_end: Signal | None = None
    front: Length | None = None
    rear: Length | None = None

    @model_validator(mode="after")
    def _has_one_drag(self) -> AerodynamicDrag:
        findings = [*drag_findings(self.drag_area, self.lift_area, self.coefficients)]
        zone = (self.zone_start, self.zone_end, self.front, self.rear)
        if any(value is not None for value in zone) and any(value is None for value in zone):
            findings.append(Finding("zone_start", "half of a zone", hint="give zone_start, zone_end, front and rear"))
        elif self.front is not None and self.rear is not None and self.front <= self.rear:
            findings.append(Finding("front", "not ahead of the rear", f"{self.front:g} m", f"above {self.rear:g} m"))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def drag_area_ahead(self) -> float:
        """Cd·A for flow from ahead [m²]."""
        return drag_area_ahead(self.drag_area, self.coefficients)
