"""A system and an integrator, ready to advance: the one place that knows how compiled integrators are called.

- `Stepper`: one system along given times, with a sample at each of them; what `simulate` advances.
- `LiveStepper`: one system without an end, a step at a time, nothing recorded; what real time advances.
- `BatchStepper`: cars of one topology along given times; what `simulate_many` advances.

All arrays are allocated when a stepper is made, and the Jacobians of implicit methods are made then; to advance
allocates nothing. A car on generated kernels is a batch of one: it runs through the very machine code that many cars
run through, not a copy that a compiler may have rounded differently, so that their results are the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jounce.engine.compiler import Bound, bind, machine_code
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import Equations
from jounce.engine.integrators import fixed, progress
from jounce.engine.integrators.batch import advance_many
from jounce.engine.integrators.integrator import IMPLICIT, Adaptive, FixedStep, Integrator
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule
from jounce.engine.integrators.lanes.evaluate import Lanes
from jounce.engine.simulate.adams import Notes
from jounce.engine.simulate.batch import many_methods, many_models, many_works, one_method, one_model, one_work
from jounce.engine.simulate.lanes import advance_lanes, allocate_lanes, fills_lanes, lane_groups, runs_in_lanes
from jounce.engine.simulate.step_kernel import advance_steps, call_with

NO_CALL = Bound(0, np.zeros(1, np.uint8))
"""Nothing to call."""


class Stepper:
    """One system along given times, recorded at each of them.

    y: the state. record: see `jounce.engine.integrators.progress`. samples: (times, 1 + size), the time first; as many
    rows as `written` are filled. scratch: the history of multi-step methods. notes: steps and events, of integrators
    that log them. With y, record, scratch and the Jacobians put back, a run goes on as if nothing had happened in
    between.
    """

    def __init__(
        self,
        system: Equations,
        integrator: Integrator,
        start: np.ndarray,
        times: np.ndarray,
        *,
        states: Sequence[np.ndarray] | None = None,
        notes: Notes | None = None,
    ) -> None:
        """start: a closed state at the first of `times` [s]; states: where the Jacobians of implicit methods are made,
        closed states by rising speed of the base, by default those of `jacobian_states`."""
        self.system, self.integrator, self.times = system, integrator, times
        self.notes = notes or Notes()
        self.y = np.zeros(system.size)
        self.record = np.zeros(progress.LENGTH)
        self.scratch = integrator.scratch(system.size)
        self.samples = np.zeros((len(times), 1 + system.size))
        self.method: tuple | None = None
        self.bind: Callable[[], Bound] | None = None
        """Gives the call that goes on until the second sample is written, for loops in compiled code; None of
        integrators that choose their steps."""
        self.begin(start, states)

    @property
    def written(self) -> int:
        """How many samples there are, that of the start included."""
        return int(self.record[progress.WRITTEN])

    def begin(self, start: np.ndarray, states: Sequence[np.ndarray] | None = None) -> None:
        """Make a closed state the start: the first of the times, and no steps before."""
        self.y[:] = start
        self.record[:], self.scratch[:] = 0.0, 0.0
        self.record[progress.TIME], self.record[progress.WRITTEN] = self.times[0], 1.0
        self.samples[0, 0], self.samples[0, 1:] = self.times[0], self.y
        if states is None:
            states = jacobian_states(self.system, self.integrator, self.y, float(self.times[0]))
        self._advance = self._prepare(states)

    def change_system(self, system: Equations) -> None:
        """Go on from here with another system of the same states, such as one with other independent coordinates."""
        self.system = system
        self._advance = self._prepare([self.y])

    def advance(self, pause: int) -> int:
        """Go on until `pause` samples are written, that of the start included; returns a status."""
        return self._advance(pause)

    def arrays(self) -> tuple[np.ndarray, ...]:
        """State, record, history and Jacobians: what a copy must hold to go on from here."""
        own = [array for value in self.method or () if isinstance(value, JacobianSchedule) for array in value]
        return (self.y, self.record, self.scratch, *own)

    def _prepare(self, states: Sequence[np.ndarray]) -> Callable[[int], int]:
        """The compiled call with its arrays."""
        system, integrator, y, record = self.system, self.integrator, self.y, self.record
        times, samples, scratch = self.times, self.samples, self.scratch
        if isinstance(integrator, Adaptive):
            return integrator.advance_function(system, y, record, times, samples, scratch, self.notes)
        stride, step = fit_step(integrator, times)
        self.method = method = integrator.method(system, step, float(record[progress.TIME]), states)
        if system.capabilities.runs_batches:
            batch = one_model(system.model), one_work(system.work), one_method(method)
            call = _BatchCall(system, *batch, y[None], scratch[None], record[None], times, stride, samples[None])
            self.bind = call.bind
            return call.advance_one
        equations = system.derivative, system.project, system.model, system.work, method
        arguments = *equations, y, scratch, record, times, stride

        def advance(pause: int) -> int:
            return fixed.advance(*arguments, pause, samples)

        self.bind = lambda: bind(fixed.advance, *arguments, 2, samples)
        return advance


class LiveStepper:
    """One system without an end, a fixed step at a time; nothing is recorded.

    y: the state; record: see `jounce.engine.integrators.progress`; count: steps since the start. The time is counted,
    not summed, so that it does not drift.
    """

    def __init__(self, system: Equations, integrator: FixedStep, start: np.ndarray) -> None:
        """start: a closed state, at time 0. Compiles, or loads, what is needed."""
        self.step = integrator.step
        self._clock = np.zeros(1, np.int64)
        self._times = np.array([0.0, self.step])
        self._stepper = Stepper(system, integrator, start, self._times)
        self.y, self.record = self._stepper.y, self._stepper.record
        self._act = self._keep = self._look = NO_CALL
        self._stride = 1
        self._bind()

    def between(self, *, act: Bound = NO_CALL, keep: Bound = NO_CALL, stride: int = 1, look: Bound = NO_CALL) -> None:
        """Run `act` before every step, `keep` after those whose number is a multiple of `stride`, and `look` at the end
        of every `advance`; keep and look are bound calls with a free time."""
        self._act, self._keep, self._stride, self._look = act, keep, stride, look
        self._collect()

    @property
    def count(self) -> int:
        """Steps since the start."""
        return self._clock.item()

    @count.setter
    def count(self, steps: int) -> None:
        self._clock[0] = steps

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.count * self.step

    @property
    def calls(self) -> tuple[Bound, Bound]:
        """The bound calls of a step, and of what happens before it."""
        return self._bound, self._act

    @property
    def times(self) -> np.ndarray:
        """Begin and end of the step that is made next [s], which the call of a step reads."""
        return self._times

    def begin(self, start: np.ndarray) -> None:
        """Make a closed state the start: time 0, no steps before, new Jacobians."""
        self.count = 0
        self._times[:] = 0.0, self.step
        self._stepper.begin(start)
        self._bind()

    def _bind(self) -> None:
        """Prepare the compiled call, which changes with the Jacobians."""
        self._stepper.advance(1)  # the only sample asked for is there already
        assert self._stepper.bind is not None, "live steps are fixed steps"
        self._bound = self._stepper.bind()
        self._collect()

    def _collect(self) -> None:
        """Bind the compiled loop to all its arguments but the number of steps."""
        before = (*self._bound, self._times, self.record, self.step, self._clock)
        advance_steps(*before, 0.0, *NO_CALL, *NO_CALL, 1, *NO_CALL)
        between = (*self._act, *self._keep, self._stride, *self._look)
        self._number, self._box = bind(advance_steps, *before, 0.0, *between, time=len(before))
        call_with(self._number, self._box, 0.0)  # no step, no look
        self._advance = machine_code(call_with, self._number, self._box, 0.0)

    def advance(self, steps: int = 1) -> int:
        """Go on by so many steps in one call; returns a status, and stops before a step that fails."""
        return self._advance(self._number, self._box, float(steps))

    def arrays(self) -> tuple[np.ndarray, ...]:
        """State, record, history and Jacobians: what a copy, with `count`, must hold to go on from here."""
        return self._stepper.arrays()


class BatchStepper:
    """Cars of one topology on generated kernels, each from its own start, along times that they share.

    y (cars, size), records (cars, LENGTH of `jounce.engine.integrators.progress`), samples (cars, times, 1 + size) with
    the time first, outcomes (cars,): statuses. models: with an axis over the cars, `models.tables` among them.
    """

    def __init__(
        self, systems: Sequence[Any], integrator: FixedStep, starts: Sequence[np.ndarray], times: np.ndarray
    ) -> None:
        """starts: closed states at the first of `times` [s]."""
        n, size = len(systems), systems[0].size
        self.times = times
        self.y = np.array(starts, dtype=float)
        self.samples = np.zeros((n, len(times), 1 + size))
        self.samples[:, 0, 0], self.samples[:, 0, 1:] = times[0], self.y
        self.records = np.zeros((n, progress.LENGTH))
        self.records[:, progress.TIME], self.records[:, progress.WRITTEN] = times[0], 1.0
        scratch = np.array([integrator.scratch(size)] * n)
        stride, step = fit_step(integrator, times)
        methods = _batch_method(systems, integrator, step, float(times[0]), self.y)
        # after the methods: implicit ones load derivatives of the ground, whose address is in the boxes copied here
        self.models, works = many_models([s.model for s in systems]), many_works([s.work for s in systems])
        arrays = self.y, scratch, self.records, times, stride, self.samples
        self._call = _BatchCall(systems[0], self.models, works, methods, *arrays)
        self.outcomes = self._call.outcomes

    def allocate_lanes(self) -> Lanes | None:
        """Memory for cars that go on side by side; None where they cannot."""
        return self._call.allocate_lanes()

    def advance(self, cars: range, pause: int, lanes: Lanes | None = None) -> int:
        """Advance cars of a range until each has `pause` samples; returns how many failed. Ranges that do not overlap
        may run in threads of their own.

        lanes: memory for this range, by default for this call alone; with the same one in all calls, cars that fit into
        it enter their lanes once.
        """
        return self._call.advance_side_by_side(cars, pause, lanes or self.allocate_lanes())


class _BatchCall:
    """`advance_many` with its arrays; looks for the right machine code once, which takes longer than some steps."""

    def __init__(
        self,
        system: Equations,
        models: tuple,
        works: tuple,
        methods: tuple,
        y: np.ndarray,
        scratch: np.ndarray,
        records: np.ndarray,
        times: np.ndarray,
        stride: int,
        samples: np.ndarray,
    ) -> None:
        """All arrays with a first axis over the cars, except `times`."""
        self.outcomes = np.zeros(len(y), dtype=np.int64)
        self._system = system
        self._batch = models, works, methods
        self._arrays = y, scratch, records, times, stride
        self._written = samples, self.outcomes
        self._code: Callable[..., int] | None = None
        self._lane_code: Callable[..., int] | None = None

    def advance(self, first: int, last: int, pause: int) -> int:
        """Advance cars first … last − 1; returns how many failed."""
        code = self._code or self._find()
        return code(*self._pointers, *self._batch, first, last, *self._arrays, pause, *self._written)

    def allocate_lanes(self) -> Lanes | None:
        """Memory for SIMD lanes; None where the method cannot use them."""
        return allocate_lanes(self._system) if runs_in_lanes(self._system, self._batch[2]) else None

    def advance_side_by_side(self, cars: range, pause: int, lanes: Lanes | None) -> int:
        """Advance cars in SIMD lanes, where there are enough that still run; returns how many failed."""
        if lanes is None:
            return self._advance_each(cars, pause)
        failed = 0
        for group in lane_groups(cars):
            running = int(np.count_nonzero(self.outcomes[group.start : group.stop] == status.OK))
            if fills_lanes(running):
                failed += self._advance_in_lanes(group, pause, lanes)
            else:
                failed += self._advance_each(group, pause)
        return failed

    def _advance_in_lanes(self, cars: range, pause: int, lanes: Lanes) -> int:
        """Advance cars, at most one a lane; returns how many failed."""
        if self._code is None:
            self._find()
        given = *self._pointers, *self._batch, lanes, cars.start, len(cars), *self._arrays, pause, *self._written
        if self._lane_code is None:
            failed = advance_lanes(*given)
            self._lane_code = machine_code(advance_lanes, *given)
            return failed
        return self._lane_code(*given)

    def _advance_each(self, cars: range, pause: int) -> int:
        """Advance cars one by one, those that have not failed before; returns how many have failed."""
        for i in cars:
            if self.outcomes[i] == status.OK:
                self.advance(i, i + 1, pause)
        return sum(int(self.outcomes[i] != status.OK) for i in cars)

    def advance_one(self, pause: int) -> int:
        """Advance the only car; returns its status."""
        self.advance(0, 1, pause)
        return int(self.outcomes[0])

    def bind(self) -> Bound:
        """The call that advances the only car until its second sample is written."""
        if self._code is None:
            self._find()
        return bind(advance_many, *self._pointers, *self._batch, 0, 1, *self._arrays, 2, *self._written)

    def _find(self) -> Callable[..., int]:
        """Compile, or load, with a call for no car."""
        self._pointers = self._system.derivative, self._system.project
        arguments = (*self._pointers, *self._batch, 0, 0, *self._arrays, 1, *self._written)
        advance_many(*arguments)
        self._code = code = machine_code(advance_many, *arguments)
        return code


def fit_step(integrator: FixedStep, times: np.ndarray) -> tuple[int, float]:
    """Steps from sample to sample, and their length [s]: at most that of the integrator, and samples fall on steps."""
    stride = max(1, math.ceil((times[1] - times[0]) / integrator.step - 1e-9))
    return stride, float(times[1] - times[0]) / stride


def jacobian_states(system: Any, integrator: Integrator, y: np.ndarray, t: float) -> list[np.ndarray]:
    """Where Jacobians are made for a run from y at time t [s]: at several speeds for implicit methods with fixed steps,
    else y alone."""
    schedules = isinstance(integrator, FixedStep) and integrator.kind == IMPLICIT
    return system.rolling_states(y, t) if schedules else [y]


def _batch_method(systems: Sequence[Any], integrator: FixedStep, step: float, t: float, starts: np.ndarray) -> tuple:
    """The method of all cars; implicit ones get a schedule of Jacobians for each."""
    if integrator.kind != IMPLICIT:
        return integrator.method(systems[0], step, t, [])
    return many_methods(
        [
            integrator.method(system, step, t, jacobian_states(system, integrator, y, t))
            for system, y in zip(systems, starts, strict=True)
        ]
    )
