"""How the wheels of an axle give way to forces and moments of the tires, with their contact points held in height."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.suspension.curves import angle_rates, moved
from jounce.suspension.load import LOADS, Load
from jounce.suspension.rig import Rig
from jounce.suspension.station import Station


@dataclass(frozen=True)
class WheelCompliance:
    """What one wheel does per load on each wheel: per N, or per N·m of a moment."""

    toe: float
    """Toe-in positive [rad]."""
    camber: float
    """Top outwards positive [rad]."""
    centre_x: float
    """Wheel centre, forwards [m]."""
    centre_y: float
    """Wheel centre, outwards [m]."""
    contact_y: float
    """Contact point, outwards [m]."""


@dataclass(frozen=True)
class Compliance:
    """The answer of an axle to one load at the design position, heights of the contact points held (KC18)."""

    name: str
    about: str
    moment: bool
    """Per N·m; else per N."""
    left: WheelCompliance
    right: WheelCompliance


def compliances(rig: Rig, station: Station) -> tuple[Compliance, ...]:
    """Answers to all loads at a station where the rack is free if it is on a servo."""
    return tuple(_compliance(rig, station, load) for load in LOADS)


def _compliance(rig: Rig, station: Station, load: Load) -> Compliance:
    at = station.at
    displacement = station.given_way(load.on(rig, at))
    wheels = []
    for wheel in rig.wheels:
        camber, steer = angle_rates(at, wheel, displacement)
        centre = moved(at, wheel, at.centre(wheel), displacement)
        contact = moved(at, wheel, at.contact(wheel), displacement)
        outwards = (wheel.sign * float(point[1]) for point in (centre, contact))
        answer = -wheel.sign * steer, camber, float(centre[0]), *outwards
        wheels.append(WheelCompliance(*(value + 0.0 for value in answer)))  # no −0.0
    return Compliance(load.name, load.about, load.moment, *wheels)
