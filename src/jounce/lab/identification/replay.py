"""A record as a maneuver: its inputs replayed, from the speed at which it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.maneuvers.files.inputs import input_kind, needs_of
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.results import Result
from jounce.model.mechanism import Table
from jounce.model.vehicle import (
    BRAKE,
    CLUTCH,
    GEAR,
    RACK_TRAVEL,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
)

SPEED = "chassis.speed"
STEERING = (
    (STEERING_WHEEL_ANGLE, f"input.{STEERING_WHEEL_ANGLE}"),
    (STEERING_WHEEL_ANGLE, "steering_wheel.angle"),
    (RACK_TRAVEL, f"input.{RACK_TRAVEL}"),
    (RACK_TRAVEL, "rack.travel"),
)
"""What steers, the first that a record has: the steering wheel before the rack, so that the ratio between them acts."""
PROPULSION = (TARGET_SPEED, THROTTLE, SPEED_LEFT, SPEED_RIGHT)


@dataclass(frozen=True)
class InputChange:
    """How an input differs from what was recorded: later by `delay` [s], times `factor`, plus `offset` [SI]."""

    delay: float = 0.0
    factor: float = 1.0
    offset: float = 0.0


def replayed_inputs(record: Result, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Input of a car → channel of the record that is replayed.

    given: the pairs to take instead of those that are found. Found are the steering wheel, else the rack; everything
    else that the record has as `input.NAME`, torques of brakes only where there is no pedal; and where nothing
    propels the car, its speed, which the speed control then follows. Raises ModelError with all that is wrong.
    """
    if given is not None:
        _check_given(record, given)
        return dict(given)
    found = dict([pair for pair in STEERING if pair[1] in record][:1])
    inputs = {name.removeprefix("input.") for name in record if name.startswith("input.")}
    found |= {name: f"input.{name}" for name in (BRAKE, GEAR, CLUTCH, *PROPULSION) if name in inputs}
    for name in sorted(inputs - set(found) - {STEERING_WHEEL_ANGLE, RACK_TRAVEL}):
        try:
            input_kind(name)
        except InputError:
            continue  # an input that only its own run knew
        if not (BRAKE in found and name.startswith(("brake_torque_", "brake_pressure_"))):
            found[name] = f"input.{name}"
    propelled = any(name in PROPULSION or name.startswith("drive_torque_") for name in found)
    if not propelled and SPEED in record:
        found[TARGET_SPEED] = SPEED
    return found


def replay(
    record: Result,
    inputs: Mapping[str, str],
    *,
    name: str = "replay",
    changes: Mapping[str, InputChange] | None = None,
    sample: float = 0.01,
    end: float | None = None,
) -> Maneuver:
    """The maneuver that repeats a record: straight lines between the recorded values of its inputs.

    inputs: of `replayed_inputs`. changes: by which inputs differ from the record. sample: time between samples of the
    run [s]; end: time of the record at which it ends [s]. The car begins straight ahead and settled: what the record
    did before is not known to it, so a fit should leave out the first seconds of a record that begins in a turn.
    """
    time = record.time - record.time[0]
    last = float(time[-1]) if end is None else min(float(time[-1]), end - float(record.time[0]))
    signals = {
        one: _table(time, record[channel].values, (changes or {}).get(one, InputChange()), sample)
        for one, channel in inputs.items()
    }
    speed = float(record[SPEED].values[0]) if SPEED in record else 0.0
    return Maneuver(
        name=name,
        about=f"Inputs of {name}, replayed.",
        speed=speed,
        inputs=signals,
        end=max(1, round(last / sample)) * sample,
        sample=sample,
        needs=tuple(needs_of(inputs)),
    )


def _table(time: np.ndarray, values: np.ndarray, change: InputChange, sample: float) -> Table:
    """An input over time, thinned to the samples of the run where it was recorded more often."""
    stride = max(1, int(np.floor(sample / max(float(np.median(np.diff(time))), 1e-9) + 1e-6)))
    at, kept = time[::stride] + change.delay, values[::stride] * change.factor + change.offset
    return Table(times=tuple(at.tolist()), values=tuple(kept.tolist()), interpolation="linear")


def _check_given(record: Result, given: Mapping[str, str]) -> None:
    findings = []
    for name, channel in given.items():
        try:
            input_kind(name)
        except InputError as error:
            findings.append(error.finding.inside("inputs"))
        if channel not in record:
            hint = suggestion(channel, record)
            findings.append(Finding(f"inputs.{name}", "no such channel in the record", repr(channel), hint=hint))
    if findings:
        raise ModelError(findings, "a record")
