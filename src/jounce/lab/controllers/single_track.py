"""The linear single-track model as a reference: the yaw rate that a driver asks for by the angle of the wheels.

    r = V δ / (L + K V²),    |r| ≤ a_max / V                                                        (R1)

K is the understeer gradient [rad s²/m]; the speed with the largest gain, the characteristic speed, is √(L/K).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from jounce.errors import InputError
from jounce.model.vehicle import Vehicle

MIN_SPEED = 1.0
"""Speed that stands for all lower ones in the limit of (R1) [m/s]."""


@dataclass(frozen=True)
class SingleTrack:
    """What a single-track model knows of a car."""

    wheelbase: float
    """L [m], from the first to the last axle."""
    lever: float
    """Travel of the rack by the tangent of the steering angle [m]."""
    understeer: float
    """K [rad s²/m]."""

    @classmethod
    def of(cls, car: Vehicle, understeer: float) -> SingleTrack:
        """The model of a car with an understeer gradient [rad s²/m]; raises InputError for one without steering."""
        if car.steering is None:
            raise InputError("it cannot be steered", car.name, "a vehicle with steering", where="controllers")
        places = [axle.suspension.wheel_centre[0] for axle in car.axles]
        return cls(max(places) - min(places), car.steering_lever, understeer)

    def steering_angle(self, rack_travel: float) -> float:
        """The angle of the steered wheels δ [rad] for a travel of the rack [m]."""
        return math.atan(rack_travel / self.lever)

    def yaw_rate(self, speed: float, angle: float, limit: float = math.inf) -> float:
        """The yaw rate (R1) [rad/s] for a speed [m/s], an angle of the wheels [rad] and a lateral acceleration a_max
        [m/s²]."""
        linear = speed * angle / (self.wheelbase + self.understeer * speed * speed)
        largest = limit / max(speed, MIN_SPEED)
        return max(-largest, min(largest, linear))


def track(car: Vehicle, axle: str) -> float:
    """Distance of the two wheels of an axle [m]."""
    return 2.0 * abs(car.axle(axle).suspension.wheel_centre[1])
