"""How far a tire's load may go before its coefficients leave the ground of sense.

Peaks and slip stiffnesses are polynomials of the load; extrapolated, many turn negative, and a tire with a negative
stiffness pushes itself away. Beyond the limit the compiled law holds the coefficients (at most 10 % further) and lets
forces grow with the load.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

LEAST = 0.1
"""Part of their nominal value that peaks and slip stiffnesses keep (dFy/dα: of the half period of its sine)."""
BEYOND = 1.1
"""How far the law goes beyond the limit."""


def load_limit(values: Mapping[str, float]) -> float:
    """The limit [N]: FZMAX, ten times FNOMIN if absent, or less where a peak or a slip stiffness comes near zero."""
    nominal = values["FNOMIN"] * values.get("LFZO", 1.0)
    return min(range_of_fit(values), *(load / BEYOND for load in _near_zero(values, nominal)), math.inf)


def range_of_fit(values: Mapping[str, float]) -> float:
    """Largest load [N] that the file claims."""
    return values["FZMAX"] if values.get("FZMAX", 0.0) > 0.0 else 10.0 * values["FNOMIN"]


def _near_zero(values: Mapping[str, float], nominal: float) -> list[float]:
    """Loads at which a peak or a slip stiffness has fallen to `LEAST`."""
    loads = []
    for first, slope in (("PDX1", "PDX2"), ("PDY1", "PDY2"), ("PKX1", "PKX2")):
        falls = -values.get(slope, 0.0) / values[first]
        if falls > 0.0:
            loads.append(nominal * (1.0 + (1.0 - LEAST) / falls))
    shape = values.get("PKY4", 2.0)
    angle = (1.0 - LEAST) * math.pi / shape if shape > 0.0 else math.inf
    if angle < math.pi / 2.0:
        loads.append(nominal * values["PKY2"] * math.tan(angle))
    return loads
