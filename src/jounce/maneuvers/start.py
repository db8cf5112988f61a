"""The state in which a maneuver begins: a car that rolls straight ahead."""

from __future__ import annotations

import numpy as np

from jounce import synthesis
from jounce.analysis import assemble, settle
from jounce.errors import AssemblyError
from jounce.formulations.cartesian import system as cartesian_system
from jounce.simulate.observer import System, observer_of
from jounce.synthesis.start import closed, start_state
from jounce.synthesis.world import from_world


def rolling_start(system: System, kind: str) -> np.ndarray:
    """The state of a system built from `jounce.vehicle.rolling`, with all joints closed.

    kind: `design`, the design position; `settled`, the static equilibrium, the wheels rolling without slip on the
    radius they have there.
    """
    if isinstance(system, synthesis.System):
        return _of_synthesis(system, kind)
    y = assemble(system)
    return _settled(system, y) if kind == "settled" else y


def _of_synthesis(system: synthesis.System, kind: str) -> np.ndarray:
    """Without the world frame when the hardpoints fit, which is the rule: it need not be compiled then."""
    if kind == "design":
        try:
            return start_state(system)
        except AssemblyError:
            pass  # hardpoints that do not fit need the assembly with its line search
    world = rolling_start(observer_of(system), kind)
    return closed(system, from_world(system, world)[0])


def _settled(system: cartesian_system.System, design: np.ndarray) -> np.ndarray:
    """Poses of the equilibrium, velocities of the design state, wheels turning by the new height of their centres."""
    rest = settle(system).state
    y = design.copy()
    for body in system.layout.bodies:
        y[system.pose(body)] = rest[system.pose(body)]
    for tire in system.mechanism.tires:
        height = rest[system.pose(tire.body)][2]
        y[system.twist(tire.body).start + 3 : system.twist(tire.body).stop] *= tire.centre[2] / height
    return assemble(system, y)
