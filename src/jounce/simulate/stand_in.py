"""Something to compile an integrator with while the equations of motion themselves are still being compiled.

An integrator is compiled for the types of its arguments; which function stands behind an address does not matter to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce import synthesis
from jounce.formulations import status
from jounce.kernel import pointer


def no_derivative(model: Any, work: Any, t: float, y: np.ndarray, dy: np.ndarray) -> int:
    """Leaves ẏ as it is."""
    return status.OK


def no_projection(model: Any, work: Any, t: float, y: np.ndarray) -> int:
    """Leaves y as it is."""
    return status.OK


@dataclass(frozen=True)
class StandIn:
    """A system that does not move."""

    derivative: Callable
    project: Callable
    model: Any
    work: Any
    coordinates: np.ndarray
    independent: np.ndarray
    auxiliary: np.ndarray
    size: int


def stand_in(system: synthesis.System) -> StandIn:
    """A system of the same types and sizes."""
    y = np.zeros(system.size)
    return StandIn(
        derivative=pointer(no_derivative, system.model, system.work, 0.0, y, y),
        project=pointer(no_projection, system.model, system.work, 0.0, y),
        model=system.model,
        work=system.work,
        coordinates=system.coordinates,
        independent=system.independent,
        auxiliary=system.auxiliary,
        size=system.size,
    )
