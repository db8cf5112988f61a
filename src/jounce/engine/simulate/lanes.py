"""Groups of cars in SIMD lanes: which methods can, the memory of a group, and its call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jounce.engine.compiler import INTERPRETED
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.formulations.synthesis.code import lane_addresses
from jounce.engine.formulations.synthesis.traced import KEPT
from jounce.engine.integrators.lanes import chord, explicit, rosenbrock
from jounce.engine.integrators.lanes.evaluate import Lanes
from jounce.engine.integrators.lanes.walk import advance_lanes, lane_step
from jounce.engine.tracing.llvm_text import CONTEXT_BYTES

METHODS = (chord, explicit, rosenbrock)
"""Modules that say how a method makes a step in lanes."""


def runs_in_lanes(system: Any, method: Any) -> bool:
    """Whether cars like this one can run side by side with a method."""
    return not INTERPRETED and system.capabilities.runs_lanes and type(method) in lane_step.bodies


def lane_groups(cars: range) -> Iterator[range]:
    """As many cars at a time as there are lanes."""
    lanes = register_lanes()
    for first in range(cars.start, cars.stop, lanes):
        yield range(first, min(first + lanes, cars.stop))


def fills_lanes(count: int) -> bool:
    """Whether so many cars are enough for fixed steps in lanes: half a register of them, or fewer, run faster alone."""
    return 2 * count > register_lanes()


def allocate_lanes(system: Any) -> Lanes:
    """Memory for a group of cars like `system`."""
    lanes = register_lanes()
    elements = system.model.elements
    parameters, numbers, size = system.model.parameters.size, system.work.numbers.size, system.size
    return Lanes(
        code=lane_addresses(system.generated.source),
        parameters=np.zeros((parameters, lanes)),
        numbers=np.zeros((numbers, lanes)),
        y=np.zeros((size, lanes)),
        dy=np.zeros((size, lanes)),
        start=np.zeros((size, lanes)),
        slopes=np.zeros((4, size, lanes)),
        culprit=np.zeros((4, lanes)),
        scalar_forces=np.zeros((elements.scalar_forces.nbytes // 8, lanes)),
        loads=np.zeros((elements.loads.nbytes // 8, lanes)),
        tires=np.zeros((elements.tires.nbytes // 8, lanes)),
        ground=np.zeros((LABEL, lanes)),
        contacts=np.zeros((system.work.contacts.nbytes // 8, lanes)),
        patches=np.zeros((system.work.contacts.size * KEPT["patches"], lanes)),
        curves=np.zeros((elements.scalar_forces.size * KEPT["curves"], lanes)),
        contexts=np.zeros((lanes, CONTEXT_BYTES // 8), np.int64),
        times=np.zeros(lanes),
        state=np.zeros(lanes, np.int64),
        outcome=np.zeros(lanes, np.int64),
        place=np.zeros(lanes, np.int64),
        memory=np.zeros((lanes, 4)),
        cars=np.full(lanes, -1),
    )


__all__ = ["METHODS", "advance_lanes", "allocate_lanes", "fills_lanes", "lane_groups", "runs_in_lanes"]
