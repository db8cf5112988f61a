"""Rotors: balanced bodies that turn about axes across the car, fixed in the chassis, forward like its wheels."""

from __future__ import annotations

from jounce.model.mechanism import Body, Revolute
from jounce.model.vehicle.corners import CHASSIS, Elements
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import LeftPoint, Wheel
from jounce.schema.quantities import Point

ACROSS = (0.0, 1.0, 0.0)
"""The axis about which everything in a powertrain turns."""


class Rotor(Wheel):
    """Something balanced that turns about an axis across the car, at its centre of mass [m]."""

    centre_of_mass: Point


class LeftRotor(Wheel):
    """A rotor of the left side."""

    centre_of_mass: LeftPoint


def rotor_elements(name: str, rotor: Wheel, centre: Triple) -> Elements:
    """A body on a hinge of the chassis, both of one name."""
    body = Body(name=name, mass=rotor.mass, inertia=rotor.inertia(ACROSS), centre_of_mass=centre)
    hinge = Revolute(name=name, body_a=CHASSIS, body_b=name, point=centre, axis=ACROSS)
    return Elements(bodies=(body,), joints=(hinge,))
