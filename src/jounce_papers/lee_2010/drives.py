"""The drive of Lee 2010, section 6, as far as words and the axes of its figures tell it.

A 6×6 on six arms, steered by skidding, drives over a field of 700 m × 700 m with nodes every 0.75 m: 4 m/s, slower in
a turn to the left, high bumps after about 4 s and 8 s, nearly flat ground from about 18 s on. The paper's field was
surveyed and is not public, and its vehicle has no numbers in print but the radius of the tires: field and vehicle are
ours, and where the bumps lie and the flat begins was chosen to fit those times.
"""

from __future__ import annotations

from typing import NamedTuple

from jounce.engine.formulations.registry import find_formulation
from jounce.engine.laws.ground import Ferguson
from jounce.engine.simulate.place import place
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.engine.terrain import Raster, generate
from jounce.engine.terrain.generate import LaneBump
from jounce.lab.maneuvers import maneuver
from jounce.model import library
from jounce.model.vehicle import rolling
from jounce_papers.drives import Drive, Ready

VEHICLE = "rover6"
STEP = 1e-3
"""Step of every integrator here, and time between samples, so that sums over samples see what the steps see [s]."""
FRICTION = 0.8
START = -136.0, 0.0, 0.0
"""x, y [m] and heading [rad]: on rough ground, with the test area ahead."""
BUMPS = (LaneBump(START[0] + 10.9, 0.22, 0.12), LaneBump(START[0] + 26.9, 0.12, 0.22))
"""10 m and 26 m ahead of the front wheels: 4 s and 8 s, with 1.5 s lost on the start from rest."""
CALM = 19.0
"""Time from which all axles are on the flat [s]."""


class Field(NamedTuple):
    """The heights of the field, and the ground between them."""

    raster: Raster
    ground: Ferguson


def proving_field() -> Field:
    """Rough ground with two bumps and a flat area, 700 m × 700 m."""
    raster = generate(
        size=700.0, spacing=0.75, seed=57, flat=(160.0, 120.0), flat_roughness=0.005, blend=16.0, bumps=BUMPS
    )
    return Field(raster, raster.ground(friction=FRICTION))


def proving_drive(field: Field, duration: float = 25.0) -> Drive:
    """The drive over the field, `duration` seconds of it."""
    plan = maneuver(
        "skid-turn", speed=4.0, left=2.0, right=3.0, start=10.0, turn_time=2.5, ramp_time=1.0, duration=duration
    )

    def build(drive: Drive, formulation: str) -> Ready:
        make = find_formulation(formulation).build
        system = make(rolling(drive.car, plan.speed), inputs=plan.inputs, ground=field.ground)
        return system, place(system, rolling_start(system, "design"), *START)

    return Drive("skid_turn", library.vehicle(VEHICLE), plan, build)
