"""Braking: straight ahead, then the brake pedal goes down and stays there until the car stands."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from jounce.errors import Refusal
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.stop import AT_REST, SPUN_ROUND
from jounce.mechanism import Signal, Table
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import NotNegative, Number, Positive, Time, Velocity
from jounce.vehicle import AWAY, BRAKE, CLUTCH, TARGET_SPEED


def _a_pedal(value: float) -> float:
    if not 0.0 < value <= 1.0:
        raise Refusal("out of range", f"{value:g}", "a pedal greater than 0, at most 1")
    return value


Pedal = Annotated[Number, AfterValidator(_a_pedal)]
"""Of the brake: 1 is fully down, which asks for 1.1 g."""


def braking_inputs(speed: float, start: float, ramp_time: float, pedal: float) -> dict[str, Signal]:
    """What a driver does who holds a speed [m/s] until `start` [s], and then brakes: pedal down within `ramp_time` [s],
    foot off the throttle at once, clutch open."""
    return {
        BRAKE: Table(times=(start, start + ramp_time), values=(0.0, pedal), interpolation="linear"),
        TARGET_SPEED: Table(times=(start, start + 0.01), values=(speed, AWAY), interpolation="linear"),
        CLUTCH: Table(times=(start, start + 0.1), values=(1.0, 0.0), interpolation="linear"),
    }


def check_time(start: float, duration: float) -> None:
    """Refuse a run that ends before it brakes."""
    if start >= duration:
        got = f"start {start:g} s, duration {duration:g} s"
        raise Refusal("the run ends before the braking begins", got, "a start before the end", where="start")


class Braking(Frozen):
    """Options of a straight braking, numbers in SI or texts with a unit.

    Cars here have no anti-lock system. With the default pedal no wheel of the library's cars locks on a dry road.
    """

    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 100.0 / 3.6
    pedal: Annotated[Pedal, Field(description="held, 0 to 1 [-]; 1 asks for 1.1 g")] = 0.6
    ramp_time: Annotated[Time, Positive, Field(description="from 0 to the held pedal [s]")] = 0.2
    start: Annotated[Time, NotNegative, Field(description="of the braking [s]")] = 0.5
    duration: Annotated[Time, Positive, Field(description="of the whole run, if the car does not stand before [s]")] = (
        12.0
    )

    @model_validator(mode="after")
    def _brakes(self) -> Braking:
        check_time(self.start, self.duration)
        return self


def braking(options: Braking) -> Maneuver:
    """The maneuver for these options."""
    return Maneuver(
        name="braking",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h, then braking with {100.0 * options.pedal:.4g} % of the "
            f"pedal to standstill."
        ),
        speed=options.speed,
        inputs=braking_inputs(options.speed, options.start, options.ramp_time, options.pedal),
        end=options.duration,
        needs=("brakes",),
        stop=(AT_REST, SPUN_ROUND),
        metrics=("stopping_distance", "mfdd", "yaw_deviation", "lateral_deviation"),
        options=dict(options),
    )
