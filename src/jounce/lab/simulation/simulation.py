"""One car, stepped by whoever holds it: a controller under test, a learning agent, a notebook.

    sim = jounce.Simulation("sedan", speed="80 km/h")
    sim.step(0.01, steer=0.02, throttle=0.3)
    sim.time, sim["chassis.yaw_rate"]

There is one clock, that of the simulation: nothing happens between two calls of `step`. The steps are those of
`jounce.run`, through the same machine code: a maneuver that is stepped through gives the bits of its run.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.engine.formulations import status as statuses
from jounce.engine.integrators import progress
from jounce.engine.integrators.integrator import FixedStep
from jounce.engine.simulate.failure import TerrainBoundary
from jounce.engine.simulate.stepper import NO_CALL, LiveStepper
from jounce.engine.simulate.trajectory import Counts
from jounce.errors import InputError, SimulationError
from jounce.findings import shown
from jounce.lab.cockpit.demand_rows import add_demand_rows
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.results import Result
from jounce.lab.results.channel import Channel
from jounce.lab.results.instant_channels import InstantChannels, no_such_channel
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.choice_of_steps import with_equal_steps
from jounce.lab.runs.driving import with_rack
from jounce.lab.runs.prepare import prepare
from jounce.lab.simulation.inputs import Input, Inputs
from jounce.lab.simulation.linear_model import LinearModel
from jounce.lab.simulation.linearise import linearise_car
from jounce.lab.simulation.live_start import cockpit_of, free_drive
from jounce.lab.simulation.parameters import GROUND, change_car, set_ground
from jounce.lab.simulation.recorder import Recorder
from jounce.lab.simulation.road_inputs import RoadInputs, has_external_road
from jounce.lab.simulation.snapshot import Snapshot
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle, with_smooth_rack
from jounce.model.vehicle.parameters import with_parameters
from jounce.schema.frozen import replace as replace_fields
from jounce.schema.units import parse_quantity

WHOLE = 1e-6
"""How far a duration may be from a whole number of steps [steps]."""
MAX_UNSEEN = 0.1
"""Longest simulated time without a look at the channels [s]: turns are counted and the edge of the ground is watched
then, and Ctrl-C is heard."""


class Simulation:
    """A vehicle on a ground that goes on when it is told to.

    `sim["chassis.yaw_rate"]` is a channel at this instant, in SI, with the names, units and signs of results;
    `list(sim)` gives all names and `sim.about(name)` unit and meaning. `sim.inputs` lists what `step` takes.
    """

    def __init__(
        self,
        vehicle: str | Path | Vehicle,
        *,
        maneuver: str | Maneuver | None = None,
        speed: float | str = 0.0,
        sample: float | str = 0.01,
        record: bool = True,
        **settings: Any,
    ) -> None:
        """Build the car, compile what is not compiled yet, and let it roll straight ahead at `speed`, settled.

        maneuver: its inputs and its ground instead of those of `step`; sample: time between recorded samples [s];
        record: whether `result()` will be asked for. settings: those of `jounce.run`: ground, formulation, integrator,
        step, at, initial … Raises InputError or ModelError for what cannot be simulated.
        """
        chosen = with_equal_steps(RunSettings(**settings))
        car = vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle)
        if maneuver is None:
            plan = free_drive(car, parse_quantity(speed, "velocity"), parse_quantity(sample, "time"))
            car, chosen = with_smooth_rack(with_rack(car, chosen.rack)), replace_fields(chosen, rack=None)
        else:
            plan = maneuver_of(maneuver) if isinstance(maneuver, str) else maneuver
            if not isinstance(plan, Maneuver):
                raise InputError(
                    "not a maneuver", shown(maneuver), "a name, a YAML file or a Maneuver", where="maneuver"
                )
        ready = prepare(plan, car, chosen)
        method = ready.method
        if not isinstance(method, FixedStep):
            got = ready.names["integrator"]
            raise InputError("chooses its own steps", got, "a fixed step, such as chord or rk4", where="integrator")
        demands: Mapping[str, tuple[int, ...]] = {}
        if maneuver is None:
            system, demands = add_demand_rows(ready.system, ready.control)
            ready = replace(ready, system=system)
        self._ready, self.vehicle, self._name = ready, ready.car, ready.car.name
        self._stepper = LiveStepper(ready.system, method, ready.start)
        self._y = self._stepper.y
        cockpit = cockpit_of(ready, self._y, demands) if maneuver is None else None
        self._channels = InstantChannels(ready.car, ready.system, self._y)
        road = None
        if has_external_road(ready.system):
            road = RoadInputs(ready.car, ready.system, self._channels.contacts["point"])
        self._road = road
        self._inputs = Inputs(ready.car, ready.system, cockpit, self._y, method.step, demands, road)
        self._boundary = TerrainBoundary(ready.system)
        self._watches = self._boundary.guarded or self._channels.needs_python
        self._stride = max(1, round(ready.sample / method.step))
        self._tick = self._stride // ready.ticks
        self._part = max(1, round(MAX_UNSEEN / method.step))
        self._nominal = ready.nominal_step or method.step
        if ready.control is not None:
            ready.control.attach(ready.system, ready.system.model.tables, self._y)
        self._seconds, self._usual = 0.0, (0.0, 0)
        self._channels.observe(0.0)
        self._recorder: Recorder | None = None
        self._record(record)
        self._start = self.snapshot()

    def __repr__(self) -> str:
        return f"<Simulation {self._model}: t = {self.time:.6g} s, {self['chassis.speed']:.4g} m/s>"

    # ---------------------------------------------------------------------------------------------------- stepping

    @property
    def time(self) -> float:
        """Simulated time [s]: number of steps × step, as people write it."""
        return self._stepper.count * self._nominal

    @property
    def step_size(self) -> float:
        """Simulated time of one integration step [s]; 2e-10 longer on the grid of `jounce.engine.simulate`."""
        return self._nominal

    @property
    def inputs(self) -> Mapping[str, Input]:
        """Name → Input, with level, unit and limits, of everything that `step` takes."""
        return self._inputs.known

    def step(self, duration: float | None = None, /, **inputs: float) -> None:
        """Hold these inputs from now on, and advance by a duration [s], by default one integration step.

        Inputs keep their values until they are given again. Raises ModelError for unknown names and values out of
        range, and InputError for a duration that is no whole number of steps; the simulation is unharmed then. Raises
        SimulationError for a step that fails; the car is then where it was before that step.
        """
        if duration is None:
            steps = 1
        elif duration == self._usual[0] and type(duration) is float:
            steps = self._usual[1]
        else:
            steps = self._whole_steps(duration)
            self._usual = float(duration), steps
        if inputs:
            self._inputs.hold(inputs)
        if self._road is not None:
            self._road.place()
        control = self._ready.control
        if control is None:
            while steps > self._part:
                self._advance(self._part)
                steps -= self._part
            self._advance(steps)
            return
        stepper, tick = self._stepper, self._tick
        while steps > 0:
            done = stepper.count % tick
            if done == 0:
                control.update(stepper.time, (stepper.count + tick) * stepper.step)
            part = min(steps, tick - done)
            self._advance(part)
            steps -= part

    def release(self, *names: str) -> None:
        """Give direct inputs back to the cockpit, all of them if none is named."""
        for name in names:
            self._inputs.check({name: 0.0})
        self._inputs.release(names)

    def set(self, path: str, value: Any) -> None:
        """Change a number of the car or of its ground, from now on: a value in SI, or a string with a unit.

        path: dotted, as in studies, `axles.front.suspension.spring.stiffness`; `ground.friction` for the ground. What
        moves no hardpoint can be changed. Raises ModelError or InputError for anything else; nothing changes then.
        `result()` observes all samples with the numbers that hold when it is called.
        """
        if path.startswith(GROUND):
            set_ground(self._ready, path.removeprefix(GROUND), value)
        else:
            self._change_car(with_parameters(self.vehicle, {path: value}), path)
        self._channels.observe(self._stepper.time)

    def _change_car(self, car: Vehicle, where: str) -> None:
        """Go on with a car that differs in numbers alone; where: what asks for it, for errors."""
        self._ready = change_car(self._ready, self._channels, car, where)
        self.vehicle = car

    def _whole_steps(self, duration: float) -> int:
        """The number of steps in a duration [s]."""
        h = self._stepper.step
        if isinstance(duration, bool) or not isinstance(duration, int | float | np.number) or not duration > 0.0:
            raise InputError("not a duration", repr(duration), "seconds above 0, such as 0.01", where="duration")
        steps = round(duration / h) if math.isfinite(duration) else 0
        if steps < 1 or abs(duration / h - steps) > WHOLE * max(steps, 1):
            hint = "choose another step when you make the Simulation"
            got, expected = f"{duration:g} s", f"a multiple of {h:.6g} s"
            raise InputError("not a whole number of steps", got, expected, hint, where="duration")
        return steps

    def _advance(self, steps: int) -> None:
        if self._recorder is not None and self._recorder.room <= steps:
            self._recorder.make_room(steps + 1)
            self._bind()
        clock = time.perf_counter()
        outcome = self._stepper.advance(steps)
        self._seconds += time.perf_counter() - clock
        if outcome != statuses.OK:
            self._channels.observe(self._stepper.time)
            raise self._failure(outcome)
        if self._watches:
            self._watch()

    def _watch(self) -> None:
        """Look at the channels where compiled code cannot, and stop at the edge of a ground that ends."""
        if self._channels.needs_python:
            self._channels.observe(self._stepper.time)
        if self._boundary.guarded:
            names, points = self._ready.system.layout.tires, self._channels.contacts["point"]
            text = self._boundary.describe_crossing(self.time, names, points)
            if text is not None:
                raise SimulationError(text, time=self.time, culprit="ground")

    def _failure(self, outcome: int) -> SimulationError:
        culprit = ""
        if outcome in (statuses.SINGULAR, statuses.LOOP_OPEN, statuses.INCONSISTENT):
            joint = int(self._stepper.record[progress.CULPRIT])
            culprit = f"; joint {self._ready.system.layout.joint_name(joint)}"
        text = f"t = {self.time:.6g} s: {statuses.MEANING[outcome]}{culprit}. {statuses.HINT[outcome]}"
        return SimulationError(text, time=self.time)

    # ---------------------------------------------------------------------------------------------------- channels

    def __getitem__(self, name: str) -> float:
        """A channel at this instant, in SI; raises KeyError."""
        try:
            return float(self._channels.array[self._channels.index[name]])
        except KeyError:
            raise KeyError(no_such_channel(name, self._channels.index)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels.index)

    def __contains__(self, name: object) -> bool:
        return name in self._channels.index

    def __len__(self) -> int:
        return len(self._channels.index)

    def about(self, name: str) -> Channel:
        """Unit, axes and description of a channel; its values are empty."""
        self[name]
        return self._channels.about[name]

    def observe(self, names: Sequence[str] | None = None) -> np.ndarray:
        """Channels at this instant in one new array, in the order of `names`, by default all of them [SI]."""
        if names is None:
            return self._channels.array.copy()
        try:
            return self._channels.array[[self._channels.index[name] for name in names]]
        except KeyError as error:
            raise KeyError(no_such_channel(str(error.args[0]), self._channels.index)) from None

    # ---------------------------------------------------------------------------------------------------- snapshots

    def snapshot(self) -> Snapshot:
        """Everything that the future depends on: `restore` goes on from it to the same bits. It pickles."""
        arrays = tuple(array.copy() for array in self._changing())
        recorded = self._recorder.count if self._recorder is not None else 0
        memory = self._ready.control.memory() if self._ready.control is not None else None
        return Snapshot(self._model, self._stepper.count, arrays, self.vehicle, memory, recorded)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this simulation, or of one made in the same way; raises InputError for others.

        What was recorded after it is forgotten; a snapshot of another simulation ends the record.
        """
        arrays = self._changing()
        shapes = [array.shape for array in arrays]
        if snapshot.model != self._model or [array.shape for array in snapshot.arrays] != shapes:
            hint = "restore it in a Simulation that was made in the same way"
            raise InputError("a snapshot of another model", snapshot.model, self._model, hint, where="snapshot")
        if snapshot.car is not self.vehicle and snapshot.car != self.vehicle:
            self._change_car(snapshot.car, "snapshot")
        for array, kept in zip(arrays, snapshot.arrays, strict=True):
            array[...] = kept
        self._stepper.count = snapshot.count
        if self._ready.control is not None:
            self._ready.control.remember(snapshot.sessions)
        if self._recorder is not None:
            self._recorder.count = min(self._recorder.count, snapshot.recorded)
        self._channels.observe(self._stepper.time)

    def reset(self) -> None:
        """Go back to the start."""
        self.restore(self._start)

    def _changing(self) -> tuple[np.ndarray, ...]:
        """All arrays that change while the car is stepped, or by `set`."""
        system = self._ready.system
        elements = [array for array in system.model.elements if isinstance(array, np.ndarray)]
        numbers = system.model.parameters if hasattr(system.model, "parameters") else np.zeros(0)
        work = [array for array in system.work if isinstance(array, np.ndarray)]
        own = (system.model.tables, numbers, *elements, *work, self._channels.remembered)
        return (*self._stepper.arrays(), *self._inputs.arrays, *own)

    @property
    def _model(self) -> str:
        names, method = self._ready.names, self._ready.method
        assert isinstance(method, FixedStep)
        return (
            f"{self._name} on {names['ground']}, {names['formulation']}, {names['integrator']} "
            f"{1e3 * method.step:.6g} ms"
        )

    # ---------------------------------------------------------------------------------------------------- linear model

    def linearise(self, *, inputs: Sequence[str], outputs: Sequence[str]) -> LinearModel:
        """The car about its present state as ẋ = A x + B u, y = C x + D u; `A, B, C, D = sim.linearise(…)`.

        inputs: names of direct inputs (`steering_wheel_angle`, `brake_torque_fl` …); the cockpit holds still. outputs:
        names of channels. The simulation is unharmed. Raises ModelError for unknown names, and InputError for
        formulations other than synthesis. See `LinearModel` for its modes, fewer states and files.
        """
        kept = self.snapshot()
        try:
            return linearise_car(self.vehicle, self._ready.system, self._channels, self.time, inputs, outputs)
        finally:
            self.restore(kept)

    # ---------------------------------------------------------------------------------------------------- results

    def result(self) -> Result:
        """What was recorded since the start, every `sample` seconds, as a Result for reports, metrics and replays."""
        if self._recorder is None:
            hint = "make the Simulation with record=True"
            raise InputError("nothing recorded", "record=False", hint=hint, where="result")
        if self._road is not None:
            hint = "observe channels after each step"
            raise InputError("inputs of an external road are not recorded", "an external road", "", hint, "result")
        record = self._stepper.record
        counts = Counts(
            steps=self._stepper.count,
            evaluations=int(record[progress.EVALUATIONS]),
            rejected=int(record[progress.REJECTED]),
            seconds=self._seconds,
            iterations=int(record[progress.ITERATIONS]),
            refreshes=int(record[progress.REFRESHES]),
        )
        return self._recorder.result(self._ready, counts)

    def _record(self, record: bool) -> None:
        """Begin a new record with the state of now, or none."""
        self._recorder = Recorder(self._ready.system, self._y) if record else None
        if self._recorder is not None:
            self._recorder.add(self._stepper.time)
        self._bind()

    def _bind(self) -> None:
        """Tell the compiled loop what happens between its steps."""
        keep = self._recorder.keep if self._recorder is not None else NO_CALL
        self._stepper.between(act=self._inputs.act, keep=keep, stride=self._stride, look=self._channels.look)
