"""What is generated: shared, reproducible, readable, without hidden allocation."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from jounce.engine.assembly.spanning_tree import choose_base
from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.module import module_name
from jounce.engine.formulations.synthesis.start import SPEEDS
from jounce.engine.integrators import progress
from jounce.engine.simulate import Chord, Midpoint, Rosenbrock, RungeKutta4, SemiImplicitEuler
from jounce.engine.simulate.stepper import Stepper
from jounce.errors import InputError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import rolling, to_mechanism, with_prescribed_rack
from tests.engine.formulations.synthesis.vehicles import CASES

DUMP = """
from jounce import load_vehicle
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.module import module_name
from jounce.model.vehicle import to_mechanism
print(module_name(synthesis.build(to_mechanism(load_vehicle("dw18"))).generated.source))
"""


def test_corners_of_equal_topology_share_a_kernel():
    system = synthesis.build(to_mechanism(with_prescribed_rack(load_vehicle("dw18"))))
    names = {i.kernels.subsystem.name: i.name for i in system.generated.instances}
    assert names["corner_fl"] == names["corner_fr"]
    assert names["corner_rl"] == names["corner_rr"]
    assert names["corner_fl"] != names["corner_rl"]  # one tie rod hangs on the rack, the rear wheels are driven


def test_numbers_are_not_in_the_source():
    car = load_vehicle("dw18")
    other = replace(car, chassis=replace(car.chassis, mass=1.3 * car.chassis.mass), gravity=3.7)
    one, two = (synthesis.build(to_mechanism(c)) for c in (car, other))
    assert one.generated.source == two.generated.source
    assert not np.array_equal(one.model.parameters, two.model.parameters)


def test_the_source_is_the_same_in_every_process():
    """Its hash is the key under which compiled code is found again."""
    here = module_name(synthesis.build(to_mechanism(load_vehicle("dw18"))).generated.source)
    seed = "7" if os.environ.get("PYTHONHASHSEED") != "7" else "8"
    there = subprocess.run(
        [sys.executable, "-c", DUMP], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
    ).stdout
    assert here == there.strip()


def test_a_wheel_is_never_turned_but_an_eccentric_one_is():
    car = rolling(load_vehicle("dw18"), 10.0)
    assert "wheel_turn" not in synthesis.build(car).generated.source
    bodies = tuple(
        replace(b, centre_of_mass=(b.centre_of_mass[0] + 0.01, *b.centre_of_mass[1:])) if b.name == "wheel_rl" else b
        for b in car.bodies
    )
    assert "wheel_turn" in synthesis.build(replace(car, bodies=bodies)).generated.source


def test_bases():
    car = to_mechanism(load_vehicle("dw18"))
    assert choose_base(car) == "chassis"
    assert choose_base(CASES["four_bar"].make()) == "ground"
    assert synthesis.build(car, base="knuckle_rl").state.tree.base == "knuckle_rl"
    with pytest.raises(InputError, match=r"unknown base body.*chasis.*did you mean.*chassis"):
        synthesis.build(car, base="chasis")
    with pytest.raises(InputError, match="cannot be the base"):
        synthesis.build(CASES["four_bar"].make(), base="crank")


def test_speeds_of_the_schedule_roll_without_slip(car, start):
    states = car.rolling_states(start, 0.0)
    speed = car.state.velocity_start
    assert [y[speed] for y in states] == list(SPEEDS)
    hub = car.state.of_joint("hub_rl", "angle")
    assert states[3][hub.velocity] == pytest.approx(SPEEDS[3] / 0.3, rel=0.05)


@pytest.mark.skipif(INTERPRETED, reason="counts allocations of compiled code")
@pytest.mark.parametrize(
    "integrator",
    [SemiImplicitEuler(), Midpoint(), RungeKutta4(), Chord(), Rosenbrock()],
    ids=lambda i: type(i).__name__,
)
def test_a_thousand_steps_allocate_what_one_does(car, start, integrator):
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    states = car.rolling_states(start, 0.0)

    def allocated(stride: int) -> int:
        stepper = Stepper(car, integrator, start, np.array([0.0, 1e-3 * stride]), states=states)
        before = rtsys.get_allocation_stats().alloc
        assert stepper.advance(2) == 0
        assert stepper.record[progress.STEPS] == stride
        return rtsys.get_allocation_stats().alloc - before

    try:
        allocated(1)  # compile first
        assert allocated(1) == allocated(1000)
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()
