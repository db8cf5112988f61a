"""Places on a ground as people write them."""

from __future__ import annotations

import math

from jounce.errors import Refusal


def place_of(at: str | None) -> tuple[float, float, float] | None:
    """X,Y or X,Y,HEADING in m and degrees as m and rad."""
    if at is None:
        return None
    try:
        x, y, *heading = (float(part) for part in at.split(","))
        (angle,) = heading or [0.0]
    except ValueError:
        expected = "X,Y or X,Y,HEADING in m and degrees, such as 20,-5,90"
        raise Refusal("not a place", repr(at), expected, where="at") from None
    return x, y, math.radians(angle)
