"""Skid steering: the wheels of each side follow a speed, and the car turns by the difference."""

from __future__ import annotations

from typing import Annotated

from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Positive, RotationalDamping, RotationalInertia, Time, Torque


class SkidSteering(Frozen):
    """A motor between each wheel and its carrier, with a controller of its spin ω; those of a side follow one speed.

    Torque: gain × (speed / radius − ω) − derivative_gain × dω/dt, at most `limit` [N m] either way. speed: the inputs
    speed_left and speed_right [m/s]; radius: the height of the wheel centre at the design position, so that wheels
    without slip roll at that speed. gain [N m s/rad], derivative_gain [N m s²/rad]; filter_time: time constant of the
    derivative [s]. One torque for all wheels of a side would not do: the least loaded one would spin up, and the side
    with it.
    """

    gain: Annotated[RotationalDamping, Positive]
    derivative_gain: Annotated[RotationalInertia, NotNegative] = 0.0
    filter_time: Annotated[Time, Positive] = 0.01
    limit: Annotated[Torque, Positive]
