"""Enveloping contact: a road as two elliptical cams in tandem feel it (Schmeitz 2004), for a tire with one point.

A tire swallows what is shorter than its contact patch. Two equal cams, a distance l apart, move over the road without
penetrating it; each is half an ellipse of order c with the half axes a and b,

    Z(s) = max over |ξ| ≤ a of z(s + ξ) + b ((1 − (|ξ|/a)^c)^(1/c) − 1)                                     (G17)
    w(s) = ½ (Z(s + l/2) + Z(s − l/2)),    tan β(s) = (Z(s + l/2) − Z(s − l/2)) / l                        (G18)

w is the effective height and β the effective slope. l is a share of the contact length, a and b are multiples of the
unloaded radius: ELLIPS_SHIFT, ELLIPS_LENGTH, ELLIPS_HEIGHT and ELLIPS_ORDER of a .tir file. The contact length is
that of the tire at rest: it does not change with the load here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.laws.ground.axis import regular
from jounce.engine.laws.ground.effective_profile import EffectiveProfile
from jounce.engine.terrain.options import positive
from jounce.engine.terrain.profiles import Tracks

Curve = NDArray[Any]
CONTACT_LENGTH = 0.42
"""Contact length by the radius, of tires of cars at their static load [-]: 0.13 m at 0.31 m."""
SUBDIVISION = 4
"""Points of a cam for each node of the road."""


@dataclass(frozen=True, eq=False)
class EffectiveTracks:
    """Effective heights [m] and slopes [-] of two tracks at s = 0, spacing, 2 spacing, … [m]."""

    spacing: float
    heights: NDArray[Any]
    """(n, 2): left, right."""
    slopes: NDArray[Any]
    """(n, 2): left, right; rise per distance ahead."""
    about: str = ""
    """What they are, for people."""

    @property
    def s(self) -> NDArray[Any]:
        """Distance of the nodes along the road [m]."""
        return self.spacing * np.arange(len(self.heights))

    def ground(self, *, distance: Any = 1.5, friction: float = 1.0) -> EffectiveProfile:
        """The road with these tracks, `distance` [m] apart, from the origin along x."""
        heights, slopes = (np.ascontiguousarray(table, dtype=float) for table in (self.heights, self.slopes))
        for table in (heights, slopes):
            table.flags.writeable = False
        along = regular(0.0, self.spacing, len(heights))
        return EffectiveProfile(heights, slopes, along, 0.5 * positive(distance, "distance"), friction=friction)


def tandem_cam(
    tracks: Tracks,
    radius: Any,
    *,
    contact_length: Any = None,
    shift: float = 0.8,
    length: float = 1.0,
    height: float = 1.0,
    order: float = 1.8,
) -> EffectiveTracks:
    """The tracks as a tire of this unloaded radius [m] feels them.

    contact_length: of the tire at rest [m]; by default 0.42 radii. shift: l by the contact length; length and height:
    a and b by the radius; order: c. Raises InputError for what is not positive.
    """
    r = positive(radius, "radius")
    patch = CONTACT_LENGTH * r if contact_length is None else positive(contact_length, "contact_length")
    apart = positive(shift, "shift") * patch
    a, b, c = positive(length, "length") * r, positive(height, "height") * r, positive(order, "order")
    heights, slopes = zip(*(_feel(z, tracks.spacing, apart, a, b, c) for z in (tracks.left, tracks.right)), strict=True)
    about = f"{tracks.about}; felt by two cams {apart:.3g} m apart"
    return EffectiveTracks(tracks.spacing, np.column_stack(heights), np.column_stack(slopes), about)


def _feel(z: Curve, step: float, apart: float, a: float, b: float, c: float) -> tuple[Curve, Curve]:
    """w and tan β of one track at its nodes, by (G18)."""
    s = step * np.arange(z.size)
    front, rear = (cam_height(z, step, s + side * 0.5 * apart, a, b, c) for side in (1.0, -1.0))
    return 0.5 * (front + rear), (front - rear) / apart


def cam_height(z: Curve, step: float, at: Curve, a: float, b: float, c: float) -> Curve:
    """Z of (G17) at the distances `at` [m] over a road with the heights z, a node every `step` [m]."""
    nodes = step * np.arange(z.size)
    half = math.ceil(a / (step / SUBDIVISION))
    found = np.full(at.size, -math.inf)
    for xi in np.linspace(-a, a, 2 * half + 1):
        drop = b * ((1.0 - (abs(xi) / a) ** c) ** (1.0 / c) - 1.0)
        np.maximum(found, np.interp(at + xi, nodes, z) + drop, out=found)
    return found
