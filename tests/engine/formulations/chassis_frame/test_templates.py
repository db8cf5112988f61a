"""World frame and chassis frame agree on random states of cars with every suspension and every steering."""

import pytest

from jounce.engine.formulations.world_frame.system import build
from jounce.model.vehicle.steerings.registry import STEERINGS
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from tests.engine.formulations.chassis_frame.accelerations import chassis_frame_difference
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT
from tests.engine.formulations.template_cars import template_cars

CARS = template_cars()


def test_every_kind_is_among_the_cars():
    kinds = {axle.suspension.kind for car in CARS.values() for axle in car.axles}
    assert kinds == set(SUSPENSIONS)
    steerings = {s.kind for car in CARS.values() for s in (car.steering, car.second_steering) if s is not None}
    assert steerings == set(STEERINGS)
    assert any(car.skid_steering is not None for car in CARS.values())


@pytest.mark.parametrize("name", CARS)
def test_accelerations_agree(name):
    system = build(CARS[name].to_mechanism())
    times, states = sample(system, 2, seed=5)
    for t, y in zip(times, states, strict=True):
        assert chassis_frame_difference(system, t, y) < EXACT
