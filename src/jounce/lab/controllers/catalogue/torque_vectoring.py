"""Torque vectoring: drive torques that differ from left to right turn the car, on wheels driven by torques.

The reference is the yaw rate r* of (R1) in `jounce.lab.controllers.single_track`, behind a lag. With the yaw rate r,
the track w and the radius R of the n driven axles:

    M = K_p (r* − r) + K_f r*                                                                       (V1)
    T_left = T − ΔT, T_right = T + ΔT, ΔT = M R / (n w), at most ΔT_max                             (V2)

The sum of both torques stays what is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.errors import InputError
from jounce.lab.controllers.lag import lag
from jounce.lab.controllers.single_track import SingleTrack, track
from jounce.model.vehicle import RACK_TRAVEL, Corner, Vehicle, drive_shares
from jounce.model.vehicle.geometry import SIDES
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, Frequency, NotNegative, Number, Positive, Time, Torque, Velocity


class TorqueVectoring(Frozen):
    """Options of the torque vectoring, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "torque-vectoring"
    understeer: Annotated[Number, Field(description="K of the reference [rad s²/m]; less makes the car more agile")] = (
        0.001
    )
    max_lateral_acceleration: Annotated[
        Acceleration, Positive, Field(description="a_max: what friction allows the reference [m/s²]")
    ] = 8.0
    response: Annotated[Time, NotNegative, Field(description="time constant of the reference [s]")] = 0.1
    gain: Annotated[Number, NotNegative, Field(description="K_p: yaw moment per yaw-rate error [N m s/rad]")] = 20e3
    feedforward: Annotated[
        Number, NotNegative, Field(description="K_f: yaw moment per yaw rate that is asked for [N m s/rad]")
    ] = 0.0
    max_difference: Annotated[Torque, Positive, Field(description="ΔT_max at each wheel [N m]")] = 600.0
    min_speed: Annotated[Velocity, NotNegative, Field(description="speed below which it does nothing [m/s]")] = 3.0
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    def start(self, car: Vehicle, speed: float) -> TorqueVectoringSession:
        """Start a run; raises InputError for a car without steering, or whose wheels are not driven by torques."""
        return TorqueVectoringSession(self, car)

    def yaw_moment(self, target: float, yaw_rate: float) -> float:
        """M of (V1) [N m], for yaw rates [rad/s]."""
        return self.gain * (target - yaw_rate) + self.feedforward * target


class TorqueVectoringSession:
    """Torque vectoring in one run; records reference and yaw moment."""

    records: ClassVar[Mapping[str, str]] = {"yaw_rate_reference": "rad/s", "yaw_moment": "N*m"}

    def __init__(self, options: TorqueVectoring, car: Vehicle) -> None:
        self.options, self.model = options, SingleTrack.of(car, options.understeer)
        torques = drive_shares(car)
        axles = [axle for axle in car.axles if Corner(axle.name, SIDES[0]).drive_torque in torques]
        if not axles:
            where, hint = "controllers.torque-vectoring", "give an axle `drive: inboard` or `outboard`"
            raise InputError("nothing to control", car.name, "wheels driven by torques", hint, where)
        self.levers = {
            Corner(axle.name, side): -side.sign * axle.suspension.wheel_centre[2] / (len(axles) * track(car, axle.name))
            for axle in axles
            for side in SIDES
        }
        self.inputs = tuple(corner.drive_torque for corner in self.levers)
        self.time, self.target = 0.0, 0.0
        self.recorded = dict.fromkeys(self.records, 0.0)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Torques of all driven wheels [N m]."""
        dt, self.time, options = t - self.time, t, self.options
        speed = channels["chassis.speed"]
        angle = self.model.steering_angle(inputs[RACK_TRAVEL])
        wanted = self.model.yaw_rate(speed, angle, options.max_lateral_acceleration)
        self.target = lag(self.target, wanted, options.response, dt)
        moment = options.yaw_moment(self.target, channels["chassis.yaw_rate"]) if speed >= options.min_speed else 0.0
        self.recorded = {"yaw_rate_reference": self.target, "yaw_moment": moment}
        largest = options.max_difference
        return {
            corner.drive_torque: inputs[corner.drive_torque] + max(-largest, min(largest, lever * moment))
            for corner, lever in self.levers.items()
        }
