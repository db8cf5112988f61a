"""Axles of a car replaced by the tables that the test rig makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.lab.kinematics_compliance import kc
from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle

G = 9.81


def table_of(car: Vehicle, name: str, travel: float = 0.08) -> dict[str, Any]:
    """Keys of a suspension by its tables; half of each arm moves with the knuckle."""
    axle, sheet = car.axle(name), kc(car, axle=name, travel=travel).axle(name)
    suspension, sweep = axle.suspension, sheet.parallel
    wheel, i = sweep.left, sweep.design
    parts = [(suspension.knuckle, 1.0), (suspension.lower_arm, 0.5), (suspension.upper_arm, 0.5)]
    mass = sum(share * part.mass for part, share in parts)
    ratio, curve = wheel.spring_ratio[i], suspension.spring.damper_curve
    force = wheel.wheel_load - G * (mass + axle.wheel.mass)
    return {
        "kind": "kc_table",
        "wheel_centre": suspension.wheel_centre,
        "spin_axis": suspension.wheel_axis,
        "knuckle": {"mass": mass, "centre_of_mass": suspension.knuckle.centre_of_mass,
                    "inertia": suspension.knuckle.inertia},
        **sheet.kinematic_tables(),
        "spring": {
            "spring_curve": {"x": sweep.travel.tolist(), "y": force.tolist()},
            "damper_curve": {"x": [v / ratio for v in curve.x], "y": [ratio * f for f in curve.y]},
        },
    }  # fmt: skip


def with_tables(car: Vehicle) -> Vehicle:
    """A car on double wishbones with tables in their places; bars act at the wheels, half the arms on the chassis."""
    axles, moved = [], 0.0
    for axle in car.axles:
        sheet = kc(car, axle=axle.name, travel=0.01).axle(axle.name)
        heave, roll = (np.gradient(s.left.wheel_load, s.travel)[s.design] for s in (sheet.parallel, sheet.opposite))
        bar = {"point": axle.suspension.wheel_centre, "stiffness": 0.5 * (roll - heave), "carrier": None}
        moved += axle.suspension.lower_arm.mass + axle.suspension.upper_arm.mass
        axles.append(replace(axle, suspension=table_of(car, axle.name), anti_roll_bar=bar))
    chassis = replace(car.chassis, mass=car.chassis.mass + moved)
    return replace(car, axles=tuple(axles), chassis=chassis)
