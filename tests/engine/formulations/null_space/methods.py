"""All ways to remove constraint forces, and mechanisms to try them on."""

from __future__ import annotations

from functools import cache

import numpy as np

from jounce.engine.assembly.world_states import from_world
from jounce.engine.formulations.null_space.system import System, build
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism
from jounce.model.vehicle import to_mechanism
from tests.engine.formulations.synthesis.vehicles import CASES

METHODS = {
    "projection": ("projection", "all"),
    "printed": ("projection", "independent"),
    "qr": ("qr", "all"),
    "held": ("qr", "independent"),
    "svd": ("svd", "all"),
    "partitioning": ("partitioning", "all"),
    "augmented": ("augmented", "all"),
}
"""Name → basis and velocities."""
CARS = ("dw18", "sedan", "hatchback", "rover6")


@cache
def mechanism(name: str) -> Mechanism:
    """A mechanism of the synthesis tests, or a car of the library."""
    return to_mechanism(load_vehicle(name)) if name in CARS else CASES[name].make()


@cache
def world(name: str) -> cartesian_system.System:
    """It in the world frame."""
    return cartesian_system.build(mechanism(name))


@cache
def system(name: str, method: str) -> System:
    """It on a null space."""
    basis, velocities = METHODS[method]
    return build(mechanism(name), basis=basis, velocities=velocities)


def state(of: System, y: np.ndarray) -> np.ndarray:
    """A world state in its coordinates, without ż."""
    found = np.zeros(of.size)
    found[: of.state.size] = from_world(of, y)[0]
    return found
