"""Longer steps and other tolerances: the study that Kang 2014, section 8, leaves for later.

What is compared with is a run of another formulation (synthesis) with another integrator (Dormand–Prince, error control
far below everything here), so that no error of the implicit steps or of their equations is in it. How far it is from
our own steps of 0.1 ms is measured too: their error falls with the square of the step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.simulate import DormandPrince
from jounce.model.vehicle.corners import CHASSIS
from jounce_papers.drives import Drive, Record
from jounce_papers.kang_2014.drives import METHODS, STEP, drive_with, record_of, watched_acceleration, world

STEPS = (0.5e-3, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3)
"""Steps [s]; all are multiples of the first and divide both drives."""
FINE = 0.1e-3
"""Step of the check on the reference [s]."""
STUDIED = (
    "conventional",
    "proposed",
    "chassis_on_failure",
    "chassis_every_step",
    "world_never",
    "world_on_failure",
    "synthesis",
)
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
REFERENCE = DormandPrince(relative=1e-10, absolute=1e-12)


def study(drive: Drive) -> dict[str, Any]:
    """Every method at every step, and the paper's two at every tolerance."""
    reference = record_of(drive, "synthesis", REFERENCE, STEPS[0])
    fine = drive_with(drive, METHODS["chassis_every_step"], step=FINE, sample=STEPS[0])
    return {
        "reference": f"synthesis, Dormand–Prince, relative error {REFERENCE.relative:g} a step",
        "fastest": _fastest(drive),
        "fine": {"step": FINE, **_errors(fine, reference)},
        "steps": {name: [_with_step(drive, name, step, reference) for step in STEPS] for name in STUDIED},
        "tolerances": {name: _with_tolerances(drive, name) for name in ("conventional", "proposed")},
    }


def _fastest(drive: Drive) -> dict[str, Any]:
    """The body that turns fastest at the start, and how fast [rad/s]."""
    system, start = world(drive)
    spins = {body: float(np.linalg.norm(start[system.twist(body)][3:])) for body in system.layout.bodies}
    body = max(spins, key=spins.__getitem__)
    return {"body": body, "spin": spins[body]}


def _with_step(drive: Drive, name: str, step: float, reference: Record) -> dict[str, Any]:
    record = drive_with(drive, METHODS[name], step=step, sample=step)
    return {"step": step, **_work(record), **_errors(record, reference, round(step / STEPS[0]))}


def _with_tolerances(drive: Drive, name: str) -> list[dict[str, Any]]:
    """Counts, and differences from the run with the last tolerance."""
    integrator = METHODS[name].integrator(STEP)
    assert isinstance(integrator, TangentSpace)
    records = [record_of(drive, METHODS[name].formulation, replace(integrator, tolerance=t), STEP) for t in TOLERANCES]
    found = []
    for tolerance, record in zip(TOLERANCES, records, strict=True):
        errors = record.run.observation.violation.max(axis=0)
        found.append(
            {
                "tolerance": tolerance,
                **_work(record),
                **_errors(record, records[-1]),
                "constraint_violation": float(errors[0]),
                "constraint_rate": float(errors[1]),
            }
        )
    return found


def _work(record: Record) -> dict[str, Any]:
    counts = record.run.counts
    return {
        "us_per_step": 1e6 * counts.seconds / max(1, counts.steps),
        "iterations": counts.iterations / max(1, counts.steps),
        "refreshes": counts.refreshes,
        "rejected": counts.rejected,
        "failed_at": None if record.failure is None else record.failure.time,
    }


def _errors(record: Record, reference: Record, stride: int = 1) -> dict[str, float]:
    """Errors of the acceleration that the paper shows, and of the last position; as far as the run went."""
    n = len(record.run.time)
    away = watched_acceleration(record) - watched_acceleration(reference)[::stride][:n]
    ends = record.run.position(CHASSIS)[-1] - reference.run.position(CHASSIS)[::stride][n - 1]
    return {
        "largest_error": float(np.abs(away).max()),
        "rms_error": float(np.sqrt(np.mean(away**2))),
        "position_error": float(np.linalg.norm(ends)),
    }
