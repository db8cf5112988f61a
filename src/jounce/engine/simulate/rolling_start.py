"""The state in which a maneuver begins: a car that rolls straight ahead."""

from __future__ import annotations

import numpy as np

from jounce.engine.analysis import assemble, settle_rolling
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame import system as world_frame
from jounce.engine.laws.forces.laws import ENGINE
from jounce.engine.simulate.observer import observer_of
from jounce.errors import AssemblyError
from jounce.model.mechanism import HalfShaft


def rolling_start(system: System, kind: str, *, throttle: float = 0.0) -> np.ndarray:
    """The state of a system built from `jounce.model.vehicle.variants`, with all joints closed.

    kind: `design`, the design position; `settled`, the static equilibrium on flat ground in still air, the wheels
    rolling without slip on the radius they have there, and what they drive with them. throttle: what the drivers of
    engines begin with.
    """
    return start_and_rest(system, kind, throttle=throttle)[0]


def start_and_rest(
    system: System, kind: str, *, throttle: float = 0.0, rest: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray | None]:
    """The state of `rolling_start`, and the world state of the equilibrium that it comes from; None with `design`.

    rest: that equilibrium, if it is known.
    """
    y, rest = _closed_start(system, kind, rest)
    y[[system.auxiliary_index(state) for state in _throttle_states(system.model.elements.scalar_forces)]] = throttle
    return y, rest


def _throttle_states(laws: np.ndarray) -> list[int]:
    """Numbers of the auxiliary states that hold the throttle of an engine's driver."""
    return [int(law["state"]) for law in laws if law["kind"] == ENGINE and law["state"] >= 0]


def _closed_start(system: System, kind: str, rest: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """A closed start, without the world frame when the hardpoints fit, as they should: it need not be compiled then."""
    if kind == "design":
        try:
            return system.start_state(), None
        except AssemblyError:
            pass  # hardpoints that do not fit need the assembly with its line search
    world = observer_of(system)
    design = world.start_state()
    if kind == "design":
        return system.from_world(design), None
    rest = settle_rolling(world, design) if rest is None else rest
    return system.from_world(_roll(world, design, rest)), rest


def _roll(system: world_frame.System, design: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """Poses of the equilibrium, velocities of the design state, wheels turning by the new height of their centres, and
    what turns with them by the mean of those that it drives."""
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
