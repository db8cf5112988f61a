"""Makes sample rows of a multibody car: all channels of its results at an instant, in one compiled call."""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.compiler import bind, machine_code
from jounce.engine.formulations import synthesis
from jounce.engine.laws.ground import extent, original
from jounce.engine.laws.ground.ferguson import STOP
from jounce.engine.simulate.step_kernel import call_with
from jounce.lab.results.instant_channels import InstantChannels
from jounce.live.realtime.sample_kernel import PLACES, write_sample
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.model.vehicle import GEAR, Vehicle


class SampleObserver:
    """Evaluates the equations at a state, so that forces belong to that state, and writes a sample row."""

    def __init__(
        self, vehicle: Vehicle, system: synthesis.System, controls: np.ndarray, y: np.ndarray, objects: int = 0
    ) -> None:
        """controls and y: arrays that may change, a closed state at first; objects: number of those beside the car.
        Compiles, or loads, what is needed."""
        self._channels = channels = InstantChannels(vehicle, system, y)
        wheels = tuple(tire.name.removeprefix("tire_") for tire in system.mechanism.tires)
        self.layout = SampleLayout(tuple(channels), wheels, system.size, objects)
        self.row = np.zeros(self.layout.width)
        inputs = channels.array, channels.contacts, controls, system.model.signals, y
        arguments = (0.0, *channels.look, *inputs, _places(system, self.layout), self.row)
        write_sample(*arguments)
        self._look = bind(write_sample, *arguments, time=0)
        call_with(*self._look, 0.0)
        self._call_with = machine_code(call_with, *self._look, 0.0)

    @property
    def remembered(self) -> np.ndarray:
        """What the next row depends on beside the state: the yaw angle, which counts turns."""
        return self._channels.remembered

    def observe(self, t: float) -> int:
        """Write the row at the time t [s] and the current state; returns OFF_GROUND or 0."""
        return self._call_with(*self._look, t)


def _places(system: synthesis.System, layout: SampleLayout) -> np.ndarray:
    """Where things are in a row, and where the ground ends."""
    places = np.zeros(1, PLACES)
    places["controls"], places["quaternion"] = layout.controls.start, layout.quaternion.start
    places["contacts"], places["states"] = layout.contact_block.start, layout.y.start
    places["gear"] = system.layout.inputs.get(GEAR, (-1,))[0]
    ground = original(system.model.ground)
    edges = extent(ground) if getattr(ground, "outside", None) == STOP else None
    bounds = edges or (-math.inf, math.inf, -math.inf, math.inf)
    for name, edge in zip(("x_min", "x_max", "y_min", "y_max"), bounds, strict=True):
        places[name] = edge
    return places
