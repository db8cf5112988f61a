"""Errors of runs that stopped early, as a person understands them.

Whether a run has driven off its ground.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame.entries import accelerations
from jounce.engine.integrators import progress
from jounce.engine.laws.ground import extent, inside, original
from jounce.engine.laws.ground.ferguson import STOP
from jounce.engine.simulate.observer import observer_of, to_world_samples
from jounce.engine.simulate.trajectory import Counts, Trajectory
from jounce.errors import SimulationError

MAX_CREDIBLE_ERROR = 0.1
"""Errors of joints up to this size [m, rad] tell which joint tore."""


def simulation_error(system: System, outcome: int, record: np.ndarray, trajectory: Trajectory) -> SimulationError:
    """The error of a failed run: when, what, where, and a way out; it carries what was recorded."""
    t = float(record[progress.TIME])
    culprit, where = _name_culprit(system, outcome, record, trajectory.samples[-1])
    text = f"t = {t:.6g} s: {status.MEANING[outcome]}{where}. {status.HINT[outcome]}"
    error = SimulationError(text, time=t, step=int(record[progress.STEPS]), culprit=culprit)
    error.trajectory = trajectory
    return error


def _name_culprit(system: System, outcome: int, record: np.ndarray, last: np.ndarray) -> tuple[str, str]:
    """The part to look at: an open joint, the fastest body, or the joint that carries most at the last sample.

    An error larger than any joint belongs to a step that had blown up before; it says nothing about the joint.
    """
    layout, nb = system.layout, len(system.layout.bodies)
    if outcome == status.SINGULAR:
        joint = layout.joint_name(int(record[progress.CULPRIT]))
        return joint, f"; the loop of joint {joint}"
    if outcome in (status.LOOP_OPEN, status.INCONSISTENT) and abs(record[progress.SIZE]) < MAX_CREDIBLE_ERROR:
        joint = layout.joint_name(int(record[progress.CULPRIT]))
        return joint, f"; largest error {record[progress.SIZE]:.3g} at joint {joint}"
    if outcome == status.NOT_FINITE or not layout.joints:
        speeds = np.abs(last[1 + 7 * nb : 1 + 13 * nb]).reshape(nb, 6).max(axis=1)
        body = layout.bodies[int(np.argmax(speeds))]
        return body, f"; fastest body {body}"
    observer = observer_of(system)
    accelerations(observer.model, observer.work, last[0], last[1:])
    loads = np.abs(observer.work.x[nb:]).max(axis=1)
    joint = layout.joint_name(int(np.argmax(loads)))
    return joint, f"; largest load {loads.max():.3g} N or N·m at joint {joint}"


def boundary_error(text: str, trajectory: Trajectory) -> SimulationError:
    """The error of a run that left its ground; it carries what was recorded."""
    time, steps = float(trajectory.time[-1]), trajectory.counts.steps
    error = SimulationError(text, time=time, step=steps, culprit="ground")
    error.trajectory = trajectory
    return error


class TerrainBoundary:
    """Watches the wheels of a run on a ground that ends, if it is one that runs stop at."""

    def __init__(self, system: System) -> None:
        self.ground = original(system.model.ground)
        self.guarded = getattr(self.ground, "outside", None) == STOP and bool(system.mechanism.tires)

    def find_crossing(self, system: System, samples: np.ndarray, first: int) -> tuple[int, str] | None:
        """The first sample from number `first` on with a wheel beyond the edge, and what to tell a person."""
        if not self.guarded or first >= len(samples):
            return None
        run = Trajectory(system, to_world_samples(system, samples[first:]), Counts(0, 0, 0, 0.0))
        hubs = {tire.name: run.point(tire.body, tire.centre)[:, :2] for tire in system.mechanism.tires}
        off = np.array([~inside(self.ground, *hub.T) for hub in hubs.values()])
        if not off.any():
            return None
        n = int(np.argmax(off.any(axis=0)))
        name = list(hubs)[int(np.argmax(off[:, n]))]
        return first + n, self._describe(run.time[n], name, hubs[name][n])

    def describe_crossing(self, t: float, names: Sequence[str], points: np.ndarray) -> str | None:
        """What to tell a person when one of these tires is beyond the edge at the time t [s], else None.

        points: where they touch the ground, (tires, 3) in world axes [m].
        """
        off = ~inside(self.ground, points[:, 0], points[:, 1])
        if not off.any():
            return None
        i = int(np.argmax(off))
        return self._describe(t, names[i], points[i])

    def _describe(self, t: float, name: str, place: np.ndarray) -> str:
        x0, x1, y0, y1 = extent(self.ground) or (0.0,) * 4
        return (
            f"t = {t:.6g} s: {name} is at ({place[0]:.2f}, {place[1]:.2f}) m, beyond the edge of the ground "
            f"(x = {x0:g} … {x1:g} m, y = {y0:g} … {y1:g} m). Turn earlier, take a larger map, or make the ground "
            "with outside='level' to go on."
        )
