"""The left side of an axle as lines between its points at the design position, for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from jounce.lab.kinematics_compliance.rig import Rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition
from jounce.lab.kinematics_compliance.steering_axis import steering_axes
from jounce.model.mechanism import Bushing, Distance, Revolute, SpringDamper
from jounce.model.mechanism.joints import Pointed

HALF_HINGE = 0.15
"""Half the drawn distance between the pivots of a hinge whose description has less than two points on its axis [m]."""
ON_AXIS = 1e-6
"""Distance from an axis up to which a point is on it [m]."""
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
    hinges: dict[str, list[Triple]] = {}
    written = _written_points(rig)
    links = []
    for element in (*mechanism.joints, *mechanism.forces):
        if not isinstance(element, Pointed | SpringDamper | Bushing):
            continue
        ends = [(element.body_a, element.point_a), (element.body_b, element.point_b)]
        own = [(body, point) for body, point in ends if body.endswith(f"_{wheel.suffix}")]
        if own and isinstance(element, SpringDamper | Distance):
            kind: Kind = "spring" if isinstance(element, SpringDamper) else "rod"
            links.append(Link(kind, element.point_a, element.point_b))
        for body, point in own:
            if body == carrier or not isinstance(element, SpringDamper):
                if isinstance(element, Revolute) and body != carrier:
                    hinges.setdefault(body, []).extend(_pivots(element, point, written))
                else:
                    points.setdefault(body, []).append(point)
    for body in dict.fromkeys((*points, *hinges)):
        first, *others = points.get(body, []) + hinges.get(body, [])
        kind = "carrier" if body == carrier else "part"
        links += [Link(kind, first, other) for other in others]
    pin = steering_axes(rig, at)[0]
    if pin is not None:
        top = 2.2 * wheel.radius / pin.direction[2]
        links.append(Link("kingpin", _triple(pin.point), _triple(pin.point + top * pin.direction)))
    return Linkage(tuple(links), centre, _triple(at.spin_axis(wheel)), _triple(at.contact(wheel)), wheel.radius)


def _pivots(hinge: Revolute, point: Triple, written: list[np.ndarray]) -> list[Triple]:
    """The two ends of a hinge: the outermost written points on its axis, or points at a usual distance."""
    axis = np.array(hinge.axis_a) / np.linalg.norm(hinge.axis_a)
    along = [float(axis @ (one - point)) for one in written if _is_on(one - np.array(point), axis)]
    low, high = (min(along), max(along)) if len(along) > 1 else (-HALF_HINGE, HALF_HINGE)
    return [_triple(np.array(point) + place * axis) for place in (high, low)]


def _is_on(offset: np.ndarray, axis: np.ndarray) -> bool:
    return float(np.linalg.norm(offset - (axis @ offset) * axis)) < ON_AXIS


def _written_points(rig: Rig) -> list[np.ndarray]:
    """All points of the left suspension that its description has [m]."""
    return [np.array(point) for point in _triples(rig.axle.suspension.model_dump())]


def _triples(data: object) -> Iterator[Triple]:
    if isinstance(data, dict):
        for value in data.values():
            yield from _triples(value)
    elif isinstance(data, list | tuple):
        if len(data) == 3 and all(isinstance(value, float | int) for value in data):
            yield data[0], data[1], data[2]
        else:
            for value in data:
                yield from _triples(value)


def _triple(vector: np.ndarray) -> Triple:
    x, y, z = (float(value) for value in vector)
    return x, y, z
