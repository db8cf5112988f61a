"""Time of a right-hand side and of a step, in a maneuver, without compilation: alternatives side by side in one run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from jounce import synthesis
from jounce.benches.floor import FloorBench, floor_script
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.generated import Model, Work
from jounce.formulations.null_space import system as null_space_system
from jounce.kernel import entry
from jounce.library import load_vehicle
from jounce.maneuvers.driving import driven, first_throttle, rolling_in_gear
from jounce.maneuvers.registry import maneuver as maneuver_of
from jounce.maneuvers.start import rolling_start
from jounce.simulate import Chord, Midpoint, Rosenbrock, simulate, simulate_many
from jounce.simulate.observer import System
from jounce.simulate.options import FixedStep, TangentSpace
from jounce.vehicle import Vehicle, with_prescribed_rack

CALLS = 20_000
CARS = 16
WORLD_SECONDS = 0.25
"""Simulated time of one repeat of the world frame, which is slow."""


@dataclass
class Timing:
    """Seconds per call, one entry a repeat."""

    name: str
    measure: Callable[[], float] = field(repr=False)
    times: list[float] = field(default_factory=list)

    def repeat(self) -> None:
        """Measure once more."""
        self.times.append(self.measure())

    @property
    def smallest(self) -> float:
        """What the code can do [µs]."""
        return 1e6 * min(self.times)

    @property
    def median(self) -> float:
        """What a busy machine gave [µs]."""
        return 1e6 * statistics.median(self.times)


@entry
def repeated(derivative: Callable, model: Model, work: Work, t: float, y: np.ndarray, dy: np.ndarray, n: int) -> int:
    """n right-hand sides at one state; returns a status."""
    outcome = 0
    for _ in range(n):
        outcome = derivative(model, work, t, y, dy)
    return outcome


def measure_speed(
    vehicle: str | Vehicle = "dw18", maneuver: str = "j-turn", *, step: float = 1e-3, repeats: int = 7
) -> dict[str, float | int | str | None]:
    """Microseconds of right-hand side and steps of 1 ms with the rack prescribed, beside the floor and the world frame.

    Names end with `_us` for the smallest and `_us_median` for the median over the repeats, which take turns.
    """
    car, plan = vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle), maneuver_of(maneuver)
    if car.steering is not None:
        car = with_prescribed_rack(car)
    plan = driven(plan, car)
    mechanism, throttle = rolling_in_gear(plan, car), first_throttle(plan, car)
    system = synthesis.build(mechanism, inputs=plan.inputs)
    start = rolling_start(system, "design", throttle=throttle)
    world = cartesian_system.build(mechanism, inputs=plan.inputs)
    world_start = rolling_start(world, "design", throttle=throttle)
    loops = null_space_system.build(mechanism, inputs=plan.inputs)
    loops_start = rolling_start(loops, "design", throttle=throttle)
    never = TangentSpace(step=step, refresh="never")
    timings = [
        Timing("rhs", lambda: _evaluations(system, start)),
        Timing("midpoint", lambda: _steps(system, start, Midpoint(step=step), plan.end)),
        Timing("chord", lambda: _steps(system, start, Chord(step=step), plan.end)),
        Timing("rosenbrock", lambda: _steps(system, start, Rosenbrock(step=step), plan.end)),
        Timing("world_frame", lambda: _steps(world, world_start, Midpoint(step=step), WORLD_SECONDS)),
        Timing("chassis_frame", lambda: _steps(world, world_start, never, plan.end)),
        Timing("null_space", lambda: _steps(loops, loops_start, Midpoint(step=step), plan.end)),
    ]
    script = floor_script() if car.name == "dw18" else None
    floor = FloorBench(script) if script is not None else None
    for timing in timings:
        timing.measure()  # the first call may compile
    for _ in range(repeats):
        if floor is not None:
            floor.measure()
        for timing in timings:
            timing.repeat()
    numbers: dict[str, float | int | str | None] = {
        "vehicle": car.name,
        "maneuver": plan.name,
        "step": step,
        "repeats": repeats,
    }
    yard = floor.result() if floor is not None else None
    for name in ("rhs", "midpoint"):
        numbers[f"floor_{name}_us"] = getattr(yard, name) if yard else None
        numbers[f"floor_{name}_us_median"] = getattr(yard, f"{name}_median") if yard else None
    for timing in timings:
        numbers[f"{timing.name}_us"] = timing.smallest
        numbers[f"{timing.name}_us_median"] = timing.median
    numbers["real_time_factor"] = 1e6 * step / timings[3].smallest
    return numbers | measure_many(system, start, step=step, end=plan.end, repeats=max(1, repeats // 2))


def measure_many(
    system: synthesis.System, start: np.ndarray, *, step: float, end: float, repeats: int
) -> dict[str, float | int | str | None]:
    """Cars × steps per second of `simulate_many` with explicit midpoint steps, on one and two threads."""
    systems, starts = [system] * CARS, [start] * CARS
    found: dict[int, float] = {}
    for threads in (1, 2):
        seconds = [
            simulate_many(
                systems, starts, end=end, sample=end / 10, integrator=Midpoint(step=step), threads=threads
            ).seconds
            for _ in range(1 + repeats)
        ]
        found[threads] = CARS * round(end / step) / min(seconds[1:])
    return {
        "cars_steps_per_second": max(found.values()),
        "cars_steps_per_second_1_thread": found[1],
        "cars_steps_per_second_2_threads": found[2],
        "cores": os.cpu_count(),
    }


def _steps(system: System, start: np.ndarray, method: FixedStep, end: float) -> float:
    """Seconds per step."""
    run = simulate(system, start, end=end, sample=end / 10, integrator=method)
    return run.counts.seconds / run.counts.steps


def _evaluations(system: synthesis.System, start: np.ndarray) -> float:
    """Seconds per right-hand side."""
    dy = np.zeros_like(start)
    arguments = system.derivative, system.model, system.work, 0.0, start, dy
    clock = time.perf_counter()
    repeated(*arguments, CALLS)
    return (time.perf_counter() - clock) / CALLS
