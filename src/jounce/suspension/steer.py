"""The steer sweep: the rack from stop to stop, with the contact points at their design height."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.suspension.car import Car
from jounce.suspension.curves import WheelCurves, angle_rates, wheel_curves
from jounce.suspension.march import both_ways
from jounce.suspension.rig import Rig
from jounce.suspension.station import Station
from jounce.vehicle import Steering

LOCK = math.radians(35.0)
"""Mean angle of the wheels at which a sweep ends [rad]."""
FARTHEST, SPACING = 0.15, 5e-3
"""Travel of the rack beyond which no sweep goes, and between two positions [m]."""
STRAIGHT = math.radians(1.0)
"""Mean angle of the wheels below which Ackermann's quotient is all rounding and toe [rad]."""


@dataclass(frozen=True)
class SteerSweep:
    """A steered axle over the angle of the steering wheel, from right to left."""

    steering_wheel_angle: np.ndarray
    """Positive to the left [rad]."""
    rack_travel: np.ndarray
    """Along the rack's axis [m]."""
    left: WheelCurves
    right: WheelCurves
    ackermann: np.ndarray
    """Share of the difference of angles that rolling without side slip asks for (KC16); NaN near straight ahead."""
    ackermann_error: np.ndarray
    """Angle of the outer wheel less the one at which it would roll without side slip (KC16) [rad]; NaN likewise."""
    turning_radius: np.ndarray
    """Of the circle of the outer contact point in slow turning (KC17) [m]; NaN near straight ahead."""
    steering_ratio: np.ndarray
    """Angle of the steering wheel per mean angle of the wheels (KC15)."""

    @property
    def mean_steer(self) -> np.ndarray:
        """Mean angle of both wheels [rad]."""
        return 0.5 * (self.left.steer + self.right.steer)

    @property
    def design(self) -> int:
        """Index of the straight-ahead position."""
        return int(np.argmin(np.abs(self.rack_travel)))


def steer_sweep(rig: Rig, start: Station, steering: Steering, car: Car) -> SteerSweep:
    """Move the rack both ways until the wheels are at the lock, or the linkage ends."""

    def mean(station: Station) -> float:
        axes = [station.at.spin_axis(wheel) for wheel in rig.wheels]
        return float(np.mean([math.atan2(-s[0], s[1]) for s in axes]))

    straight = mean(start)
    steps = SPACING * np.arange(1, round(FARTHEST / SPACING) + 1)
    direction = np.array([0.0, 0.0, math.copysign(1.0, steering.ratio)])
    stations = both_ways(rig, start, direction, steps, lambda station: abs(mean(station) - straight) >= LOCK)
    left, right = wheel_curves(rig, stations, 0.0)
    travel = np.array([station.held[2] for station in stations])
    per_rack = [
        np.mean([angle_rates(station.at, wheel, station.motion[:, 2])[1] for wheel in rig.wheels])
        for station in stations
    ]
    share, error, radius = _turning(rig, stations, car.turning_axle(rig.axle.name))
    return SteerSweep(
        steering_wheel_angle=travel / steering.ratio,
        rack_travel=travel,
        left=left,
        right=right,
        ackermann=share,
        ackermann_error=error,
        turning_radius=radius,
        steering_ratio=1.0 / (np.array(per_rack) * steering.ratio),
    )


def steer_notes(sweep: SteerSweep) -> list[str]:
    """What is to be said of a sweep that ended where its linkage ends, before the lock."""
    notes = []
    for way, i in (("right", 0), ("left", -1)):
        turned = abs(float(sweep.mean_steer[i] - sweep.mean_steer[sweep.design]))
        if turned < LOCK and abs(float(sweep.rack_travel[i])) < FARTHEST - 1e-9:
            notes.append(
                f"steering to the {way} ends at {1e3 * abs(float(sweep.rack_travel[i])):.0f} mm of rack travel, "
                f"{math.degrees(turned):.0f}° of the wheels: the linkage ends there"
            )
    return notes


def _turning(rig: Rig, stations: list[Station], axle_x: float | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(KC16), (KC17) at every station."""
    rows = [_turn(rig, station, axle_x) for station in stations]
    share, error, radius = np.array(rows).T
    return share, error, radius


def _turn(rig: Rig, station: Station, axle_x: float | None) -> tuple[float, float, float]:
    """Share of Ackermann, error of the outer wheel and radius of its circle."""
    at = station.at
    wheels = []
    for wheel in rig.wheels:
        s, contact = at.spin_axis(wheel), at.contact(wheel)
        wheels.append((math.atan2(-s[0], s[1]), contact))
    mean = 0.5 * (wheels[0][0] + wheels[1][0])
    if axle_x is None or abs(mean) < STRAIGHT or any(angle * mean <= 0.0 for angle, _ in wheels):
        return math.nan, math.nan, math.nan
    ahead = wheels[0][1][0] > axle_x
    inner, outer = wheels if (mean > 0.0) == ahead else wheels[::-1]
    (angle_i, at_i), (angle_o, at_o) = inner, outer
    middle = at_i[1] + (at_i[0] - axle_x) / math.tan(angle_i)
    ideal = math.atan((at_o[0] - axle_x) / (middle - at_o[1]))
    used = 0.5 * (middle + at_o[1] + (at_o[0] - axle_x) / math.tan(angle_o))
    radius = math.hypot(at_o[0] - axle_x, at_o[1] - used)
    return (angle_i - angle_o) / (angle_i - ideal), abs(angle_o) - abs(ideal), radius
