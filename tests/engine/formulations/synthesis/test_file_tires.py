"""Tires of `.tir` files and all other laws with the general contact in traced equations: world frame, lanes,
derivatives, and cars in batches."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.poses import accelerations
from jounce.engine.assembly.world_states import from_world
from jounce.engine.compiler.native import lanes
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.code import program_of
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.laws.tires.known_numbers import known_of, numbers_of
from jounce.engine.laws.tires.pacejka_coefficients import NAMES
from jounce.engine.simulate import simulate, simulate_many
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism, Tire, replace
from jounce.model.vehicle import Vehicle, rolling
from tests.engine.formulations.synthesis.corners import trailing_arm
from tests.engine.formulations.synthesis.directions import Directions
from tests.engine.formulations.synthesis.machines import by_machine, by_numpy
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_many import METHODS
from tests.engine.laws.tires.files import tir_files
from tests.engine.laws.tires.rig import LAWS, tire_row

STATES = 16
FILES = tir_files()
VELOCITY_STEP, POSITION_STEP = 2e-4, 1e-5
"""Of differences of order four [m/s, rad/s; m, rad]."""


def arm_on(file: str) -> Mechanism:
    """A trailing arm whose wheel has the tire of a file, or of another law with the general contact."""
    arm = trailing_arm()
    (old,) = arm.tires
    tire = Tire(name=old.name, body=old.body, centre=old.centre, spin_axis=old.spin_axis, **LAWS[file])
    return replace(arm, tires=(tire,))


@pytest.fixture(scope="module", params=[*FILES, "tmeasy", "fiala", "calspan"])
def case(request):
    """A system, times, its states, those of the world, and the world."""
    world = build(arm_on(request.param))
    times, states = sample(world, STATES, 4)
    system = synthesis.build(arm_on(request.param))
    return system, times, from_world(system, states), states, world


def test_the_tire_is_part_of_the_program_and_gives_the_accelerations_of_the_world_frame(case):
    system, times, y, states, world = case
    assert "tire_1" in program_of(system.generated.source).functions
    found = by_machine(system, "derivative", times, y, 1)
    mine = accelerations(system.state, system.packed.layout.bodies, y, found["dy"].T)
    truth = observe(world, np.column_stack([times, states])).acceleration
    assert np.max(np.abs(mine - truth).max(axis=(1, 2)) / np.abs(truth).max(axis=(1, 2))) < 1e-8


def test_lanes_give_the_bits_of_one_car_and_numpy_its_numbers(case):
    system, times, y, _, _ = case
    alone, numpy = by_machine(system, "derivative", times, y, 1), by_numpy(system, "derivative", times, y)
    together = by_machine(system, "derivative", times, y, lanes())
    assert np.array_equal(alone["dy"], together["dy"])
    assert np.max(np.abs(alone["dy"] - numpy["dy"]).max(axis=0) / np.abs(alone["dy"]).max(axis=0)) < 1e-10


def test_derivatives_are_exact(case):
    """Against differences: of a wheel that rolls, touches the ground and slips."""
    system, times, y, states, world = case
    loads = observe(world, np.column_stack([times, states])).tire["fz"][:, 0]
    n = int(np.argmin(np.abs(loads - 4000.0)))
    assert loads[n] > 1000.0
    about = Directions(system, float(times[n]), y[n])
    places = np.concatenate([system.independent, system.auxiliary])
    for step, columns in ((VELOCITY_STEP, places), (POSITION_STEP, np.arange(system.state.velocity_start))):
        changes = np.eye(system.size)[:, columns]
        exact, differences = about.exactly(changes, passes=2), about.by_differences(step, changes)
        noise = 1e-13 * np.abs(about.slope).max() / step
        errors = np.maximum(np.abs(exact - differences)[places] - noise, 0.0)
        assert errors.max() < 1e-7 * np.abs(differences[places]).max()


def test_what_is_known_is_what_the_file_says():
    row = tire_row("MagicFormula61_Parameters")
    law, numbers = numbers_of(known_of(row))
    assert law == row["law"]
    assert all(row["coefficients"][place] == value for place, value in numbers.items())
    assert {NAMES[place] for place in numbers}.isdisjoint({"DPI", "SIDE", "LMUX", "FNOMIN"})
    assert known_of(row) == known_of(tire_row("MagicFormula61_Parameters", side="right"))


def test_a_law_that_the_equations_do_not_know_is_refused():
    row = tire_row("magic_formula_87").copy()
    assert known_of(row) == "law=1"
    row["law"] = 7
    with pytest.raises(ValueError, match="tire law 7"):
        known_of(row)


@pytest.fixture(scope="module")
def fleet():
    """Cars on tires of a file that drive through J-turns, with other masses, speeds and pressures."""
    car = load_vehicle("dw18")
    systems = []
    for i in range(5):
        plan = maneuver("j-turn", start=0.02 + 0.01 * i, ramp_time=0.05, rack_travel=-0.01 + 0.003 * i, duration=0.1)
        heavier = replace(car, chassis=replace(car.chassis, mass=car.chassis.mass * (1.0 + 0.05 * i)))
        systems.append(synthesis.build(rolling(on_file(heavier, 2.2e5 + 1e4 * i), 10.0 + 2.0 * i), inputs=plan.inputs))
    return systems, [start_state(s) for s in systems]


def on_file(car: Vehicle, pressure: float) -> Vehicle:
    """The car on tires of a file."""
    tire = {"file": str(FILES["MagicFormula61_Parameters"]), "pressure": pressure}
    return car.with_values({f"axles.{axle.name}.tire": tire for axle in car.axles})


@pytest.mark.parametrize("method", METHODS, ids=lambda m: type(m).__name__)
def test_the_same_bits_alone_and_in_a_batch(fleet, method):
    systems, starts = fleet
    many = simulate_many(systems, starts, end=0.1, integrator=method, threads=1)
    assert not many.failures
    for system, start, other in zip(systems, starts, many.trajectories, strict=True):
        one = simulate(system, start, end=0.1, integrator=method)
        assert np.array_equal(one.samples, other.samples)
