"""Same input, same bits: in one process, and in the next."""

import subprocess
import sys

import numpy as np

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, RungeKutta4, simulate
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling

SCRIPT = (
    "from tests.engine.formulations.world_frame.test_determinism import short_run; print(short_run().tobytes().hex())"
)


def short_run(integrator=None) -> np.ndarray:
    """The last state of a tenth of a second of dw18."""
    system = build(rolling(load_vehicle("dw18"), 20.0))
    return simulate(system, assemble(system), end=0.1, integrator=integrator or RungeKutta4()).samples[-1]


def test_two_runs_are_bit_identical():
    for integrator in (RungeKutta4(), DormandPrince()):
        assert short_run(integrator).tobytes() == short_run(integrator).tobytes()


def test_a_fresh_process_gives_the_same_bits():
    answer = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == short_run().tobytes().hex()
