"""The simplified car of Lee 2000 as a plant, among ramps, crates and cones."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.engine.laws.ground import extent, inside
from jounce.engine.laws.ground.ferguson import STOP
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.single_body import EXAMPLES, Fleet, FleetSnapshot, SimpleCar, playground
from jounce.engine.terrain import ground_of
from jounce.errors import InputError, SimulationError
from jounce.lab.results.instant_kernel import CAR, CHASSIS_COLUMNS
from jounce.live.realtime.plant import Snapshot
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.live.realtime.simple_kernel import BODY, observe_body
from jounce.model.mechanism import replace

WHEELS = ("fl", "fr", "rl", "rr")
LAWS = ("smooth", "printed")
COAST_BRAKE = 0.05
"""Brake pedal without throttle, in place of engine drag [-]."""
HOLD_SPEED, HOLD_BRAKE = 0.4, 0.3
"""Speed below which the brakes hold the car without throttle [m/s], and their pedal [-]."""
NOT_FINITE, OFF_GROUND = 1, 2
CHASSIS_CHANNELS = ("time", *(f"chassis.{name}" for name in CHASSIS_COLUMNS[1:-2]))
"""Channels of its body, in the order of CHASSIS_COLUMNS, which end with rack and engine."""
WHEEL_CHANNELS = ("wheel.{}.spin", "tire.{}.vertical_force", "suspension.{}.travel", "tire.{}.ground_height")
CHANNELS = (*CHASSIS_CHANNELS, *(channel.format(wheel) for channel in WHEEL_CHANNELS for wheel in WHEELS))
"""Every channel that it has; four columns, one for each wheel, come together."""


def simple_car(name: str = "simple", law: str = "smooth", parameters: Mapping[str, float] | None = None) -> SimpleCar:
    """An example car with a law and parameters of `jounce.live.realtime.tuning`; raises InputError."""
    if name not in EXAMPLES:
        raise InputError("unknown simplified car", repr(name), f"one of {', '.join(EXAMPLES)}", where="vehicle")
    if law not in LAWS:
        raise InputError("unknown law", repr(law), f"one of {', '.join(LAWS)}", where="engine")
    tuning, car = parameters or {}, EXAMPLES[name]
    return replace(
        car,
        law=law,
        stiffness=tuning.get("springs", 1.0) * car.stiffness,
        damping=tuning.get("dampers", 1.0) * car.damping,
        mass=tuning.get("load", 0.0) + car.mass,
    )


class SimplePlant:
    """One simplified car; see `jounce.live.realtime.plant.Plant` for what it does.

    Its states in a row are the angle of its wheels, depth and rolled angle of each, then position and quaternion of
    every object of its course.
    """

    def __init__(
        self,
        vehicle: str = "simple",
        *,
        ground: str | tuple | None = None,
        at: tuple[float, float, float] = (0.0, 0.0, 0.0),
        law: str = "smooth",
        step: float = 1e-3,
        parameters: Mapping[str, float] | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """ground: a string or a ground, flat by default; at: x and y [m] and heading [rad]; step [s]."""
        tell = progress or (lambda stage: None)
        tell("building")
        below = ground_of(ground or "flat") if not isinstance(ground, tuple) else ground
        self.ground_name = ground if isinstance(ground, str) else type(below).__name__.lower()
        self.car = simple_car(vehicle, law, parameters)
        self.fleet = Fleet(self.car, ground=below, course=playground(), step=round_to_grid(step))
        _check_place(below, at)
        self.fleet.place(*at)
        tell("compiling")
        start = self.fleet.snapshot()
        self.fleet.advance(steps=1)
        self.fleet.restore(start)
        self._edge = below if getattr(below, "outside", None) == STOP else None
        self.layout = SampleLayout(CHANNELS, WHEELS, 1 + 2 * len(WHEELS) + 7 * len(self.fleet.course.objects))
        self.row = np.zeros(self.layout.width)
        self._applied = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
        self._body, self._car, self._chassis = np.zeros(1, BODY), np.zeros(1, CAR), np.zeros(len(CHASSIS_COLUMNS))
        self._car["rack"] = self._car["engine"] = -1
        self._acceleration = np.zeros(3)
        self.sample()
        self._start = self.snapshot()

    @property
    def step(self) -> float:
        """Simulated time of a step [s]."""
        return self.fleet.step

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.fleet.time[0])

    def apply(self, controls: Sequence[float]) -> None:
        """Set the controls; without throttle the brakes drag, and hold the car when it is slow."""
        steer, throttle, pedal, handbrake, lever = controls
        brake = pedal
        if throttle == 0.0:
            brake = max(brake, HOLD_BRAKE if abs(self._forward_speed) < HOLD_SPEED else COAST_BRAKE)
        gear = -1.0 if lever < 0.0 else 0.0 if lever == 0.0 else 1.0
        own = self.fleet.controls
        own["steer"], own["throttle"], own["brake"], own["handbrake"] = steer, gear * throttle, brake, handbrake
        self._applied[:] = steer, throttle, pedal, handbrake, lever, gear

    @property
    def _forward_speed(self) -> float:
        """Speed along the heading in the last row [m/s]."""
        columns = self.layout.columns
        slip = float(self.row[columns["chassis.side_slip_angle"]])
        return float(self.row[columns["chassis.speed"]]) * math.cos(slip)

    def advance(self, steps: int) -> int:
        """Advance by steps; returns a status."""
        before = self.fleet.bodies[0]["velocity"].copy()
        try:
            self.fleet.advance(steps=steps)
        except SimulationError:
            return NOT_FINITE
        # the mean of these steps: semi-implicit Euler moves the velocity by h × acceleration
        self._acceleration[:] = (self.fleet.bodies[0]["velocity"] - before) / (steps * self.step)
        return 0

    def sample(self) -> int:
        """Write the row; returns a status."""
        row, fleet, layout = self.row, self.fleet, self.layout
        body, wheels = fleet.bodies[0], fleet.wheels[0]
        observe_body(self.time, fleet.bodies, self._acceleration, self._body, self._car, self._chassis)
        row[: len(CHASSIS_CHANNELS)] = self._chassis[: len(CHASSIS_CHANNELS)]
        spins = self._forward_speed / self.car.wheel_radius
        numbers = spins, wheels["load"], np.maximum(wheels["depth"], 0.0), wheels["point"][:, 2]
        for i, values in enumerate(numbers):
            start = len(CHASSIS_CHANNELS) + i * len(WHEELS)
            row[start : start + len(WHEELS)] = values
        row[layout.controls.start : layout.controls.stop + 1] = self._applied
        row[layout.quaternion] = body["rotation"]
        contacts = layout.contacts(row)
        contacts[:, :3], contacts[:, 3:] = wheels["point"], wheels["force"]
        self._write_states(row[layout.y])
        return self._status()

    def _write_states(self, y: np.ndarray) -> None:
        body, wheels, things = self.fleet.bodies[0], self.fleet.wheels[0], self.fleet.things[0]
        y[0] = body["steer"]
        y[1:9:2], y[2:9:2] = wheels["depth"], wheels["angle"]
        places = y[9:].reshape(-1, 7)
        places[:, :3], places[:, 3:] = things["position"], things["rotation"]

    def _status(self) -> int:
        if self.fleet.stopped.size:
            return NOT_FINITE
        x, y = self.fleet.bodies[0]["position"][:2]
        return OFF_GROUND if self._edge is not None and not inside(self._edge, x, y) else 0

    def explain(self, status: int) -> str:
        """A status as a sentence."""
        if status == OFF_GROUND:
            return f"t = {self.time:.6g} s: the car has left the ground. Reset it, or drive on a larger one."
        return f"t = {self.time:.6g} s: the state of the car is no longer finite. Reset it, or use a shorter step."

    def snapshot(self) -> Snapshot:
        """A copy of everything."""
        own = self._chassis.copy(), self._acceleration.copy()
        return Snapshot(self._name(), int(self.fleet.bodies[0]["steps"]), (*self.fleet.snapshot().arrays, *own))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; raises InputError for one of another plant."""
        if snapshot.plant != self._name():
            raise InputError("snapshot of another plant", snapshot.plant, self._name(), where="restore")
        *fleet, self._chassis[:], self._acceleration[:] = snapshot.arrays
        self.fleet.restore(FleetSnapshot(tuple(fleet)))
        self.sample()

    def reset(self) -> None:
        """Go back to the start."""
        self.restore(self._start)

    def describe(self) -> dict[str, Any]:
        """Vehicle, ground, law and step, as plain data."""
        return {
            "vehicle": self.car.name,
            "ground": self.ground_name,
            "integrator": self.car.law,
            "step": self.step,
            "wheels": list(WHEELS),
        }

    def _name(self) -> str:
        return f"simple {hash((self.car, self.fleet.course)) & 0xFFFFFFFF:08x}"


def _check_place(ground: tuple, at: tuple[float, float, float]) -> None:
    if not all(math.isfinite(number) for number in at):
        raise InputError("not a place", repr(at), "x, y [m] and heading [rad]", where="at")
    if not inside(ground, at[0], at[1]):
        x0, x1, y0, y1 = extent(ground) or (0.0,) * 4
        expected = f"x = {x0:g} … {x1:g} m, y = {y0:g} … {y1:g} m"
        raise InputError("beyond the ground", f"({at[0]:g}, {at[1]:g}) m", expected, where="at")
