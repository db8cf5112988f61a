"""Parameters of a vehicle that can change between two drives: multiples of springs, dampers and bars, and a load."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jounce.mechanism import replace
from jounce.mechanism.frozen import Frozen
from jounce.vehicle import AntiRollBar, Strut, TorsionBar, Vehicle


@dataclass(frozen=True)
class Knob:
    """A parameter with its limits."""

    label: str
    unit: str
    low: float
    high: float
    step: float
    default: float


TUNING: Mapping[str, Knob] = {
    "friction": Knob("Ground friction", "", 0.1, 1.5, 0.05, 1.0),
    "springs": Knob("Springs", "×", 0.5, 3.0, 0.1, 1.0),
    "dampers": Knob("Dampers", "×", 0.1, 4.0, 0.1, 1.0),
    "anti_roll_bars": Knob("Anti-roll bars", "×", 0.0, 4.0, 0.1, 1.0),
    "load": Knob("Load", "kg", 0.0, 600.0, 25.0, 0.0),
}
"""friction belongs to the ground, the others to the vehicle."""


def tuned(vehicle: Vehicle, parameters: Mapping[str, float]) -> Vehicle:
    """The vehicle with its parameters changed; those that are not given stay as they are.

    Linear springs keep their force at the design position, so that the car stands as before; a load sits at the
    chassis' centre of mass.
    """
    factors = {name: parameters.get(name, TUNING[name].default) for name in ("springs", "dampers", "anti_roll_bars")}
    load = parameters.get("load", 0.0)
    changed = vehicle if all(f == 1.0 for f in factors.values()) else _walk(vehicle, factors)
    if load:
        heavier = replace(changed.chassis, mass=changed.chassis.mass + load)
        changed = replace(changed, chassis=heavier)
    return changed


def _walk(item: Any, factors: Mapping[str, float]) -> Any:
    """A copy with all struts and bars changed, wherever they are."""
    if isinstance(item, tuple):
        return tuple(_walk(each, factors) for each in item)
    if not isinstance(item, Frozen):
        return item
    fields = {name: _walk(getattr(item, name), factors) for name in type(item).model_fields}
    changed = {name: value for name, value in fields.items() if value is not getattr(item, name)}
    item = replace(item, **changed) if changed else item
    if isinstance(item, Strut):
        return _strut(item, factors)
    if isinstance(item, TorsionBar):
        preload = -item.stiffness * item.slack_angle
        stiffness, damping = factors["springs"] * item.stiffness, factors["dampers"] * item.damping
        return replace(item, stiffness=stiffness, damping=damping, preload=preload, free_angle=None)
    if isinstance(item, AntiRollBar):
        return replace(item, stiffness=factors["anti_roll_bars"] * item.stiffness)
    return item


def _strut(strut: Strut, factors: Mapping[str, float]) -> Strut:
    """Of a spring with a characteristic all forces are multiplied; a linear one keeps its force as designed."""
    spring, damper = factors["springs"], factors["dampers"]
    changes: dict[str, Any] = {"stiffness": spring * strut.stiffness, "damping": damper * strut.damping}
    if strut.free_length is not None and spring > 0.0:
        length = math.dist(strut.upper, strut.lower)
        changes["free_length"] = length + (strut.free_length - length) / spring
    for name, factor in (("spring_curve", spring), ("damper_curve", damper)):
        curve = getattr(strut, name)
        if curve is not None:
            changes[name] = replace(curve, y=tuple(factor * force for force in curve.y))
    return replace(strut, **changes)
