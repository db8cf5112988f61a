"""A quick look at the run of a car: its chassis and its tires, by the kernels that made it.

The world-frame formulation sees everything (`Trajectory.observation`), at ten times the cost and with a model of its
own. For studies of thousands of runs, one evaluation of ẏ at every sample gives what metrics ask for.
"""

from __future__ import annotations

import numpy as np

from jounce import synthesis
from jounce.algebra.sampled import rotation_matrices
from jounce.errors import SimulationError
from jounce.formulations import status
from jounce.formulations.cartesian.observe import Observation
from jounce.kernel import entry
from jounce.packing.vectors import cross
from jounce.simulate.trajectory import Trajectory
from jounce.tires.records import CONTACT


@entry
def watch_samples(derivative, model, work, samples, slopes, contacts):  # type: ignore[no-untyped-def]
    """ẏ and the contacts of the tires, in the order of the kernels, at every row of samples (time, y); returns the
    first bad status and its row."""
    for n in range(samples.shape[0]):
        outcome = derivative(model, work, samples[n, 0], samples[n, 1:], slopes[n])
        if outcome != 0:
            return outcome, n
        for i in range(contacts.shape[1]):
            contacts[n, i] = work.contacts[i]
    return 0, samples.shape[0]


def watched(trajectory: Trajectory, samples: np.ndarray) -> Trajectory:
    """The trajectory with an observation that knows the acceleration of the base and the tires, and nothing else.

    samples: the run in states of its own system, (n, 1 + size). Raises SimulationError for a state without ẏ.
    """
    system = trajectory.simulated
    assert isinstance(system, synthesis.System)
    n, count = len(samples), len(system.layout.tires)
    slopes, found = np.zeros((n, system.size)), np.zeros((n, count), CONTACT)
    rows = np.ascontiguousarray(samples)
    outcome, bad = watch_samples(system.derivative, system.model, system.work, rows, slopes, found)
    if outcome != status.OK:
        t = float(rows[bad, 0])
        raise SimulationError(f"t = {t:g} s: {status.MEANING[outcome]} at a recorded state.", time=t)
    observation = Observation(
        acceleration=_of_the_base(system, rows[:, 1:], slopes),
        multipliers=np.zeros((n, 0)),
        springs=np.zeros((n, 0, 3)),
        tire=found[:, [system.whole.elements["tires"].index(i) for i in range(count)]],
        violation=np.zeros((n, 0)),
    )
    trajectory.__dict__["observation"] = observation
    return trajectory


def _of_the_base(system: synthesis.System, y: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """(n, bodies, 6): acceleration and angular acceleration in world axes, not-a-number of all other bodies."""
    found = np.full((len(y), len(system.layout.bodies), 6), np.nan)
    if not system.state.free:
        return found
    u = system.state.velocity_start
    R = rotation_matrices(y[:, 3:7] / np.linalg.norm(y[:, 3:7], axis=1, keepdims=True))
    v, w = y[:, u : u + 3], y[:, u + 3 : u + 6]
    in_axes = slopes[:, u : u + 3] + cross(w, v), slopes[:, u + 3 : u + 6]
    found[:, system.layout.body(system.state.tree.base)] = np.hstack([np.einsum("nij,nj->ni", R, a) for a in in_axes])
    return found
