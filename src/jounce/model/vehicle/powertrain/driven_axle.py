"""A driven axle: its differential and half shafts.

A differential turns at the mean speed of both sides and gives each half of its torque: a coupler. Locked, both sides
turn with it; with limited slip, a clutch acts between them.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import StrictBool, model_validator

from jounce.errors import InputError
from jounce.model import mechanism
from jounce.model.mechanism import Constant, Coupler
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import Corner, Elements
from jounce.model.vehicle.geometry import SIDES, Triple
from jounce.model.vehicle.powertrain.rotors import ACROSS, LeftRotor, Rotor, rotor_elements
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    AngularVelocity,
    Name,
    NotNegative,
    Number,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    Torque,
)

DIFFERENTIAL, FLANGE = "differential", "flange"
"""Bodies and joints of a driven axle: the first has the name of the axle as suffix, a flange that of its corner."""


class LimitedSlip(Frozen):
    """A friction torque between two shafts: preload [N m] above slip_speed [rad/s], and damping [N m s/rad] of their
    difference in speed."""

    preload: Annotated[Torque, NotNegative] = 0.0
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    slip_speed: Annotated[AngularVelocity, Positive] = 1.0

    def between(self, name: str, joints: tuple[str, ...], coefficients: tuple[float, ...]) -> mechanism.Clutch:
        """The clutch against Σ coefficient × angle."""
        return mechanism.Clutch(
            name=name,
            joints=joints,
            coefficients=coefficients,
            torque=self.preload,
            damping=self.damping,
            slip_speed=self.slip_speed,
            engagement=Constant(value=1.0),
        )


class Differential(Frozen):
    """Turns at the mean speed of both sides and gives each half of its torque; open unless locked or limited_slip.

    case: it and what is geared to it.
    """

    case: Rotor
    locked: StrictBool = False
    limited_slip: LimitedSlip | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Differential:
        if self.locked and self.limited_slip is not None:
            raise InputError(
                "both locked and limited slip", "locked and limited_slip", "one of them", where="limited_slip"
            )
        return self


class HalfShafts(Frozen):
    """Shafts from the flanges of the differential to the wheels, with constant-velocity joints at both ends.

    flange: the left one, with its share of the shaft; stiffness [N m/rad] and damping [N m s/rad] of the shaft.
    """

    flange: LeftRotor
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0


class DrivenAxle(Frozen):
    """What drives the wheels of the axle `name`; without a differential each wheel has its own motor.

    ratio: turns of the shaft that comes from the gearbox or the transfer case, per turn of the differential. shaft:
    whether there is one; an axle without is driven by motors alone.
    """

    name: Name
    ratio: Annotated[Number, Positive] = 1.0
    shaft: StrictBool = True
    differential: Differential | None = None
    half_shafts: HalfShafts

    @property
    def input(self) -> str:
        """Joint of the differential's case."""
        return f"{DIFFERENTIAL}_{self.name}"


class DrivenWheels(NamedTuple):
    """What a powertrain must know of the wheels that it drives."""

    height: float
    """of their centres over the ground [m]"""
    axes: tuple[Triple, Triple]
    """about which the left and the right one spin, both as for the left side"""


def driven_wheels(axle: Axle) -> DrivenWheels:
    """The wheels of an axle."""
    left, right = (axle.on(side).suspension.wheel_axis for side in SIDES)
    return DrivenWheels(axle.suspension.wheel_centre[2], (left, right))


def axle_elements(driven: DrivenAxle, wheels: DrivenWheels) -> Elements:
    """Differential, flanges and half shafts of an axle."""
    sides = [Corner(driven.name, side) for side in SIDES]
    flanges = tuple(corner.name(FLANGE) for corner in sides)
    elements, differential = Elements(), driven.differential
    if differential is not None:  # its case comes first, so that it is independent
        elements += rotor_elements(driven.input, differential.case, differential.case.centre_of_mass)
    for corner, axis in zip(sides, wheels.axes, strict=True):
        flange = driven.half_shafts.flange
        elements += rotor_elements(corner.name(FLANGE), flange, corner.side.point(flange.centre_of_mass))
        elements += _half_shaft(driven.half_shafts, corner, axis)
    return elements if differential is None else elements + _differential(differential, driven, flanges)


def _differential(differential: Differential, driven: DrivenAxle, flanges: tuple[str, ...]) -> Elements:
    """How the flanges turn with the case."""
    if differential.locked:
        locks = (
            Coupler(name=f"locked_{flange}", joints=(driven.input, flange), coefficients=(1.0, -1.0))
            for flange in flanges
        )
        return Elements(joints=tuple(locks))
    mean = Coupler(name=f"mean_speed_{driven.name}", joints=(driven.input, *flanges), coefficients=(1.0, -0.5, -0.5))
    lock = differential.limited_slip
    name = f"limited_slip_{driven.name}"
    return Elements(joints=(mean,), forces=() if lock is None else (lock.between(name, flanges, (1.0, -1.0)),))


def _half_shaft(shafts: HalfShafts, corner: Corner, axis: Triple) -> Elements:
    shaft = mechanism.HalfShaft(
        name=corner.name("half_shaft"),
        body_a=corner.name(FLANGE),
        body_b=corner.name("wheel"),
        axis_a=ACROSS,
        axis_b=corner.side.rotation(axis),
        stiffness=shafts.stiffness,
        damping=shafts.damping,
    )
    return Elements(forces=(shaft,))
