"""Lines of a chassis that hold the pivots of its suspensions where the body is seen through: two rails, a cross member
at every axle, and a stay to every pivot."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.engine.assembly.bodies import frames
from jounce.lab.scene.scene import Shape
from jounce.lab.scene.shapes import rod
from jounce.model.mechanism import Mechanism, Pointed, SpringDamper

RAIL, STAY = 0.016, 0.009
"""Radii of rails and stays [m]."""
OVERHANG = 0.25
"""How far the rails go beyond the outermost pivots [m]."""


def chassis_lines(mechanism: Mechanism, chassis: str) -> Iterator[Shape]:
    """Rods of the chassis; none for one with less than two pivots a side."""
    frame = frames(mechanism.bodies)[chassis]
    pivots = np.array([frame.point(point) for point in _pivots(mechanism, chassis)]).reshape(-1, 3)
    beside = np.abs(pivots[:, 1]) > 0.05
    pivots = pivots[beside]
    if min(int((side * pivots[:, 1] > 0.0).sum()) for side in (-1.0, 1.0)) < 2:
        return
    across = 0.85 * float(np.median(np.abs(pivots[:, 1])))
    height = float(np.quantile(pivots[:, 2], 0.3))
    ends = float(pivots[:, 0].min()) - OVERHANG, float(pivots[:, 0].max()) + OVERHANG
    for side in (-1.0, 1.0):
        first, last = (np.array([x, side * across, height]) for x in ends)
        yield rod(frame.index, first, last, RAIL, "frame")
    axles = sorted({round(float(frame.point(tire.centre)[0]), 2) for tire in mechanism.tires})
    for x in (ends[0], *(x for x in axles if ends[0] < x < ends[1]), ends[1]):  # those of trailers are elsewhere
        left, right = (np.array([x, side * across, height]) for side in (1.0, -1.0))
        yield rod(frame.index, left, right, STAY, "frame")
    for pivot in pivots:
        foot = np.array([pivot[0], np.sign(pivot[1]) * across, height])
        if np.linalg.norm(pivot - foot) > 0.03:
            yield rod(frame.index, foot, pivot, STAY, "frame")


def _pivots(mechanism: Mechanism, chassis: str) -> Iterator[tuple[float, float, float]]:
    """Points of joints and springs on the chassis, world axes at the design position [m]."""
    for joint in mechanism.joints:
        if isinstance(joint, Pointed):
            for body, point in ((joint.body_a, joint.point_a), (joint.body_b, joint.point_b)):
                if body == chassis:
                    yield point
    for force in mechanism.forces:
        if isinstance(force, SpringDamper):
            for body, point in ((force.body_a, force.point_a), (force.body_b, force.point_b)):
                if body == chassis:
                    yield point
