"""The state in which a maneuver begins: a car that rolls straight ahead."""

from __future__ import annotations

import numpy as np

from jounce.analysis import assemble, settle
from jounce.formulations.cartesian.system import System


def rolling_start(system: System, kind: str) -> np.ndarray:
    """The state of a system built from `jounce.vehicle.rolling`, with all joints closed.

    kind: `design`, the design position; `settled`, the static equilibrium, the wheels rolling without slip on the
    radius they have there.
    """
    y = assemble(system)
    return _settled(system, y) if kind == "settled" else y


def _settled(system: System, design: np.ndarray) -> np.ndarray:
    """Poses of the equilibrium, velocities of the design state, wheels turning by the new height of their centres."""
    rest = settle(system).state
    y = design.copy()
    for body in system.layout.bodies:
        y[system.pose(body)] = rest[system.pose(body)]
    for tire in system.mechanism.tires:
        height = rest[system.pose(tire.body)][2]
        y[system.twist(tire.body).start + 3 : system.twist(tire.body).stop] *= tire.centre[2] / height
    return assemble(system, y)
