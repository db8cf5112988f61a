"""The same code as plain Python: what runs under a debugger is what runs compiled."""

import os
import subprocess
import sys

import numpy as np

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.model.mechanism import Body, Mechanism, Revolute, RotationalSpringDamper

SCRIPT = "from tests.engine.formulations.world_frame.test_interpreted import swing; print(swing().tobytes().hex())"


def swing() -> np.ndarray:
    """Ten steps of a sprung pendulum from a horizontal position."""
    mechanism = Mechanism(
        bodies=[Body(name="arm", mass=2.0, inertia=(0.1, 0.2, 0.25), centre_of_mass=(0.5, 0.0, 0.0))],
        joints=[Revolute(name="pin", body_b="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))],
        forces=[RotationalSpringDamper(name="spring", joint="pin", stiffness=5.0, damping=0.1)],
    )
    system = build(mechanism)
    return simulate(system, assemble(system), end=0.01, sample=0.01, integrator=RungeKutta4(step=1e-3)).samples[-1]


def test_interpreted_equals_compiled():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=environment)
    interpreted = np.frombuffer(bytes.fromhex(answer.stdout.strip()))
    # compiled code may fuse multiply and add: a few roundings per step apart
    np.testing.assert_allclose(interpreted, swing(), rtol=0.0, atol=1e-13)
