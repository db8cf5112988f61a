"""dw18 in jounce: the synthesis formulation, as `jounce run` uses it."""

from __future__ import annotations

import time
from functools import cache

import numpy as np

from benchmarks.peers.car import END, RACK_TRAVEL, RAMP_END, RAMP_START, SAMPLE, load_car
from benchmarks.peers.run import Clock, Run
from jounce.engine.formulations import status, synthesis
from jounce.engine.integrators.registry import make_integrator
from jounce.engine.simulate import DormandPrince, Integrator, Trajectory
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.engine.simulate.run import tick_times
from jounce.engine.simulate.stepper import Stepper
from jounce.engine.simulate.trajectory import Counts
from jounce.model.library import load_vehicle
from jounce.model.mechanism import SmoothStep
from jounce.model.vehicle import RACK_TRAVEL as RACK_INPUT
from jounce.model.vehicle import rolling, with_prescribed_rack
from jounce.version import __version__

VERSION = __version__
METHODS = ("midpoint", "chord", "auto")
LARGEST_STEP = 0.1
"""Of `auto` [s]: the road is flat and the ends of the ramp are known, so that no step can miss anything."""


def run(method: str, step: float) -> Run:
    """The J-turn with one of the integrators; `auto` chooses its steps, so that a row of it stands for a tolerance."""
    if method == "auto":
        tolerances = {"relative": tolerance_of(step), "absolute": 0.3 * tolerance_of(step)}
        return _run(make_integrator(method, **tolerances, largest_step=LARGEST_STEP))
    return _run(make_integrator(method, step=step))


def tolerance_of(step: float) -> float:
    """The tolerance of `auto` in the row of a step: 1e-2 at 10 ms, a thousandth of that at a tenth of it."""
    return 1e-2 * (step / 0.01) ** 3


def reference() -> Run:
    """The J-turn that all engines are compared with: Dormand–Prince, tightly."""
    return _run(DormandPrince(relative=1e-11, absolute=1e-13))


def check() -> Run:
    """A second reference by another route: Runge–Kutta 4 with steps of 25 µs."""
    return _run(make_integrator("rk4", step=2.5e-5))


@cache
def _system() -> tuple[synthesis.System, np.ndarray]:
    ramp = SmoothStep(before=0.0, after=RACK_TRAVEL, start=RAMP_START, end=RAMP_END)
    car = with_prescribed_rack(load_vehicle("dw18"))
    system = synthesis.build(rolling(car, load_car().speed), inputs={RACK_INPUT: ramp})
    return system, rolling_start(system, "design")


def _run(integrator: Integrator) -> Run:
    system, start = _system()
    times = tick_times(0.0, END, SAMPLE, 1)
    stepper = Stepper(system, integrator, start, times)
    stepper.advance(1)  # the sample at the start is there: only looks for the machine code
    clock, before = Clock.start(), time.perf_counter()
    outcome = stepper.advance(len(times))
    seconds = time.perf_counter() - before
    if outcome != status.OK:
        raise FloatingPointError(status.MEANING[outcome])
    found = Trajectory(system, to_world_samples(system, stepper.samples), Counts(0, 0, 0, seconds))
    return _channels(found, *clock.stop(seconds))


def _channels(found: Trajectory, seconds: float, total: float) -> Run:
    forward = found.rotation("chassis")[-1][:, 0] @ found.velocity("chassis")[-1]
    return Run(
        yaw_rate=found.angular_velocity("chassis")[:, 2],
        height=found.position("chassis")[:, 2],
        forward=float(forward),
        seconds=seconds,
        total_seconds=total,
    )
