"""A multibody car as a plant: the generated kernels and the compiled steps of `jounce.engine.simulate`, one step at a
time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine.compiler import bind
from jounce.engine.formulations import status as statuses
from jounce.engine.formulations import synthesis
from jounce.engine.integrators import progress
from jounce.engine.integrators.integrator import FixedStep
from jounce.engine.integrators.registry import can_pace, make_integrator, names
from jounce.engine.simulate.place import place
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.engine.simulate.stability import too_slow, too_stiff
from jounce.engine.simulate.stepper import LiveStepper
from jounce.engine.simulate.time_grid import round_to_grid
from jounce.engine.terrain import ground_of
from jounce.errors import InputError
from jounce.lab.cockpit.actuation import build_actuators, drive_kind
from jounce.lab.cockpit.actuation_kernel import apply_controls
from jounce.lab.cockpit.controls import Controls, controls_row
from jounce.lab.cockpit.demand_rows import add_demand_rows
from jounce.lab.scene.obstacles import poses_of
from jounce.live.realtime.live_chain import live_chain
from jounce.live.realtime.plant import Snapshot
from jounce.live.realtime.sample_kernel import OFF_GROUND
from jounce.live.realtime.sample_layout import SampleLayout
from jounce.live.realtime.sample_observer import SampleObserver
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle, rolling, with_smooth_rack
from jounce.model.vehicle.corners import CHASSIS

MIN_SETTLING_TIME, MAX_SETTLING_TIME, REST_SPEED = 1.0, 10.0, 1e-4
"""Shortest and longest simulated time in which a braked car settles before it is driven [s], and the velocity of its
chassis that counts as rest [m/s, rad/s]."""


class MultibodyPlant:
    """A vehicle on a ground, at rest at the start; see `jounce.live.realtime.plant.Plant` for what it does."""

    def __init__(
        self,
        vehicle: str | Path | Vehicle = "dw18",
        *,
        ground: str | tuple | None = None,
        at: tuple[float, float, float] = (0.0, 0.0, 0.0),
        integrator: str = "chord",
        step: float = 1e-3,
        controllers: str | Sequence[Any] = "",
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Build, compile what is not compiled yet, and settle. ground: a string or a ground, flat by default; at: x and
        y [m] and heading [rad]; step [s]; controllers: as for `jounce.run`, such as `abs, esc`; progress is called with
        `building`, `compiling` and `settling`."""
        tell = progress or (lambda stage: None)
        tell("building")
        self.vehicle = with_smooth_rack(vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle))
        drive_kind(self.vehicle)  # refuses what cannot be driven before anything is compiled
        self.integrator = _method(self.vehicle, integrator, step)
        self.integrator_name = integrator
        self.ground_name = ground if isinstance(ground, str) else "flat" if ground is None else type(ground).__name__
        below = ground_of(ground) if isinstance(ground, str) else ground
        mechanism, self.control = live_chain(
            self.vehicle, rolling(self.vehicle, 0.0, gear=0), controllers, self.integrator.step
        )
        inputs = self.control.inputs() if self.control is not None else None
        system = synthesis.build(mechanism, ground=below, base=CHASSIS, inputs=inputs)
        tell("compiling")
        y = rolling_start(system, "design")
        system, demands = add_demand_rows(system, self.control)
        self.system = system
        self.actuators = build_actuators(self.vehicle, system, y, demands)
        self.controls = controls_row()
        self._positions: memoryview[float] = memoryview(self.controls.data).cast("B").cast("d")
        self.stepper = LiveStepper(system, self.integrator, place(system, y, *at))
        self.y, self.record = self.stepper.y, self.stepper.record
        if self.control is not None:
            self.control.attach(system, system.model.tables, self.y)
            self._fresh = self.control.memory()
        self._objects = self.control.things() if self.control is not None else None
        count = len(self._objects) if self._objects is not None else 0
        self.observer = SampleObserver(self.vehicle, system, self.controls, self.y, count)
        self.layout: SampleLayout = self.observer.layout
        self.row = self.observer.row
        self._act_before_steps()
        self._begin()
        tell("settling")
        self._settle()

    @property
    def step(self) -> float:
        """Simulated time of a step [s]."""
        return self.integrator.step

    @property
    def count(self) -> int:
        """Steps since the start."""
        return self.stepper.count

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.stepper.time

    def begin(self, y: np.ndarray) -> None:
        """Make a closed state the start: time is 0, and the integrator knows of no steps before."""
        self.stepper.begin(y)
        if self.control is not None:
            self.control.remember(self._fresh)
        self._begin()

    def _act_before_steps(self) -> None:
        """Let the controls move the actuators before every step, in the compiled call of the steps."""
        c = self.actuators
        given = c.car, c.inputs, c.memory, c.ratios, self.controls, self.system.model.signals, self.y, self.step
        memory, signals = c.memory.copy(), self.system.model.signals.copy()
        apply_controls(*given)
        c.memory[:], self.system.model.signals[:] = memory, signals
        self.stepper.between(act=bind(apply_controls, *given))

    def _begin(self) -> None:
        """Collect all arrays that change, and keep the start."""
        model = self.system.model
        changing = (*self.stepper.arrays(), model.signals, model.tables, self.actuators.memory, self.controls)
        self._changing: tuple[np.ndarray, ...] = (*changing, *self.system.work, self.observer.remembered)
        self._start = self.snapshot()
        self.sample()

    def apply(self, controls: Sequence[float]) -> None:
        """Set the controls, the five floats of CONTROLS."""
        positions = self._positions
        positions[0], positions[1], positions[2], positions[3], positions[4] = controls

    def advance(self, steps: int) -> int:
        """Advance by steps, with the controls applied before each, in one compiled call; returns a status.

        Controllers act between such calls, once a tick of theirs.
        """
        if self.control is None:
            return self.stepper.advance(steps)
        stepper, tick, outcome = self.stepper, self.control.steps_per_tick, statuses.OK
        while steps > 0 and outcome == statuses.OK:
            done = stepper.count % tick
            if done == 0:
                self.control.update(stepper.time, (stepper.count + tick) * stepper.step)
            part = min(steps, tick - done)
            outcome = stepper.advance(part)
            steps -= part
        return outcome

    def sample(self) -> int:
        """Write the sample row, with forces evaluated at the current state; returns a status."""
        if self._objects is not None:
            self.row[self.layout.objects] = poses_of(self._objects).ravel()
        return self.observer.observe(self.stepper.time)

    def explain(self, status: int) -> str:
        """A status as a sentence: time, cause and remedy."""
        if status == OFF_GROUND:
            return (
                f"t = {self.time:.6g} s: a wheel is beyond the edge of the ground. Turn earlier, take a larger map, or "
                "make the ground with outside='level' to go on."
            )
        where = ""
        if status in (statuses.SINGULAR, statuses.LOOP_OPEN, statuses.INCONSISTENT):
            where = f"; joint {self.system.layout.joint_name(int(self.record[progress.CULPRIT]))}"
        return f"t = {self.time:.6g} s: {statuses.MEANING[status]}{where}. {statuses.HINT[status]}"

    def snapshot(self) -> Snapshot:
        """A copy of states, history, matrices, inputs and scratch."""
        memory = self.control.memory() if self.control is not None else None
        return Snapshot(self._name, self.count, tuple(array.copy() for array in self._changing), memory)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this plant, or of one built in the same way."""
        sizes = [array.shape for array in snapshot.arrays]
        if snapshot.plant != self._name or sizes != [array.shape for array in self._changing]:
            hint = "restore it where it was made"
            raise InputError("a snapshot of another plant", snapshot.plant, self._name, hint, where="snapshot")
        for array, kept in zip(self._changing, snapshot.arrays, strict=True):
            array[...] = kept
        self.stepper.count = snapshot.tick
        if self.control is not None:
            self.control.remember(snapshot.memory)
        self.sample()

    def reset(self) -> None:
        """Go back to the start."""
        self.restore(self._start)

    def describe(self) -> dict[str, Any]:
        """Vehicle, ground, integrator, step and sizes, as plain data."""
        steering = self.actuators.steering
        return {
            "kind": "multibody",
            "vehicle": self.vehicle.name,
            "ground": self.ground_name,
            "integrator": self.integrator_name,
            "step": round(self.step, 9),
            "wheels": list(self.layout.wheels),
            "states": self.layout.states,
            "bodies": list(self.system.layout.bodies),
            "gears": max(0, len(self.actuators.ratios) - 1),
            "rack_travel": None if steering is None else steering.largest,
            "lock": None if steering is None else float(steering.angles[-1]),
        }

    @property
    def _name(self) -> str:
        return f"{self.vehicle.name} on {self.ground_name}, {self.integrator_name} {1e3 * self.step:.6g} ms"

    def _settle(self) -> None:
        """Let the car come to rest with its brakes on, then begin from there."""
        self.controls[0] = Controls(brake=1.0).numbers
        u = self.system.state.velocity_start
        while self.time < MAX_SETTLING_TIME:
            outcome = self.advance(math.ceil(MIN_SETTLING_TIME / self.step))
            if outcome != statuses.OK:
                hint = "try a smaller step, or another place to start"
                raise InputError("does not come to rest", self.explain(outcome), hint=hint, where=self.vehicle.name)
            if np.abs(self.y[u : u + 6]).max() < REST_SPEED:
                break
        self.controls[:] = controls_row()
        self.begin(self.y.copy())


def _method(vehicle: Vehicle, name: str, step: float) -> FixedStep:
    """The integrator with its step on the grid; refuses what would chatter at rest."""
    known = names(can_pace)
    if name not in known:
        raise InputError("no integrator for real time", repr(name), f"one of {', '.join(known)}", where="integrator")
    if not (math.isfinite(step) and 1e-5 <= step <= 0.02):
        raise InputError("not a step for real time", f"{step!r} s", "0.00001 to 0.02 s, such as 0.001", where="step")
    method = make_integrator(name, step=round_to_grid(step))
    assert isinstance(method, FixedStep)
    reason = too_slow(vehicle, method, 0.0) or too_stiff(vehicle, method, 1)
    if reason is not None:
        raise InputError("unstable step", reason, where="step")
    return method
