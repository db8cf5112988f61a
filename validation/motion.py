"""Run a mechanism from its design position, tightly."""

from __future__ import annotations

import numpy as np

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, Integrator, simulate
from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import Mechanism


def moved(
    mechanism: Mechanism,
    *,
    end: float,
    sample: float = 0.01,
    tolerance: float = 1e-11,
    rates: dict[str, float] | None = None,
    integrator: Integrator | None = None,
) -> Trajectory:
    """The motion until `end` [s], with local errors of `tolerance` per step (relative, and absolute in SI units).

    rates: speeds of joint coordinates at the start; integrator: another one than that with this tolerance.
    """
    system = build(mechanism)
    start = assemble(system, rates=rates)
    integrator = integrator or DormandPrince(relative=tolerance, absolute=tolerance)
    return simulate(system, start, end=end, integrator=integrator, sample=sample)


def turned_about(axis: int, run: Trajectory, body: str) -> np.ndarray:
    """Angle [rad] that a planar body has turned about a world axis since the design position, over whole turns too.

    Needs a sampling dense enough that the body turns by less than half a revolution between samples.
    """
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = run.rotation(body)
    return np.unwrap(np.arctan2(R[:, j, i], R[:, i, i]))
