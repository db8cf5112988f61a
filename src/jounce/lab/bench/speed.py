"""Time of a right-hand side and of a step, in a maneuver, without compilation: alternatives side by side in one run.

Time until a fresh process can work: imports, and compilation with and without its cache.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.chassis_frame.system import in_chassis_frame
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.null_space import system as null_space_system
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.formulations.synthesis.code import measure_compilation
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.integrators.lanes.evaluate import Lanes, enter_car, evaluate_lanes, put_state
from jounce.engine.integrators.registry import is_live, make_integrator, names
from jounce.engine.simulate import Chord, FixedStep, Integrator, Midpoint, TangentSpace, simulate, simulate_many
from jounce.engine.simulate.lanes import allocate_lanes
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.lab.bench.floor import FloorBench
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.runs.driving import adapt_to_car, first_throttle, rolling_in_gear
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle, with_prescribed_rack

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
def repeat_derivative(
    derivative: Callable, model: Model, work: Work, t: float, y: np.ndarray, dy: np.ndarray, n: int
) -> int:
    """n right-hand sides at one state; returns a status."""
    outcome = 0
    for _ in range(n):
        outcome = derivative(model, work, t, y, dy)
    return outcome


def measure_speed(
    vehicle: str | Vehicle = "dw18",
    maneuver: str = "j-turn",
    *,
    step: float = 1e-3,
    repeats: int = 7,
    floor_script: str | Path | None = None,
) -> dict[str, float | int | str | None]:
    """Microseconds of right-hand side and steps of 1 ms with the rack prescribed, beside the world frame.

    floor_script: a Python file with a hand-written kernel of the same car (`jounce.lab.bench.floor`), measured in turn;
    without it the numbers of the floor are None. Names end with `_us` for the smallest and `_us_median` for the median
    over the repeats, which take turns.
    """
    given, plan = vehicle if isinstance(vehicle, Vehicle) else load_vehicle(vehicle), maneuver_of(maneuver)
    car = given if given.steering is None else with_prescribed_rack(given)
    plan = adapt_to_car(plan, car)
    mechanism, throttle = rolling_in_gear(plan, car), first_throttle(plan, car)
    system = synthesis.build(mechanism, inputs=plan.inputs)
    start = rolling_start(system, "design", throttle=throttle)
    world = cartesian_system.build(mechanism, inputs=plan.inputs)
    world_start = rolling_start(world, "design", throttle=throttle)
    loops = null_space_system.build(mechanism, inputs=plan.inputs)
    loops_start = rolling_start(loops, "design", throttle=throttle)
    never = TangentSpace(step=step, refresh="never")
    free = adapt_to_car(maneuver_of(maneuver), given)
    servo = synthesis.build(rolling_in_gear(free, given), inputs=free.inputs)
    servo_start = rolling_start(servo, "design", throttle=throttle)
    timings = [
        Timing("rhs", lambda: _evaluations(system, start)),
        Timing("chord_servo", partial(_steps, servo, servo_start, Chord(step=step), plan.end)),
        *(
            Timing(name, partial(_steps, system, start, make_integrator(name, step=step), plan.end))
            for name in names(is_live)
        ),
        Timing("world_frame", lambda: _steps(world, world_start, Midpoint(step=step), WORLD_SECONDS)),
        Timing("chassis_frame", lambda: _steps(in_chassis_frame(world), world_start, never, plan.end)),
        Timing("null_space", lambda: _steps(loops, loops_start, Midpoint(step=step), plan.end)),
    ]
    floor = FloorBench(Path(floor_script)) if floor_script is not None else None
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
    numbers["real_time_factor"] = 1e6 * step / next(t.smallest for t in timings if t.name == "rosenbrock")
    numbers |= measure_lanes(system, start, repeats)
    return numbers | measure_many(system, start, step=step, end=plan.end, repeats=max(1, repeats // 2))


@entry
def repeat_lanes(lanes: Lanes, t: float, n: int) -> None:
    """n right-hand sides of all lanes at their states."""
    for _ in range(n):
        evaluate_lanes(lanes, t)


@entry
def fill_lanes(lanes: Lanes, model: Model, work: Work, y: np.ndarray) -> None:
    """Put the same car into all lanes."""
    for lane in range(lanes.times.size):
        enter_car(lanes, lane, model, work)
        put_state(lanes, lane, y)


def measure_lanes(system: synthesis.System, start: np.ndarray, repeats: int) -> dict[str, float | int | str | None]:
    """How many cars a register takes, a right-hand side per car with all lanes full, and what a new topology costs."""
    lanes = allocate_lanes(system)
    fill_lanes(lanes, system.model, system.work, start)
    repeat_lanes(lanes, 0.0, 1)
    times = []
    for _ in range(max(3, repeats)):
        clock = time.perf_counter()
        repeat_lanes(lanes, 0.0, CALLS // lanes.times.size)
        times.append((time.perf_counter() - clock) / CALLS)
    traced, compiled = measure_compilation(system.generated.source)
    return {
        "lanes": lanes.times.size,
        "lanes_rhs_us_per_car": 1e6 * min(times),
        "lanes_rhs_us_per_car_median": 1e6 * statistics.median(times),
        "trace_s": traced,
        "compile_s": compiled,
    }


def measure_many(
    system: synthesis.System, start: np.ndarray, *, step: float, end: float, repeats: int
) -> dict[str, float | int | str | None]:
    """Cars × steps per second of `simulate_many`: explicit midpoint steps on one and two threads, chord on one."""
    systems, starts = [system] * CARS, [start] * CARS

    def rate(method: FixedStep, threads: int) -> float:
        seconds = [
            simulate_many(systems, starts, end=end, sample=end / 10, integrator=method, threads=threads).seconds
            for _ in range(1 + repeats)
        ]
        return CARS * round(end / step) / min(seconds[1:])

    found = {threads: rate(Midpoint(step=step), threads) for threads in (1, 2)}
    return {
        "cars_steps_per_second_chord_1_thread": rate(Chord(step=step), 1),
        "cars_steps_per_second": max(found.values()),
        "cars_steps_per_second_1_thread": found[1],
        "cars_steps_per_second_2_threads": found[2],
        "cores": os.cpu_count(),
    }


def _steps(system: System, start: np.ndarray, method: Integrator, end: float) -> float:
    """Seconds per step."""
    run = simulate(system, start, end=end, sample=end / 10, integrator=method)
    return run.counts.seconds / run.counts.steps


def _evaluations(system: synthesis.System, start: np.ndarray) -> float:
    """Seconds per right-hand side."""
    dy = np.zeros_like(start)
    arguments = system.derivative, system.model, system.work, 0.0, start, dy
    clock = time.perf_counter()
    repeat_derivative(*arguments, CALLS)
    return (time.perf_counter() - clock) / CALLS


_IMPORT = "import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"


def import_time(module: str) -> float:
    """Seconds that `import module` takes in a fresh process, without the start of Python itself."""
    return float(_output([sys.executable, "-c", _IMPORT.format(module=module)]))


_FIRST_STEP = """
import time
clock = time.perf_counter()
import jounce
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.engine.simulate import {integrator}, simulate
from jounce.engine.formulations.synthesis import build
from jounce.model.vehicle import rolling
system = build(rolling(jounce.load_vehicle("dw18"), 15.0))
simulate(system, rolling_start(system, "design"), end=1e-3, sample=1e-3, integrator={integrator}())
print(time.perf_counter() - clock)
"""


def first_step_time(*, cold: bool = False, integrator: str = "Midpoint") -> float:
    """Seconds from `import jounce` to the end of the first step of dw18 in a fresh process; cold: nothing compiled."""
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        told = _output(
            [sys.executable, "-c", _FIRST_STEP.format(integrator=integrator)],
            **({"NUMBA_CACHE_DIR": folder} if cold else {}),
        )
    return float(told)


def warmup_time(*, cold: bool = False) -> float:
    """Seconds of `jounce warmup` as a person would wait for it; cold: compile everything, into a folder of its own."""
    command = [sys.executable, "-m", "jounce.cli.main", "warmup", "--json"]
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        clock = time.perf_counter()
        told = json.loads(_output(command, **({"NUMBA_CACHE_DIR": folder} if cold else {})))
        seconds = time.perf_counter() - clock
    assert told["cold"] or not cold
    return seconds


def _output(command: list[str], **environment: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout
