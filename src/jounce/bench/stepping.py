"""Time of a step and of a right-hand side, in the middle of a maneuver, without compilation."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

import numpy as np

from jounce.formulations.cartesian.observe import observe
from jounce.formulations.cartesian.system import System, build
from jounce.library import load_vehicle
from jounce.maneuvers.registry import maneuver as maneuver_of
from jounce.maneuvers.start import rolling_start
from jounce.simulate import RungeKutta4, simulate
from jounce.vehicle import rolling


@dataclass(frozen=True)
class Speed:
    """Microseconds, smallest and median over the repeats; the smallest is what the code can do, the median what a
    busy machine gave."""

    vehicle: str
    maneuver: str
    formulation: str
    integrator: str
    step: float
    """[s]"""
    steps: int
    """Per repeat."""
    repeats: int
    us_per_step: float
    us_per_step_median: float
    us_per_evaluation: float
    """One right-hand side (with the recording of what it observes)."""
    us_per_evaluation_median: float

    @property
    def real_time_factor(self) -> float:
        """Simulated over wall-clock time, of the fastest repeat."""
        return 1e6 * self.step / self.us_per_step


def measure_speed(
    vehicle: str = "dw18",
    maneuver: str = "j-turn",
    *,
    step: float = 1e-3,
    steps: int = 500,
    repeats: int = 5,
) -> Speed:
    """Repeat `steps` steps of rk4 around the middle of a maneuver."""
    car, plan = load_vehicle(vehicle), maneuver_of(maneuver)
    system = build(rolling(car, plan.speed), inputs=plan.inputs)
    middle = plan.end / 2.0 - 0.5 * steps * step
    start = simulate(system, rolling_start(system, "design"), end=middle, integrator=RungeKutta4(step=step))
    state = start.samples[-1, 1:]
    observe(system, start.samples[:1])
    step_times, evaluation_times = [], []
    for _ in range(repeats):
        step_times.append(_steps(system, state, middle, step, steps))
        evaluation_times.append(_evaluations(system, state, middle, steps))
    return Speed(
        vehicle=car.name,
        maneuver=plan.name,
        formulation="cartesian",
        integrator="rk4",
        step=step,
        steps=steps,
        repeats=repeats,
        us_per_step=1e6 * min(step_times),
        us_per_step_median=1e6 * statistics.median(step_times),
        us_per_evaluation=1e6 * min(evaluation_times),
        us_per_evaluation_median=1e6 * statistics.median(evaluation_times),
    )


def _steps(system: System, state: np.ndarray, begin: float, step: float, steps: int) -> float:
    """Seconds per step."""
    span = steps * step
    run = simulate(system, state, begin=begin, end=begin + span, sample=span, integrator=RungeKutta4(step=step))
    return run.counts.seconds / run.counts.steps


def _evaluations(system: System, state: np.ndarray, t: float, count: int) -> float:
    """Seconds per right-hand side."""
    rows = np.tile(np.concatenate([[t], state]), (count, 1))
    clock = time.perf_counter()
    observe(system, rows)
    return (time.perf_counter() - clock) / count
