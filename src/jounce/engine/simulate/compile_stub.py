"""Something to compile an integrator with while the equations of motion themselves are still being compiled.

An integrator is compiled for the types of its arguments; which function stands behind an address does not matter to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.compiler import pointer
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import Capabilities, Equations


def no_derivative(model: Any, work: Any, t: float, y: np.ndarray, dy: np.ndarray) -> int:
    """Leaves ẏ as it is."""
    return status.OK


def no_projection(model: Any, work: Any, t: float, y: np.ndarray) -> int:
    """Leaves y as it is."""
    return status.OK


@dataclass(frozen=True)
class Stub:
    """A system that does not move."""

    capabilities: Capabilities
    derivative: Callable
    project: Callable
    model: Any
    work: Any
    coordinates: np.ndarray
    independent: np.ndarray
    auxiliary: np.ndarray
    size: int


def make_stub(system: Equations) -> Stub:
    """A system of the same types and sizes."""
    y = np.zeros(system.size)
    return Stub(
        capabilities=system.capabilities,
        derivative=pointer(no_derivative, system.model, system.work, 0.0, y, y),
        project=pointer(no_projection, system.model, system.work, 0.0, y),
        model=system.model,
        work=system.work,
        coordinates=system.coordinates,
        independent=system.independent,
        auxiliary=system.auxiliary,
        size=system.size,
    )
