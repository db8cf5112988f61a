"""The linkage of an axle along its sweeps, in 3D: a motion over what is moved instead of time.

Beside every part there are kingpins, instant centres, the lines of the tire forces to them, and the roll centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from jounce.lab.kinematics_compliance.curves import point_displacement
from jounce.lab.kinematics_compliance.rig import Rig, WheelPlace
from jounce.lab.kinematics_compliance.rig_position import RigPosition
from jounce.lab.kinematics_compliance.steering_axis import steering_axes
from jounce.lab.results.motion import POSE, Motion
from jounce.lab.scene.mechanism_shapes import WIDTH_TO_RADIUS, mechanism_shapes
from jounce.lab.scene.scene import TERRAIN, Scene, Shape, pack
from jounce.lab.scene.shapes import ball, bar, wheel
from jounce.model.mechanism import GROUND

Way: TypeAlias = Literal["bump", "roll", "steer"]
MARKS = ("kingpin foot", "kingpin top", "contact", "instant centre")
"""Points of each side that are drawn beside the parts."""
LINE = 0.006
"""Radius of drawn lines [m]."""
FARTHEST = 3.0
"""Distance from the contact point at which the line to a far instant centre ends [m]."""
WHEEL_SHARE = 0.3
"""Drawn width of a wheel as a share of its own: the linkage is seen beside it."""
IDENTITY = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class LinkageMotion:
    """One sweep of an axle as a picture that moves; the `time` of its blocks is what is moved [m, rad]."""

    way: Way
    motion: Motion


def linkage_motion(
    rig: Rig, way: Way, across: np.ndarray, positions: Sequence[RigPosition], travel: float
) -> LinkageMotion:
    """The pictures of a sweep; across: rising values of what is moved, one a position; travel: of the wheels [m]."""
    scene = _scene(rig)
    blocks = np.zeros((len(positions), scene.width), np.float32)
    blocks[:, 0] = across
    marks = [_marks(rig, position) for position in positions]
    for k, (position, points) in enumerate(zip(positions, marks, strict=True)):
        parts = position.y[: POSE * len(rig.system.layout.bodies)].reshape(-1, POSE)
        rest = np.array([[*point, *IDENTITY] for point in (_middle(rig), *points)])
        blocks[k, scene.poses] = np.concatenate([parts, rest]).ravel()
    ground = pack(TERRAIN, {"nx": 0, "ny": 0, "height": -1.3 * travel - 0.02, "friction_value": 1.0})
    return LinkageMotion(way, Motion(scene.to_dict(), blocks, ground))


def _scene(rig: Rig) -> Scene:
    mechanism = rig.system.mechanism
    names = rig.system.layout.bodies
    extra = ("middle", *(f"{mark} {w.suffix}" for w in rig.wheels for mark in MARKS), "roll centre")
    bodies = (*names, *extra)
    shapes: list[Shape] = list(mechanism_shapes(mechanism, GROUND))
    for w in rig.wheels:
        width = WHEEL_SHARE * WIDTH_TO_RADIUS * w.radius
        shapes.append(wheel(w.carrier, w.centre, w.axis, w.radius, width, w.suffix))
        foot, top, contact, centre = (bodies.index(f"{mark} {w.suffix}") for mark in MARKS)
        if w.kingpin is not None:
            shapes.append(bar(foot, np.zeros(3), top, np.zeros(3), LINE, "kingpin"))
        shapes.append(bar(contact, np.zeros(3), centre, np.zeros(3), 0.7 * LINE, "force_line"))
        shapes.append(ball(centre, np.zeros(3), 3.0 * LINE, "force_line"))
    shapes.append(ball(bodies.index("roll centre"), np.zeros(3), 6.0 * LINE, "roll_centre"))
    return Scene(
        title=mechanism.name, vehicle=mechanism.name, bodies=bodies, shapes=tuple(shapes),
        weight=1.0, focus=bodies.index("middle"),
    )  # fmt: skip


def _middle(rig: Rig) -> np.ndarray:
    """Where cameras look: between the wheel centres of the axle as designed [m]."""
    x, _, z = rig.axle.suspension.wheel_centre
    return np.array([x, 0.0, z])


def _marks(rig: Rig, position: RigPosition) -> list[np.ndarray]:
    """Kingpin, contact point and instant centre of both sides, and the roll centre, world axes [m]."""
    found: list[np.ndarray] = []
    lines = []
    for w, pin in zip(rig.wheels, steering_axes(rig, position.at), strict=True):
        contact = position.at.contact(w)
        if pin is None:
            found += [contact, contact]
        else:
            found += [pin.point, pin.point + 2.2 * w.radius / pin.direction[2] * pin.direction]
        centre = instant_centre(position, w)
        found += [contact, _clipped(contact, centre)]
        lines.append((contact, centre))
    return [*found, _roll_centre(lines)]


def front_view_centres(rig: Rig, position: RigPosition) -> tuple[np.ndarray, np.ndarray]:
    """The instant centre of the left wheel, not too far to be drawn, and the roll centre, world axes [m]."""
    lines = [(position.at.contact(w), instant_centre(position, w)) for w in rig.wheels]
    return _clipped(*lines[0]), _roll_centre(lines)


def instant_centre(position: RigPosition, w: WheelPlace) -> np.ndarray:
    """The point of the carrier that stands still in front view while the wheel rises, in the plane of the contact point
    across the car [m]; far away, along the normal of the path, for a wheel that hardly turns."""
    contact, centre = position.at.contact(w), position.at.centre(w)
    rising = position.motion[:, 0] if w.sign > 0.0 else position.motion[:, 1]
    v, u = (point_displacement(position.at, w, point, rising)[1:] for point in (contact, centre))
    across = centre[1:] - contact[1:]
    turn = float((u[1] - v[1]) * across[0] - (u[0] - v[0]) * across[1]) / float(across @ across)  # about x
    normal = np.array([-v[1], v[0]]) / np.linalg.norm(v)
    reach = float(np.linalg.norm(v)) / turn if abs(turn) > 1e-6 else 1e6
    return np.array([contact[0], *(contact[1:] + reach * normal)])


def _clipped(contact: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """The centre, or a point towards it that is not too far to be drawn."""
    distance = float(np.linalg.norm(centre - contact))
    if distance <= FARTHEST:
        return centre
    inwards = -np.sign(contact[1]) * np.sign(centre[1] - contact[1]) or 1.0
    return contact + inwards * (centre - contact) * FARTHEST / distance


def _roll_centre(lines: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Where the lines from the contact points to the instant centres of both sides meet [m].

    Where they are parallel, or meet far away: their mean height in the middle of the car.
    """
    (a, p), (b, q) = ((contact[1:], centre[1:] - contact[1:]) for contact, centre in lines)
    x = 0.5 * (lines[0][0][0] + lines[1][0][0])
    cross = float(p[0] * q[1] - p[1] * q[0])
    if abs(cross) > 1e-9 * float(np.linalg.norm(p) * np.linalg.norm(q)):
        share = float((b[0] - a[0]) * q[1] - (b[1] - a[1]) * q[0]) / cross
        y, z = a + share * p
        if np.hypot(y, z) < FARTHEST:
            return np.array([x, y, z])
    heights = [c[1] - c[0] * d[1] / d[0] if abs(d[0]) > 1e-9 else 0.0 for c, d in ((a, p), (b, q))]
    return np.array([x, 0.0, float(np.mean(heights))])
