"""Inputs of a car on an external road: what another program says about the road under every wheel.

Height, slopes and friction hold where the tire touches the ground when a step begins; the road is their tangent plane
until the next step (`jounce.engine.laws.ground.external`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.laws.ground import External, original
from jounce.engine.laws.ground.external import FRICTION, GIVEN, HEIGHT, ORIGIN_X, ORIGIN_Y, SLOPE_X, SLOPE_Y
from jounce.model.vehicle import Vehicle

QUANTITIES = {
    "road_height": (HEIGHT, "m", "height of the road where the tire touches it, above the world's origin"),
    "road_slope_x": (SLOPE_X, "1", "slope of the road there along the world's x; rising → positive"),
    "road_slope_y": (SLOPE_Y, "1", "slope of the road there along the world's y; rising → positive"),
    "road_friction": (FRICTION, "1", "factor on the peak forces of the tire"),
}
"""Beginning of an input's name → place in the memory of a wheel, unit, and what it is."""
LEAST_FRICTION = 1e-3


class RoadInputs:
    """What was said about the road under every wheel; `values` has a row for each, a column for each quantity."""

    def __init__(self, car: Vehicle, system: System, points: np.ndarray) -> None:
        """points: contact points of the tires (n, 3), in the order of the layout, which change as the car moves."""
        ground: Any = original(system.model.ground)
        self.columns = [place for place, _, _ in QUANTITIES.values()]
        self.points = points
        start = {HEIGHT: ground.height, FRICTION: ground.friction}
        self.values = np.array([[start.get(place, 0.0) for place in self.columns]] * len(points))
        order = system.contact_order
        work: Any = system.work
        self.memories = [work.contacts["ground"]["patch"][order[i]] for i in range(len(points))]
        """Memory of the ground of every wheel, in the order of the layout."""
        self.wheels = {name.removeprefix("tire_"): i for i, name in enumerate(system.layout.tires)}

    @property
    def places(self) -> Iterator[tuple[str, str, str, tuple[int, int]]]:
        """Every input: its name, unit and meaning, and its row and column in `values`."""
        for wheel, row in self.wheels.items():
            for column, (name, (_, unit, about)) in enumerate(QUANTITIES.items()):
                yield f"{name}_{wheel}", unit, about, (row, column)

    def place(self) -> None:
        """Lay the road under the wheels, where they touch it now."""
        for values, point, memory in zip(self.values, self.points, self.memories, strict=True):
            memory[GIVEN] = 1.0
            memory[self.columns] = values
            memory[ORIGIN_X], memory[ORIGIN_Y] = point[0], point[1]


def has_external_road(system: System) -> bool:
    """Whether another program tells the road."""
    return isinstance(original(system.model.ground), External)
