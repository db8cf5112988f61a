"""Parameters of a vehicle that can change between two drives: multiples of springs, dampers and bars, and a load."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jounce.model.mechanism import replace
from jounce.model.vehicle import AntiRollBar, LeafSpring, Strut, ThirdSpring, TorsionBar, Vehicle
from jounce.model.vehicle.suspensions.springs import BALANCE
from jounce.schema.frozen import Frozen


@dataclass(frozen=True)
class TuningParameter:
    """A parameter with label, unit, limits, step of a slider, and default."""

    label: str
    unit: str
    low: float
    high: float
    step: float
    default: float


TUNING: Mapping[str, TuningParameter] = {
    "friction": TuningParameter("Ground friction", "", 0.1, 1.5, 0.05, 1.0),
    "springs": TuningParameter("Springs", "×", 0.5, 3.0, 0.1, 1.0),
    "dampers": TuningParameter("Dampers", "×", 0.1, 4.0, 0.1, 1.0),
    "anti_roll_bars": TuningParameter("Anti-roll bars", "×", 0.0, 4.0, 0.1, 1.0),
    "load": TuningParameter("Load", "kg", 0.0, 600.0, 25.0, 0.0),
}
"""friction belongs to the ground, the others to the vehicle."""


def apply_tuning(vehicle: Vehicle, parameters: Mapping[str, float]) -> Vehicle:
    """The vehicle with its parameters changed; those that are not given stay as they are.

    Linear springs keep their force at the design position, so that the car stands as before; a load is added at
    the chassis' centre of mass.
    """
    factors = {name: parameters.get(name, TUNING[name].default) for name in ("springs", "dampers", "anti_roll_bars")}
    load = parameters.get("load", 0.0)
    changed = vehicle if all(f == 1.0 for f in factors.values()) else _scale_elements(vehicle, factors)
    if load:
        heavier = replace(changed.chassis, mass=changed.chassis.mass + load)
        changed = replace(changed, chassis=heavier)
    return changed


def _scale_elements(item: Any, factors: Mapping[str, float]) -> Any:
    """A copy with all struts and bars changed, wherever they are."""
    if isinstance(item, tuple):
        return tuple(_scale_elements(each, factors) for each in item)
    if not isinstance(item, Frozen):
        return item
    fields = {name: _scale_elements(getattr(item, name), factors) for name in type(item).model_fields}
    changed = {name: value for name, value in fields.items() if value is not getattr(item, name)}
    item = replace(item, **changed) if changed else item
    if isinstance(item, Strut | ThirdSpring):
        return _scale_strut(item, factors)
    if isinstance(item, TorsionBar):
        preload = BALANCE if item.preload == BALANCE else -item.stiffness * item.slack_angle
        stiffness, damping = factors["springs"] * item.stiffness, factors["dampers"] * item.damping
        return replace(item, stiffness=stiffness, damping=damping, preload=preload, free_angle=None)
    if isinstance(item, LeafSpring):
        stiffness, damping = factors["springs"] * item.stiffness, factors["dampers"] * item.damping
        return replace(item, stiffness=stiffness, damping=damping)
    if isinstance(item, AntiRollBar):
        return replace(item, stiffness=factors["anti_roll_bars"] * item.stiffness)
    return item


def _scale_strut(strut: Strut | ThirdSpring, factors: Mapping[str, float]) -> Strut | ThirdSpring:
    """A strut with scaled spring and damper: characteristic curves are multiplied; a linear spring keeps its design
    force."""
    spring, damper = factors["springs"], factors["dampers"]
    changes: dict[str, Any] = {"stiffness": spring * strut.stiffness, "damping": damper * strut.damping}
    if strut.free_length is not None and spring > 0.0:
        length = math.dist(strut.upper, strut.lower) if isinstance(strut, Strut) else 2.0 * strut.point[1]
        changes["free_length"] = length + (strut.free_length - length) / spring
    for name, factor in (("spring_curve", spring), ("damper_curve", damper)):
        curve = getattr(strut, name)
        if curve is not None:
            changes[name] = replace(curve, y=tuple(factor * force for force in curve.y))
    return replace(strut, **changes)
