"""dw18 in jounce: the synthesis formulation, as `jounce run` uses it."""

from __future__ import annotations

from functools import cache

import numpy as np

from benchmarks.peers.car import END, RACK_TRAVEL, RAMP_END, RAMP_START, SAMPLE, load_car
from benchmarks.peers.run import Clock, Run
from jounce.engine.formulations import synthesis
from jounce.engine.integrators.registry import make_integrator
from jounce.engine.simulate import DormandPrince, Integrator, Trajectory, simulate
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.model.library import load_vehicle
from jounce.model.mechanism import SmoothStep
from jounce.model.vehicle import RACK_TRAVEL as RACK_INPUT
from jounce.model.vehicle import rolling, with_prescribed_rack
from jounce.version import __version__

VERSION = __version__
METHODS = ("midpoint", "chord", "auto")


def run(method: str, step: float) -> Run:
    """The J-turn with one of the integrators; `auto` chooses its steps, so that a row of it stands for a tolerance."""
    if method == "auto":
        return _run(make_integrator(method, relative=tolerance_of(step), absolute=0.3 * tolerance_of(step)))
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
    clock = Clock.start()
    found = simulate(system, start, end=END, sample=SAMPLE, integrator=integrator)
    return _channels(found, *clock.stop(found.counts.seconds))


def _channels(found: Trajectory, seconds: float, total: float) -> Run:
    forward = found.rotation("chassis")[-1][:, 0] @ found.velocity("chassis")[-1]
    return Run(
        yaw_rate=found.angular_velocity("chassis")[:, 2],
        height=found.position("chassis")[:, 2],
        forward=float(forward),
        seconds=seconds,
        total_seconds=total,
    )
