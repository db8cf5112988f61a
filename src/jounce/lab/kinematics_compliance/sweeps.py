"""Both wheels of an axle up and down together (parallel travel), or one up and the other down (opposite travel).

The steer sweep: the rack from stop to stop, with the contact points at their design height.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from jounce.lab.kinematics_compliance.car import Car
from jounce.lab.kinematics_compliance.curves import WheelCurves, angle_rates, point_displacement, wheel_curves
from jounce.lab.kinematics_compliance.rig import Rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition, follow_both_ways
from jounce.model.vehicle import Steering

Abscissa: TypeAlias = Literal["contact", "centre"]
"""Which travel curves are drawn over."""
TRAVEL_SPACING = 5e-3
"""Travel between two positions, unless there would be too few or too many [m]."""
MIN_POSITIONS, MAX_POSITIONS = 8, 24
"""Number of positions in each direction."""


@dataclass(frozen=True)
class TravelSweep:
    """An axle over the travel of its left wheel [m], bump positive; the right one moves alike or the other way."""

    travel: np.ndarray
    """Travel of the contact point of the left wheel [m]."""
    left: WheelCurves
    right: WheelCurves
    roll_centre_height: np.ndarray
    """Height of the roll centre above the ground under the wheels (KC11) [m]."""
    roll_rate: np.ndarray
    """Moment of the wheel loads per roll angle of the body on rigid tires (KC12) [N·m/rad]."""
    braking_support: np.ndarray
    """Anti-dive of a front, anti-lift of a rear axle (KC13); 1 is all of it."""
    driving_support: np.ndarray
    """Anti-lift of a front, anti-squat of a rear axle (KC14); 1 is all of it."""
    wanted: float
    """Travel that was asked for, each way [m]."""

    @property
    def centre_travel(self) -> np.ndarray:
        """Travel of the centre of the left wheel [m], beside that of its contact point."""
        return self.left.centre_z

    def over(self, abscissa: Abscissa) -> np.ndarray:
        """The travel that curves are drawn over [m]: of the contact point or of the wheel centre."""
        return self.centre_travel if abscissa == "centre" else self.travel

    @property
    def design(self) -> int:
        """Index of the design position."""
        return int(np.argmin(np.abs(self.travel)))


def travel_positions(rig: Rig, start: RigPosition, travel: float, other: float) -> list[RigPosition]:
    """Positions with the left wheel up and down by `travel` [m] and the right one by `other` times that."""
    count = min(max(MIN_POSITIONS, math.ceil(travel / TRAVEL_SPACING - 1e-9)), MAX_POSITIONS)
    direction = np.zeros(start.held.size)
    direction[:2] = 1.0, other
    return follow_both_ways(rig, start, direction, travel * np.arange(1, count + 1) / count)


def travel_sweep(rig: Rig, positions: list[RigPosition], travel: float, other: float, car: Car) -> TravelSweep:
    """What the axle does at `travel_positions`."""
    left, right = wheel_curves(rig, positions, other)
    slope = 0.5 * (left.contact_slope_x + right.contact_slope_x)
    free_slope = 0.5 * (left.centre_slope_x + right.centre_slope_x)
    return TravelSweep(
        travel=np.array([position.held[0] for position in positions]),
        left=left,
        right=right,
        roll_centre_height=np.array([_roll_centre(rig, position) for position in positions]),
        roll_rate=np.array([_roll_rate(rig, position) for position in positions]),
        braking_support=car.braking_support(rig.axle, slope),
        driving_support=car.driving_support(rig.axle, slope, free_slope),
        wanted=travel,
    )


def _roll_centre(rig: Rig, position: RigPosition) -> float:
    """(KC11): where the normals to the paths of the contact points meet the middle of the track, on average."""
    rolling = position.motion[:, 0] - position.motion[:, 1]
    left, right = (position.at.contact(wheel) for wheel in rig.wheels)
    across = left[1:] - right[1:]
    across /= np.linalg.norm(across)
    upwards = np.array([-across[1], across[0]])
    heights = []
    for wheel, contact in zip(rig.wheels, (left, right), strict=True):
        path = point_displacement(position.at, wheel, contact, rolling)[1:]
        aside = 0.5 * float(across @ (left[1:] - right[1:])) * wheel.sign
        heights.append(aside * float(across @ path) / float(upwards @ path))
    return float(np.mean(heights))


def _roll_rate(rig: Rig, position: RigPosition) -> float:
    """(KC12) from the stiffness of opposite travel."""
    left, right = (position.at.contact(wheel) for wheel in rig.wheels)
    track, S = left[1] - right[1], position.stiffness
    return float(0.25 * track**2 * (S[0, 0] - S[0, 1] - S[1, 0] + S[1, 1]))


def travel_notes(sweeps: Sequence[TravelSweep], names: Sequence[str]) -> list[str]:
    """What is to be said of sweeps that ended where their linkage ends."""
    notes = []
    for sweep, name in zip(sweeps, names, strict=True):
        for way, got in (("bump", abs(sweep.travel[-1])), ("rebound", abs(sweep.travel[0]))):
            if got < sweep.wanted - 1e-6:
                asked = 1e3 * sweep.wanted
                notes.append(f"{name} ends at {1e3 * got:.0f} mm of {way} of {asked:.0f} mm: the linkage ends there")
    return notes


LOCK_ANGLE = math.radians(35.0)
"""Mean angle of the wheels at which a sweep ends [rad]."""
MAX_RACK_TRAVEL, RACK_SPACING = 0.15, 5e-3
"""Travel of the rack beyond which no sweep goes, and between two positions [m]."""
MIN_ACKERMANN_ANGLE = math.radians(1.0)
"""Mean angle of the wheels below which Ackermann's quotient is all rounding and toe [rad]."""


@dataclass(frozen=True)
class SteerSweep:
    """A steered axle over the angle of the steering wheel, from right to left."""

    steering_wheel_angle: np.ndarray
    """Angle of the steering wheel, positive to the left [rad]."""
    rack_travel: np.ndarray
    """Travel of the rack along its axis [m]."""
    left: WheelCurves
    right: WheelCurves
    ackermann: np.ndarray
    """Share of the difference of angles that rolling without side slip asks for (KC16); NaN near straight ahead."""
    ackermann_error: np.ndarray
    """Angle of the outer wheel less the one at which it would roll without side slip (KC16) [rad]; NaN likewise."""
    turning_radius: np.ndarray
    """Radius of the circle of the outer contact point in slow turning (KC17) [m]; NaN near straight ahead."""
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


def steer_positions(rig: Rig, start: RigPosition, steering: Steering) -> list[RigPosition]:
    """Positions with the rack moved both ways until the wheels are at the lock, or the linkage ends."""

    def mean(position: RigPosition) -> float:
        axes = [position.at.spin_axis(wheel) for wheel in rig.wheels]
        return float(np.mean([math.atan2(-s[0], s[1]) for s in axes]))

    straight = mean(start)
    steps = RACK_SPACING * np.arange(1, round(MAX_RACK_TRAVEL / RACK_SPACING) + 1)
    direction = np.array([0.0, 0.0, math.copysign(1.0, steering.ratio)])
    return follow_both_ways(rig, start, direction, steps, lambda position: abs(mean(position) - straight) >= LOCK_ANGLE)


def steer_sweep(rig: Rig, positions: list[RigPosition], steering: Steering, car: Car) -> SteerSweep:
    """What the axle does at `steer_positions`."""
    left, right = wheel_curves(rig, positions, 0.0)
    travel = np.array([position.held[2] for position in positions])
    per_rack = [
        np.mean([angle_rates(position.at, wheel, position.motion[:, 2])[1] for wheel in rig.wheels])
        for position in positions
    ]
    share, error, radius = _turning(rig, positions, car.turning_axle(rig.axle.name))
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
        if turned < LOCK_ANGLE and abs(float(sweep.rack_travel[i])) < MAX_RACK_TRAVEL - 1e-9:
            notes.append(
                f"steering to the {way} ends at {1e3 * abs(float(sweep.rack_travel[i])):.0f} mm of rack travel, "
                f"{math.degrees(turned):.0f}° of the wheels: the linkage ends there"
            )
    return notes


def _turning(rig: Rig, positions: list[RigPosition], axle_x: float | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(KC16), (KC17) at every position."""
    rows = [_turn(rig, position, axle_x) for position in positions]
    share, error, radius = np.array(rows).T
    return share, error, radius


def _turn(rig: Rig, position: RigPosition, axle_x: float | None) -> tuple[float, float, float]:
    """Share of Ackermann, error of the outer wheel and radius of its circle."""
    at = position.at
    wheels = []
    for wheel in rig.wheels:
        s, contact = at.spin_axis(wheel), at.contact(wheel)
        wheels.append((math.atan2(-s[0], s[1]), contact))
    mean = 0.5 * (wheels[0][0] + wheels[1][0])
    if axle_x is None or abs(mean) < MIN_ACKERMANN_ANGLE or any(angle * mean <= 0.0 for angle, _ in wheels):
        return math.nan, math.nan, math.nan
    ahead = wheels[0][1][0] > axle_x
    inner, outer = wheels if (mean > 0.0) == ahead else wheels[::-1]
    (angle_i, at_i), (angle_o, at_o) = inner, outer
    middle = at_i[1] + (at_i[0] - axle_x) / math.tan(angle_i)
    ideal = math.atan((at_o[0] - axle_x) / (middle - at_o[1]))
    used = 0.5 * (middle + at_o[1] + (at_o[0] - axle_x) / math.tan(angle_o))
    radius = math.hypot(at_o[0] - axle_x, at_o[1] - used)
    return (angle_i - angle_o) / (angle_i - ideal), abs(angle_o) - abs(ideal), radius
