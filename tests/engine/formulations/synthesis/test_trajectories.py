"""Runs on generated kernels go where the world frame goes, at the order of the integrator."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import (
    AdamsBashforth2,
    Chord,
    DormandPrince,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
    simulate,
)
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from tests.engine.formulations.synthesis.conftest import PLAN

METHODS = {
    "euler": (SemiImplicitEuler, {}, 1),
    "midpoint": (Midpoint, {}, 2),
    "ab2": (AdamsBashforth2, {}, 2),
    "rk4": (RungeKutta4, {}, 4),
    "trapezoid": (Chord, {}, 2),
    "bdf2": (Chord, {"rule": "bdf2"}, 2),
    "rosenbrock": (Rosenbrock, {}, 2),
    "forgiving": (Rosenbrock, {"gamma": "forgiving"}, 2),
}
END, SAMPLE = 0.3, 0.1
"""Samples fall on the kinks of the ramp, so that no step crosses one."""


@pytest.fixture(scope="module")
def truth():
    """The world frame, with error control."""
    system = build(rolling(load_vehicle("dw18"), PLAN.speed), inputs=PLAN.inputs)
    method = DormandPrince(relative=1e-11, absolute=1e-12, largest_step=1e-3)
    return simulate(system, assemble(system), end=END, sample=SAMPLE, integrator=method).samples


def error(car, start, truth, method) -> float:
    """Largest difference of positions and velocities of all bodies at the end; wheels turn fast, so angles weigh."""
    run = simulate(car, start, end=END, sample=SAMPLE, integrator=method)
    nb = 13 * len(car.layout.bodies)
    mine, theirs = run.samples[-1, 1 : 1 + nb], truth[-1, 1 : 1 + nb]
    for i in range(len(car.layout.bodies)):  # a quaternion and its opposite are one rotation
        q = slice(7 * i + 3, 7 * i + 7)
        mine[q] *= np.sign(mine[q] @ theirs[q])
    return float(np.abs(mine - theirs).max())


@pytest.mark.parametrize("name", METHODS)
def test_converges_to_the_world_frame(car, start, truth, name):
    kind, options, order = METHODS[name]
    coarse = {"rk4": 2e-3, "rosenbrock": 0.5e-3, "forgiving": 0.5e-3}.get(name, 1e-3)  # their matrix changes at 0.6 ms
    steps = (coarse, coarse / 2)
    errors = [error(car, start, truth, kind(step=h, **options)) for h in steps]
    observed = np.log2(errors[0] / errors[1])
    assert errors[1] < {1: 0.05, 2: 2e-3, 4: 1e-6}[order]
    assert order - 0.35 < observed < order + 0.8, (errors, observed)


def test_error_control_agrees_to_nine_digits(car, start, truth):
    assert error(car, start, truth, DormandPrince(relative=1e-10, absolute=1e-12)) < 3e-8


def test_loops_stay_closed(car, start):
    run = simulate(car, start, end=1.0, integrator=Rosenbrock())
    positions, rates = run.observation.violation.max(axis=0)
    assert positions < 1e-12
    assert rates < 1e-8
