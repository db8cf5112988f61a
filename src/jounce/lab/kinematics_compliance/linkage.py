"""The left side of an axle as lines between its points at the design position, for pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from jounce.lab.kinematics_compliance.rig import Rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition
from jounce.lab.kinematics_compliance.steering_axis import steering_axes
from jounce.model.mechanism import Bushing, Distance, SpringDamper
from jounce.model.mechanism.joints import Pointed

Triple: TypeAlias = tuple[float, float, float]
Kind: TypeAlias = Literal["part", "carrier", "rod", "spring", "kingpin"]


@dataclass(frozen=True)
class Link:
    """A line between two points, world axes [m]."""

    kind: Kind
    start: Triple
    end: Triple


@dataclass(frozen=True)
class Linkage:
    """What a picture of the left side needs; the right one is its mirror image."""

    links: tuple[Link, ...]
    wheel_centre: Triple
    spin_axis: Triple
    contact: Triple
    radius: float


def linkage(rig: Rig, position: RigPosition) -> Linkage:
    """The lines of the left side at a position that is the design position."""
    wheel, at, mechanism = rig.wheels[0], position.at, rig.system.mechanism
    carrier, centre = rig.system.layout.bodies[wheel.carrier], _triple(at.centre(wheel))
    points: dict[str, list[Triple]] = {carrier: [centre]}
    links = []
    for element in (*mechanism.joints, *mechanism.forces):
        if not isinstance(element, Pointed | SpringDamper | Bushing):
            continue
        ends = [(element.body_a, element.point_a), (element.body_b, element.point_b)]
        ours = f"_{wheel.suffix}", f"_{rig.axle.name}"  # of the corner, or of the whole axle
        own = [(body, point) for body, point in ends if body.endswith(ours)]
        if own and isinstance(element, SpringDamper | Distance):
            kind: Kind = "spring" if isinstance(element, SpringDamper) else "rod"
            links.append(Link(kind, element.point_a, element.point_b))
        for body, point in own:
            if body == carrier or not isinstance(element, SpringDamper):
                points.setdefault(body, []).append(point)
    for body, (first, *others) in points.items():
        kind = "carrier" if body == carrier else "part"
        links += [Link(kind, first, other) for other in others]
    pin = steering_axes(rig, at)[0]
    if pin is not None:
        top = 2.2 * wheel.radius / pin.direction[2]
        links.append(Link("kingpin", _triple(pin.point), _triple(pin.point + top * pin.direction)))
    return Linkage(tuple(links), centre, _triple(at.spin_axis(wheel)), _triple(at.contact(wheel)), wheel.radius)


def _triple(vector: np.ndarray) -> Triple:
    x, y, z = (float(value) for value in vector)
    return x, y, z
