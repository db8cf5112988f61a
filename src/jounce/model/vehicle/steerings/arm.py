"""A steering gear whose sector shaft turns an arm: what Pitman arms with a centre link and rotary arms share.

Worm, nut and sector: the steering wheel turns a worm, along which a nut travels; its teeth turn the sector shaft with
the arm. The nut is the slider of this steering,

    travel of the nut = sector_radius × angle of the arm
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np
from pydantic import model_validator

from jounce.errors import InputError
from jounce.model.mechanism import RackAndPinion, Revolute
from jounce.model.vehicle.corners import CHASSIS, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, Triple, direction, foot
from jounce.model.vehicle.parts import MassOfPart, Part
from jounce.model.vehicle.steerings.steering import Steering, slider_name
from jounce.model.vehicle.suspensions.suspension import Suspension
from jounce.schema.quantities import Direction, Length, NotZero, Number, Point, Positive

PITMAN_ARM = "pitman_arm"
NUT_INERTIA = 1e-3
"""Moments of inertia of the nut [kg m²], which never turns against the chassis."""


class ArmSteering(Steering):
    """A gear with an arm on its sector shaft.

    gear_ratio: angle of the steering wheel by angle of the arm about pivot_axis; negative if a turn to the left turns
    the arm against that axis. pivot, pivot_axis: the sector shaft; end: the ball at the end of the arm [m]. arm: mass
    [kg], centre of mass [m] and inertia [kg m²] of the arm. nut_mass [kg] and sector_radius [m] of the gear.
    """

    gear_ratio: Annotated[Number, NotZero]
    pivot: Point
    pivot_axis: Direction = (0.0, 0.0, 1.0)
    end: Point
    arm: Part
    nut_mass: MassOfPart = 1.0
    sector_radius: Annotated[Length, Positive] = 0.04

    @model_validator(mode="after")
    def _has_a_lever(self) -> ArmSteering:
        if math.dist(self.end, foot(self.end, self.pivot, self.pivot_axis)) < MIN_DISTANCE:
            raise InputError("on the axis of the sector shaft", f"{self.end}", "an arm with a lever", where="end")
        return self

    @property
    def slider(self) -> Part:
        """The nut of the gear, at the sector shaft."""
        return Part(mass=self.nut_mass, centre_of_mass=self.pivot, inertia=(NUT_INERTIA,) * 3)

    @property
    def slider_axis(self) -> Triple:
        """Unit vector along which the nut travels: that in which the end of the arm moves as the arm turns."""
        along = triple(np.cross(self.pivot_axis, np.subtract(self.end, self.pivot)))
        return direction((0.0, 0.0, 0.0), along)

    @property
    def ratio(self) -> float:
        """Travel of the nut per angle of the steering wheel [m/rad]."""
        return self.sector_radius / self.gear_ratio

    @property
    def ratio_key(self) -> str:
        """The key whose sign says to which side the wheels turn."""
        return "gear_ratio"

    def linkage_elements(self, prefix: str) -> Elements:
        """The arm on its shaft, turned by the nut."""
        name = f"{prefix}{PITMAN_ARM}"
        shaft = Revolute(name=name, body_a=CHASSIS, body_b=name, point=self.pivot, axis=self.pivot_axis)
        gear = RackAndPinion(
            name=f"{prefix}steering_gear", rack=slider_name(prefix), pinion=name, radius=self.sector_radius
        )
        return Elements(bodies=(body(name, self.arm, LEFT),), joints=(shaft, gear))

    def lever(self, suspension: Suspension) -> float:
        """Travel of the nut per angle of the left wheel, by the velocities of the linkage at the design position."""
        return 1.0 / suspension.steer_rate(self.velocity_at)

    def velocity_at(self, point: Triple) -> Triple:
        """Velocity of a point that moves with the arm, per travel of the nut [-]."""
        return triple(np.cross(self.pivot_axis, np.subtract(point, self.pivot)) / self.sector_radius)


def triple(vector: np.ndarray) -> Triple:
    """Three floats."""
    x, y, z = (float(value) for value in vector)
    return x, y, z
