"""Stability control: single wheels are braked until the car yaws as a single-track model would.

The reference is the yaw rate r* of (R1) in `jounce.lab.controllers.single_track`, from speed and travel of the rack,
behind a lag of the car's own response. With the yaw rate r, the side-slip angle β and its limit β_max:

    M = K_r (r* − r ± b),  0 within the dead band b                                                  (E1)
    M = M + K_β (β ∓ β_max)    while |β| > β_max and it grows or stays                               (E2)
    ΔT = |M| 2 R / w, at most the full torque of the wheel                                           (E3)

R is the radius of the wheel, w the track. A moment to the left is made by brakes on the left. Against oversteer (M and
r of opposite sign) it is the front wheel on that side, the outer one; against understeer (of the same sign) the rear
wheel, the inner one. A wheel whose brake slip passes a limit gets less: the torque falls to 0 at twice the limit. While
it brakes, drive is taken away: throttle and drive torques are 0, and no speed is held.

With anti-lock brakes beside it, name it first: `esc, abs`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from jounce.errors import InputError
from jounce.lab.controllers.lag import lag
from jounce.lab.controllers.single_track import SingleTrack, track
from jounce.model.vehicle import (
    NO_TARGET_SPEED,
    RACK_TRAVEL,
    TARGET_SPEED,
    THROTTLE,
    Corner,
    Vehicle,
    brake_gains,
    brake_inputs,
    drive_shares,
    full_brake_inputs,
)
from jounce.model.vehicle.geometry import LEFT, RIGHT, Side
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Acceleration,
    Angle,
    AngularVelocity,
    Frequency,
    NotNegative,
    Number,
    Positive,
    Time,
    Velocity,
)


class StabilityControl(Frozen):
    """Options of the stability control, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "esc"
    understeer: Annotated[Number, NotNegative, Field(description="K of the reference [rad s²/m]")] = 0.003
    max_lateral_acceleration: Annotated[
        Acceleration, Positive, Field(description="a_max: what friction allows the reference [m/s²]")
    ] = 8.0
    response: Annotated[Time, NotNegative, Field(description="time constant of the reference [s]")] = 0.1
    dead_band: Annotated[
        AngularVelocity, NotNegative, Field(description="b: yaw-rate error without action [rad/s]")
    ] = math.radians(4.0)
    gain: Annotated[Number, NotNegative, Field(description="K_r: yaw moment per yaw-rate error [N m s/rad]")] = 60e3
    max_side_slip: Annotated[Angle, Positive, Field(description="β_max: side-slip angle without action [rad]")] = (
        math.radians(5.0)
    )
    side_slip_gain: Annotated[
        Number, NotNegative, Field(description="K_β: yaw moment per side-slip angle beyond that [N m/rad]")
    ] = 100e3
    max_slip: Annotated[Number, Positive, Field(description="brake slip from which a wheel gets less [-]")] = 0.15
    min_speed: Annotated[Velocity, NotNegative, Field(description="speed below which it does nothing [m/s]")] = 5.0
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    def start(self, car: Vehicle, speed: float) -> StabilitySession:
        """Start a run; raises InputError for a car without steering or without brakes on two axles."""
        return StabilitySession(self, car)

    def yaw_moment(self, target: float, yaw_rate: float, side_slip: float, slip_rate: float) -> float:
        """M of (E1) and (E2) [N m]: target and yaw rate [rad/s], side-slip angle [rad] and its rate [rad/s]."""
        error = target - yaw_rate
        beyond = math.copysign(max(0.0, abs(side_slip) - self.max_side_slip), side_slip)
        growing = side_slip * slip_rate >= 0.0
        moment = self.gain * math.copysign(max(0.0, abs(error) - self.dead_band), error)
        return moment + (self.side_slip_gain * beyond if growing else 0.0)


class StabilitySession:
    """Stability control in one run; records reference and yaw moment."""

    records: ClassVar[Mapping[str, str]] = {"yaw_rate_reference": "rad/s", "yaw_moment": "N*m"}

    def __init__(self, options: StabilityControl, car: Vehicle) -> None:
        self.options, self.model = options, SingleTrack.of(car, options.understeer)
        self.full = full_brake_inputs(car)
        first, last = car.axles[0].name, car.axles[-1].name
        self.wheels = {(axle, side.name): Corner(axle, side) for axle in (first, last) for side in (LEFT, RIGHT)}
        self.brakes, self.gains = brake_inputs(car), brake_gains(car)
        if any(corner not in self.brakes for corner in self.wheels.values()) or first == last:
            raise InputError("nothing to control", car.name, "brakes on first and last axle", where="controllers.esc")
        self.front, self.rear = first, last
        self.levers = {axle.name: 2.0 * axle.suspension.wheel_centre[2] / track(car, axle.name) for axle in car.axles}
        engine = (THROTTLE, *([TARGET_SPEED] if car.powertrain.driver is not None else [])) if car.powertrain else ()
        self.drives = (*engine, *drive_shares(car))
        self.inputs = (*(self.brakes[corner] for corner in self.wheels.values()), *self.drives)
        self.time, self.target, self.side_slip = 0.0, 0.0, 0.0
        self.recorded = dict.fromkeys(self.records, 0.0)

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Torque [N m] or pressure [Pa] of the wheel that is braked, and no drive beside it."""
        dt, self.time = t - self.time, t
        speed, slip = channels["chassis.speed"], channels["chassis.side_slip_angle"]
        slip_rate = (slip - self.side_slip) / dt if dt > 0.0 else 0.0
        wanted = self.model.yaw_rate(
            speed, self.model.steering_angle(inputs[RACK_TRAVEL]), self.options.max_lateral_acceleration
        )
        self.target, self.side_slip = lag(self.target, wanted, self.options.response, dt), slip
        yaw_rate = channels["chassis.yaw_rate"]
        moment = self.options.yaw_moment(self.target, yaw_rate, slip, slip_rate)
        if speed < self.options.min_speed:
            moment = 0.0
        self.recorded = {"yaw_rate_reference": self.target, "yaw_moment": moment}
        return {} if moment == 0.0 else {**self._brake(moment, yaw_rate, channels, inputs), **self._coast(inputs)}

    def _brake(
        self, moment: float, yaw_rate: float, channels: Mapping[str, float], inputs: Mapping[str, float]
    ) -> dict[str, float]:
        """The torque (E3) on top of what is asked for."""
        axle = self.front if moment * yaw_rate < 0.0 else self.rear
        side: Side = LEFT if moment > 0.0 else RIGHT
        corner = self.wheels[axle, side.name]
        name = self.brakes[corner]
        added = min(abs(moment) * self.levers[axle] / self.gains[name], self.full[name])
        slip = -channels[corner.channel("tire", "slip_ratio")]
        share = max(0.0, min(1.0, 2.0 - slip / self.options.max_slip))
        return {name: min(inputs[name] + added, max(self.full[name], inputs[name])) * share}

    def _coast(self, inputs: Mapping[str, float]) -> dict[str, float]:
        return {name: NO_TARGET_SPEED if name == TARGET_SPEED else min(0.0, inputs[name]) for name in self.drives}
