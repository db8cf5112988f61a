"""Many cars at once: one topology, other numbers and inputs, threads over the cars."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

import numpy as np

from jounce import synthesis
from jounce.errors import Refusal, SimulationError
from jounce.formulations import status
from jounce.ground import original, same_ground
from jounce.integrators import progress
from jounce.integrators.many import advance_many
from jounce.kernel import machine_code
from jounce.simulate.advance import method_of, scratch
from jounce.simulate.controller import Controller
from jounce.simulate.edge import Edge, left_the_ground
from jounce.simulate.observer import world_samples
from jounce.simulate.options import Chord as ChordOptions
from jounce.simulate.options import FixedStep, Implicit, NeedsCoordinates
from jounce.simulate.run import failure
from jounce.simulate.speeds import bank_states
from jounce.simulate.stacks import many_methods, many_models, many_works
from jounce.simulate.trajectory import Counts, Trajectory


@dataclass(frozen=True)
class Many:
    """Runs of many cars, in the order in which they were given."""

    trajectories: tuple[Trajectory, ...]
    samples: tuple[np.ndarray, ...]
    """Of each car in states of its own system, (n, 1 + size), as long as its trajectory."""
    failures: dict[int, SimulationError] = field(default_factory=dict)
    """Number of a car → why its run stopped early; its trajectory ends there."""
    seconds: float = 0.0
    """Wall-clock time inside compiled code [s]."""
    interrupted: bool = False


def simulate_many(
    systems: Sequence[synthesis.System],
    starts: Sequence[np.ndarray],
    *,
    end: float,
    begin: float = 0.0,
    integrator: FixedStep | None = None,
    sample: float = 0.01,
    threads: int | None = None,
    controls: Sequence[Controller | None] = (),
    report: Callable[[int], None] | None = None,
) -> Many:
    """Run systems of one topology, each from its start, and record them every `sample` seconds.

    The same numbers come out as from `simulate`, bit for bit, with any number of threads (by default one per core).
    A car that fails does not stop the others; one that comes to a toggle position fails, where `simulate` would go on
    with other coordinates. controls: who moves the inputs of each car, if anybody. `report` is called with the number
    of cars done. Ctrl-C keeps those.
    """
    integrator = integrator or ChordOptions()
    _check(systems, starts, integrator)
    first = systems[0]
    n, size = len(systems), first.size
    times = np.linspace(begin, end, max(1, round((end - begin) / sample)) + 1)
    stride = max(1, math.ceil((times[1] - times[0]) / integrator.step - 1e-9))
    step = float(times[1] - times[0]) / stride
    y = np.array(starts, dtype=float)
    samples = np.zeros((n, len(times), 1 + size))
    samples[:, 0, 0], samples[:, 0, 1:] = begin, y
    records = np.zeros((n, progress.LENGTH))
    records[:, progress.TIME], records[:, progress.WRITTEN] = begin, 1.0
    stages = np.array([scratch(integrator, size)] * n)
    outcomes = np.zeros(n, dtype=np.int64)
    models, works = many_models([s.model for s in systems]), many_works([s.work for s in systems])
    methods = _methods(systems, integrator, step, begin, y)
    pointers = first.derivative, first.project

    driven = {i: control for i, control in enumerate(controls) if control is not None}
    for i, control in driven.items():
        control.take(systems[i], models.tables[i], y[i])

    def arguments(first: int, last: int, pause: int) -> tuple:
        where = y, stages, records, times, stride, pause, samples, outcomes
        return *pointers, models, works, methods, first, last, *where

    def advance(cars: range) -> int:
        if not driven:
            advance_many(*arguments(cars.start, cars.stop, len(times)))
            return len(cars)
        advance_many(*arguments(0, 0, 1))  # of no car: compiles, or loads
        code = machine_code(advance_many, *arguments(0, 0, 1))
        for i in cars:
            control = driven.get(i)
            if control is None:
                code(*arguments(i, i + 1, len(times)))
                continue
            for n in range(1, len(times)):
                control.act(float(times[n - 1]), float(times[n]))
                if code(*arguments(i, i + 1, n + 1)):
                    break
        return len(cars)

    clock = time.perf_counter()
    done, interrupted = _all(advance, n, threads or os.cpu_count() or 1, report)
    seconds = time.perf_counter() - clock
    trajectories, own, failures = [], [], {}
    for i, system in enumerate(systems):
        written = int(records[i, progress.WRITTEN])
        counts = Counts(
            steps=int(records[i, progress.STEPS]),
            evaluations=int(records[i, progress.EVALUATIONS]),
            rejected=int(records[i, progress.REJECTED]),
            seconds=seconds / n,
            iterations=int(records[i, progress.ITERATIONS]),
            refreshes=int(records[i, progress.REFRESHES]),
        )
        off = Edge(system).crossed(system, samples[i, :written], 0)
        own.append(samples[i, : written if off is None else off[0] + 1])
        recorded = world_samples(system, own[-1])
        trajectory = Trajectory(system, recorded, counts, interrupted=i not in done)
        trajectories.append(trajectory)
        if off is not None:
            failures[i] = left_the_ground(off[1], trajectory)
        elif outcomes[i] != status.OK:
            failures[i] = failure(system, int(outcomes[i]), records[i], trajectory)
    return Many(tuple(trajectories), tuple(own), failures, seconds, interrupted)


def _methods(
    systems: Sequence[synthesis.System], integrator: FixedStep, step: float, t: float, starts: np.ndarray
) -> tuple:
    """The method of all cars; implicit ones get a bank of matrices for each."""
    if not isinstance(integrator, Implicit):
        return method_of(integrator, systems[0], step, t, [])
    return many_methods(
        [method_of(integrator, s, step, t, bank_states(s, y, t)) for s, y in zip(systems, starts, strict=True)]
    )


def _all(
    advance: Callable[[range], int], count: int, threads: int, report: Callable[[int], None] | None
) -> tuple[set[int], bool]:
    """Advance all cars, a few at a time, in threads; returns those that are done and whether the user stopped it."""
    done: set[int] = set()
    batches: Iterator[range] = _batches(count, threads)
    pool = ThreadPoolExecutor(threads)
    running = {}
    try:
        for batch in batches:
            running[pool.submit(advance, batch)] = batch
            if len(running) < 2 * threads:
                continue
            _collect(running, done, report)
        while running:
            _collect(running, done, report)
    except KeyboardInterrupt:
        return done, True
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return done, False


def _collect(running: dict, done: set[int], report: Callable[[int], None] | None) -> None:
    """Wait for a batch."""
    finished, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in finished:
        done.update(running.pop(future))
        future.result()
    if report is not None:
        report(len(done))


def _batches(count: int, threads: int) -> Iterator[range]:
    """Cars in small groups: enough for every thread to be busy until the end."""
    size = max(1, count // (8 * threads))
    for first in range(0, count, size):
        yield range(first, min(first + size, count))


def _check(systems: Sequence[synthesis.System], starts: Sequence[np.ndarray], integrator: FixedStep) -> None:
    if not systems or len(systems) != len(starts):
        raise Refusal("cars and starts do not match", f"{len(systems)} systems, {len(starts)} starts", "one start each")
    if isinstance(integrator, NeedsCoordinates) and systems[0].coordinates.size == 0:
        got = f"{type(integrator).__name__} with relative Cartesian coordinates"
        raise Refusal("needs independent coordinates", got, "midpoint, ab2 or rk4, or relative joint coordinates")
    for i, s in enumerate(systems):
        if np.shape(starts[i]) != (s.size,) or not np.all(np.isfinite(starts[i])):
            raise Refusal("not a start", f"number {i}, shape {np.shape(starts[i])}", f"{s.size} finite numbers")
        if s.whole.source != systems[0].whole.source:
            got = f"{s.mechanism.name} (number {i}) and {systems[0].mechanism.name}"
            raise Refusal("different topologies", got, "the same bodies, joints and elements with other numbers")
        if not same_ground(s.model.ground, systems[0].model.ground):
            kinds = [type(original(system.model.ground)).__name__ for system in (s, systems[0])]
            raise Refusal("different grounds", f"number {i}: {kinds[0]}", f"the {kinds[1]} of the first for all")
