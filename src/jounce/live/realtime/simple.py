"""The simplified car of Lee 2000 as a plant, among ramps, crates and cones."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.engine.laws.ground import extent, inside
from jounce.engine.laws.ground.ferguson import STOP
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.single_body import EXAMPLES, Fleet, SimpleCar, playground
from jounce.engine.terrain import ground_of
from jounce.errors import InputError, SimulationError
from jounce.live.realtime.plant import Snapshot
from jounce.live.realtime.sample_layout import COLUMN, WHEEL, SampleLayout
from jounce.model.mechanism import replace

WHEELS = ("fl", "fr", "rl", "rr")
LAWS = ("smooth", "printed")
COAST_BRAKE = 0.05
"""Brake pedal without throttle, in place of engine drag [-]."""
HOLD_SPEED, HOLD_BRAKE = 0.4, 0.3
"""Speed below which the brakes hold the car without throttle [m/s], and their pedal [-]."""
NOT_FINITE, OFF_GROUND = 1, 2
_AT = {name: i for i, name in enumerate(WHEEL)}


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
        self._start = self.fleet.snapshot()
        self.fleet.advance(steps=1)
        self.fleet.restore(self._start)
        self._edge = below if getattr(below, "outside", None) == STOP else None
        self.layout = SampleLayout(WHEELS, 1 + 2 * len(WHEELS) + 7 * len(self.fleet.course.objects))
        self.row = np.zeros(self.layout.width)
        self._applied = np.zeros(5)
        self._gear = 1.0
        self.sample()

    @property
    def step(self) -> float:
        """Simulated time of a step [s]."""
        return self.fleet.step

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.fleet.time[0])

    def apply(self, controls: np.ndarray) -> None:
        """Set the controls; without throttle the brakes drag, and hold the car when it is slow."""
        speed = abs(float(self.row[COLUMN["speed"]]))
        throttle, brake = float(controls["throttle"]), float(controls["brake"])
        if throttle == 0.0:
            brake = max(brake, HOLD_BRAKE if speed < HOLD_SPEED else COAST_BRAKE)
        self._gear = -1.0 if controls["gear"] < 0.0 else 0.0 if controls["gear"] == 0.0 else 1.0
        own = self.fleet.controls
        own["steer"], own["throttle"], own["brake"] = controls["steer"], self._gear * throttle, brake
        own["handbrake"] = controls["handbrake"]
        self._applied[:] = controls["steer"], throttle, controls["brake"], controls["handbrake"], controls["gear"]

    def advance(self, steps: int) -> int:
        """Advance by steps; returns a status."""
        try:
            self.fleet.advance(steps=steps)
        except SimulationError:
            return NOT_FINITE
        return 0

    def sample(self) -> int:
        """Write the row; returns a status."""
        row, fleet = self.row, self.fleet
        body, wheels = fleet.bodies[0], fleet.wheels[0]
        q0, q1, q2, q3 = body["rotation"]
        forward = 1.0 - 2.0 * (q2 * q2 + q3 * q3), 2.0 * (q1 * q2 + q0 * q3), 2.0 * (q1 * q3 - q0 * q2)
        row[COLUMN["time"]] = fleet.time[0]
        row[COLUMN["x"] : COLUMN["z"] + 1] = body["position"]
        row[COLUMN["q0"] : COLUMN["q3"] + 1] = body["rotation"]
        row[COLUMN["vx"] : COLUMN["vz"] + 1] = body["velocity"]
        row[COLUMN["wx"] : COLUMN["wz"] + 1] = body["spin"]
        speed = sum(f * float(v) for f, v in zip(forward, body["velocity"], strict=True))
        row[COLUMN["speed"]], row[COLUMN["steering"]], row[COLUMN["gear"]] = speed, body["steer"], self._gear
        row[self.layout.controls] = self._applied
        self._write_wheels(wheels, speed)
        y = row[self.layout.y]
        y[0] = body["steer"]
        y[1:9:2], y[2:9:2] = wheels["depth"], wheels["angle"]
        things = y[9:].reshape(-1, 7)
        things[:, :3], things[:, 3:] = fleet.things[0]["position"], fleet.things[0]["rotation"]
        return self._status()

    def _write_wheels(self, wheels: np.ndarray, speed: float) -> None:
        rows = self.layout.wheel_rows(self.row)
        rows[:, _AT["fx"] : _AT["fz"] + 1] = wheels["force"]
        rows[:, _AT["px"] : _AT["pz"] + 1] = wheels["point"]
        rows[:, _AT["spin"]] = speed / self.car.wheel_radius
        rows[:, _AT["load"]] = wheels["load"]
        rows[:, _AT["travel"]] = wheels["depth"]
        rows[:, _AT["height"]] = wheels["point"][:, 2]

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
        return Snapshot(self._name(), int(self.fleet.bodies[0]["steps"]), self.fleet.snapshot().arrays)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; raises InputError for one of another plant."""
        if snapshot.plant != self._name():
            raise InputError("snapshot of another plant", snapshot.plant, self._name(), where="restore")
        self.fleet.restore(type(self._start)(snapshot.arrays))
        self.sample()

    def reset(self) -> None:
        """Go back to the start."""
        self.fleet.restore(self._start)
        self.sample()

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
