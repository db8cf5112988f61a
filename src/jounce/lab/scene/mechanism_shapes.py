"""Shapes of any mechanism: every link, rod, spring and wheel, drawn between the points where joints and forces act.

A link is what lies between its joints, so a drawing from joints alone shows every hardpoint where the model has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

import numpy as np

from jounce.engine.assembly.bodies import Frame, frames
from jounce.lab.scene import shapes
from jounce.lab.scene.scene import WORLD, Shape
from jounce.model.mechanism import (
    GROUND,
    AntiRollBar,
    Bushing,
    Distance,
    HalfShaft,
    Mechanism,
    Pointed,
    Revolute,
    RevoluteSpherical,
    SpringDamper,
    Tire,
)

LINK, ROD, JOINT = 0.014, 0.009, 0.017
"""Radii of drawn links, massless rods and joints [m]."""
PIVOT = 0.11
"""Half the distance between the two bushings of a hinged arm [m]."""
WIDTH_TO_RADIUS = 0.68
"""Width of a tire by its radius, where its law has none [-]."""


def tire_width(tire: Tire) -> float:
    """Width of a tire in the drawing [m]."""
    return float(getattr(tire.law, "width", None) or WIDTH_TO_RADIUS * tire.radius)


def mechanism_shapes(mechanism: Mechanism, drawn: Collection[str]) -> Iterator[Shape]:
    """All parts but the bodies of chassis and trailers, which are drawn otherwise."""
    places = frames(mechanism.bodies)
    wheels = {tire.body: tire for tire in mechanism.tires}
    for tire in mechanism.tires:
        yield _wheel(tire, places[tire.body])
    for body in mechanism.bodies:
        if body.name not in drawn and body.name not in wheels:
            yield from _part(mechanism, body.name, places, set(wheels))
    for joint in mechanism.joints:
        if isinstance(joint, Distance | RevoluteSpherical):
            yield _between(joint, places)
        if isinstance(joint, Pointed) and joint.body_b not in wheels:
            yield from _joint(joint, places)
    for force in mechanism.forces:
        if isinstance(force, SpringDamper):
            yield _spring(force, places)
        elif isinstance(force, HalfShaft):
            yield _half_shaft(force, places)
        elif isinstance(force, AntiRollBar):
            yield from _anti_roll_bar(force, places)
        elif isinstance(force, Bushing):
            yield shapes.ball(_index(places, force.body_b), places[force.body_b].point(force.point_b), 1.4 * JOINT)


def _index(places: dict[str, Frame], body: str) -> int:
    return WORLD if body == GROUND else places[body].index


def _joint(joint: Pointed, places: dict[str, Frame]) -> Iterator[Shape]:
    """Both bushings of a hinge, a ball for every other joint."""
    frame, index = places[joint.body_a], _index(places, joint.body_a)
    if not isinstance(joint, Revolute):
        yield shapes.ball(index, frame.point(joint.point_a), JOINT)
        return
    axis = frame.direction(joint.axis_a)
    for side in (-PIVOT, PIVOT):
        yield shapes.pin(index, frame.point(joint.point_a) + side * axis, axis, 1.3 * JOINT, 0.045)


def _wheel(tire: Tire, frame: Frame) -> Shape:
    axis = frame.direction(tire.spin_axis)
    name = tire.name.removeprefix("tire_")
    return shapes.wheel(frame.index, frame.point(tire.centre), axis, tire.radius, tire_width(tire), name)


def _between(joint: Distance | RevoluteSpherical, places: dict[str, Frame]) -> Shape:
    """A massless rod."""
    a, b = places[joint.body_a], places[joint.body_b]
    other = _index(places, joint.body_b)
    return shapes.bar(_index(places, joint.body_a), a.point(joint.point_a), other, b.point(joint.point_b), ROD)


def _spring(force: SpringDamper, places: dict[str, Frame]) -> Shape:
    """A coil around a damper; a damper alone has no coils."""
    a, b = places[force.body_a], places[force.body_b]
    length = float(np.linalg.norm(np.subtract(force.point_a, force.point_b)))
    bare = force.stiffness == 0.0 and force.spring_curve is None
    coils = 0.0 if bare else round(max(4.0, min(9.0, 18.0 * length)), 1)
    radius = 0.022 if bare else min(0.052, 0.14 * length)
    ends = a.point(force.point_a), _index(places, force.body_b), b.point(force.point_b)
    role = "damper" if bare else "spring"
    return shapes.spring(_index(places, force.body_a), *ends, round(radius, 4), coils, role)


def _half_shaft(force: HalfShaft, places: dict[str, Frame]) -> Shape:
    """A shaft from the middle of its flange to the middle of its wheel."""
    a, b = places[force.body_a], places[force.body_b]
    return shapes.bar(a.index, np.zeros(3), b.index, np.zeros(3), 0.013, "shaft")


def _anti_roll_bar(force: AntiRollBar, places: dict[str, Frame]) -> Iterator[Shape]:
    """A bar on the chassis with an arm to each drop link."""
    carrier = places[force.body]
    ends = [np.asarray(force.left_point), np.asarray(force.right_point)]
    back = np.array([-0.16, 0.0, 0.03])
    turned = [end * [1.0, 0.62, 1.0] + back for end in ends]
    yield shapes.rod(carrier.index, carrier.point(turned[0]), carrier.point(turned[1]), 0.011, "bar")
    for end, corner, body in zip(ends, turned, (force.left_body, force.right_body), strict=True):
        at = places[body]
        yield shapes.bar(carrier.index, carrier.point(corner), at.index, at.point(end), 0.009, "bar")


def _part(mechanism: Mechanism, name: str, places: dict[str, Frame], wheels: set[str]) -> Iterator[Shape]:
    """A link: sticks between its joints, and from them to the points of springs and bars."""
    frame = places[name]
    pivots, ends, hub = _joints_of(mechanism, name, wheels)
    if not ends and not hub and not _attachments(mechanism, name):
        yield from _rotor(mechanism, name, frame)
        return
    sticks = _sticks(pivots, ends, hub)
    for a, b in sticks:
        yield shapes.rod(frame.index, frame.point(a), frame.point(b), LINK)
    for p in _attachments(mechanism, name):
        near = _nearest(p, sticks)
        if near is not None and np.linalg.norm(near - p) > 0.01:
            yield shapes.rod(frame.index, frame.point(p), frame.point(near), 0.8 * LINK)


def _joints_of(
    mechanism: Mechanism, name: str, wheels: set[str]
) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    """Points of a link: both bushings of its hinges, its other joints, and the middle of the wheel it carries."""
    pivots: list[np.ndarray] = []
    ends: list[np.ndarray] = []
    hub: list[np.ndarray] = []
    for joint in mechanism.joints:
        if not isinstance(joint, Pointed) or name not in (joint.body_a, joint.body_b):
            continue
        own = np.asarray(joint.point_a if joint.body_a == name else joint.point_b)
        other = joint.body_b if joint.body_a == name else joint.body_a
        if other in wheels:
            hub.append(own)
        elif isinstance(joint, Revolute):
            axis = np.asarray(joint.axis_a)
            pivots += [own - PIVOT * axis, own + PIVOT * axis]
        else:
            ends.append(own)
    return pivots, ends, hub


def _attachments(mechanism: Mechanism, name: str) -> list[np.ndarray]:
    """Points at which springs, bars and bushings act on a link."""
    found = []
    for force in mechanism.forces:
        if isinstance(force, SpringDamper | Bushing):
            found += [
                np.asarray(p) for b, p in ((force.body_a, force.point_a), (force.body_b, force.point_b)) if b == name
            ]
        elif isinstance(force, AntiRollBar):
            sides = ((force.left_body, force.left_point), (force.right_body, force.right_point))
            found += [np.asarray(p) for b, p in sides if b == name]
    return found


def _sticks(
    pivots: list[np.ndarray], ends: list[np.ndarray], hub: list[np.ndarray]
) -> list[tuple[np.ndarray, np.ndarray]]:
    """An arm runs from its bushings to its other joints, a knuckle from the wheel to all of its joints, and the beam of
    an axle from wheel to wheel, with a stick from each of its joints."""
    outer = ends + hub
    if len(hub) > 1:
        beam = hub[0], hub[-1]
        stubs = [(e, near) for e in ends + pivots if (near := _nearest(e, [beam])) is not None]
        return [beam, *stubs]
    if pivots and outer:
        return [(p, e) for e in outer[:1] for p in pivots] + [(outer[0], e) for e in outer[1:]]
    if pivots:
        return list(zip(pivots[::2], pivots[1::2], strict=True))
    if hub:
        upright = [] if len(ends) < 2 else [_highest_and_lowest(ends)]
        return upright + [(hub[0], e) for e in ends]
    return _shortest_tree(ends)


def _highest_and_lowest(points: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    ordered = sorted(points, key=lambda p: float(p[2]))
    return ordered[0], ordered[-1]


def _shortest_tree(points: list[np.ndarray]) -> list[tuple[np.ndarray, np.ndarray]]:
    """The shortest tree that joins all points."""
    groups = {i: {i} for i in range(len(points))}
    tree = []
    pairs = sorted(combinations(range(len(points)), 2), key=lambda ij: np.linalg.norm(points[ij[0]] - points[ij[1]]))
    for i, j in pairs:
        if groups[i] is not groups[j]:
            merged = groups[i] | groups[j]
            for k in merged:
                groups[k] = merged
            tree.append((points[i], points[j]))
    return tree


def _nearest(p: np.ndarray, sticks: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray | None:
    """The point of all sticks that is nearest to p."""
    best: np.ndarray | None = None
    for a, b in sticks:
        along = b - a
        share = np.clip((p - a) @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
        at = a + share * along
        if best is None or np.linalg.norm(at - p) < np.linalg.norm(best - p):
            best = at
    return best


def _rotor(mechanism: Mechanism, name: str, frame: Frame) -> Iterator[Shape]:
    """A body on one hinge with nothing else at it, such as an engine's shaft: a disk about its axis."""
    hinges = [j for j in mechanism.joints if isinstance(j, Revolute) and name in (j.body_a, j.body_b)]
    if not hinges:
        return
    axis = frame.direction(hinges[0].axis_a)
    mass = mechanism.body(name).mass
    radius = float(np.clip(0.045 * mass ** (1.0 / 3.0), 0.03, 0.16))
    half = 0.5 * radius * axis
    yield shapes.cylinder(frame.index, -half, half, round(radius, 4), "shaft")
