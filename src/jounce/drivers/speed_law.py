"""A PI control of the speed with anti-windup: how strongly to drive or to brake.

    f = k_p (v* − v) + i + v̇*,    di/dt = k_i (v* − v) while f is within its limits                          (D4)

f is the force along the car by its mass [m/s²]; v* the speed that is wanted. Below a lifted foot's deceleration the
brakes help.
"""

from __future__ import annotations

PROPORTIONAL, INTEGRAL = 1.5, 0.4
"""k_p [1/s] and k_i [1/s²]: a well damped answer within about a second."""


class SpeedLaw:
    """The law at work; strongest and weakest: limits of f [m/s²], the second of them negative."""

    def __init__(self, strongest: float, weakest: float) -> None:
        self.strongest, self.weakest = strongest, weakest
        self.sum = 0.0

    def push(self, wanted: float, speed: float, tick: float, rising: float = 0.0) -> float:
        """f [m/s²] for the speed that is wanted and its rate [m/s, m/s²]."""
        missing = wanted - speed
        asked = PROPORTIONAL * missing + self.sum + rising
        held = max(self.weakest, min(self.strongest, asked))
        if held == asked or (asked - held) * missing < 0.0:
            self.sum += INTEGRAL * missing * tick
        return held
