"""Which unit of a vehicle a body belongs to: the towing unit, or a trailer with all that it carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jounce.model.mechanism import Mechanism
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import hitch_name
from jounce.model.vehicle.mirroring import BODY_KEYS


def unit_of_bodies(mechanism: Mechanism, trailers: Sequence[str]) -> Mapping[str, str]:
    """Body → the chassis or the trailer that it is joined to without crossing a hitch; plates are of the unit before.

    trailers: their names, from front to rear. A body that joints and forces reach from two units is of the first.
    """
    hitches = {hitch_name(name) for name in trailers}
    elements = [e for e in (*mechanism.joints, *mechanism.forces) if e.name not in hitches]
    neighbours: dict[str, set[str]] = {body.name: set() for body in mechanism.bodies}
    for element in elements:
        ends = _bodies(element) & neighbours.keys()
        for end in ends:
            neighbours[end] |= ends
    found = {name: name for name in (CHASSIS, *trailers) if name in neighbours}
    reached = list(found)
    for name in reached:  # grows while it is walked
        for other in sorted(neighbours[name] - found.keys()):
            found[other] = found[name]
            reached.append(other)
    return found


def _bodies(element: Any) -> set[str]:
    return {name for key in BODY_KEYS if isinstance(name := vars(element).get(key), str)}
