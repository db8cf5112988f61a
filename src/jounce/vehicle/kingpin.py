"""The axis about which a steered wheel turns, from the lower ball joint to the upper one or to the top of a strut."""

from __future__ import annotations

import math
from collections.abc import Iterator

from jounce.findings import Finding
from jounce.vehicle.lines import SHORTEST, direction, foot
from jounce.vehicle.sides import Triple


def lever(lower: Triple, upper: Triple, outer: Triple) -> float:
    """How far the outer end of the tie rod is ahead of the kingpin axis [m]; negative behind it."""
    return outer[0] - foot(outer, lower, direction(lower, upper))[0]


def kingpin_findings(where: str, lower: Triple, upper: Triple, outer: Triple, hint: str) -> Iterator[Finding]:
    """What keeps two points from being a kingpin that a tie rod can turn.

    where: the path of the upper point; hint: what to do when it is the lower one.
    """
    if math.dist(lower, upper) < SHORTEST:
        yield Finding(where, "points coincide", f"both ends of the kingpin at {upper}", "a kingpin axis")
    elif lower[2] > upper[2]:
        got = f"z = {upper[2]:g} m and {lower[2]:g} m"
        yield Finding(where, "below the lower ball joint", got, "z up", hint)
    elif math.dist(outer, foot(outer, lower, direction(lower, upper))) < SHORTEST:
        hint = "move it forward or back: without a lever nothing holds the steer of the wheel"
        yield Finding("tie_rod.outer", "on the kingpin axis", f"{outer}", hint=hint)
