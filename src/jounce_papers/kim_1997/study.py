"""Beyond Kim 1997: every method at every maximum step, other tolerances, and ten minutes of steering.

Errors are those of the yaw rate against a far finer run of another formulation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.simulate import DormandPrince
from jounce.model.mechanism import Sine
from jounce.model.vehicle import RACK_TRAVEL
from jounce_papers.drives import Drive, Record
from jounce_papers.kim_1997.drives import MAXIMUM_STEPS, METHODS, adams, drive_with
from jounce_papers.kim_1997.numbers import basis_numbers, step_numbers, times

TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
STUDIED = ("projection", "projection_printed", "qr", "augmented_world")
REFERENCE = DormandPrince(relative=1e-10, absolute=1e-12)
LONG_ENDS = (10.0, 60.0, 600.0)
"""Ends of the long runs [s]."""
LONG_METHODS = ("projection", "projection_printed", "qr", "partitioning")


def study(drive: Drive) -> dict[str, Any]:
    """Every method at every maximum step, other tolerances, and long runs."""
    reference = drive_with(drive, "synthesis", REFERENCE)
    return {
        "reference": f"synthesis, Dormand–Prince, relative error {REFERENCE.relative:g} a step",
        "steps": {name: [_with_maximum(drive, name, step, reference) for step in MAXIMUM_STEPS] for name in METHODS},
        "tolerances": {name: [_with_tolerance(drive, name, t, reference) for t in TOLERANCES] for name in STUDIED},
        "lasting": {name: [_lasting(drive, name, end) for end in LONG_ENDS] for name in LONG_METHODS},
    }


def _with_maximum(drive: Drive, name: str, largest: float, reference: Record) -> dict[str, Any]:
    record = drive_with(drive, name, adams(largest))
    return {
        "maximum_step": largest,
        "cpu_s": times(drive, (name,), adams(largest), 2)[name],
        **step_numbers(record, largest),
        "yaw_rate_error": _error(record, reference),
    }


def _with_tolerance(drive: Drive, name: str, relative: float, reference: Record) -> dict[str, Any]:
    record = drive_with(drive, name, adams(MAXIMUM_STEPS[-1], relative))
    return {
        "relative": relative,
        "cpu_s": record.run.counts.seconds,
        **step_numbers(record, MAXIMUM_STEPS[-1]),
        "yaw_rate_error": _error(record, reference),
    }


def _error(record: Record, reference: Record) -> float:
    return float(np.abs(record.channels["chassis.yaw_rate"] - reference.channels["chassis.yaw_rate"]).max())


def _lasting(drive: Drive, name: str, end: float) -> dict[str, Any]:
    """A run that steers to its end, and how the null space of a fresh system fared."""
    sine = drive.plan.inputs[RACK_TRAVEL]
    assert isinstance(sine, Sine)
    plan = replace(drive.plan, inputs={RACK_TRAVEL: Sine(**{**dict(sine), "cycles": None})})
    fresh = replace(drive, plan=plan, built={})
    record = drive_with(fresh, name, adams(MAXIMUM_STEPS[-1]), end=end)
    numbers = step_numbers(record, MAXIMUM_STEPS[-1])
    return {"end": end, "steps": numbers["steps"], "violation": numbers["violation"], **basis_numbers(fresh, name)}
