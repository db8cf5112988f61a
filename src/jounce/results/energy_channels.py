"""Where the work of a run went, as channels: (1) of `jounce.simulate.energy`, sampled as the run was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from jounce.errors import Refusal
from jounce.mechanism import AppliedForce, AppliedTorque, Driver, Input, Signal
from jounce.mechanism.sampling import sampled
from jounce.results.channel import Channel
from jounce.results.channel_names import named
from jounce.simulate import Trajectory
from jounce.simulate.energy import bookkeeping


def energy_channels(trajectory: Trajectory, inputs: Mapping[str, Signal]) -> Iterator[Channel]:
    """Five accounts; none of a mechanism whose work is not recorded: with bushings, or with prescribed motions.

    inputs: what the run-time inputs were bound to.
    """
    if any(isinstance(joint, Driver) for joint in trajectory.mechanism.joints):
        return
    try:
        books = bookkeeping(trajectory, _magnitudes(trajectory, inputs))
    except Refusal:
        return
    potential = books.gravity + books.springs
    accounts = {
        "kinetic": books.kinetic,
        "potential": potential - potential[0],
        "supplied": books.drive,
        "dissipated": books.dissipated,
        "residual": books.residual,
    }
    for name, values in accounts.items():
        yield named(f"energy.{name}", values)


def _magnitudes(trajectory: Trajectory, inputs: Mapping[str, Signal]) -> dict[str, np.ndarray]:
    """Of all applied loads over time."""
    loads = (force for force in trajectory.mechanism.forces if isinstance(force, AppliedForce | AppliedTorque))
    return {load.name: sampled(_bound(load.magnitude, inputs), trajectory.time) for load in loads}


def _bound(signal: Signal, inputs: Mapping[str, Signal]) -> Signal:
    return inputs.get(signal.name, signal) if isinstance(signal, Input) else signal
