"""States at several speeds for the matrices of implicit steps.

The slip stiffness of a tire falls like 1/V, so one matrix made at 60 km/h is far too soft near standstill. A handful,
made before the run at speeds a factor of two apart and picked by the speed of the base, is never more than twice too
stiff, which costs no stability and next to no accuracy.
"""

from __future__ import annotations

import numpy as np

from jounce import synthesis
from jounce.ground import ask, original
from jounce.simulate.observer import System
from jounce.synthesis.start import closed
from jounce.topology.poses import base_motion, move
from jounce.topology.tree import TURN

SPEEDS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""[m/s]"""


def bank_states(system: System, y: np.ndarray, t: float) -> list[np.ndarray]:
    """States like y at rising speeds, rolling; y alone when nothing rolls."""
    if not isinstance(system, synthesis.System) or not system.state.free or not system.mechanism.tires:
        return [y]
    spins = _spins(system, y)
    start = system.state.velocity_start
    states = []
    for speed in SPEEDS:
        state = y.copy()
        state[system.independent] = 0.0
        state[start] = speed
        for place, radius in spins.items():
            state[place] = speed / radius
        states.append(closed(system, state, t))
    return states


def _spins(system: synthesis.System, y: np.ndarray) -> dict[int, float]:
    """Place in y of each wheel's spin → distance of its centre from the ground [m], signed by the sense of its axis."""
    r0, A0, *_ = base_motion(system.state, y[None, :])
    moved = move(system.state, y[None, :])
    found = {}
    for tire in system.mechanism.tires:
        branch = system.state.tree.branch(tire.body)
        if branch is None or [m.kind for m in branch.motions] != [TURN]:
            continue
        frame = system.frames[tire.body]
        hub = r0[0] + A0[0] @ moved[tire.body].point(branch.local(frame.point(tire.centre)))[0]
        below = ask(original(system.model.ground), hub[0], hub[1])
        axis = branch.direction(frame.direction(tire.spin_axis))
        sense = float(np.sign(axis @ branch.motions[0].axis))
        distance = max(float((hub[2] - below.height) * below.normal[2]), 0.1 * tire.radius)
        if sense:
            found[system.state.by_motion[tire.body, 0].velocity] = sense * min(distance, tire.radius)
    return found
