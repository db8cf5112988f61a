"""The search for rest on generated equations finds where the world frame finds it, driven wheels or not."""

import dataclasses

import numpy as np
import pytest

from jounce.engine.analysis import settle_rolling
from jounce.engine.analysis.rest_search import FIELDS, RESIDUAL, SLOPES, difference_stiffness, residual, stiffness
from jounce.engine.analysis.rolling_rest import rolling_of, rolling_rest, silence_torques
from jounce.engine.assembly.poses import design_state
from jounce.engine.compiler import entry
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import evaluate as evaluate_slope
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.simulate.observer import observer_of
from jounce.engine.simulate.rolling_start import start_and_rest
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, HalfShaft, SpringDamper, replace
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters

SAME = 1e-8
"""[m, rad], [m/s, rad/s]: both searches end at 1e-11 of the weight, or displacements of 1e-12."""


def laden(name: str, factor: float) -> synthesis.System:
    car = load_vehicle(name)
    return synthesis.build(rolling(with_parameters(car, {"chassis.mass": factor * car.chassis.mass}), 15.0))


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("dw18", 0.4),
        ("dw18", 1.0),
        ("hatchback", 1.4),
        ("hatchback", 2.0),
        ("sedan", 1.0),
        ("sedan", 1.7),
        ("rover6", 1),
    ],
)
def test_rest_is_where_the_world_frame_finds_it(name, factor):
    """On the springs, and on the stops of bump and rebound, with engine, clutches and half shafts, with a speed control
    for each wheel; wheels may stand at another angle."""
    system = laden(name, factor)
    found = rolling_of(system)
    assert found is not None
    rest = rolling_rest(system, found)
    assert rest is not None
    world = observer_of(system)
    expected = system.from_world(settle_rolling(world, world.start_state()))
    angles = [angle.position for angle in found.rotors.values()]
    error = np.abs(rest - expected)
    error[[0, 1, *angles]] = 0.0  # the world frame moves its chassis by micrometres along the ground
    assert np.array_equal(rest[:2], system.frames["chassis"].centre[:2])
    assert error.max() < SAME
    assert np.abs(rest[system.state.velocity_start :]).max() == 0.0


def test_a_car_rolls_off_without_slip():
    """Wheels turn by V over the height of their centres: the contact point stands still, so no slip is left."""
    system = laden("dw18", 1.2)
    y, rest = start_and_rest(system, "settled")
    assert rest is not None
    assert not rest.in_world
    world = observer_of(system)
    state = system.to_world(y)[0]
    for tire in system.mechanism.tires:
        spin = np.linalg.norm(state[world.twist(tire.body)][3:])
        height = state[world.pose(tire.body)][2]
        forward = tire.spin_axis[1] / np.hypot(*tire.spin_axis[:2])
        assert spin * height == pytest.approx(15.0 * forward, rel=1e-12)
    assert state[world.twist("chassis")][:3] == pytest.approx([15.0, 0.0, 0.0], abs=1e-12)


def test_a_known_rest_gives_the_same_start_at_another_speed():
    slow, fast = (synthesis.build(rolling(load_vehicle("dw18"), speed)) for speed in (10.0, 20.0))
    _, rest = start_and_rest(slow, "settled")
    known, _ = start_and_rest(fast, "settled", rest=rest)
    assert np.array_equal(known, start_and_rest(fast, "settled")[0])


def test_no_half_shaft_is_twisted_at_rest():
    """A wheel that turned with its carrier while the car sank would let its shaft push at the start of a run."""
    system = laden("sedan", 1.7)
    found = rolling_of(system)
    assert found is not None
    rest = rolling_rest(system, found)
    assert rest is not None
    world = observer_of(system)
    evaluate(world.model, world.work, 0.0, system.to_world(rest)[0])
    shafts = [force.name for force in system.mechanism.forces if isinstance(force, HalfShaft)]
    twists = [world.work.measures[world.layout.measures[name, "twist"]]["value"] for name in shafts]
    assert np.abs(twists).max() < 1e-12
    angles = [rest[found.rotors[f"wheel_{side}"].position] for side in ("fl", "fr")]
    assert np.abs(angles).min() > 1e-6


def test_torques_on_what_turns_are_silenced_and_nothing_else():
    system = laden("sedan", 1.0)
    found = rolling_of(system)
    assert found is not None
    quiet = silence_torques(system.model, found)
    assert quiet is not None
    others = np.setdiff1d(np.arange(quiet.elements.scalar_forces.size), found.torques)
    before, after = system.model.elements.scalar_forces, quiet.elements.scalar_forces
    assert all(before[e].tobytes() == after[e].tobytes() for e in others)
    y, dy = design_state(system.state), np.zeros(system.size)
    for name, angle in found.rotors.items():
        y[angle.position], y[angle.velocity] = (0.1, 0.0) if name.startswith("wheel") else (0.0, 100.0)
    spun_up = []
    for model in (system.model, quiet):
        assert evaluate_slope(system.derivative, model, system.work, 0.0, y, dy) == 0
        names = [n for n in found.rotors if n.startswith(("engine", "differential", "wheel_f"))]
        spun_up.append([abs(dy[found.rotors[name].velocity]) for name in names])
    assert min(spun_up[0]) > 10.0  # clutches slip, half shafts are twisted
    assert max(spun_up[1]) < 0.2  # tires that lean, and the air on a chassis that stands


def test_a_wheel_with_an_actuated_spring_is_left_to_the_world_frame():
    """What an actuator adds follows a signal, which no number of the spring switches off."""
    car = rolling(load_vehicle("dw18"), 15.0)
    ends = {"body_a": "chassis", "body_b": "wheel_rl", "point_a": (-1.0, 0.0, 0.5), "point_b": (-1.3, 0.7, 0.6)}
    pull = SpringDamper(name="pull", **ends, stiffness=10.0, actuator=Constant(value=30.0))
    assert rolling_of(synthesis.build(replace(car, forces=(*car.forces, pull)))) is None
    assert rolling_of(observer_of(laden("dw18", 1.0))) is None


def test_the_exact_stiffness_is_that_of_differences():
    """Away from rest, where accelerations turn with the base. Differences of 1e-6 leave 1e-10 of accelerations of
    1e5 m/s² a metre, and curvature of tires and stops 1e-6 of K."""
    system = laden("sedan", 1.7)
    found = rolling_of(system)
    assert found is not None
    system.load_derivatives()
    y = system.start_state()
    y[system.state.velocity_start :] = 0.0
    y[3:7] += [0.0, 0.02, -0.03, 0.01]
    y[3:7] /= np.linalg.norm(y[3:7])
    exact, differences = matrices(system, found, y)
    scale = np.abs(differences).max(axis=1, keepdims=True)
    assert np.abs(exact - differences).max() < 1e-5 * scale.max()
    assert (np.abs(exact - differences) < 1e-5 * scale).all()


def matrices(system, found, y):
    """K by derivatives of the equations, and by central differences."""
    n, total = 3 + found.joints.size, system.independent.size + system.auxiliary.size
    k, K = np.zeros((FIELDS + n, system.size)), np.zeros((2, n, n))
    chart = system.coordinates, system.independent, system.auxiliary
    equations = system.derivative, system.project, system.model, system.work
    outcome = both_matrices(
        *equations, chart, system.state.velocity_start, found.joints, y, k, K, np.zeros((2, total, total))
    )
    assert outcome == 0
    return K


@entry
def both_matrices(derivative, project, model, work, chart, start, joints, y, k, K, slopes):
    outcome = residual(derivative, project, model, work, start, joints, y, k[SLOPES], k[RESIDUAL])
    outcome += stiffness(derivative, project, model, work, chart, start, joints, y, k, K[0], slopes)
    return outcome + difference_stiffness(derivative, project, model, work, chart[0], start, joints, y, k, K[1])


def test_a_car_that_nothing_carries_has_no_rest():
    """Far above the ground its height has no stiffness: the search says so, and does not raise."""
    car = load_vehicle("dw18")
    system = synthesis.build(rolling(car, 15.0))
    found = rolling_of(system)
    assert found is not None
    high = dataclasses.replace(system, state=_lifted(system.state, 10.0))
    assert rolling_rest(high, found) is None


def _lifted(state, height):
    """The layout of the states with the base above its design position."""
    frame = state.tree.base_frame
    above = dataclasses.replace(frame, centre=frame.centre + np.array([0.0, 0.0, height]))
    return dataclasses.replace(state, tree=dataclasses.replace(state.tree, base_frame=above))
