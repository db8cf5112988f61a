"""What an engineer looks at first: dimensions, masses, axle loads, frequencies, sag, alignment and steering ratio."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.entries import accelerations
from jounce.engine.formulations.world_frame.system import System
from jounce.errors import EquilibriumError
from jounce.lab.car_check.axle_figures import AxleFigures, compute_axle
from jounce.model.vehicle import Corner, Vehicle
from jounce.model.vehicle.statics import mass_and_centre, wheel_loads
from jounce.model.vehicle.variants import facts_of

MAX_SETTLING_TIME = 10.0
"""Simulated time after which a car that does not come to rest is given up [s]."""


@dataclass(frozen=True)
class CarFigures:
    """A car at rest, SI units; None is what it does not have."""

    mass: float
    """Mass of all bodies [kg]."""
    centre_of_mass: tuple[float, float, float]
    """Centre of mass of the whole car at the design position [m]."""
    first_axle: float
    """x of the wheel centres of the first axle [m]."""
    wheelbase: float
    """Distance from the first to the last axle of the towing unit [m]."""
    steering_ratio: float | None
    """Angle of the steering wheel per angle of the road wheels at the design position."""
    settled: bool
    """Loads and sag are those of the equilibrium; else loads follow from the masses alone, and sag is unknown."""
    axles: tuple[AxleFigures, ...]
    """From front to rear, those of trailers last."""


def compute_figures(vehicle: Vehicle, system: System, *, at_rest: bool = True) -> CarFigures:
    """The figures of a car; system: its mechanism, built; at_rest: look for the equilibrium."""
    facts = facts_of(vehicle, system.mechanism)
    mass, centre = mass_and_centre(system.mechanism)
    state = _equilibrium(system) if at_rest and vehicle.gravity > 0.0 else None
    loads = dict(wheel_loads(system.mechanism, vehicle)) if state is None else _loads_at(system, state)
    axles = []
    for left, right in zip(vehicle.corners[::2], vehicle.corners[1::2], strict=True):
        x = vehicle.axle(left.axle).suspension.wheel_centre[0]
        sag = np.nan if state is None else _sag(system, state, left.unit, x)
        axles.append(compute_axle(vehicle, left.axle, (_load(left, loads), _load(right, loads)), float(sag)))
    x, y, z = (float(value) for value in centre)
    return CarFigures(
        mass=mass,
        centre_of_mass=(x, y, z),
        first_axle=vehicle.axles[0].suspension.wheel_centre[0],
        wheelbase=facts["wheelbase"],
        steering_ratio=facts.get("steering_ratio"),
        settled=state is not None,
        axles=tuple(axles),
    )


def _equilibrium(system: System) -> np.ndarray | None:
    try:
        return settle(system, longest=MAX_SETTLING_TIME).state
    except EquilibriumError:
        return None


def _loads_at(system: System, state: np.ndarray) -> dict[str, float]:
    """Vertical forces of all tires at a state [N]."""
    accelerations(system.model, system.work, 0.0, state)
    forces = system.work.contacts["force"][:, 2]
    return {tire.name: float(force) for tire, force in zip(system.mechanism.tires, forces, strict=False)}


def _load(corner: Corner, loads: Mapping[str, float]) -> float:
    """Load of a wheel [N], with both tires of dual wheels."""
    return loads[corner.name("tire")] + loads.get(corner.inner_tire, 0.0)


def _sag(system: System, state: np.ndarray, unit: str, x: float) -> float:
    """How far the point of a unit over y = 0 and that x has moved down since the design position [m]."""
    pose = state[system.pose(unit)]
    centre = system.frames[unit].centre
    arm = np.array([x, 0.0, centre[2]]) - centre
    w, vector = pose[3], pose[4:7]
    turned = arm + 2.0 * np.cross(vector, np.cross(vector, arm) + w * arm)
    return float(centre[2] + arm[2] - pose[2] - turned[2])
