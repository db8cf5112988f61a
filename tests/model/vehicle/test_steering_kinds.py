"""Kinds of steering: read back from what they write, levers by the rods, and mistakes that are told."""

import json

import pytest

from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import AssistMap, replace
from jounce.model.vehicle import LinkedRack, RackSteering, Vehicle, parse_vehicle, to_mechanism
from tests.model.vehicle.steered_cars import ARM, SERVO, cars, pitman_arm, rear_rack, rotary_arm

CARS = cars()


@pytest.mark.parametrize("name", CARS)
def test_a_car_is_read_back_from_what_it_writes(name):
    car = CARS[name]
    assert Vehicle(**car.model_dump(mode="json")) == car
    assert parse_vehicle(json.dumps(car.model_dump(mode="json"))) == car  # JSON is YAML


def test_a_steering_without_a_kind_is_a_rack():
    assert isinstance(load_vehicle("sedan").steering, RackSteering)


def test_the_nut_is_the_rack_of_a_gear():
    """Its gear turns the arm; the tie rods begin on the centre link, the drag link on the arm."""
    pitman, rotary = (to_mechanism(CARS[name]) for name in ("pitman", "rotary"))
    assert {"rack", "pitman_arm", "centre_link"} < {body.name for body in pitman.bodies}
    assert pitman.joint("steering_gear").radius == 0.04
    assert pitman.joint("tie_fl").body_a == pitman.joint("tie_fr").body_a == "centre_link"
    assert rotary.joint("drag_link_front").body_a == "pitman_arm"
    second = to_mechanism(CARS["rear linked"])
    assert second.joint("tie_rl").body_a == second.joint("tie_rr").body_a == "second_rack"
    assert second.joint("second_rack_travel").coefficients == (1.0, 0.2)


def test_levers_are_those_of_the_rods():
    """A parallelogram moves its link by ARM / sector_radius of the nut's travel, and like the rack with that lever."""
    dw18, trail = load_vehicle("dw18"), load_vehicle("trail4x4")
    as_rack = dw18.steering_lever
    # a rack's lever is that of its rod along the car; kingpin and rod lean by up to 10°, which makes 2 %
    assert CARS["pitman"].steering_lever == pytest.approx(-as_rack * 0.04 / ARM, rel=2e-2)
    assert CARS["rotary"].steering_lever == pytest.approx(trail.steering_lever * 0.04 / ARM, rel=2e-2)
    assert CARS["pitman"].steering_lever / CARS["pitman"].steering.ratio > 0.0


def refused(**keys) -> str:
    with pytest.raises(ModelError) as error:
        replace(load_vehicle("dw18"), **keys)
    return str(error.value)


def test_mistakes_are_told():
    assert "gear_ratio: steers to the wrong side" in refused(steering=replace(pitman_arm(), gear_ratio=-16.0))
    assert "second_steering.axle: steered twice" in refused(second_steering=replace(rear_rack(SERVO), axle="front"))
    assert "second_steering: no first one" in refused(steering=None, second_steering=rear_rack(SERVO))
    linked = replace(load_vehicle("dw18").steering, actuation=LinkedRack(ratio=1.0))
    assert "steering.actuation: linked to itself" in refused(steering=linked)
    assert "unknown kind of steering" in refused(steering={"kind": "pitman", "actuation": "prescribed"})
    with pytest.raises(ModelError, match="on the axis of the sector shaft"):
        replace(rotary_arm(), end=(1.31 - ARM, -0.35, 0.5))


def test_a_map_that_is_no_grid_is_refused_with_all_its_mistakes():
    with pytest.raises(ModelError) as error:
        AssistMap(bar_torques=(1.0, 1.0), speeds=(0.0, 10.0), torques=((0.0, 1.0, 2.0), (1.0, 2.0), (0.0, 1.0)))
    text = str(error.value)
    for part in ("bar_torques: not rising", "bar_torques.0", "torques: one curve", "torques.0: lengths", "torques.1.0"):
        assert part in text
