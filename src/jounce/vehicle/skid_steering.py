"""Skid steering: the wheels of each side follow a speed, and the car turns by the difference."""

from __future__ import annotations

from typing import Annotated

from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import NotNegative, Positive, RotationalDamping, RotationalInertia, Time, Torque


class SkidSteering(Frozen):
    """For each side one controller of the mean spin ω of its wheels, with a motor between each wheel and its carrier.

    Torque of every wheel of a side: gain × (speed / radius − ω) − derivative_gain × dω/dt, at most `limit` [N m] either
    way. speed: the inputs speed_left and speed_right [m/s]; radius: the mean height of the wheel centres at the design
    position, so that wheels without slip roll at that speed. gain [N m s/rad], derivative_gain [N m s²/rad];
    filter_time: time constant of the derivative [s].
    """

    gain: Annotated[RotationalDamping, Positive]
    derivative_gain: Annotated[RotationalInertia, NotNegative] = 0.0
    filter_time: Annotated[Time, Positive] = 0.01
    limit: Annotated[Torque, Positive]
