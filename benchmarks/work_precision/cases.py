"""The cases of the work-precision study: what cars meet that is hard for one integrator or another."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from jounce.engine.formulations import synthesis
from jounce.engine.laws.ground import Bump
from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Bushing, Mechanism, Revolute, Signal, SmoothStep, Table, replace
from jounce.model.vehicle import rolling, to_mechanism

SLOPE = 0.1
"""Rise over run of the slope."""
BRAKE, LOCK = 600.0, 2000.0
"""Torque of every brake [N m]: enough to hold, too little to lock a wheel; and enough to lock all of them."""
HINGE = 0.15
"""Distance of a bushing from the hinge point of its arm, along the hinge [m]."""
RADIAL, AXIAL, LAG = 5e7, 1e7, 1e-4
"""Stiffness of a bushing across and along the hinge [N/m], and its damping over its stiffness [s]."""


@dataclass(frozen=True)
class Case:
    """One run that every integrator has to do."""

    name: str
    about: str
    make: Callable[[], synthesis.System] = field(repr=False)
    end: float
    """[s]"""
    sample: float = 1e-2
    """Between compared states [s]; every step divides it."""


def case(name: str) -> Case:
    """The case of that name; raises InputError."""
    if name not in CASES:
        raise InputError("unknown case", repr(name), f"one of {', '.join(CASES)}", suggestion(name, CASES))
    return CASES[name]


def _dw18() -> Mechanism:
    return to_mechanism(load_vehicle("dw18"))


def _j_turn(model: Mechanism) -> synthesis.System:
    plan = maneuver("j-turn", start=0.5)
    return synthesis.build(rolling(model, plan.speed), inputs=plan.inputs)


def _bump() -> synthesis.System:
    return synthesis.build(rolling(_dw18(), 40.0 / 3.6), ground=Bump(start=6.0, length=0.8, height=0.05))


def _downhill(speed: float, brakes: Signal) -> synthesis.System:
    """The car on a slope that falls ahead of it: the ground stays level, gravity leans."""
    model, angle = _dw18(), math.atan(SLOPE)
    g = math.hypot(*model.gravity)
    tilted = replace(model, gravity=(g * math.sin(angle), 0.0, -g * math.cos(angle)))
    return synthesis.build(rolling(tilted, speed), inputs=_all_brakes(brakes))


def _standing() -> synthesis.System:
    return _downhill(0.0, SmoothStep(before=BRAKE, after=BRAKE, start=0.0, end=1.0))


def _stopping() -> synthesis.System:
    return _downhill(5.0, SmoothStep(before=0.0, after=BRAKE, start=0.1, end=0.3))


def _locking() -> synthesis.System:
    return synthesis.build(
        rolling(_dw18(), 15.0), inputs=_all_brakes(Table(times=(0.1, 0.3), values=(0.0, LOCK), interpolation="linear"))
    )


def _all_brakes(torque: Signal) -> dict[str, Signal]:
    return {f"brake_torque_{corner}": torque for corner in ("fl", "fr", "rl", "rr")}


def bushed(model: Mechanism) -> Mechanism:
    """The car with the hinges of its lower arms replaced by pairs of stiff bushings."""
    joints, bushings = [], []
    for joint in model.joints:
        if isinstance(joint, Revolute) and joint.name.startswith("lca_"):
            bushings += _pair(joint)
        else:
            joints.append(joint)
    return replace(model, name=f"{model.name} bushed", joints=tuple(joints), forces=(*model.forces, *bushings))


def _pair(hinge: Revolute) -> list[Bushing]:
    across = (0.0, 0.0, 1.0) if abs(hinge.axis_a[2]) < 0.9 else (1.0, 0.0, 0.0)
    stiffness = (AXIAL, RADIAL, RADIAL)
    return [
        Bushing(
            name=f"{hinge.name}_{end}",
            body_a=hinge.body_a,
            body_b=hinge.body_b,
            point=tuple(p + side * HINGE * x for p, x in zip(hinge.point_a, hinge.axis_a, strict=True)),
            x_axis=hinge.axis_a,
            y_axis=across,
            stiffness=stiffness,
            damping=tuple(LAG * k for k in stiffness),
        )
        for end, side in (("front", 1.0), ("rear", -1.0))
    ]


CASES: Mapping[str, Case] = {
    each.name: each
    for each in (
        Case(
            "j-turn", "60 km/h, the rack on its servo ramps to −10 mm from 0.5 s to 1 s", lambda: _j_turn(_dw18()), 3.0
        ),
        Case("bump", "40 km/h straight over a cosine bump 50 mm high and 0.8 m long", _bump, 1.5),
        Case("slope", "dropped from the design position on a slope of 10 %, brakes on", _standing, 2.0),
        Case("stop", "down the slope at 5 m/s, brakes on after 0.1 s, to standstill", _stopping, 2.5),
        Case("lock", "brakes that lock all wheels at 15 m/s, until shortly before standstill", _locking, 1.5),
        Case("bushings", "the J-turn on lower arms in bushings of 50 kN/mm", lambda: _j_turn(bushed(_dw18())), 3.0),
    )
}
"""By name."""
