"""A part that is changed translates to other objects only where their numbers are others."""

import pytest

from jounce.model.library import load_vehicle
from jounce.model.vehicle import known_elements, to_mechanism
from jounce.model.vehicle.parameters import value_at, with_parameters


def by_name(mechanism):
    return {item.name: item for item in (*mechanism.joints, *mechanism.forces, *mechanism.tires)}


@pytest.mark.parametrize(
    ("name", "path", "changed"),
    [
        ("dw18", "axles.front.suspension.lower_arm.mass", set()),
        ("dw18", "axles.front.wheel.mass", set()),
        ("dw18", "axles.front.suspension.spring.stiffness", {"spring_fl", "spring_fr"}),
        ("dw18", "axles.front.suspension.lower_arm.ball_joint.2", {"lbj_fl", "lbj_fr"}),
        ("sedan", "axles.front.suspension.knuckle.mass", set()),
        ("sedan", "axles.rear.anti_roll_bar.stiffness", {"anti_roll_bar_rear"}),
        ("hatchback", "axles.front.suspension.lower_arm.mass", set()),
        ("car_caravan", "trailers.caravan.axles.caravan.wheel.mass", set()),
        ("awd", "chassis.mass", set()),
    ],
)
def test_elements_with_the_same_numbers_are_the_same_objects(name, path, changed):
    car = load_vehicle(name)
    other = with_parameters(car, {path: value_at(car, path) * 1.001})
    one, two = by_name(to_mechanism(car)), by_name(to_mechanism(other))
    assert {key for key in one if one[key] is not two[key]} == changed


def test_no_more_is_kept_than_a_limit(monkeypatch):
    monkeypatch.setattr(known_elements, "MAX_KNOWN", 10)
    monkeypatch.setattr(known_elements, "_known", {})
    monkeypatch.setattr(known_elements, "_ids", set())
    car = load_vehicle("dw18")
    for stiffness in (31e3, 32e3, 33e3):
        to_mechanism(with_parameters(car, {"axles.front.suspension.spring.stiffness": stiffness}))
    assert len(known_elements._known) == 10
    assert known_elements._ids == {id(element) for element in known_elements._known.values()}


def test_nothing_but_parameters_makes_another_car():
    car = load_vehicle("sedan")
    assert with_parameters(car, {}) is car
    assert to_mechanism(car) is to_mechanism(car)
