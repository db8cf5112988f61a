"""The drive of Lee 2010, section 6, as far as words and the axes of its figures tell it.

A 6×6 on six arms, steered by skidding, drives over a field of 700 m × 700 m with nodes every 0.75 m: 4 m/s, slower in
a turn to the left, high bumps after about 4 s and 8 s, nearly flat ground from about 18 s on. The paper's field was
surveyed and is not public, and its vehicle has no numbers in print but the radius of the tires: field and vehicle are
ours, and where the bumps lie and the flat begins was chosen to fit those times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce import library, synthesis
from jounce.formulations.cartesian import system as cartesian_system
from jounce.ground import Ferguson
from jounce.maneuvers import Maneuver, maneuver
from jounce.maneuvers.start import rolling_start
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import vehicle_channels
from jounce.simulate import Integrator, Trajectory, simulate
from jounce.simulate.observer import System
from jounce.simulate.place import place
from jounce.terrain import Raster, generate
from jounce.terrain.generate import LaneBump
from jounce.vehicle import Vehicle, rolling

VEHICLE = "rover6"
STEP = 1e-3
"""Of every integrator here, and between samples, so that sums over samples see what the steps see [s]."""
FRICTION = 0.8
START = -136.0, 0.0, 0.0
"""x, y [m] and heading [rad]: on rough ground, with the test area ahead."""
BUMPS = (LaneBump(START[0] + 10.9, 0.22, 0.12), LaneBump(START[0] + 26.9, 0.12, 0.22))
"""10 m and 26 m ahead of the front wheels: 4 s and 8 s, with 1.5 s lost on the start from rest."""
CALM = 19.0
"""From when on all axles are on the flat [s]."""


@dataclass(frozen=True)
class ProvingDrive:
    """A vehicle, what it is asked to do, and the field."""

    car: Vehicle
    plan: Maneuver
    raster: Raster
    ground: Ferguson


@dataclass(frozen=True)
class Record:
    """A run of the drive, recorded at every step."""

    drive: ProvingDrive
    run: Trajectory

    @cached_property
    def channels(self) -> Mapping[str, np.ndarray]:
        """All channels by name, (n,) each [SI], those of the inputs included."""
        asked = input_channels(self.drive.plan.inputs, self.run.time)
        return {channel.name: channel.values for channel in (*vehicle_channels(self.drive.car, self.run), *asked)}


def proving_drive(duration: float = 25.0) -> ProvingDrive:
    """The drive, `duration` seconds of it."""
    raster = generate(
        size=700.0, spacing=0.75, seed=57, flat=(160.0, 120.0), flat_roughness=0.005, blend=16.0, bumps=BUMPS
    )
    plan = maneuver(
        "skid-turn", speed=4.0, left=2.0, right=3.0, start=10.0, turn_time=2.5, ramp_time=1.0, duration=duration
    )
    return ProvingDrive(library.vehicle(VEHICLE), plan, raster, raster.ground(friction=FRICTION))


def driven(
    drive: ProvingDrive,
    integrator: Integrator,
    *,
    formulation: str = "synthesis",
    end: float | None = None,
    sample: float = STEP,
) -> Record:
    """Drive it, the whole time or until `end` [s]; the first run with an integrator may compile."""
    system, state = ready(drive, formulation)
    run = simulate(system, state, end=drive.plan.end if end is None else end, integrator=integrator, sample=sample)
    return Record(drive, run)


def ready(drive: ProvingDrive, formulation: str) -> tuple[System, np.ndarray]:
    """The equations and the state at the start."""
    build = synthesis.build if formulation == "synthesis" else cartesian_system.build
    system = build(rolling(drive.car, drive.plan.speed), inputs=drive.plan.inputs, ground=drive.ground)
    return system, place(system, rolling_start(system, "design"), *START)
