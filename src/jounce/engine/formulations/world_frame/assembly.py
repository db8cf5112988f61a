"""Assembly: positions and velocities that satisfy every joint, as close as possible to what was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.world_frame.entries import (
    close_velocities,
    displace_bodies,
    evaluate,
    newton_step,
    value_at,
)
from jounce.errors import AssemblyError
from jounce.findings import Finding

if TYPE_CHECKING:
    from jounce.engine.formulations.world_frame.system import System

CLOSED = 1e-11
"""Largest |Φ| of an assembled mechanism [m, rad]."""
MAX_DISPLACEMENT = 0.3
"""Largest displacement of one Newton step [m, rad]: far input needs small steps to stay on its branch."""
ITERATIONS = 200


def close_joints(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """The state near y with all joints closed at time t [s]: damped Newton on positions, then velocities.

    Bodies are moved by the smallest mass-weighted displacement. Raises AssemblyError with the joints that stay open and
    the sizes of their gaps.
    """
    y = np.array(y, dtype=float)
    _start_filters(system, y, t)
    worst = newton_step(system.model, system.work, t, y)
    for _ in range(ITERATIONS):
        if worst <= CLOSED or not np.isfinite(worst):
            break
        step = system.work.x[: len(system.layout.bodies)].copy()
        size = float(np.max(np.abs(step), initial=0.0))
        worst, moved = _line_search(system, y, t, step * min(1.0, MAX_DISPLACEMENT / max(size, 1e-300)), worst)
        if moved is None:
            break
        y = _recounted(system, moved, t)
    if not worst <= 1e-9:
        raise _open_loops(system, y, t)
    outcome = close_velocities(system.model, system.work, t, y)
    if outcome != status.OK:
        joint = system.layout.joint_name(int(system.work.culprit[0]))
        raise AssemblyError([Finding(f"joints.{joint}", "velocities contradict each other", hint=status.HINT[3])])
    return _recounted(system, y, t)


def _line_search(
    system: System, y: np.ndarray, t: float, step: np.ndarray, worst: float
) -> tuple[float, np.ndarray | None]:
    """Halve the step until the largest violation falls; (violation, None) when it cannot be lowered."""
    for halving in range(12):
        trial = y.copy()
        displace_bodies(step * 0.5**halving, trial)
        remaining = newton_step(system.model, system.work, t, trial)
        if remaining < worst:
            return remaining, trial
    newton_step(system.model, system.work, t, y)
    return worst, None


def _start_filters(system: System, y: np.ndarray, t: float) -> None:
    """Smoothed drivers start at rest on their target."""
    model = system.model
    first = y.size - system.layout.auxiliary
    for row in model.rows[model.rows["filter"] >= 0]:
        target = value_at(system, int(row["signal"]), t)
        y[first + row["filter"] : first + row["filter"] + 2] = [target, 0.0]


def _recounted(system: System, y: np.ndarray, t: float) -> np.ndarray:
    """Turn counters set to the measured angles."""
    evaluate(system.model, system.work, t, y)
    first = y.size - system.layout.auxiliary
    counted = system.model.measures["winding"] >= 0
    y[first + system.model.measures["winding"][counted]] = system.work.measures["value"][counted]
    return y


def _open_loops(system: System, y: np.ndarray, t: float) -> AssemblyError:
    """Every joint that stays open, with its gap, worst first."""
    evaluate(system.model, system.work, t, y)
    gaps = {
        name: float(np.max(np.abs(system.work.rows["violation"][place.rows.start : place.rows.stop])))
        for name, place in system.layout.joints.items()
    }
    order = sorted((name for name in gaps if gaps[name] > 1e-6), key=lambda name: -gaps[name])
    findings = [
        Finding(
            f"joints.{name}",
            "cannot be assembled",
            got=f"a gap of {1e3 * gaps[name]:.4g} mm (or mrad)",
            expected="parts that reach each other",
            hint="check its points, and the lengths of the parts in its loop",
        )
        for name in order
    ]
    return AssemblyError(findings, subject=f"the assembly of {system.mechanism.name}")
