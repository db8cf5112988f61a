"""Bodies, wheels and tires for the vehicles and linkages of this folder: invented, but plausible numbers.

Every body has a frame of its own, turned against the world and away from its centre of mass, so that a formulation
that confuses a frame with a centre of mass, or body axes with world axes, is found out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.model.mechanism import Body, Distance, Force, Joint, MagicFormula, Mechanism, Spherical, Tire, Universal

Point = tuple[float, float, float]

_RADIUS = 0.31  # of a tire [m]


@dataclass(frozen=True)
class Parts:
    """A piece of a mechanism; pieces are added with +."""

    bodies: tuple[Body, ...] = ()
    joints: tuple[Joint, ...] = ()
    forces: tuple[Force, ...] = ()
    tires: tuple[Tire, ...] = ()

    def __add__(self, other: Parts) -> Parts:
        return Parts(
            self.bodies + other.bodies,
            self.joints + other.joints,
            self.forces + other.forces,
            self.tires + other.tires,
        )

    def mechanism(self, name: str) -> Mechanism:
        """All pieces as one mechanism."""
        return Mechanism(name=name, bodies=self.bodies, joints=self.joints, forces=self.forces, tires=self.tires)


def part(name: str, mass: float, moments: Iterable[float], centre: Point, turned: Point, **fields) -> Body:
    """A body of `mass` [kg] with its centre of mass at `centre` (world, [m]) and moments in body axes [kg m²].

    turned: the rotation vector of its frame [rad]; the frame's origin lies a few centimetres away from the centre.
    """
    rotation = Rotation.from_rotvec(turned)
    offset = np.array([0.04, -0.03, 0.05])
    x, y, z, w = rotation.as_quat()
    return Body(
        name=name,
        mass=mass,
        inertia=tuple(moments),
        centre_of_mass=tuple(offset),
        position=tuple(np.asarray(centre) - rotation.apply(offset)),
        orientation=(w, x, y, z),
        **fields,
    )


def link(name: str, start: Point, end: Point, mass: float = 1.2, radius: float = 0.015) -> Body:
    """A uniform rod of `radius` [m] between two points, the x axis of its frame along it."""
    d = np.subtract(end, start)
    length = float(np.linalg.norm(d))
    turn = np.cross([1.0, 0.0, 0.0], d / length)
    angle = np.arctan2(np.linalg.norm(turn), d[0] / length)
    across, along = mass * (length**2 / 12.0 + radius**2 / 4.0), 0.5 * mass * radius**2
    direction = turn / max(float(np.linalg.norm(turn)), 1e-12)
    return part(name, mass, (along, across, across), tuple(0.5 * np.add(start, end)), tuple(angle * direction))


def rod(name: str, body_a: str, inner: Point, body_b: str, outer: Point, mass: float = 1.2) -> Parts:
    """A rod with mass: a universal joint at its inner, a ball at its outer end, which leaves what a Distance leaves."""
    d = np.subtract(outer, inner)
    pin_a = np.cross(d, [0.0, 0.0, 1.0] if abs(d[2]) < 0.9 * np.linalg.norm(d) else [1.0, 0.0, 0.0])
    pin_b = np.cross(d, pin_a)
    ends = (
        Universal(
            name=f"{name}_inner", body_a=body_a, body_b=name, point=inner, axis_a=tuple(pin_a), axis_b=tuple(pin_b)
        ),
        Spherical(name=f"{name}_outer", body_a=name, body_b=body_b, point=outer),
    )
    return Parts((link(name, inner, outer, mass),), ends)


def massless_rod(name: str, body_a: str, inner: Point, body_b: str, outer: Point) -> Distance:
    """A rod without mass."""
    return Distance(name=name, body_a=body_a, body_b=body_b, point_a=inner, point_b=outer)


def chassis(mass: float = 1350.0, centre: Point = (0.0, 0.02, 0.56)) -> Parts:
    """A free car body; its frame is turned a little, as after a scan of a real one."""
    return Parts((part("chassis", mass, (480.0, 2100.0, 2300.0), centre, (0.02, -0.03, 0.4), free=True),))


def wheel(name: str, centre: Point) -> Body:
    """A wheel of 19 kg that spins about the world's y axis, turned about it by some angle."""
    return Body(name=name, mass=19.0, inertia=(0.62, 1.05, 0.62), position=centre, orientation=(0.9, 0.0, 0.43, 0.0))


def tire(name: str, body: str, centre: Point, spin_axis: Point = (0.0, 1.0, 0.0)) -> Tire:
    """A tire of 0.31 m and 200 N/mm."""
    return Tire(
        name=name,
        body=body,
        centre=centre,
        spin_axis=spin_axis,
        radius=_RADIUS,
        vertical_stiffness=2.0e5,
        vertical_damping=500.0,
        lateral=MagicFormula(b=9.5, c=1.32, d=1.02, e=0.95),
        longitudinal=MagicFormula(b=11.5, c=1.62, d=1.05, e=0.88),
    )


def mirrored(point: Point, side: float) -> Point:
    """A point of the left side on the side +1 (left) or −1 (right)."""
    return point[0], side * point[1], point[2]
