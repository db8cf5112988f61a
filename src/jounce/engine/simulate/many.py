"""Many cars at once: one topology, other numbers and inputs, threads over the cars."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.integrators.integrator import Integrator
from jounce.engine.integrators.progress import EVALUATIONS, ITERATIONS, REFRESHES, REJECTED, STEPS, WRITTEN
from jounce.engine.integrators.registry import can_batch, join_words, names, runs_without_coordinates
from jounce.engine.simulate.car_groups import LEFT, CarGroup, Stop, make_car_groups
from jounce.engine.simulate.controller import Controller
from jounce.engine.simulate.end_times import times_of_cars
from jounce.engine.simulate.failure import TerrainBoundary, boundary_error, simulation_error
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.trajectory import Counts, Trajectory
from jounce.errors import InputError, JounceError


@dataclass(frozen=True)
class Many:
    """Runs of many cars, in the order in which they were given."""

    trajectories: tuple[Trajectory, ...]
    samples: tuple[np.ndarray, ...]
    """Samples of each car in states of its own system, (n, 1 + size), as long as its trajectory."""
    failures: dict[int, JounceError] = field(default_factory=dict)
    """Number of a car → why its run stopped early; its trajectory ends there."""
    seconds: float = 0.0
    """Wall-clock time inside compiled code [s]."""
    interrupted: bool = False


def simulate_many(
    systems: Sequence[System],
    starts: Sequence[np.ndarray],
    *,
    end: float | Sequence[float],
    begin: float = 0.0,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    threads: int | None = None,
    controls: Sequence[Controller | None] = (),
    ticks: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Many:
    """Run systems of one topology, each from its start, and record them every `sample` seconds.

    The cars may differ in all numbers, inputs, grounds and end times (`end`: one for all, or one each). The same
    numbers come out as from `simulate`, bit for bit, with any number of threads (by default one per core).
    A car that fails does not stop the others; one that comes to a toggle position fails, where `simulate` would go on
    with other coordinates. controls: who moves the inputs of each car, if anybody, `ticks` times from sample to
    sample; a JounceError that one raises ends the run of its car alone. `progress` is called with the number of cars
    done. Ctrl-C keeps those.
    """
    cars = simulate_cars(
        systems,
        starts,
        end=end,
        begin=begin,
        integrator=integrator,
        sample=sample,
        threads=threads,
        controls=controls,
        ticks=ticks,
        progress=progress,
    )
    trajectories, failures = [], {}
    for i, (system, car) in enumerate(zip(systems, cars, strict=True)):
        trajectories.append(_trajectory(system, car))
        if car.failure is not None:
            failures[i] = car.failure(trajectories[i])
    seconds = sum(car.counts.seconds for car in cars)
    interrupted = any(car.interrupted for car in cars)
    return Many(tuple(trajectories), tuple(car.samples for car in cars), failures, seconds, interrupted)


@dataclass(frozen=True)
class CarRun:
    """The run of one car among many, in states of its own system."""

    samples: np.ndarray
    """(n, 1 + size), time first."""
    counts: Counts
    interrupted: bool
    failure: Callable[[Trajectory], JounceError] | None
    """Makes the error of a run that stopped early, from its trajectory; None for one that did not."""


def simulate_cars(
    systems: Sequence[System],
    starts: Sequence[np.ndarray],
    *,
    end: float | Sequence[float],
    begin: float = 0.0,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    threads: int | None = None,
    controls: Sequence[Controller | None] = (),
    ticks: int = 1,
    stops: Sequence[Stop | None] = (),
    progress: Callable[[int], None] | None = None,
) -> list[CarRun]:
    """`simulate_many`, without following all bodies of every car: what was recorded is left as it is.

    stops: asked now and then whether the run of a car shall end, see `simulate`. Some samples may follow its end.
    """
    integrator = integrator or Chord()
    _check(systems, starts, integrator)
    times = times_of_cars(begin, end, sample, ticks, len(systems))
    driven = {i: control for i, control in enumerate(controls) if control is not None}
    ends = {i: stop for i, stop in enumerate(stops) if stop is not None}
    car_groups = make_car_groups(systems, starts, integrator, times, driven, ends, ticks)

    clock = time.perf_counter()
    done = _all(car_groups, len(systems), threads or os.cpu_count() or 1, progress)
    seconds = (time.perf_counter() - clock) / len(systems)

    places = {number: (group, k) for group in car_groups for k, number in enumerate(group.numbers)}
    found = []
    for i, system in enumerate(systems):
        group, k = places[i]
        record, outcome = group.stepper.records[k], int(group.stepper.outcomes[k])
        samples = group.stepper.samples[k, : int(record[WRITTEN]) : ticks]
        off = TerrainBoundary(system).find_crossing(system, samples, 0)
        failure: Callable[[Trajectory], JounceError] | None = None
        if off is not None:
            samples, failure = samples[: off[0] + 1], partial(boundary_error, off[1])
        elif k in group.errors:
            failure = partial(_raised_error, group.errors[k])
        elif outcome not in (status.OK, LEFT):
            failure = partial(simulation_error, system, outcome, record)
        found.append(CarRun(samples, _counts(record, seconds), i not in done, failure))
    return found


def _raised_error(error: JounceError, trajectory: Trajectory) -> JounceError:
    """What a driver, a controller or a stop raised, whatever was recorded until then."""
    return error


def _trajectory(system: System, car: CarRun) -> Trajectory:
    """The run of a car in world states."""
    return Trajectory(system, to_world_samples(system, car.samples), car.counts, interrupted=car.interrupted)


def _counts(record: np.ndarray, seconds: float) -> Counts:
    """What a run took, from its record."""
    return Counts(
        steps=int(record[STEPS]),
        evaluations=int(record[EVALUATIONS]),
        rejected=int(record[REJECTED]),
        seconds=seconds,
        iterations=int(record[ITERATIONS]),
        refreshes=int(record[REFRESHES]),
    )


def _all(car_groups: Sequence[CarGroup], count: int, threads: int, progress: Callable[[int], None] | None) -> set[int]:
    """Advance all cars, a few at a time, in threads; returns those that are done, fewer when the user stops it."""
    done: set[int] = set()
    pool = ThreadPoolExecutor(threads)
    running: dict[Future[None], list[int]] = {}
    try:
        for group, batch in _batches(car_groups, count, threads):
            running[pool.submit(group.advance, batch)] = group.numbers[batch.start : batch.stop]
            if len(running) < 2 * threads:
                continue
            _collect(running, done, progress)
        while running:
            _collect(running, done, progress)
    except KeyboardInterrupt:
        return done
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return done


def _collect(running: dict[Future[None], list[int]], done: set[int], progress: Callable[[int], None] | None) -> None:
    """Wait for a batch."""
    finished, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in finished:
        done.update(running.pop(future))
        future.result()
    if progress is not None:
        progress(len(done))


def _batches(car_groups: Sequence[CarGroup], count: int, threads: int) -> Iterator[tuple[CarGroup, range]]:
    """Cars in small groups, which fill SIMD lanes: enough for every thread to be busy until the end."""
    size = register_lanes() * max(1, count // (8 * threads * register_lanes()))
    for group in car_groups:
        cars = len(group.numbers)
        for first in range(0, cars, size):
            yield group, range(first, min(first + size, cars))


def _check(systems: Sequence[System], starts: Sequence[np.ndarray], integrator: Integrator) -> None:
    if not systems or len(systems) != len(starts):
        raise InputError(
            "cars and starts do not match", f"{len(systems)} systems, {len(starts)} starts", "one start each"
        )
    if not systems[0].capabilities.runs_batches:
        raise InputError(
            "cannot run many at once", "a formulation without batches", "synthesis, or simulate() for each"
        )
    if not can_batch(type(integrator)):
        got, expected = type(integrator).__name__, f"{join_words(names(can_batch))}, or simulate() for each"
        raise InputError("cannot run many at once", got, expected)
    if integrator.needs_coordinates and systems[0].coordinates.size == 0:
        got = f"{type(integrator).__name__} with relative Cartesian coordinates"
        others = names(lambda i: can_batch(i) and runs_without_coordinates(i))
        raise InputError("needs independent coordinates", got, f"{join_words(others)}, or relative joint coordinates")
    for i, s in enumerate(systems):
        if np.shape(starts[i]) != (s.size,) or not np.all(np.isfinite(starts[i])):
            raise InputError("not a start", f"number {i}, shape {np.shape(starts[i])}", f"{s.size} finite numbers")
        if not s.shares_kernels_with(systems[0]):
            got = f"{s.mechanism.name} (number {i}) and {systems[0].mechanism.name}"
            raise InputError("different topologies", got, "the same bodies, joints and elements with other numbers")
