"""Combinations: synthesis, null space and world frame agree on random states of ball, fifth wheel and turntable."""

import numpy as np
import pytest

from jounce.engine.assembly.state_layout import name_subsystem
from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.null_space.system import build as build_null_space
from jounce.engine.formulations.synthesis import build as build_synthesis
from jounce.engine.formulations.synthesis import explain
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import AerodynamicDrag, Constant, Mechanism, replace
from jounce.model.vehicle import with_wind
from tests.engine.formulations.null_space.methods import state
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.model.vehicle.combinations import double

COMBINATIONS = {
    "car_caravan": lambda: load_vehicle("car_caravan"),
    "tractor_semitrailer": lambda: load_vehicle("tractor_semitrailer"),
    "double": double,
}


def caravan_in_wind() -> Mechanism:
    """The car is partly in a zone of wind that the caravan has not reached."""
    car = load_vehicle("car_caravan")
    mechanism = with_wind(car.to_mechanism(), car, zone=True)
    values = {"wind_speed": 14.0, "wind_direction": 1.2, "zone_start": 0.6, "zone_end": 60.0}
    blown = {name: Constant(value=value) for name, value in values.items()}
    forces = (replace(f, **blown) if isinstance(f, AerodynamicDrag) else f for f in mechanism.forces)
    return replace(mechanism, forces=tuple(forces))


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize(
    "name", ["car_caravan", "in wind", "tractor_semitrailer", pytest.param("double", marks=pytest.mark.slow)]
)
def test_formulations_agree(interpreter, name):
    mechanism = caravan_in_wind() if name == "in wind" else COMBINATIONS[name]().to_mechanism()
    assert compare(interpreter, mechanism, 2, coordinates="joint") < EXACT
    world, other = build(mechanism), build_null_space(mechanism)
    times, states = sample(world, 1, seed=9)
    seen = observe(world, np.column_stack([times, states])).acceleration
    for k, (t, y) in enumerate(zip(times, states, strict=True)):
        found = instant(other, t, state(other, y)).acceleration
        assert np.abs(found - seen[k]).max() <= EXACT * np.abs(seen[k]).max()


def test_axles_of_any_name_have_subsystems_of_their_own(interpreter):
    """Two axles whose names are not front, middle or rear once shared the name of their corners, and with it the
    choice of coordinates."""
    assert name_subsystem(["lca_third_l", "wheel_third_l"]) == "corner_third_l"
    assert name_subsystem(["lca_fl", "wheel_fl"]) == "corner_fl"
    assert compare(interpreter, load_vehicle("truck8x8").to_mechanism(), 1, coordinates="joint") < EXACT


def test_the_height_of_an_axle_on_level_links_is_independent():
    """Level links do not feel it but by rounding, so it can follow from none of their equations."""
    mechanism = load_vehicle("tractor_semitrailer").to_mechanism()
    chosen = explain(build_synthesis(mechanism)).subsystems
    assert all(
        f"beam_{name} z" in sub.independent
        for sub in chosen
        for name in ("first", "rear")
        if f"beam_{name}" in sub.name
    )
