"""Preview steering: the curvature that brings a car onto its path, and the rack travel that gives it.

Ahead of the car, where it will be in τ seconds if it goes straight on along its velocity, the path is Δ(τ) to its left.
A lateral acceleration a held constant would move the car by ½ a τ². The a that follows the path best over the preview
time T, in the sense of least squares (MacAdam 1981, for a car that answers at once), is

    a = 2 ∫ Δ τ² dτ / ∫ τ⁴ dτ,    κ = a / v²                                                                (D2)

The road wheels are turned by what a car with an understeer gradient K needs in a steady turn, and by the integral of
the curvature that is still missing, so that the path is met exactly however wrong K or the linkage's ratio are:

    δ = (L + K v²) κ + k ∫ (κ − r / v) dt                                                                   (D3)

δ is limited by the lock and by a rate; the integral stands still while it is.
"""

from __future__ import annotations

import math

from jounce.drivers.path import Path
from jounce.drivers.seen import Seen

POINTS = 8
"""On the path ahead, at equal times."""
SLOWEST = 1.0
"""Speed below which a preview is taken as if it were this [m/s]."""


class SteeringLaw:
    """The law at work along one path, from a station on."""

    def __init__(
        self,
        path: Path,
        *,
        wheelbase: float,
        preview: float,
        understeer: float,
        integral: float,
        lock: float,
        rate: float,
    ) -> None:
        """preview [s]; understeer [rad s²/m]; integral: k [m/s], the missing curvature is made up for within about
        L/k seconds; lock [rad] and rate [rad/s] of the road wheels."""
        self.path, self.wheelbase, self.understeer, self.integral = path, wheelbase, understeer, integral
        self.times = [preview * (i + 1) / POINTS for i in range(POINTS)]
        self.norm = sum(tau**4 for tau in self.times)
        self.lock, self.rate = lock, rate
        self.station: float | None = None
        self.offset = 0.0
        self.angle, self.sum = 0.0, 0.0

    def angle_for(self, seen: Seen, tick: float) -> float:
        """Angle of the road wheels [rad] one tick [s] from now."""
        near = self.station if self.station is not None else self._begin(seen)
        self.station, self.offset = self.path.station(seen.x, seen.y, near)
        v = max(seen.speed, SLOWEST)
        course = seen.yaw + (math.atan2(seen.sideways, seen.forward) if seen.speed > SLOWEST else 0.0)
        cos, sin = math.cos(course), math.sin(course)
        total = 0.0
        for tau in self.times:
            x, y = self.path.at(self.station + v * tau)
            total += ((y - seen.y) * cos - (x - seen.x) * sin) * tau * tau
        wanted = 2.0 * total / self.norm / (v * v)
        missing = wanted - seen.yaw_rate / v
        asked = (self.wheelbase + self.understeer * v * v) * wanted + self.sum + self.integral * missing * tick
        step = self.rate * tick
        held = max(-self.lock, min(self.lock, max(self.angle - step, min(self.angle + step, asked))))
        if held == asked:
            self.sum += self.integral * missing * tick
        self.angle = held
        return held

    def _begin(self, seen: Seen) -> float:
        """The station nearest to the start, wherever on the path it is."""
        squared = ((self.path.points - [seen.x, seen.y]) ** 2).sum(axis=1)
        return float(self.path.stations[int(squared.argmin())])
