"""Whether a run has driven off its ground."""

from __future__ import annotations

import numpy as np

from jounce.errors import SimulationError
from jounce.ground import extent, inside, original
from jounce.ground.ferguson import STOP
from jounce.simulate.observer import System, world_samples
from jounce.simulate.trajectory import Counts, Trajectory


class Edge:
    """Watches the wheels of a run on a ground that ends, if it is one that runs stop at."""

    def __init__(self, system: System) -> None:
        self.ground = original(system.model.ground)
        self.guarded = getattr(self.ground, "outside", None) == STOP and bool(system.mechanism.tires)

    def crossed(self, system: System, samples: np.ndarray, first: int) -> tuple[int, str] | None:
        """The first sample from number `first` on with a wheel beyond the edge, and what to tell a person."""
        if not self.guarded or first >= len(samples):
            return None
        run = Trajectory(system, world_samples(system, samples[first:]), Counts(0, 0, 0, 0.0))
        hubs = {tire.name: run.point(tire.body, tire.centre)[:, :2] for tire in system.mechanism.tires}
        off = np.array([~inside(self.ground, *hub.T) for hub in hubs.values()])
        if not off.any():
            return None
        n = int(np.argmax(off.any(axis=0)))
        name = list(hubs)[int(np.argmax(off[:, n]))]
        x0, x1, y0, y1 = extent(self.ground) or (0.0,) * 4
        x, y = hubs[name][n]
        text = (
            f"t = {run.time[n]:.6g} s: {name} is at ({x:.2f}, {y:.2f}) m, beyond the edge of the ground "
            f"(x = {x0:g} … {x1:g} m, y = {y0:g} … {y1:g} m). Turn earlier, take a larger map, or make the ground "
            "with outside='level' to go on."
        )
        return first + n, text


def left_the_ground(text: str, trajectory: Trajectory) -> SimulationError:
    """The error of a run that ends there, with what was recorded."""
    time, steps = float(trajectory.time[-1]), trajectory.counts.steps
    error = SimulationError(text, time=time, step=steps, culprit="ground")
    error.trajectory = trajectory
    return error
