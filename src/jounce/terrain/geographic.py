"""Longitude and latitude as local metres, on the WGS84 ellipsoid.

A tile of degrees is taken as a flat rectangle: one degree is as many metres everywhere in it as at its middle
latitude φ,

    north  M π/180,         M = a (1 − e²) / (1 − e² sin²φ)^(3/2)
    east   N cos φ π/180,   N = a / √(1 − e² sin²φ)

so that distances are right in the middle and east–west ones are off by tan φ · Δφ at its northern and southern edges,
0.7 % in a tile of one degree at 38° north. The curvature of the Earth is left out.
"""

from __future__ import annotations

import math

from jounce.errors import Refusal
from jounce.terrain.options import coordinates
from jounce.units import ANGLE

SEMI_MAJOR_AXIS = 6_378_137.0
FLATTENING = 1.0 / 298.257223563


def metres_per_degree(latitude: float) -> tuple[float, float]:
    """Metres per degree of longitude and of latitude, at a latitude [deg]."""
    phi = math.radians(latitude)
    e2 = FLATTENING * (2.0 - FLATTENING)
    root = math.sqrt(1.0 - e2 * math.sin(phi) ** 2)
    meridian, normal = SEMI_MAJOR_AXIS * (1.0 - e2) / root**3, SEMI_MAJOR_AXIS / root
    return math.radians(normal * math.cos(phi)), math.radians(meridian)


def local_metres(
    x0: float, y0: float, dx: float, dy: float, rows: int, unit: str | None
) -> tuple[float, float, float, float, str]:
    """First node and spacing [m], and where that is, of a grid of `rows` nodes northwards with coordinates in `unit`.

    In degrees the south-west node becomes the origin; in a length the coordinates keep theirs. None is metres, unless
    the numbers look like degrees, which is refused.
    """
    if unit is None and max(dx, dy) < 0.01 and abs(x0) <= 360.0 and abs(y0) <= 90.0:
        got = f"spacing {dx:g} × {dy:g} at ({x0:g}, {y0:g})"
        raise Refusal("looks like degrees", got, "metres", "give horizontal='deg', or 'm' if it is right", "horizontal")
    scale = coordinates("m" if unit is None else unit)
    if scale.dimension != ANGLE:
        factor = scale.factor
        return x0 * factor, y0 * factor, dx * factor, dy * factor, ""
    degrees = math.degrees(scale.factor)
    south, north = y0 * degrees, (y0 + (rows - 1) * dy) * degrees
    if not (-90.0 <= south < north <= 90.0):
        got = f"{south:g} to {north:g} deg"
        raise Refusal("no latitudes", got, "−90 to 90 deg", "give horizontal='m' if these are metres", "horizontal")
    east, northward = metres_per_degree(0.5 * (south + north))
    place = f"; origin at latitude {south:.6f}, longitude {x0 * degrees:.6f} deg"
    return 0.0, 0.0, dx * degrees * east, dy * degrees * northward, place
