"""Loads that tires put on the wheels of an axle: the forces and moments for which a suspension gives way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.suspension.evaluation import Evaluation
from jounce.suspension.rig import Rig

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
