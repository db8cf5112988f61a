"""Hitches: what holds a trailer to the unit before it, and the bodies and joints that it becomes.

World axes at the design position [m]: the units stand in line there, and a hitch is given where both meet. A hitch of a
trailer `caravan` becomes the joint hitch_caravan, a fifth wheel also the body plate_caravan and its hinge
plate_caravan, friction the force hitch_friction_caravan.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator

from jounce.model.mechanism import Brake, Bushing, Constant, Mechanism, Revolute, Spherical, Universal
from jounce.model.vehicle.corners import HITCH, Elements, body
from jounce.model.vehicle.geometry import LEFT
from jounce.model.vehicle.parts import Part
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import (
    Angle,
    NotNegative,
    Point,
    Positive,
    RotationalDamping,
    RotationalDamping3,
    RotationalStiffness,
    Torque,
)

PLATE, HITCH_FRICTION = "plate", "hitch_friction"
AHEAD, LEFTWARDS, UP = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
NONE = (0.0, 0.0, 0.0)


class BallHitch(Frozen):
    """A ball at a point: the trailer yaws, pitches and rolls against the unit before it.

    damping: torques against these three rates, about x, y and z of the unit before [N m s/rad].
    """

    kind: Literal["ball"] = "ball"
    point: Point
    damping: RotationalDamping3 = NONE

    @property
    def carries_roll(self) -> bool:
        """Whether the hitch keeps a trailer from rolling against the unit before it."""
        return False

    @property
    def carries_pitch(self) -> bool:
        """Whether the hitch keeps a trailer from pitching against the unit before it."""
        return False

    def elements(self, before: str, trailer: str) -> Elements:
        """The hitch between two bodies, by their names."""
        name = hitch_name(trailer)
        ball = Spherical(name=name, body_a=before, body_b=trailer, point=self.point)
        if not any(self.damping):
            return Elements(joints=(ball,))
        rubber = Bushing(
            name=f"{HITCH_FRICTION}_{trailer}",
            body_a=before,
            body_b=trailer,
            point=self.point,
            stiffness=NONE,
            rotational_damping=self.damping,
        )
        return Elements(joints=(ball,), forces=(rubber,))


class FifthWheel(Frozen):
    """A plate that pitches about a transverse hinge on the tractor and holds the kingpin, about which it yaws.

    point: the kingpin in the plane of the plate; hinge: a point of the plate's hinge, by default the same [m]; plate:
    its mass. friction: torque of the plate on the semitrailer against yaw [N m], taken up over grip_angle [rad].
    roll_stiffness, roll_damping: of the plate in its bearings about the longitudinal axis [N m/rad, N m s/rad]; without
    a stiffness both units roll as one at the plate.
    """

    kind: Literal["fifth_wheel"] = "fifth_wheel"
    point: Point
    hinge: Point | None = None
    plate: Part
    friction: Annotated[Torque, NotNegative] = 0.0
    grip_angle: Annotated[Angle, Positive] = 0.01
    roll_stiffness: Annotated[RotationalStiffness, Positive] | None = None
    roll_damping: Annotated[RotationalDamping, NotNegative] = 0.0

    @property
    def carries_roll(self) -> bool:
        """Whether the hitch keeps a trailer from rolling against the unit before it, not by a spring."""
        return self.roll_stiffness is None

    @property
    def carries_pitch(self) -> bool:
        """Whether the hitch keeps a trailer from pitching against the unit before it."""
        return False

    def elements(self, before: str, trailer: str) -> Elements:
        """Plate, hinge and kingpin between two bodies, by their names."""
        plate, at = f"{PLATE}_{trailer}", self.hinge or self.point
        found = Elements(bodies=(body(plate, self.plate, LEFT),))
        if self.roll_stiffness is None:
            found += Elements(joints=(Revolute(name=plate, body_a=before, body_b=plate, point=at, axis=LEFTWARDS),))
        else:
            cross = Universal(name=plate, body_a=before, body_b=plate, point=at, axis_a=LEFTWARDS, axis_b=AHEAD)
            bearings = Bushing(
                name=f"plate_roll_{trailer}",
                body_a=before,
                body_b=plate,
                point=at,
                stiffness=NONE,
                rotational_stiffness=(self.roll_stiffness, 0.0, 0.0),
                rotational_damping=(self.roll_damping, 0.0, 0.0),
            )
            found += Elements(joints=(cross,), forces=(bearings,))
        return found + _kingpin(plate, trailer, self.point, self.friction, self.grip_angle)


class Turntable(Frozen):
    """A turntable, as on a dolly or a drawbar trailer: the trailer yaws about a vertical axis and nothing else.

    friction: torque against yaw [N m], taken up over grip_angle [rad].
    """

    kind: Literal["turntable"] = "turntable"
    point: Point
    friction: Annotated[Torque, NotNegative] = 0.0
    grip_angle: Annotated[Angle, Positive] = 0.01

    @property
    def carries_roll(self) -> bool:
        """Whether the hitch keeps a trailer from rolling against the unit before it."""
        return True

    @property
    def carries_pitch(self) -> bool:
        """Whether the hitch keeps a trailer from pitching against the unit before it."""
        return True

    def elements(self, before: str, trailer: str) -> Elements:
        """The turntable between two bodies, by their names."""
        return _kingpin(before, trailer, self.point, self.friction, self.grip_angle)


Hitch: TypeAlias = BallHitch | FifthWheel | Turntable
AnyHitch = Annotated[Hitch, BeforeValidator(chosen_by_kind("hitch", BallHitch, FifthWheel, Turntable))]
"""The type of a field that is a hitch of any kind."""


def hitch_name(trailer: str) -> str:
    """The name of the joint that a trailer turns about against the unit before it."""
    return f"{HITCH}_{trailer}"


def find_hitches(mechanism: Mechanism) -> list[Spherical | Revolute]:
    """The joints of a mechanism that trailers turn about; body_b is the trailer."""
    joints = (joint for joint in mechanism.joints if isinstance(joint, Spherical | Revolute))
    return [joint for joint in joints if joint.name == hitch_name(joint.body_b)]


def _kingpin(holder: str, trailer: str, point: tuple, friction: float, grip_angle: float) -> Elements:
    """The vertical pin about which a trailer yaws, with the friction of what it lies on."""
    pin = Revolute(name=hitch_name(trailer), body_a=holder, body_b=trailer, point=point, axis=UP)
    if friction == 0.0:
        return Elements(joints=(pin,))
    name, torque = f"{HITCH_FRICTION}_{trailer}", Constant(value=friction)
    rubbing = Brake(name=name, joint=pin.name, torque=torque, grip_angle=grip_angle)
    return Elements(joints=(pin,), forces=(rubbing,))
