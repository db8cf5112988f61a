"""Wheels of a multibody car as objects of a course meet them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.engine.single_body.compiled.records import AIR, TIRE, TREAD

CORNERING, RELAXATION = 12.0, 0.3
"""Slip stiffness on objects per static load [1/rad], and relaxation length [m]: those of the simplified car."""
GRIP_DAMPING = 0.3
"""Damping of a bristle at rest, as a share of critical damping of the wheel's mass."""


class WheelOutline(NamedTuple):
    """A torus on a body: centre [m] and axle in body axes from the centre of mass, and how its tread presses."""

    body: int
    """row of its body in world states"""
    centre: tuple[float, float, float]
    axle: tuple[float, float, float]
    radius: float
    width: float
    stiffness: float
    """radial, of the tire [N/m]"""
    damping: float
    """radial, of the tire [N s/m]"""
    friction: float
    """μ on an object of factor 1"""
    load: float
    """static load, by which slip stiffness is measured [N]"""
    mass: float
    """of the wheel [kg]"""


def pack_outlines(outlines: Sequence[WheelOutline]) -> tuple[np.ndarray, np.ndarray, int]:
    """Records TIRE and TREAD of wheels, and how many bodies carry them: dual tires share the loads of one."""
    rows = {body: i for i, body in enumerate(dict.fromkeys(outline.body for outline in outlines))}
    tires, treads = np.zeros(len(outlines), TIRE), np.zeros(len(outlines), TREAD)
    for tire, outline in zip(tires, outlines, strict=True):
        for name in ("body", "centre", "axle", "radius", "stiffness", "damping", "friction"):
            tire[name] = getattr(outline, name)
        tire["row"], tire["tread"] = rows[outline.body], min(0.5 * outline.width, outline.radius)
        tire["relaxation"], tire["grip"] = RELAXATION, CORNERING * outline.load / RELAXATION
        tire["grip_damping"] = 2.0 * GRIP_DAMPING * math.sqrt(tire["grip"] * outline.mass)
    treads["surface"] = AIR
    return tires, treads, len(rows)
