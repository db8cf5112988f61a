"""The model driven as the measured car was: its inputs are measured channels, from the measured speed and place on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.errors import InputError
from jounce.lab.drivers.speed_driver import SpeedDriver
from jounce.lab.maneuvers.files.inputs import PEDALS, needs_of
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.measurements.chassis_motion import chassis_path
from jounce.lab.results.result import Result
from jounce.lab.runs.run import run
from jounce.lab.validation.study import ValidationStudy
from jounce.model.mechanism import Signal, Table
from jounce.model.vehicle import BRAKE, TARGET_SPEED, Vehicle
from jounce.schema.frozen import replace as replace_fields

SPEED = "chassis.speed"
MEASURED_ACCELERATION, MEASURED_POWER = 15.0, 400.0
"""Limits of the driver who follows a measured speed [m/s², W/kg]: no road car reached them when it was measured."""


def drive_as_measured(study: ValidationStudy, car: Vehicle, measured: Result, sample: float) -> Result:
    """The model's run with the measured inputs, in measured time; sample: time between its samples [s].

    Raises InputError for channels that are missing or have gaps, and RunError for a run that fails.
    """
    plan = measured_maneuver(study, car, measured, sample)
    settings = study.settings
    place = _place(measured, study.begin)
    if place is not None and settings.at is None:
        settings = replace_fields(settings, at=place)
    return in_measured_time(run(plan, vehicle=car, settings=settings), study.begin)


def measured_maneuver(study: ValidationStudy, car: Vehicle, measured: Result, sample: float) -> Maneuver:
    """The maneuver that moves the inputs as they were measured."""
    signals = {name: _signal(study, measured, channel, name) for name, channel in study.inputs.items()}
    driver = None
    if TARGET_SPEED in signals and car.powertrain is None:  # wheels are driven by torques, which a driver chooses
        driver = SpeedDriver(signals.pop(TARGET_SPEED), BRAKE not in signals, MEASURED_ACCELERATION, MEASURED_POWER)
    return Maneuver(
        name=study.name,
        about=f"driven with the measured {', '.join(study.inputs)}.",
        speed=_speed_at(measured, study.begin),
        inputs=signals,
        driver=driver,
        end=study.end - study.begin,
        sample=sample,
        needs=needs_of(study.inputs),
        options=dict(study.options),
    )


def _signal(study: ValidationStudy, measured: Result, channel: str, name: str) -> Signal:
    """A measured channel as an input from the beginning of the run on."""
    if channel not in measured:
        known = ", ".join(list(measured)[1:])
        raise InputError("not measured", repr(channel), f"one of {known}", where=f"inputs.{name}")
    values = measured[channel].values
    used = (measured.time >= study.begin - 1e-9) & (measured.time <= study.end + 1e-9)
    if np.count_nonzero(used) < 2 or not np.all(np.isfinite(values[used])):
        got = f"{channel} has gaps between {study.begin:g} and {study.end:g} s"
        raise InputError("an input is missing", got, "a value at all times", "choose other times", f"inputs.{name}")
    values = np.clip(values, 0.0, 1.0) if name in PEDALS else values
    times = tuple((measured.time[used] - study.begin).tolist())
    return Table(times=times, values=tuple(values[used].tolist()), interpolation="linear")


def _speed_at(measured: Result, begin: float) -> float:
    if SPEED not in measured:
        raise InputError("not measured", SPEED, "the speed, which the model starts with", where="channels")
    return max(0.0, float(np.interp(begin, measured.time, measured[SPEED].values)))


def _place(measured: Result, begin: float) -> tuple[float, float, float] | None:
    """x, y [m] and heading [rad] of the measured car where the run begins."""
    path = chassis_path(measured.time, {channel.name: channel.values for channel in measured.channels})
    if path is None:
        return None
    x, y, yaw = (float(np.interp(begin, measured.time, path[:, i])) for i in range(3))
    return x, y, yaw


def in_measured_time(result: Result, begin: float) -> Result:
    """The run with times that count as the measured ones do."""
    time, *others = result.channels
    motion = result.motion
    if motion is not None:
        blocks = motion.blocks.copy()
        blocks[:, 0] += np.float32(begin)
        motion = replace(motion, blocks=blocks)
    metadata = replace(result.metadata, planned_end=result.metadata.planned_end + begin)
    return replace(
        result, channels=(replace(time, values=time.values + begin), *others), motion=motion, metadata=metadata
    )
