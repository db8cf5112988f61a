"""What else than rods locates the beam of a solid axle: an A-arm, a torque tube, or a vertical guide.

Each takes some of the beam's six freedoms; four must go, so that heave and roll are left. World axes at the design
position [m].
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AfterValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Body, Prismatic, Revolute, RevoluteSpherical, Spherical
from jounce.model.vehicle.corners import CHASSIS, Elements
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import InertiaOfPart, LeftPoint, MassOfPart, Part
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Point

SLIDE_SHARE = 0.01
"""Share of the beam's mass that a guide's slide has: it moves with the centre of the beam, so that the sum is right."""
ACROSS: Triple = (0.0, 1.0, 0.0)


def _check_in_the_middle(point: Triple) -> Triple:
    if point[1] != 0.0:
        raise InputError("not in the middle of the car", f"y = {point[1]:g} m", "y = 0", "both halves share it")
    return point


MiddlePoint = Annotated[Point, AfterValidator(_check_in_the_middle)]
"""A point in the middle of the car [m]."""


class AArm(Frozen):
    """An A-arm in the middle: hinged to the chassis across the car, with a ball joint on the beam [m].

    pivot: the left end of the hinge, the right one is its mirror image. Without mass it is two equations; with mass
    [kg], inertia [kg m²] and centre of mass it is a body.
    """

    pivot: LeftPoint
    ball_joint: MiddlePoint
    mass: MassOfPart | None = None
    inertia: InertiaOfPart | None = None
    centre_of_mass: Point | None = None

    equations: ClassVar[int] = 2

    @model_validator(mode="after")
    def _is_massless_or_a_body(self) -> AArm:
        body = {"mass": self.mass, "inertia": self.inertia, "centre_of_mass": self.centre_of_mass}
        absent = [key for key, value in body.items() if value is None]
        if 0 < len(absent) < len(body):
            hint = "an arm with mass needs mass, inertia and centre_of_mass, one without none of them"
            raise ModelError([Finding(key, "missing key", hint=hint) for key in absent])
        return self

    def elements(self, axle: str, beam: str) -> Elements:
        """The arm of the axle of that name, from the chassis to the beam."""
        name, middle = f"a_arm_{axle}", (self.pivot[0], 0.0, self.pivot[2])
        if self.mass is None or self.inertia is None or self.centre_of_mass is None:
            ends = {"point_a": middle, "point_b": self.ball_joint, "axis": ACROSS}
            return Elements(joints=(RevoluteSpherical(name=name, body_a=CHASSIS, body_b=beam, **ends),))
        arm = Body(name=name, mass=self.mass, inertia=self.inertia, centre_of_mass=self.centre_of_mass)
        hinge = Revolute(name=name, body_a=CHASSIS, body_b=name, point=middle, axis=ACROSS)
        ball = Spherical(name=f"a_arm_ball_{axle}", body_a=name, body_b=beam, point=self.ball_joint)
        return Elements(bodies=(arm,), joints=(hinge, ball))


class TorqueTube(Frozen):
    """A tube (push pipe) that is rigid with the beam and ends in a ball joint on the chassis [m]."""

    ball_joint: Point

    equations: ClassVar[int] = 3

    def elements(self, axle: str, beam: str) -> Elements:
        """The ball joint of the axle of that name."""
        return Elements(
            joints=(Spherical(name=f"torque_tube_{axle}", body_a=CHASSIS, body_b=beam, point=self.ball_joint),)
        )


class Guide(Frozen):
    """A vertical guide in the chassis: the beam moves up and down along it and rolls about a longitudinal pin [m].

    point: of the pin. It stands for leaf springs of which only the rate is known.
    """

    point: MiddlePoint

    equations: ClassVar[int] = 4

    def elements(self, axle: str, beam: str, part: Part) -> Elements:
        """Slide and pin of the axle of that name; the slide has a hundredth of the mass of the beam, `part`."""
        name, mass = f"slide_{axle}", SLIDE_SHARE * part.mass
        small = 0.01 * mass  # of a body some decimetres wide [kg m²]
        slide = Body(name=name, mass=mass, inertia=(small, small, small, 0.0, 0.0, 0.0), centre_of_mass=self.point)
        column = Prismatic(name=name, body_a=CHASSIS, body_b=name, point=self.point, axis=(0.0, 0.0, 1.0))
        pin = Revolute(name=f"pin_{axle}", body_a=name, body_b=beam, point=self.point, axis=(1.0, 0.0, 0.0))
        return Elements(bodies=(slide,), joints=(column, pin))


def beam_without_slide(part: Part) -> Part:
    """The beam less what the slide of a guide takes from its mass."""
    return part.model_copy(update={"mass": (1.0 - SLIDE_SHARE) * part.mass})
