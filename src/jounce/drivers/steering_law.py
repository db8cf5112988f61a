"""Preview steering: the lateral acceleration that brings a car onto its path, and the rack travel that gives it.

With the offset e of the car to the left of its path, v sin(χ) its rate, χ the angle between the car's velocity and the
path, and T the preview time, in which the car answers, the driver wants the lateral acceleration

    a = v² κ(s + v T) − 2 ζ ω ė − ω² (e + T ė)                                                              (D2)

κ is the curvature of the path where the car will be. A car that answered as the driver reckons would come onto its path
like a mass on a damped spring, ë + 2 ζ ω ė + ω² e = 0. The road wheels are turned by what a car with an understeer
gradient K needs in a steady turn, and by the integral of the curvature that is still missing, so that a circle is met
exactly however wrong K or the linkage's ratio are:

    δ = (L + K v²) a / v² + k ∫ (a / v² − r / v) dt                                                         (D3)

δ is limited by the lock and by a rate; the integral stands still while it is.
"""

from __future__ import annotations

import math

from jounce.drivers.path import Path
from jounce.drivers.seen import Seen

SLOWEST = 1.0
"""Speed below which everything is reckoned as if it were this [m/s]."""
FREQUENCY, DAMPING = 3.0, 1.2
"""ω [rad/s] and ζ of (D2), found by driving two cars between the cones of ISO 3888-1 with many pairs of them."""
STRONGEST = 9.0
"""Lateral acceleration that is asked for at most [m/s²]: tires have no more to give."""


class SteeringLaw:
    """The law at work along one path."""

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
        """preview [s]; understeer [rad s²/m]; integral: k [m/s], missing curvature is made up for within about L/k
        seconds; lock [rad] and rate [rad/s] of the road wheels."""
        self.path, self.wheelbase, self.understeer, self.integral = path, wheelbase, understeer, integral
        self.preview, self.lock, self.rate = preview, lock, rate
        self.station: float | None = None
        self.offset = 0.0
        self.angle, self.sum = 0.0, 0.0

    def angle_for(self, seen: Seen, tick: float) -> float:
        """Angle of the road wheels [rad] one tick [s] from now."""
        near = self.station if self.station is not None else self._begin(seen)
        self.station, self.offset = self.path.station(seen.x, seen.y, near)
        v = max(seen.speed, SLOWEST)
        course = seen.yaw + (math.atan2(seen.sideways, seen.forward) if seen.speed > SLOWEST else 0.0)
        leaving = v * math.sin(course - self.path.heading(self.station))
        ahead = self.path.curvature(self.station + v * self.preview)
        back = 2.0 * DAMPING * FREQUENCY * leaving + FREQUENCY**2 * (self.offset + self.preview * leaving)
        wanted = max(-STRONGEST, min(STRONGEST, v * v * ahead - back)) / (v * v)
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
