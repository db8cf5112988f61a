"""The hinge of an arm on the chassis: the line through two pivots, or the one through `pivot` along `axis`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from jounce.findings import Finding
from jounce.vehicle.lines import SHORTEST, direction, halfway
from jounce.vehicle.sides import Triple


def hinge_findings(pair: Mapping[str, Triple | None], pivot: Triple | None, axis: Triple | None) -> Iterator[Finding]:
    """What keeps the points of an arm from being one hinge; `pair`: the two pivots by their names."""
    line = {"pivot": pivot, "axis": axis}
    given = [key for key, value in {**pair, **line}.items() if value is not None]
    first, second = pair
    if set(given) not in ({*pair}, {*line}):
        one, expected = given[0] if given else first, f"{first} and {second}, or pivot and axis"
        yield Finding(one, "not one hinge", ", ".join(given) or "none of its points", expected)
        return
    start, end = pair.values()
    if start is not None and end is not None and math.dist(start, end) < SHORTEST:
        yield Finding(second, "points coincide", f"both pivots at {end}", "a hinge axis", hint="or give pivot and axis")


def hinge_line(pair: Mapping[str, Triple | None], pivot: Triple | None, axis: Triple | None) -> tuple[Triple, Triple]:
    """A point of the hinge [m], halfway between two pivots, and its unit vector, from the second pivot to the first."""
    if pivot is not None and axis is not None:
        return pivot, axis
    first, second = pair.values()
    assert first is not None
    assert second is not None
    return halfway(first, second), direction(second, first)
