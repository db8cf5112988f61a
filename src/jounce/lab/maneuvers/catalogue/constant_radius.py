"""Constant radius (ISO 4138): a circle at slowly increasing speed, until the car no longer holds it."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers.maneuver import ROLLED_OVER, Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, Length, NotZero, Positive, Speed, Time

ENTRY_TIME = 1.5
"""Time on the clothoid into the circle [s], after as long straight on."""


class ConstantRadius(Frozen):
    """Options of a steady-state circle, numbers in SI or strings with a unit; by default to the left."""

    radius: Annotated[Length, NotZero, Field(description="radius of the circle [m]; negative: to the right")] = 40.0
    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 20.0 / 3.6
    rise: Annotated[
        Acceleration, Positive, Field(description="rate at which the speed increases [m/s²]; quasi-steady below 0.2")
    ] = 0.2
    lateral_acceleration: Annotated[
        Acceleration, Positive, Field(description="lateral acceleration at which the run ends [m/s²]")
    ] = 9.0
    preview: Annotated[
        Annotated[Time, Positive] | None,
        Field(description="preview time of the driver [s]; none: chosen from the tires of the car"),
    ] = None

    @model_validator(mode="after")
    def _can_begin(self) -> ConstantRadius:
        begins = self.speed**2 / abs(self.radius)
        if begins >= self.lateral_acceleration:
            got = f"{begins:.3g} m/s² at the start, {self.lateral_acceleration:g} m/s² at the end"
            raise InputError("nothing to increase", got, "a larger radius or a lower speed", where="speed")
        return self


def constant_radius(options: ConstantRadius) -> Maneuver:
    """The maneuver for these options; it ends when the car leaves the circle by 5 m, spins or stops."""
    entry = max(10.0, ENTRY_TIME * options.speed)
    fastest = math.sqrt(options.lateral_acceleration * abs(options.radius))
    lead = 2.0 * entry / options.speed
    end = lead + (fastest - options.speed) / options.rise
    length = entry + entry + 1.2 * (0.5 * (options.speed + fastest) * end)
    curvature = 1.0 / options.radius
    path = Path.bends([(entry, 0.0), (entry, curvature), (length, curvature)])
    return Maneuver(
        name="constant-radius",
        about=(
            f"On a circle of {abs(options.radius):g} m to the {'left' if curvature > 0 else 'right'}, "
            f"from {3.6 * options.speed:.4g} km/h with speed rising by {options.rise:g} m/s every second (ISO 4138)."
        ),
        speed=options.speed,
        driver=PathDriver(path, speed=options.speed, ramp=options.rise, preview=options.preview),
        end=round(end, 1),
        sample=2e-2,
        needs=("steering", "propulsion"),
        stop=(
            "abs(chassis.side_slip_angle) > 30 deg",
            ROLLED_OVER,
            f"t > {lead + 2.0:g} s and chassis.speed < {0.5 * options.speed:g} m/s",
        ),
        metrics=(
            "understeer_gradient",
            "characteristic_speed",
            "side_slip_gradient",
            "roll_gradient",
            "maximum_lateral_acceleration",
        ),
        figures=("understeer", "tire-use"),
        options=dict(options),
    )
