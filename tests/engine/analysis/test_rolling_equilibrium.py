"""Where vehicles roll: every car of the library, light and laden, on its springs and on its stops."""

import numpy as np
import pytest

from jounce.engine.analysis import settle, settle_rolling
from jounce.engine.analysis.balance import null_space
from jounce.engine.analysis.rolling_rest import find_rotors
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators.catalogue.explicit import RungeKutta4
from jounce.engine.simulate import simulate
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.model.library import load_vehicle, names
from jounce.model.mechanism import replace
from jounce.model.vehicle import LEFT, RIGHT, Corner, rolling

BALANCED = 1e-9
"""Part of the weight: two orders above the residual of the search, 1e-11, in coordinates of unit mass."""
STILL = 1e-3
"""[m]: toe at another ride height gives lateral forces once a car rolls; they lift it by less than a millimetre."""


def laden(name, factor, speed=10.0):
    car = load_vehicle(name)
    return build(rolling(replace(car, chassis=replace(car.chassis, mass=factor * car.chassis.mass)), speed))


@pytest.mark.parametrize("factor", [0.4, 0.7, 1.0, 1.4, 2.0])
@pytest.mark.parametrize("name", names())
def test_tires_carry_the_weight(name, factor):
    """cars with stops stand on those of rebound at 0.4 and on those of bump at 2.0; left and right carry the same, but
    for a car whose Panhard rods and drag link are no mirror images of anything."""
    system = laden(name, factor)
    y = settle_rolling(system, system.start_state())
    evaluate(system.model, system.work, 0.0, y)
    loads, weight = system.work.contacts["fz"], 9.81 * system.model.bodies["mass"].sum()
    assert loads.sum() == pytest.approx(weight, rel=BALANCED)
    of = dict(zip((tire.name for tire in system.mechanism.tires), loads, strict=True))
    for corner in (corner for corner in load_vehicle(name).corners if corner.side is LEFT):
        other = Corner(corner.axle, RIGHT)
        for mine, theirs in ((corner.name("tire"), other.name("tire")), (corner.inner_tire, other.inner_tire)):
            if mine in of:
                crooked = name in ("trail4x4", "tractor_semitrailer", "electric2")  # Panhard rods, rack, motors aside
                assert of[mine] == pytest.approx(of[theirs], rel=0.01 if crooked else BALANCED)
    assert abs(system.work.rows["violation"]).max() < 1e-9


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.4])
@pytest.mark.parametrize("name", ["sedan", "dw18", "hatchback"])
def test_nothing_moves_when_the_car_rolls_off(name, factor):
    system = laden(name, factor, speed=0.1)
    run = simulate(system, rolling_start(system, "settled"), end=0.05, integrator=RungeKutta4(step=5e-4), sample=0.01)
    heights = run.samples[:, 1 + system.pose("chassis").start + 2]
    assert np.ptp(heights) < STILL


@pytest.mark.parametrize("factor", [0.7, 1.4])
def test_a_parked_car_with_a_driveline_settles_at_any_mass(factor):
    """Engine and differential turn freely: their directions have no stiffness, and no load worth an error."""
    system = laden("sedan", factor)
    rest = settle(system)
    evaluate(system.model, system.work, 0.0, rest.state)
    weight = 9.81 * system.model.bodies["mass"].sum()
    assert system.work.contacts["fz"].sum() == pytest.approx(weight, rel=BALANCED)
    assert rest.residual < 1e-6


def test_wheels_and_driveline_are_the_rotors_of_a_car():
    rotors = {joint.body_b for joint in find_rotors(laden("sedan", 1.0).mechanism)}
    wheels = {f"wheel_{corner}" for corner in ("fl", "fr", "rl", "rr")}
    assert rotors == wheels | {"engine", "differential_front", "flange_fl", "flange_fr"}


def test_a_null_space_is_complete_also_with_redundant_rows():
    rows = np.random.default_rng(1).normal(size=(4, 7))
    A = np.vstack([rows, rows[0] - 2.0 * rows[3], 1e3 * rows[1]])
    N = null_space(A)
    assert N.shape == (7, 3)
    assert np.linalg.matrix_rank(N) == 3
    assert np.abs(A @ N).max() < 1e-11  # rounding of rows of size 1e3
