"""Assembly: positions and velocities that satisfy every joint, as close as possible to what was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from jounce.engine.analysis.driven import add_drivers, driver_name, transfer_state
from jounce.engine.formulations.world_frame.assembly import close_joints
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import System, design_state
from jounce.model.mechanism import Constant, Table


def assemble(
    system: System,
    start: np.ndarray | None = None,
    *,
    hold: Mapping[str, float] | None = None,
    rates: Mapping[str, float] | None = None,
    t: float = 0.0,
) -> np.ndarray:
    """State with all joints closed at time t, near `start` (by default the design position and velocities).

    hold: values [rad or m] that joint coordinates must take; {"crank": 0.5} turns the crank to 0.5 rad and lets the
    others follow. rates: speeds [rad/s or m/s]; a joint that is only held keeps still, one that has only a rate stays
    where the start has it. Bodies are moved by the smallest mass-weighted displacement. Raises AssemblyError with the
    joint that stays open and the size of its gap.
    """
    y = design_state(system) if start is None else np.array(start, dtype=float)
    if hold or rates:
        held = _held(system, y, hold or {}, rates or {}, t)
        y = transfer_state(close_joints(held, transfer_state(y, system, held), t), held, system)
    return close_joints(system, y, t)


def _held(system: System, y: np.ndarray, hold: Mapping[str, float], rates: Mapping[str, float], t: float) -> System:
    """The same mechanism with a driver on every joint that is held or has a rate."""
    motions = {}
    for joint, value in {**_coordinates(system, y, rates, t), **hold}.items():
        rate = rates.get(joint, 0.0)
        line = (value - rate, value + rate)
        motions[joint] = Table(times=(t - 1.0, t + 1.0), values=line, interpolation="linear")
    return add_drivers(system, motions)


def _coordinates(system: System, y: np.ndarray, joints: Iterable[str], t: float) -> dict[str, float]:
    """Values of joint coordinates [rad or m] at a state."""
    probe = add_drivers(system, dict.fromkeys(joints, Constant(value=0.0)))
    evaluate(probe.model, probe.work, t, transfer_state(y, system, probe))
    places = {joint: probe.layout.joints[driver_name(joint)].rows.start for joint in joints}
    return {joint: float(probe.work.rows[row]["violation"]) for joint, row in places.items()}
