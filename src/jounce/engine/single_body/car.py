"""What a simplified car is, as a person writes it."""

from __future__ import annotations

import itertools
from typing import Annotated, Literal, Self

from pydantic import model_validator

from jounce.errors import InputError
from jounce.schema.frozen import Frozen, replace
from jounce.schema.quantities import (
    Angle,
    AngularVelocity,
    Area,
    Damping,
    Force,
    Inertia,
    Items,
    Length,
    Mass,
    Name,
    NotNegative,
    Number,
    Point,
    Positive,
    Power,
    Pressure,
    Stiffness,
)

AIR_DENSITY = 1.2
"""Density of air [kg/m³]."""

PositiveLength = Annotated[Length, Positive]
Share = Annotated[Number, NotNegative]


class HullBox(Frozen):
    """A box of the hull along the axes of the car, at the design position: x from the centre of mass, z from the road.

    Objects are pushed out of it; its corners are points of the hull.
    """

    centre: Point
    size: Annotated[tuple[PositiveLength, PositiveLength, PositiveLength], Items]

    def corners(self) -> list[tuple[float, float, float]]:
        """All eight corners of the box [m]."""
        halves = [0.5 * length for length in self.size]
        return [
            (self.centre[0] + i * halves[0], self.centre[1] + j * halves[1], self.centre[2] + k * halves[2])
            for i, j, k in itertools.product((1.0, -1.0), (1.0, -1.0), (-1.0, 1.0))
        ]

    def middles(self) -> list[tuple[float, float, float]]:
        """Points on the upright faces and their lower edges [m], which narrow obstacles meet first."""
        (x, y, z), (a, b, c) = self.centre, (0.5 * length for length in self.size)
        ways = ((a, 0.0), (-a, 0.0), (0.0, b), (0.0, -b))
        return [(x + i, y + j, z + k) for i, j in ways for k in (0.0, -c)]


class SimpleCar(Frozen):
    """One rigid body on four contact springs (Lee 2000). SI, or strings with units; the defaults are a car of 1200 kg.

    The design position is that of rest on level ground: x ahead, y left, z up from the road, x = y = 0 at the centre
    of mass. Springs and damping are per wheel.
    """

    name: Name = "simple"
    law: Literal["smooth", "printed"] = "smooth"
    """`printed` is Lee 2000 to the letter, `smooth` rests, rolls over and lands better: docs/theory/simple_car.md."""
    mass: Annotated[Mass, Positive] = 1200.0
    inertia: Annotated[tuple[Inertia, Inertia, Inertia], Items] = (420.0, 1500.0, 1750.0)
    """Principal moments about the axes of the car [kg m²]."""
    wheelbase: PositiveLength = 2.6
    front_axle: PositiveLength = 1.2
    """Distance from the centre of mass to the front axle [m]."""
    track: PositiveLength = 1.5
    height: PositiveLength = 0.5
    """Height of the centre of mass above level ground at rest [m]."""
    wheel_radius: PositiveLength = 0.31
    wheel_width: PositiveLength = 0.2
    stiffness: Annotated[Stiffness, Positive] = 40e3
    """K_s of a wheel [N/m]."""
    damping: Annotated[Damping, NotNegative] = 3500.0
    """K_d of a wheel [N s/m]."""
    damping_onset: PositiveLength = 0.02
    """Depth over which damping sets in [m]; law `smooth`."""
    bump_stop: PositiveLength = 0.16
    """Depth beyond which a wheel's spring gets harder [m]; law `smooth`."""
    bump_stiffness: Annotated[Pressure, NotNegative] = 2e6
    """K_b of (S9) [N/m²]."""
    friction: Annotated[Number, NotNegative] = 0.9
    """Friction coefficient between tires and a ground of factor 1 [-]."""
    cornering_front: Annotated[Number, Positive] = 10.0
    """Cornering stiffness of a front wheel, per its static load [1/rad]; law `smooth`."""
    cornering_rear: Annotated[Number, Positive] = 12.0
    """Cornering stiffness of a rear wheel, per its static load [1/rad]; larger than in front, a car understeers."""
    relaxation_length: PositiveLength = 0.3
    """Way in which a tire builds up its side force [m]; law `smooth`."""
    rolling_resistance: Annotated[Number, NotNegative] = 0.012
    """Rolling resistance per load [-]; law `smooth`."""
    side_gain: Annotated[Number, NotNegative] = 0.02
    """K_a of Lee 2000 (5), for each wheel [1/m]; law `printed`."""
    side_limit: Literal["friction", "none"] = "friction"
    """Whether (5) is kept in the friction circle; law `printed`."""
    drive_force: Annotated[Force, NotNegative] = 5500.0
    """Largest drive force of all wheels together [N]."""
    drive_power: Annotated[Power, NotNegative] = 90e3
    drive_front: Share = 0.0
    """Share of the front wheels, 0 … 1."""
    brake_force: Annotated[Force, NotNegative] = 14e3
    """Force of all wheels together at full brake [N]; law `smooth`."""
    brake_front: Share = 0.6
    """Share of the front wheels, 0 … 1."""
    handbrake_force: Annotated[Force, NotNegative] = 6e3
    """Handbrake force of both rear wheels together [N]; law `smooth`."""
    max_steer: Annotated[Angle, NotNegative] = 0.6
    """Largest angle of a virtual wheel in the middle of the front axle [rad]."""
    steer_rate: Annotated[AngularVelocity, Positive] = 1.2
    drag_area: Annotated[Area, NotNegative] = 0.66
    """Drag coefficient times area [m²]."""
    hull_boxes: Annotated[tuple[HullBox, ...], Items] = (
        HullBox(centre=(0.0, 0.0, 0.5), size=(4.1, 1.7, 0.6)),
        HullBox(centre=(-0.25, 0.0, 1.1), size=(2.0, 1.45, 0.6)),
    )
    hull_points: Annotated[tuple[Point, ...] | None, Items] | None = None
    """Points that touch the ground and objects; by default the corners of all boxes and middles of the first."""
    hull_stiffness: Annotated[Stiffness, Positive] = 400e3
    """Stiffness of one contact point [N/m]."""
    hull_damping: Annotated[Damping, NotNegative] = 10e3
    hull_friction: Annotated[Number, NotNegative] = 0.5

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        a, b, c = self.inertia
        if min(a, b, c) <= 0.0 or max(a, b, c) > (a + b + c) / 2.0 * (1.0 + 1e-9):
            got = ", ".join(f"{moment:g}" for moment in self.inertia)
            raise InputError(
                "not the moments of a body", got, "positive, none larger than the sum of the others", where="inertia"
            )
        if self.front_axle >= self.wheelbase:
            expected = f"less than the wheelbase, {self.wheelbase:g} m"
            raise InputError(
                "centre of mass behind the rear axle", f"{self.front_axle:g} m", expected, where="front_axle"
            )
        if 0.5 * self.wheel_width > self.wheel_radius:
            raise InputError(
                "wider than high", f"{self.wheel_width:g} m", f"up to {2 * self.wheel_radius:g} m", where="wheel_width"
            )
        if self.max_steer >= 1.2:
            raise InputError("out of range", f"{self.max_steer:g} rad", "less than 1.2 rad (69 deg)", where="max_steer")
        for name in ("drive_front", "brake_front"):
            if getattr(self, name) > 1.0:
                raise InputError("out of range", f"{getattr(self, name):g}", "a share from 0 to 1", where=name)
        return self

    def points(self) -> tuple[tuple[float, float, float], ...]:
        """Contact points of the hull at the design position [m]."""
        if self.hull_points is not None:
            return self.hull_points
        corners = [corner for box in self.hull_boxes for corner in box.corners()]
        return tuple(dict.fromkeys(corners + (self.hull_boxes[0].middles() if self.hull_boxes else [])))


SIMPLE = SimpleCar()
"""A car of 1200 kg that slides before it overturns."""
TALL = replace(
    SIMPLE,
    name="tall",
    height=1.0,
    track=1.4,
    inertia=(650.0, 1700.0, 1750.0),
    hull_boxes=(
        HullBox(centre=(0.0, 0.0, 0.75), size=(4.1, 1.65, 0.9)),
        HullBox(centre=(-0.2, 0.0, 1.6), size=(3.4, 1.5, 0.8)),
    ),
)
"""A high one that overturns before it slides."""
EXAMPLES = {car.name: car for car in (SIMPLE, TALL)}
