"""The search for rest on generated equations finds where the world frame finds it, and leaves driven cars to that."""

import dataclasses

import numpy as np
import pytest

from jounce.engine.analysis import settle_rolling
from jounce.engine.analysis.rolling_rest import rolling_of, rolling_rest
from jounce.engine.formulations import synthesis
from jounce.engine.simulate.observer import observer_of
from jounce.engine.simulate.rolling_start import start_and_rest
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters

SAME = 1e-8
"""[m, rad], [m/s, rad/s]: both searches end at 1e-11 of the weight, or displacements of 1e-12."""


def laden(name: str, factor: float) -> synthesis.System:
    car = load_vehicle(name)
    return synthesis.build(rolling(with_parameters(car, {"chassis.mass": factor * car.chassis.mass}), 15.0))


@pytest.mark.parametrize(("name", "factor"), [("dw18", 0.4), ("dw18", 1.0), ("hatchback", 1.4), ("hatchback", 2.0)])
def test_rest_is_where_the_world_frame_finds_it(name, factor):
    """On the springs, and on the stops of bump and rebound; wheels may stand at another angle."""
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


def test_driven_wheels_are_left_to_the_world_frame():
    """Half shafts and speed controllers act on what turns; brakes do not while it stands."""
    assert rolling_of(synthesis.build(rolling(load_vehicle("rover6"), 2.0))) is None
    assert rolling_of(observer_of(laden("dw18", 1.0))) is None


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
