"""Loads that tires put on the wheels of an axle, and how the wheels give way to them, contact points held in height."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.lab.kinematics_compliance.curves import angle_rates, point_displacement
from jounce.lab.kinematics_compliance.evaluation import Evaluation
from jounce.lab.kinematics_compliance.rig import Rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition

X, Y, Z = np.eye(3)


@dataclass(frozen=True)
class Load:
    """A load on both wheels: along or about a world axis, of this size and sign on the left and right wheel."""

    name: str
    about: str
    axis: np.ndarray
    signs: tuple[float, float]
    moment: bool = False
    at_centre: bool = False

    def on(self, rig: Rig, at: Evaluation, size: float = 1.0) -> np.ndarray:
        """The generalised force of this load of a size [N or N·m] where the wheels are."""
        total = np.zeros(at.applied.size)
        for wheel, sign in zip(rig.wheels, self.signs, strict=True):
            push, none = sign * size * self.axis, np.zeros(3)
            point = at.centre(wheel) if self.at_centre else at.contact(wheel)
            total += at.load(wheel, none, point, push) if self.moment else at.load(wheel, push, point, none)
        return total


LOADS = (
    Load("lateral_parallel", "lateral force at the contact points, both to the left", Y, (1.0, 1.0)),
    Load("lateral_opposite", "lateral force at the contact points, both outwards", Y, (1.0, -1.0)),
    Load("braking", "braking force at the contact points, wheels locked to their carriers", -X, (1.0, 1.0)),
    Load("driving", "driving force at the wheel centres", X, (1.0, 1.0), at_centre=True),
    Load("aligning_parallel", "aligning moment, both to the left", Z, (1.0, 1.0), moment=True),
    Load("aligning_opposite", "aligning moment, both towards toe-out", Z, (1.0, -1.0), moment=True),
)


@dataclass(frozen=True)
class WheelCompliance:
    """What one wheel does per load on each wheel: per N, or per N·m of a moment."""

    toe: float
    """Change of toe, positive for toe-in [rad]."""
    camber: float
    """Change of camber, positive with the top outwards [rad]."""
    centre_x: float
    """Displacement of the wheel centre, forwards [m]."""
    centre_y: float
    """Displacement of the wheel centre, outwards [m]."""
    contact_y: float
    """Displacement of the contact point, outwards [m]."""


@dataclass(frozen=True)
class Compliance:
    """The answer of an axle to one load at the design position, heights of the contact points held (KC18)."""

    name: str
    about: str
    moment: bool
    """Whether the answer is per N·m of a moment; else it is per N of a force."""
    left: WheelCompliance
    right: WheelCompliance


def compute_compliances(rig: Rig, position: RigPosition) -> tuple[Compliance, ...]:
    """Answers to all loads at a position where the rack is free if it is on a servo."""
    return tuple(_compliance(rig, position, load) for load in LOADS)


def _compliance(rig: Rig, position: RigPosition, load: Load) -> Compliance:
    at = position.at
    displacement = position.displacement_under(load.on(rig, at))
    wheels = []
    for wheel in rig.wheels:
        camber, steer = angle_rates(at, wheel, displacement)
        centre = point_displacement(at, wheel, at.centre(wheel), displacement)
        contact = point_displacement(at, wheel, at.contact(wheel), displacement)
        outwards = (wheel.sign * float(point[1]) for point in (centre, contact))
        answer = -wheel.sign * steer, camber, float(centre[0]), *outwards
        wheels.append(WheelCompliance(*(value + 0.0 for value in answer)))  # no −0.0
    return Compliance(load.name, load.about, load.moment, *wheels)
