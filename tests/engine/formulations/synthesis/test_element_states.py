"""Tires, brakes and controls with states, on slopes and grids: the same accelerations and rates in every formulation.

States are those of `states`, the ground is passed to both; 1e-9 is relative to the largest acceleration and rate.
"""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.constraint_rows import coordinates_by_measure
from jounce.engine.assembly.state_layout import key
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.terrain import ferguson, plane
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, SpeedControl, replace
from jounce.model.vehicle import Brake, rolling, to_mechanism
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare, rates_of
from tests.engine.laws.tires.files import tir_files

COORDINATES = ("joint", "cartesian")


def hills():
    """Hills of 30 cm, slopes up to 20 %, 60 m wide."""
    x = np.arange(-32.0, 33.0, 2.0)
    heights = 0.15 * np.sin(0.7 * x)[:, None] + 0.15 * np.cos(0.5 * x + 0.3)[None, :]
    return ferguson(heights, spacing=2.0, origin=(-32.0, -32.0), friction=0.7)


GROUNDS = {"hills": hills(), "plane": plane(grade=0.12, bank=-0.08, heading=0.4, point=(1.0, 2.0, 0.3), friction=0.8)}


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


def rover():
    """The 6×6 with speeds asked for and brakes on."""
    inputs = {f"brake_torque_{a}{s}": Constant(value=150.0) for a in "fmr" for s in "lr"}
    speeds = {"speed_left": Constant(value=2.0), "speed_right": Constant(value=5.0)}
    return to_mechanism(load_vehicle("rover6")), inputs | speeds


def car(name: str | None = None):
    """dw18 with brakes that grip, if need be on the tires of a file."""
    vehicle = load_vehicle("dw18")
    law = {} if name is None else {"tire": {"file": str(tir_files()[name])}}
    axles = tuple(replace(axle, brake=Brake(), **law) for axle in vehicle.axles)
    return rolling(replace(vehicle, axles=axles), 12.0)


@pytest.mark.parametrize("ground", GROUNDS)
def test_states_have_wheels_in_the_air_and_in_the_ground(ground):
    mechanism, _ = rover()
    system = build(mechanism, ground=GROUNDS[ground])
    times, states = sample(system, 40, 3)
    loads, heights = [], []
    for t, y in zip(times, states, strict=True):
        evaluate(system.model, system.work, t, y)
        loads.append(system.work.contacts["fz"].copy())
        heights.append(system.work.contacts["height"].copy())
    assert 0.1 < np.mean(np.array(loads) > 0.0) < 0.9
    assert np.ptp(heights) > 0.3


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_rover(interpreter, ground, coordinates):
    mechanism, inputs = rover()
    common = {"inputs": inputs, "ground": GROUNDS[ground]}
    assert compare(interpreter, mechanism, 30, coordinates=coordinates, **common) < EXACT


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("name", sorted(tir_files()))
def test_car_on_the_tires_of_a_file(interpreter, name, coordinates):
    count = 20 if coordinates == "joint" else 6
    assert compare(interpreter, car(name), count, ground=GROUNDS["hills"], coordinates=coordinates) < EXACT


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize(
    "joints",
    [("hub_fl", "hub_fr"), ("hub_fl", "hub_rl", "hub_rr"), ("uca_rl", "uca_rr"), ("uca_fl", "uca_rl", "hub_rr")],
    ids="+".join,
)
def test_control_over_joints_of_several_subsystems(interpreter, joints, coordinates):
    """Independent coordinates and dependent ones (those of the upper arms), in one subsystem and across."""
    count = 20 if coordinates == "joint" else 6
    assert compare(interpreter, controlled(joints), count, coordinates=coordinates) < EXACT


def controlled(joints):
    control = SpeedControl(
        name="several", joints=joints, target=4.0, radius=0.3, gain=60.0, derivative_gain=2.0, limit=300.0
    )
    mechanism = car()
    return replace(mechanism, forces=(*mechanism.forces, control))


def test_upper_arms_are_dependent():
    """What the test above is about: a coordinate of the tree that is not independent."""
    mechanism = controlled(("uca_rl", "hub_rr"))
    system = synthesis.build(mechanism)
    independent = {key(rate) for p in system.partitions.values() for rate in p.independent}
    law = system.packed.arrays["scalar_forces"][system.packed.layout.scalar_forces.index("several")]
    measures = system.packed.arrays["scalar_force_terms"]["measure"][law["start"] : law["stop"]]
    by_measure = coordinates_by_measure(system.packed, system.state)
    arm, hub = (by_measure[int(m)] for m in measures)
    assert (arm.name, hub.name) == ("uca_rl angle", "hub_rr angle")
    assert (arm.velocity, 0) not in independent
    assert (hub.velocity, 0) in independent


def test_a_difference_is_seen(interpreter):
    """The comparison can fail: what the synthesised side is told is another ground, or a brake that holds more."""
    mechanism, inputs = rover()
    system = build(mechanism, inputs=inputs, ground=GROUNDS["plane"])
    times, states = sample(system, 5, 5)
    rates, truth = rates_of(system, times, states), observe(system, np.column_stack([times, states])).acceleration
    same = {"inputs": inputs, "ground": GROUNDS["plane"]}
    more = inputs | {"brake_torque_ml": Constant(value=151.0)}
    for told, found in (({}, False), ({"ground": GROUNDS["hills"]}, True), ({"inputs": more}, True)):
        answer = interpreter.evaluate(mechanism, times, states, **same | told)
        assert (np.abs(answer.accelerations - truth).max() > 1e-3) == found
        assert (np.abs(answer.rates - rates).max() > 1e-3) == ("ground" in told)
