"""Rear-axle steering: the wheels of the second steered axle turn with those of the first, by a ratio over the speed.

With the angle δ of the front wheels, by the lever of their steering, and the speed V:

    δ₂ = q(V) δ,   |δ₂| ≤ δ_max                                                                     (S3)

q goes straight from q₀ at V₀ and below to q₁ at V₁ and above. Negative turns against the front wheels, which makes a
car agile; positive with them, which makes it calm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.controllers.single_track import SingleTrack
from jounce.model.vehicle import RACK_TRAVEL, SECOND_RACK_TRAVEL, LinkedRack, Vehicle
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Frequency, NotNegative, Number, Positive, Velocity


class RearSteering(Frozen):
    """Options of the rear-axle steering, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "rear-steering"
    low_ratio: Annotated[Number, Field(description="q₀: ratio to the front angle at low speed [-]")] = -0.2
    high_ratio: Annotated[Number, Field(description="q₁: ratio to the front angle at high speed [-]")] = 0.1
    low_speed: Annotated[Velocity, NotNegative, Field(description="V₀ [m/s]")] = 10.0
    high_speed: Annotated[Velocity, Positive, Field(description="V₁ [m/s]")] = 25.0
    max_angle: Annotated[Angle, Positive, Field(description="δ_max: largest angle of the rear wheels [rad]")] = 0.087
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 100.0

    @model_validator(mode="after")
    def _speeds_rise(self) -> RearSteering:
        if not self.low_speed < self.high_speed:
            got = f"low_speed {self.low_speed:g} m/s, high_speed {self.high_speed:g} m/s"
            raise InputError("speeds do not rise", got, "low_speed below high_speed", where="high_speed")
        return self

    def start(self, car: Vehicle, speed: float) -> RearSteeringSession:
        """Start a run; raises InputError for a car without a second steering that an input moves."""
        return RearSteeringSession(self, car)

    def angle(self, front: float, speed: float) -> float:
        """δ₂ of (S3) [rad], for the angle of the front wheels [rad] and a speed [m/s]."""
        share = min(max((speed - self.low_speed) / (self.high_speed - self.low_speed), 0.0), 1.0)
        wanted = (self.low_ratio + (self.high_ratio - self.low_ratio) * share) * front
        return min(max(wanted, -self.max_angle), self.max_angle)


class RearSteeringSession:
    """Rear-axle steering in one run; records the angle that it asks for."""

    records: ClassVar[Mapping[str, str]] = {"angle": "rad"}
    inputs = (SECOND_RACK_TRAVEL,)

    def __init__(self, options: RearSteering, car: Vehicle) -> None:
        second = car.second_steering
        if second is None or isinstance(second.actuation, LinkedRack):
            where, hint = "controllers.rear-steering", "give the vehicle a second_steering that is not linked"
            raise InputError("nothing to control", car.name, "a second axle that an input steers", hint, where)
        self.options, self.model = options, SingleTrack.of(car, 0.0)
        self.lever = second.lever(car.axle(second.axle).suspension)
        self.recorded = {"angle": 0.0}

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Travel of the second rack [m]."""
        front = self.model.steering_angle(inputs[RACK_TRAVEL])
        angle = self.options.angle(front, channels["chassis.speed"])
        self.recorded = {"angle": angle}
        return {SECOND_RACK_TRAVEL: self.lever * math.tan(angle)}
