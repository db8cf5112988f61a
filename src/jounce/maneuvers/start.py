"""The state in which a maneuver begins: a car that rolls straight ahead."""

from __future__ import annotations

import numpy as np

from jounce.analysis import assemble, settle
from jounce.errors import AssemblyError
from jounce.formulations.cartesian import system as cartesian_system
from jounce.mechanism import HalfShaft
from jounce.simulate.observer import OnTree, System, observer_of, start_state, state_of


def rolling_start(system: System, kind: str, *, throttle: float = 0.0) -> np.ndarray:
    """The state of a system built from `jounce.vehicle.rolling`, with all joints closed.

    kind: `design`, the design position; `settled`, the static equilibrium, the wheels rolling without slip on the
    radius they have there, and what they drive with them. throttle: what the drivers of engines begin with.
    """
    if not isinstance(system, cartesian_system.System):
        y = _on_tree(system, kind)
        y[[_place(system, state) for state in _drivers(system.packed.arrays["springs"])]] = throttle
        return y
    y = assemble(system)
    y = _settled(system, y) if kind == "settled" else y
    y[[13 * len(system.layout.bodies) + state for state in _drivers(system.model.springs)]] = throttle
    return y


def _drivers(laws: np.ndarray) -> list[int]:
    """Auxiliary states of the drivers of engines."""
    return [int(law["state"]) for law in laws if law["speed"] >= 0]


def _place(system: OnTree, state: int) -> int:
    return system.state.auxiliary_start + system.state.auxiliary.index(state)


def _on_tree(system: OnTree, kind: str) -> np.ndarray:
    """Without the world frame when the hardpoints fit, which is the rule: it need not be compiled then."""
    if kind == "design":
        try:
            return start_state(system)
        except AssemblyError:
            pass  # hardpoints that do not fit need the assembly with its line search
    world = rolling_start(observer_of(system), kind)
    return state_of(system, world)


def _settled(system: cartesian_system.System, design: np.ndarray) -> np.ndarray:
    """Poses of the equilibrium, velocities of the design state, wheels turning by the new height of their centres, and
    what turns with them by the mean of those that it drives."""
    rest = settle(system).state
    y = design.copy()
    for body in system.layout.bodies:
        y[system.pose(body)] = rest[system.pose(body)]
    ratios = {t.body: float(t.centre[2] / rest[system.pose(t.body)][2]) for t in system.mechanism.tires}
    shafts = [force for force in system.mechanism.forces if isinstance(force, HalfShaft)]
    mean = float(np.mean([ratios[shaft.body_b] for shaft in shafts])) if shafts else 1.0
    ratios |= {shaft.body_a: ratios[shaft.body_b] for shaft in shafts}
    for body in system.layout.bodies:
        y[system.twist(body).start + 3 : system.twist(body).stop] *= ratios.get(body, mean)
    return assemble(system, y)
