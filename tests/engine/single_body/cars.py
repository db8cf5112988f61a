"""What the tests of the simplified car share."""

import math

import numpy as np

from jounce.engine.single_body import SIMPLE
from jounce.schema.frozen import replace

G = 9.81
FREE = replace(SIMPLE, drag_area=0.0, rolling_resistance=0.0)
"""Nothing but gravity and contacts."""


def upright(fleet, car=0):
    """Vertical component of the car's upward axis."""
    _, x, y, _ = fleet.bodies["rotation"][car]
    return 1.0 - 2.0 * (x * x + y * y)


def speed(fleet, car=0):
    return float(np.linalg.norm(fleet.bodies["velocity"][car]))


def heading(fleet, car=0):
    w, x, y, z = fleet.bodies["rotation"][car]
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
