"""Both wheels of an axle up and down together (parallel travel), or one up and the other down (opposite travel)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.suspension.car import Car
from jounce.suspension.curves import WheelCurves, moved, wheel_curves
from jounce.suspension.march import both_ways
from jounce.suspension.rig import Rig
from jounce.suspension.station import Station

SPACING = 5e-3
"""Travel between two positions, unless there would be too few or too many [m]."""
FEWEST, MOST = 8, 24
"""Positions in each direction."""


@dataclass(frozen=True)
class TravelSweep:
    """An axle over the travel of its left wheel [m], bump positive; the right one moves alike or the other way."""

    travel: np.ndarray
    left: WheelCurves
    right: WheelCurves
    roll_centre_height: np.ndarray
    """Above the ground under the wheels (KC11) [m]."""
    roll_rate: np.ndarray
    """Moment of the wheel loads per roll angle of the body on rigid tires (KC12) [N·m/rad]."""
    braking_support: np.ndarray
    """Anti-dive of a front, anti-lift of a rear axle (KC13); 1 is all of it."""
    driving_support: np.ndarray
    """Anti-lift of a front, anti-squat of a rear axle (KC14); 1 is all of it."""
    wanted: float
    """Travel that was asked for, each way [m]."""

    @property
    def design(self) -> int:
        """Index of the design position."""
        return int(np.argmin(np.abs(self.travel)))


def travel_sweep(rig: Rig, start: Station, travel: float, other: float, car: Car) -> TravelSweep:
    """Move the left wheel up and down by `travel` [m] and the right one by `other` times that."""
    count = min(max(FEWEST, math.ceil(travel / SPACING - 1e-9)), MOST)
    direction = np.zeros(start.held.size)
    direction[:2] = 1.0, other
    stations = both_ways(rig, start, direction, travel * np.arange(1, count + 1) / count)
    left, right = wheel_curves(rig, stations, other)
    slope = 0.5 * (left.contact_slope_x + right.contact_slope_x)
    free_slope = 0.5 * (left.centre_slope_x + right.centre_slope_x)
    return TravelSweep(
        travel=np.array([station.held[0] for station in stations]),
        left=left,
        right=right,
        roll_centre_height=np.array([_roll_centre(rig, station) for station in stations]),
        roll_rate=np.array([_roll_rate(rig, station) for station in stations]),
        braking_support=car.braking_support(rig.axle, slope),
        driving_support=car.driving_support(rig.axle, slope, free_slope),
        wanted=travel,
    )


def _roll_centre(rig: Rig, station: Station) -> float:
    """(KC11): where the normals to the paths of the contact points meet the middle of the track, on average."""
    rolling = station.motion[:, 0] - station.motion[:, 1]
    left, right = (station.at.contact(wheel) for wheel in rig.wheels)
    across = left[1:] - right[1:]
    across /= np.linalg.norm(across)
    upwards = np.array([-across[1], across[0]])
    heights = []
    for wheel, contact in zip(rig.wheels, (left, right), strict=True):
        path = moved(station.at, wheel, contact, rolling)[1:]
        aside = 0.5 * float(across @ (left[1:] - right[1:])) * wheel.sign
        heights.append(aside * float(across @ path) / float(upwards @ path))
    return float(np.mean(heights))


def _roll_rate(rig: Rig, station: Station) -> float:
    """(KC12) from the stiffness of opposite travel."""
    left, right = (station.at.contact(wheel) for wheel in rig.wheels)
    track, S = left[1] - right[1], station.stiffness
    return float(0.25 * track**2 * (S[0, 0] - S[0, 1] - S[1, 0] + S[1, 1]))


def reach(sweeps: Sequence[TravelSweep], names: Sequence[str]) -> list[str]:
    """What is to be said of sweeps that ended where their linkage ends."""
    notes = []
    for sweep, name in zip(sweeps, names, strict=True):
        for way, got in (("bump", abs(sweep.travel[-1])), ("rebound", abs(sweep.travel[0]))):
            if got < sweep.wanted - 1e-6:
                asked = 1e3 * sweep.wanted
                notes.append(f"{name} ends at {1e3 * got:.0f} mm of {way} of {asked:.0f} mm: the linkage ends there")
    return notes
