"""What the drives of the papers share: a car with something to do, its equations by method, and runs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.simulate import Integrator, Trajectory, simulate
from jounce.errors import SimulationError
from jounce.lab.maneuvers import Maneuver
from jounce.lab.results.vehicle_channels import input_channels, vehicle_channels
from jounce.model.vehicle import Vehicle

Ready: TypeAlias = tuple[System, np.ndarray]
"""Equations of motion and the state at the start."""


@dataclass(frozen=True)
class Drive:
    """A car, what it is asked to do, and how its equations are built."""

    name: str
    car: Vehicle
    plan: Maneuver
    build: Callable[[Drive, str], Ready] = field(repr=False)
    """Takes the name of a formulation or method."""
    built: dict[str, Ready] = field(default_factory=dict, repr=False)
    """What has been built so far, by the name of the formulation or method."""

    def ready(self, formulation: str) -> Ready:
        """Equations and state at the start, built when they are first asked for."""
        if formulation not in self.built:
            self.built[formulation] = self.build(self, formulation)
        return self.built[formulation]

    def run(self, formulation: str, integrator: Integrator, *, sample: float, end: float | None = None) -> Record:
        """Drive it, to its end or until `end` [s]; the first run with a method may compile."""
        system, start = self.ready(formulation)
        until = self.plan.end if end is None else end
        return Record(self, simulate(system, start, end=until, integrator=integrator, sample=sample))


@dataclass(frozen=True)
class Record:
    """A run of a drive, and why it ended early, if it did."""

    drive: Drive
    run: Trajectory
    failure: SimulationError | None = None

    @cached_property
    def channels(self) -> Mapping[str, np.ndarray]:
        """All channels by name, (n,) each [SI], those of the inputs included."""
        inputs = input_channels(self.drive.plan.inputs, self.run.time)
        return {channel.name: channel.values for channel in (*vehicle_channels(self.drive.car, self.run), *inputs)}
