"""Joints and forces that another body holds in the chassis' place."""

from __future__ import annotations

from typing import Any

from jounce.model.vehicle.corners import CHASSIS, Elements
from jounce.model.vehicle.mirroring import BODY_KEYS


def held_by(element: Any, body: str) -> Any:
    """A joint or a force with that body wherever it named the chassis."""
    held = [key for key in BODY_KEYS if vars(element).get(key) == CHASSIS]
    return element.model_copy(update=dict.fromkeys(held, body)) if held else element


def all_held_by(elements: Elements, body: str) -> Elements:
    """The elements with that body wherever their joints and forces named the chassis."""
    if body == CHASSIS:
        return elements
    return Elements(
        bodies=elements.bodies,
        joints=tuple(held_by(joint, body) for joint in elements.joints),
        forces=tuple(held_by(force, body) for force in elements.forces),
        tires=elements.tires,
    )
