"""Figures of one axle at the design position: alignment, motion ratio, rates and frequencies of its corners.

A corner is a sprung mass m on a wheel rate k in series with a tire of stiffness c, and an unsprung mass n between both:

    ride frequency = √(k c / (k + c) / m) / 2π,     wheel hop frequency = √((k + c) / n) / 2π,
    damping ratio = d / 2 √(k m)

with the damping d at the wheel at small speeds. k is that of both wheels moving alike, so without anti-roll bar. n is
the mass that the kinetic energy of the suspension per wheel travel has: arms count by how much they move. m is what the
wheel carries without that suspension.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.world_frame.system import mass_matrices
from jounce.lab.kinematics_compliance.curves import WheelCurves, wheel_curves
from jounce.lab.kinematics_compliance.rig import Rig, build_rig
from jounce.lab.kinematics_compliance.rig_position import RigPosition, design_position, solve_position
from jounce.model.mechanism import RotationalSpringDamper, SpringDamper
from jounce.model.mechanism.springs import Curve
from jounce.model.mechanism.tires import TireLaw, TirTire
from jounce.model.vehicle import SIDES, Corner, Vehicle

Pair = tuple[float, float]
"""A value of the left and one of the right wheel."""


@dataclass(frozen=True)
class AxleFigures:
    """One axle, SI units and radians; pairs are left and right, NaN is what could not be computed."""

    name: str
    track: float
    """Distance of the wheel centres at the design position [m]."""
    wheel_load: Pair
    """Loads of the wheels at rest [N]."""
    tire_deflection: Pair
    """Load of a wheel per vertical stiffness of its tire [m]."""
    sag: float
    """How far the body over this axle moves down from the design position to its equilibrium [m]."""
    toe: Pair
    """Toe at the design position, positive for toe-in [rad]."""
    camber: Pair
    """Camber at the design position, positive with the top outwards [rad]."""
    spring_ratio: Pair
    """Compression of the spring per wheel travel; NaN without a spring between two points."""
    wheel_rate: Pair
    """Change of the wheel load per wheel travel, both wheels alike [N/m]."""
    sprung_mass: Pair
    """Mass that a wheel carries without its suspension [kg]."""
    unsprung_mass: Pair
    """Mass that moves with a wheel [kg]."""
    ride_frequency: Pair
    """Frequency of the sprung mass on spring and tire [Hz]."""
    hop_frequency: Pair
    """Frequency of the unsprung mass between spring and tire [Hz]."""
    damping_ratio: Pair
    """Damping of the sprung mass at small speeds, per critical damping."""

    @property
    def load(self) -> float:
        """Load of the axle at rest [N]."""
        return self.wheel_load[0] + self.wheel_load[1]


def compute_axle(vehicle: Vehicle, name: str, loads: Pair, sag: float) -> AxleFigures:
    """The figures of the axle of that name; loads: those of its wheels at rest [N]."""
    sides = [vehicle.axle(name).on(side) for side in SIDES]
    tires = [tire_stiffness(side.tire) * (1 if side.dual_spacing is None else 2) for side in sides]
    left, right = ({**_UNKNOWN, "tire_deflection": loads[k] / tires[k]} for k in (0, 1))
    if not vehicle.axle(name).suspension.is_rigid:
        rig = build_rig(vehicle, name)
        position = solve_position(rig, design_position(rig), np.zeros(2 if rig.rack is None else 3))
        if position is not None:  # else the axle finds no rest on the rig
            left |= _corner(rig, position, 0, loads[0], tires[0], vehicle.gravity)
            right |= _corner(rig, position, 1, loads[1], tires[1], vehicle.gravity)
    pairs = {key: (left[key], right[key]) for key in left}
    track = sum(side.suspension.wheel_centre[1] for side in sides)
    return AxleFigures(name=name, track=track, wheel_load=loads, sag=sag, **pairs)


def tire_stiffness(law: TireLaw) -> float:
    """Vertical stiffness of a tire [N/m]; that of a file at its nominal load and pressure."""
    if not isinstance(law, TirTire):
        return law.vertical_stiffness
    values = law.properties.values
    return values["VERTICAL_STIFFNESS"] * values.get("LCZ", 1.0)


KEYS = (
    "toe",
    "camber",
    "spring_ratio",
    "wheel_rate",
    "tire_deflection",
    "sprung_mass",
    "unsprung_mass",
    "ride_frequency",
    "hop_frequency",
    "damping_ratio",
)
"""Figures of a single corner."""


_UNKNOWN = dict.fromkeys(KEYS, math.nan)


def _corner(rig: Rig, position: RigPosition, k: int, load: float, tire: float, gravity: float) -> dict[str, float]:
    """The figures of the left (k = 0) or right wheel of an axle that rests on the rig."""
    wheel = wheel_curves(rig, [position], 1.0)[k]
    moving, hanging = _suspension_mass(rig, position, k)
    sprung = load / gravity - hanging if gravity > 0.0 else math.nan
    rate = float(wheel.wheel_rate[0])
    return {
        "toe": float(wheel.toe[0]),
        "camber": float(wheel.camber[0]),
        "spring_ratio": float(wheel.spring_ratio[0]),
        "wheel_rate": rate,
        "sprung_mass": sprung,
        "unsprung_mass": moving,
        "ride_frequency": _frequency(rate * tire / (rate + tire), sprung),
        "hop_frequency": _frequency(rate + tire, moving),
        "damping_ratio": 0.5 * _wheel_damping(rig, wheel, k) / _root(rate * sprung),
    }


def _suspension_mass(rig: Rig, position: RigPosition, k: int) -> Pair:
    """Mass of a corner by its kinetic energy per wheel travel, and by its weight at the wheel [kg]."""
    both = (position.motion[:, 0] + position.motion[:, 1]).reshape(-1, TWIST)
    own = position.motion[:, k].reshape(-1, TWIST)
    masses = mass_matrices(rig.system.model)
    return float(np.einsum("ni,nij,nj", own, masses, both)), float(masses[:, 0, 0] @ own[:, 2])


def _wheel_damping(rig: Rig, wheel: WheelCurves, k: int) -> float:
    """Damping of springs and dampers at small speeds, at the wheel [N s/m]."""
    forces = {force.name: force for force in rig.system.mechanism.forces}
    corner, total = Corner(rig.axle.name, SIDES[k]), 0.0
    for part in ("spring", "damper", "torsion"):
        ratio, force = float(getattr(wheel, f"{part}_ratio")[0]), forces.get(corner.name(part))
        if isinstance(force, SpringDamper):
            total += ratio**2 * (_slope_at_rest(force.damper_curve) if force.damper_curve else force.damping)
        elif isinstance(force, RotationalSpringDamper):
            total += ratio**2 * force.damping
    return total


def _slope_at_rest(curve: Curve) -> float:
    """Mean slope of a curve between the points around x = 0."""
    i = max(1, min(sum(x < 0.0 for x in curve.x), len(curve.x) - 1))
    j = min(i + 1, len(curve.x) - 1) if curve.x[i] == 0.0 else i
    return (curve.y[j] - curve.y[i - 1]) / (curve.x[j] - curve.x[i - 1])


def _frequency(stiffness: float, mass: float) -> float:
    return _root(stiffness / mass) / math.tau if mass > 0.0 else math.nan


def _root(value: float) -> float:
    return math.sqrt(value) if value > 0.0 else math.nan
