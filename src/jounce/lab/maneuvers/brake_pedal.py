"""The brake pedal of the braking maneuvers: its option, its inputs over time, and a check of the times."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from jounce.errors import InputError
from jounce.model.mechanism import Signal, Table
from jounce.model.vehicle import BRAKE, CLUTCH, NO_TARGET_SPEED, TARGET_SPEED
from jounce.schema.quantities import Number


def _check_pedal(value: float) -> float:
    if not 0.0 < value <= 1.0:
        raise InputError("out of range", f"{value:g}", "a pedal greater than 0, at most 1")
    return value


Pedal = Annotated[Number, AfterValidator(_check_pedal)]
"""Brake pedal, 0 to 1 [-]; 1 is fully down and asks for 1.1 g."""


def braking_inputs(speed: float, start: float, ramp_time: float, pedal: float) -> dict[str, Signal]:
    """Inputs that hold a speed [m/s] until `start` [s] and then brake: the brake pedal goes down within
    `ramp_time` [s], the throttle is released at once and the clutch opens."""
    return {
        BRAKE: Table(times=(start, start + ramp_time), values=(0.0, pedal), interpolation="linear"),
        TARGET_SPEED: Table(times=(start, start + 0.01), values=(speed, NO_TARGET_SPEED), interpolation="linear"),
        CLUTCH: Table(times=(start, start + 0.1), values=(1.0, 0.0), interpolation="linear"),
    }


def check_braking_time(start: float, duration: float) -> None:
    """Refuse a run that ends before it brakes."""
    if start >= duration:
        got = f"start {start:g} s, duration {duration:g} s"
        raise InputError("the run ends before the braking begins", got, "a start before the end", where="start")
