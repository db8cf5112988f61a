"""Exact derivatives of the equations of motion, against differences of order four, on every mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.world_states import from_world
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.arrays import NOTING
from jounce.engine.formulations.synthesis.start import close_loops
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.integrators.jacobian_schedule import allocate, measure_all
from jounce.engine.integrators.linearise import ROWS
from jounce.engine.laws.ground import Bump, Flat
from jounce.engine.terrain import ferguson, friction_map, iso8608, split, tandem_cam
from tests.engine.formulations.synthesis.directions import Directions
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.vehicles import CASES

POSITION_STEP, VELOCITY_STEP = 1e-5, 5e-4
"""Of differences [m, rad; m/s, rad/s]. Positions: short enough that no tire lifts off on the way. ẏ is a parabola in
most velocities, so that these can be changed by more."""
ROUNDING = 1e-13
"""Of ẏ, which differences divide by their step."""
CLOSE = 1e-7
"""Of the largest derivative of a rate: what differences leave, tires by their own differences included."""


@pytest.fixture(scope="module", params=CASES)
def about(request):
    """Derivatives of a mechanism about a random state."""
    world = build(CASES[request.param].make())
    times, states = sample(world, 1, 3)
    system = synthesis.build(CASES[request.param].make())
    system.model.parameters[system.generated.limit] = -np.inf  # the state may lie beyond a toggle position
    y = from_world(system, states)[0]
    assert close_loops(system.project, system.model, system.work, times[0], y) == 0
    return Directions(system, float(times[0]), y)


def relative_errors(about: Directions, changes: np.ndarray, step: float) -> np.ndarray:
    """Errors beyond rounding, relative to the largest derivative."""
    exact, differences = about.exactly(changes, passes=2), about.by_differences(step, changes)
    rows = np.concatenate([about.system.independent, about.system.auxiliary])
    noise = ROUNDING * np.abs(about.slope).max() / step
    return np.maximum(np.abs(exact - differences)[rows] - noise, 0.0) / np.abs(differences[rows]).max()


def test_derivatives_by_velocities_and_first_order_states_are_those_of_differences(about):
    places = np.concatenate([about.system.independent, about.system.auxiliary])
    changes = np.zeros((about.system.size, places.size))
    changes[places, np.arange(places.size)] = 1.0
    assert relative_errors(about, changes, VELOCITY_STEP).max() < CLOSE


def test_derivatives_by_positions_are_those_of_differences(about):
    """Along all coordinates, dependent ones too: closing takes them where they belong."""
    end = about.system.state.velocity_start
    assert relative_errors(about, np.eye(about.system.size)[:, :end], POSITION_STEP).max() < CLOSE


@pytest.mark.parametrize("name", ["four_bar", "spatial_slider", "driveline"])
def test_derivatives_by_parameters_are_those_of_differences(name):
    """Points, masses and inertias as kernels have them, loops closed anew: what sensitivities of runs are made of."""
    system = synthesis.build(CASES[name].make())
    about = Directions(system, 0.0, system.start_state(), parameters=True)
    rng = np.random.default_rng(2)
    numbers = system.model.parameters[:, None] * rng.uniform(-1.0, 1.0, (system.model.parameters.size, 6))
    numbers[system.generated.limit] = 0.0
    still = np.zeros((system.size, 6))
    exact = about.exactly(still, numbers)
    differences = about.by_differences(POSITION_STEP, still, numbers)
    assert np.abs(exact).max() > 1.0
    assert np.abs(exact - differences).max() < CLOSE * np.abs(differences).max()


def matrices(system: synthesis.System, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """C and K by machine code."""
    chart = system.coordinates, system.independent, system.auxiliary
    schedule = allocate([0.0], len(system.independent) + len(system.auxiliary))
    scratch = np.zeros((ROWS, system.size))
    equations = system.derivative, system.project, system.model, system.work
    assert measure_all(*equations, *chart, schedule, 0.2, y[None], scratch) == 0
    return schedule.damping[0], schedule.stiffness[0]


def test_matrices_of_implicit_steps_are_those_of_differences_and_repeat_to_the_bit(car, start):
    """Differences leave six digits of the largest entry; without derivatives they are what `measure_all` takes."""
    assert car.capabilities.has_exact_derivatives
    car.load_derivatives()
    code = car.model.code.copy()
    assert code.all()
    exact, again = matrices(car, start), matrices(car, start)
    car.model.code[NOTING:] = 0
    differences = matrices(car, start)
    car.model.code[:] = code
    for once, twice, rough in zip(exact, again, differences, strict=True):
        assert np.array_equal(once, twice)
        assert not np.array_equal(once, rough)
        assert np.abs(once - rough).max() < 1e-6 * np.abs(rough).max()


def grounds() -> dict[str, tuple]:
    """One of every kind that is no plane, rough below all wheels."""
    rng = np.random.default_rng(6)
    road, heights = iso8608("D", length=20.0, track=1.4, seed=3), 0.02 * rng.normal(size=(12, 10))
    aside = {"x": -10.013, "y": 0.11}
    along, across = -4.0 + np.cumsum(rng.uniform(0.5, 0.9, 12)), -3.0 + np.cumsum(rng.uniform(0.4, 0.9, 10))
    slippery = friction_map(rng.uniform(0.3, 1.0, (8, 8)), spacing=0.9, origin=(-3.0, -3.0))
    return {
        "bump": Bump(start=-3.0, length=6.1, height=0.1),
        "profile": road.ground()._replace(**aside),
        "tandem-cam": tandem_cam(road, 0.3).ground()._replace(**aside),
        "irregular axes": ferguson(heights, x=along, y=across),
        "map of friction": ferguson(heights, spacing=0.7, origin=(-4.0, -3.0), friction=slippery),
        "split friction": Flat(friction=split(0.4, 1.0, width=3.0, heading=0.2)),
        "one friction": ferguson(heights, spacing=0.7, origin=(-4.0, -3.0)),
    }


@pytest.mark.parametrize("ground", grounds().values(), ids=grounds())
def test_matrices_know_how_every_ground_bends_and_where_it_is_slippery(car, start, ground):
    """In a turn, so that friction is felt; no node lies at a wheel, where differences would see two sides of a kink."""
    y = start.copy()
    y[car.independent[[1, 5]]] += 0.5, 0.3
    here, level = (car.with_mechanism(car.mechanism, inputs=car.inputs, ground=g) for g in (ground, Flat()))
    for system in (here, level):
        system.load_derivatives()
    exact, flat = matrices(here, y), matrices(level, y)
    code = car.model.code.copy()
    car.model.code[NOTING:] = 0
    differences = matrices(here, y)
    car.model.code[:] = code
    for own, other, rough in zip(exact, flat, differences, strict=True):
        assert np.abs(own - rough).max() < 1e-6 * np.abs(rough).max()
        assert np.abs(own - other).max() > 0.1 * np.abs(rough).max()
