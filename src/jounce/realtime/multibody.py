"""A whole car as a plant: the generated kernels and the compiled steps of `jounce.simulate`, one step at a time."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from jounce import synthesis
from jounce.errors import Refusal
from jounce.formulations import status as statuses
from jounce.integrators import progress
from jounce.integrators.many import advance_many
from jounce.kernel import direct
from jounce.library import load_vehicle
from jounce.maneuvers.stability import too_slow, too_stiff
from jounce.maneuvers.start import rolling_start
from jounce.realtime.cockpit import build_cockpit, kind_of
from jounce.realtime.controls import Controls, controls_row
from jounce.realtime.observe import Observer
from jounce.realtime.operate import operate
from jounce.realtime.plant import Snapshot, on_grid
from jounce.realtime.rows import RowLayout
from jounce.simulate.advance import method_of, scratch
from jounce.simulate.options import FIXED_BY_NAME, FixedStep, Implicit, TangentSpace
from jounce.simulate.place import place
from jounce.simulate.speeds import bank_states
from jounce.simulate.stacks import one_method, one_model, one_work
from jounce.terrain import ground_of
from jounce.vehicle import Vehicle, rolling, with_smooth_rack
from jounce.vehicle.elements import CHASSIS

INTEGRATORS = tuple(name for name, kind in FIXED_BY_NAME.items() if kind is not TangentSpace)
SETTLE, SETTLE_MOST, AT_REST = 1.0, 10.0, 1e-4
"""Simulated time [s] that a car has, braked, to come to rest on its springs before it is driven: at least, at most, and
the velocity of its chassis that counts as rest [m/s, rad/s]."""
OFF_GROUND = 100
"""Status of a car with a wheel beyond the edge of a ground that ends."""

Report = Callable[[str], None]


class MultibodyPlant:
    """A vehicle on a ground, at rest at the start; see `jounce.realtime.plant.Plant` for what it does."""

    def __init__(
        self,
        vehicle: str | Path | Vehicle = "dw18",
        *,
        ground: str | tuple | None = None,
        at: tuple[float, float, float] = (0.0, 0.0, 0.0),
        integrator: str = "chord",
        step: float = 1e-3,
        report: Report | None = None,
    ) -> None:
        """Build, compile what is not compiled yet, and settle. ground: a text or a ground, flat by default; at: x and y
        [m] and heading [rad]; step [s]; report hears of `building`, `compiling` and `settling`."""
        tell = report or (lambda stage: None)
        tell("building")
        self.vehicle = with_smooth_rack(vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle))
        kind_of(self.vehicle)  # refuses what cannot be driven before anything is compiled
        self.integrator = _method(self.vehicle, integrator, step)
        self.integrator_name = integrator
        self.ground_name = ground if isinstance(ground, str) else "flat" if ground is None else type(ground).__name__
        below = ground_of(ground) if isinstance(ground, str) else ground
        system = synthesis.build(rolling(self.vehicle, 0.0, gear=0), ground=below, base=CHASSIS)
        tell("compiling")
        y = rolling_start(system, "design")
        self.system = system
        self.cockpit = build_cockpit(self.vehicle, system, y)
        self.controls = controls_row()
        self.y = np.zeros(system.size)
        self.record = np.zeros(progress.LENGTH)
        self.stages = scratch(self.integrator, system.size)
        self.times = np.array([0.0, self.step])
        self.count = 0
        self.observer = Observer(self.vehicle, system, self.cockpit, y)
        self.layout: RowLayout = self.observer.layout
        self.row = np.zeros(self.layout.width)
        self.begin(place(system, y, *at))
        tell("settling")
        self._settle()

    @property
    def step(self) -> float:
        """Simulated time of a step [s]."""
        return self.integrator.step

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.count * self.step

    def begin(self, y: np.ndarray) -> None:
        """Make a closed state the start: time is 0, and the integrator knows of no steps before."""
        system = self.system
        self.y[:] = y
        self.record[:] = 0.0
        self.stages[:] = 0.0
        self.count = 0
        states = bank_states(system, self.y, 0.0) if isinstance(self.integrator, Implicit) else [self.y]
        method = method_of(self.integrator, system, self.step, 0.0, states)
        stacks = one_model(system.model), one_work(system.work), one_method(method)
        samples, outcomes = np.zeros((1, 2, 1 + system.size)), np.zeros(1, np.int64)
        rows = self.y[None], self.stages[None], self.record[None]
        arguments = system.derivative, system.project, *stacks, 0, 1, *rows, self.times, 1, 2, samples, outcomes
        self.record[progress.WRITTEN] = 2.0
        advance_many(*arguments)  # the sample that is asked for is there already: compiles, or loads, and does nothing
        self._advance, self._outcomes = direct(advance_many, *arguments), outcomes
        c = self.cockpit
        given = c.cockpit, c.actuators, c.memory, c.ratios, self.controls, system.model.signals, self.y, self.step
        remembered = c.memory.copy()
        operate(*given)
        c.memory[:] = remembered
        self._operate = direct(operate, *given)
        bank = tuple(method.bank) if hasattr(method, "bank") else ()
        changing = (self.y, self.record, self.stages, *bank, system.model.signals, c.memory, self.controls)
        self._changing: tuple[np.ndarray, ...] = (*changing, *system.work)
        self.record[progress.WRITTEN] = 1.0
        self._start = self.snapshot()
        self.sample()

    def apply(self, controls: np.ndarray) -> None:
        """Take over controls, one record of CONTROLS."""
        self.controls[0] = controls

    def advance(self, steps: int) -> int:
        """Go on by steps, the cockpit before each; returns a status."""
        record, times, h = self.record, self.times, self.step
        for _ in range(steps):
            n = self.count
            times[0] = record[progress.TIME] = n * h
            times[1] = (n + 1) * h
            record[progress.WRITTEN] = 1.0
            self._operate()
            if self._advance():
                return int(self._outcomes[0])
            self.count = n + 1
        return statuses.OK

    def sample(self) -> int:
        """Write the row: forces are evaluated at this very state."""
        self.row[0] = self.time
        inside = self.observer.observe(self.time, self.y, self.controls[0], self.row)
        return statuses.OK if inside else OFF_GROUND

    def explain(self, status: int) -> str:
        """When, what, and a way out."""
        if status == OFF_GROUND:
            return (
                f"t = {self.time:.6g} s: a wheel is beyond the edge of the ground. Turn earlier, take a larger map, or "
                "make the ground with outside='level' to go on."
            )
        where = ""
        if status in (statuses.SINGULAR, statuses.LOOP_OPEN, statuses.INCONSISTENT):
            where = f"; joint {self.system.layout.joint_name(int(self.record[progress.CULPRIT]))}"
        return f"t = {self.time:.6g} s: {statuses.MEANING[status]}{where}. {statuses.WAY_OUT[status]}"

    def snapshot(self) -> Snapshot:
        """A copy of states, history, matrices, inputs and scratch."""
        return Snapshot(self._name, self.count, tuple(array.copy() for array in self._changing))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this plant, or of one built in the same way."""
        sizes = [array.shape for array in snapshot.arrays]
        if snapshot.plant != self._name or sizes != [array.shape for array in self._changing]:
            hint = "restore it where it was made"
            raise Refusal("a snapshot of another plant", snapshot.plant, self._name, hint, where="snapshot")
        for array, kept in zip(self._changing, snapshot.arrays, strict=True):
            array[...] = kept
        self.count = snapshot.tick
        self.sample()

    def reset(self) -> None:
        """Go back to the start."""
        self.restore(self._start)

    def describe(self) -> dict[str, Any]:
        """What it is."""
        steering = self.cockpit.steering
        return {
            "kind": "multibody",
            "vehicle": self.vehicle.name,
            "ground": self.ground_name,
            "integrator": self.integrator_name,
            "step": round(self.step, 9),
            "wheels": list(self.layout.wheels),
            "states": self.layout.states,
            "bodies": list(self.system.layout.bodies),
            "gears": max(0, len(self.cockpit.ratios) - 1),
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
        while self.time < SETTLE_MOST:
            outcome = self.advance(math.ceil(SETTLE / self.step))
            if outcome != statuses.OK:
                hint = "try a smaller step, or another place to start"
                raise Refusal("does not come to rest", self.explain(outcome), hint=hint, where=self.vehicle.name)
            if np.abs(self.y[u : u + 6]).max() < AT_REST:
                break
        self.controls[:] = controls_row()
        self.begin(self.y.copy())


def _method(vehicle: Vehicle, name: str, step: float) -> FixedStep:
    """The integrator with its step on the grid; refuses what would chatter at rest."""
    if name not in INTEGRATORS:
        raise Refusal("no integrator for real time", repr(name), f"one of {', '.join(INTEGRATORS)}", where="integrator")
    if not (math.isfinite(step) and 1e-5 <= step <= 0.02):
        raise Refusal("not a step for real time", f"{step!r} s", "0.00001 to 0.02 s, such as 0.001", where="step")
    method = FIXED_BY_NAME[name](step=on_grid(step))
    reason = too_slow(vehicle, method, 0.0) or too_stiff(vehicle, method, 1)
    if reason is not None:
        raise Refusal("unstable step", reason, where="step")
    return method
