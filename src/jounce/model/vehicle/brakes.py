"""Hydraulic brakes: pedal, booster and master cylinder, the pressures of the axles, calipers and discs.

    p = bias × pedal × force × lever × boost / area of the master cylinder,   T = 2 μ A r p

p: what is asked of the brakes of an axle, pedal: 0 … 1. The pressure at the wheel follows with a lag.
"""

from __future__ import annotations

from typing import Annotated

from jounce.model.mechanism import BrakeDisc, HydraulicBrake, Input
from jounce.model.vehicle.corners import Corner, Elements
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Angle,
    AngularVelocity,
    Area,
    Force,
    Length,
    Name,
    Number,
    Positive,
    Time,
)


class Caliper(Frozen):
    """A caliper: area of the pistons of one side [m²], friction of its pads [-], mean radius of the pads [m]."""

    piston_area: Annotated[Area, Positive]
    friction: Annotated[Number, Positive]
    radius: Annotated[Length, Positive]

    @property
    def torque_per_pressure(self) -> float:
        """2 μ A r [N m/Pa]."""
        return 2.0 * self.friction * self.piston_area * self.radius


class Brake(Frozen):
    """A brake between each wheel and what carries it, torque by an input, or by a pressure with a caliper.

    Its pads take up the whole torque over grip_angle [rad] and hold at standstill. Without a grip_angle (null) the
    torque is almost full above full_speed [rad/s], and the brake creeps under load. disc: what the friction of a
    caliper's pads depends on.
    """

    grip_angle: Annotated[Angle, Positive] | None = 0.01
    full_speed: Annotated[AngularVelocity, Positive] = 0.5
    caliper: Caliper | None = None
    disc: BrakeDisc | None = None


class BrakeSystem(Frozen):
    """What turns the brake pedal into pressures.

    pedal_force: of the foot, pedal fully down [N]; pedal_ratio: lever of the pedal; boost: gain of the booster;
    master_cylinder: area [m²]; bias: axle → share of the pressure that it gets, 1 unless given; lag: time constant of
    the pressure at a wheel [s].
    """

    pedal_force: Annotated[Force, Positive]
    pedal_ratio: Annotated[Number, Positive]
    boost: Annotated[Number, Positive] = 1.0
    master_cylinder: Annotated[Area, Positive]
    bias: dict[Name, Annotated[Number, Positive]] = {}  # noqa: RUF012  (pydantic copies defaults)
    lag: Annotated[Time, Positive] = 0.05

    @property
    def master_pressure(self) -> float:
        """Pressure in the master cylinder, pedal fully down [Pa]."""
        return self.pedal_force * self.pedal_ratio * self.boost / self.master_cylinder

    def full_pressure(self, axle: str) -> float:
        """Pressure of an axle's brakes, pedal fully down [Pa]."""
        return self.master_pressure * self.bias.get(axle, 1.0)


def hydraulic_brake_elements(system: BrakeSystem, brake: Brake, corner: Corner) -> Elements:
    """The brake of one wheel with its pressure and its disc."""
    assert brake.caliper is not None
    full = system.full_pressure(corner.axle)
    element = HydraulicBrake(
        name=corner.name("brake"),
        joint=corner.name("hub"),
        pressure=Input(name=corner.brake_pressure),
        full_pressure=full,
        torque=brake.caliper.torque_per_pressure * full,
        lag=system.lag,
        full_speed=brake.full_speed,
        grip_angle=brake.grip_angle,
        disc=brake.disc,
    )
    return Elements(forces=(element,))
