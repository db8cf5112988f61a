"""Wheels of a car as the objects of a course meet them, from its tires."""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.assembly.pack import Packed
from jounce.engine.single_body import WheelOutline
from jounce.lab.car_check.axle_figures import tire_stiffness
from jounce.lab.scene.mechanism_shapes import tire_width
from jounce.model.mechanism import Mechanism, Tire
from jounce.model.mechanism.tires import TirTire
from jounce.model.vehicle.corners import CHASSIS

EARTH = 9.81
"""Gravity by which static loads are measured where there is none [m/s²]."""


def wheel_outlines(
    mechanism: Mechanism, packed: Packed, friction: float, gravity: float
) -> tuple[list[WheelOutline], float]:
    """Outlines of all tires, and the distance from the centre of mass of the chassis within which they all are [m].

    friction: of tires on an object of factor 1; gravity [m/s²].
    """
    bodies, tires = {body.name: body for body in mechanism.bodies}, mechanism.tires
    rows = {name: i for i, name in enumerate(packed.layout.bodies)}
    load = sum(body.mass for body in mechanism.bodies) * (gravity or EARTH) / max(len(tires), 1)
    outlines, reach = [], 0.0
    for tire in tires:
        frame = packed.frames[tire.body]
        centre = frame.axes.T @ (np.array(tire.centre) - frame.centre)
        axle = frame.axes.T @ np.array(tire.spin_axis)
        outlines.append(
            WheelOutline(
                rows[tire.body],
                tuple(centre.tolist()),
                tuple((axle / np.linalg.norm(axle)).tolist()),
                tire.radius,
                tire_width(tire),
                tire_stiffness(tire.law),
                _damping(tire),
                friction,
                load,
                bodies[tire.body].mass,
            )
        )
        reach = max(reach, math.dist(tire.centre, packed.frames[CHASSIS].centre) + tire.radius)
    return outlines, reach


def _damping(tire: Tire) -> float:
    """Vertical damping of a tire [N s/m]."""
    law = tire.law
    if isinstance(law, TirTire):
        return law.properties.values.get("VERTICAL_DAMPING", 0.0)
    return float(getattr(law, "vertical_damping", 0.0))
