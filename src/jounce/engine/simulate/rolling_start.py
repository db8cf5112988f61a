"""The state in which a maneuver begins: a car that rolls straight ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from jounce.engine.analysis import assemble, settle_rolling
from jounce.engine.analysis.rolling_rest import roll_off, rolling_of, rolling_rest
from jounce.engine.formulations import synthesis
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


@dataclass(frozen=True, eq=False)
class Rest:
    """Where a vehicle rolls, before it does: a state with zero velocities, of its own system or of the world frame."""

    state: np.ndarray
    in_world: bool


def start_and_rest(
    system: System, kind: str, *, throttle: float = 0.0, rest: Rest | None = None
) -> tuple[np.ndarray, Rest | None]:
    """The state of `rolling_start`, and the equilibrium that it comes from; None with `design`.

    rest: that equilibrium, if it is known.
    """
    y, rest = _closed_start(system, kind, rest)
    y[[system.auxiliary_index(state) for state in _throttle_states(system.model.elements.scalar_forces)]] = throttle
    return y, rest


def _throttle_states(laws: np.ndarray) -> list[int]:
    """Numbers of the auxiliary states that hold the throttle of an engine's driver."""
    return [int(law["state"]) for law in laws if law["kind"] == ENGINE and law["state"] >= 0]


def _closed_start(system: System, kind: str, rest: Rest | None) -> tuple[np.ndarray, Rest | None]:
    """A closed start, without the world frame when the hardpoints fit, as they should, and the car settles with its own
    equations: the world frame need not be built and compiled then."""
    if kind == "design":
        try:
            return system.start_state(), None
        except AssemblyError:
            pass  # hardpoints that do not fit need the assembly with its line search
    elif rest is None or not rest.in_world:
        y, rest = _settled_alone(system, rest)
        if y is not None:
            return y, rest
    world = observer_of(system)
    design = world.start_state()
    if kind == "design":
        return system.from_world(design), None
    found = settle_rolling(world, design) if rest is None or not rest.in_world else rest.state
    return system.from_world(_roll(world, design, found)), Rest(found, in_world=True)


def _settled_alone(system: System, rest: Rest | None) -> tuple[np.ndarray | None, Rest | None]:
    """The settled start by the equations of the system, and the rest that it comes from; None where they cannot."""
    rolling = rolling_of(system)
    if rolling is None:
        return None, None
    own = cast(synthesis.System, system)  # others have no such rolling
    state = rolling_rest(own, rolling) if rest is None else rest.state
    if state is None:
        return None, None
    return roll_off(own, rolling, state), Rest(state, in_world=False)


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
