"""Numbers of a vehicle by their dotted paths: read, changed, and refused where they lead nowhere."""

import pytest

from jounce.errors import InputError, ModelError
from jounce.model.library import load_vehicle
from jounce.model.vehicle.parameters import value_at, with_parameters

BALL_JOINT = "axles.front.suspension.lower_arm.ball_joint"


@pytest.fixture(scope="module")
def car():
    return load_vehicle("dw18")


def test_what_is_changed_is_found_again_and_nothing_else_moves(car):
    changed = with_parameters(car, {f"{BALL_JOINT}.2": "180 mm", "axles.rear.tire.radius": 0.3})
    assert value_at(changed, f"{BALL_JOINT}.2") == 0.18
    assert value_at(changed, BALL_JOINT)[:2] == value_at(car, BALL_JOINT)[:2]
    assert value_at(changed, "axles.rear.tire.radius") == 0.3
    restored = {f"{BALL_JOINT}.2": value_at(car, f"{BALL_JOINT}.2"), "axles.rear.tire.radius": 0.31}
    assert with_parameters(changed, restored) == car


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (f"{BALL_JOINT}.3", 0.1, "no such part; got '3'; expected one of 0, 1, 2"),
        (f"{BALL_JOINT}.z", 0.1, "no such part; got 'z'"),
        (f"{BALL_JOINT}.2.x", 0.1, "no such value; got 'x'; expected the end of the path"),
        (f"{BALL_JOINT}.2", "3 kg", "wrong unit; got '3 kg' (mass); expected a length"),
        ("axles.front.suspension.kind", "macpherson", "unknown value; got 'macpherson'; expected 'double_wishbone'"),
        ("axles.frnt.tire.radius", 0.3, "did you mean 'front'?"),
    ],
)
def test_what_leads_nowhere_or_does_not_fit_is_said(car, path, value, said):
    with pytest.raises(ModelError) as error:
        with_parameters(car, {path: value})
    assert f"{path}: " in str(error.value)
    assert said in str(error.value)


def test_nothing_is_read_where_nothing_is(car):
    with pytest.raises(InputError, match="did you mean 'mass'"):
        value_at(car, "chassis.mas")


SPRING = "axles.front.suspension.spring"


def test_values_that_fit_together_need_not_fit_one_by_one(car):
    """In any order: a car between them is none that anybody asked for."""
    lower, upper = "axles.front.suspension.lower_arm.ball_joint.2", "axles.front.suspension.upper_arm.ball_joint.2"
    raised = {lower: value_at(car, upper) + 0.01, upper: value_at(car, upper) + 0.2}
    for order in (raised, dict(reversed(raised.items()))):
        assert value_at(with_parameters(car, order), lower) == raised[lower]
    with pytest.raises(ModelError, match=f"{lower}: below the lower ball joint"):
        with_parameters(car, {lower: raised[lower], f"{SPRING}.stiffness": 3e4})


def test_a_part_and_a_value_in_it_are_set_in_the_order_given(car):
    spring = value_at(car, SPRING)
    stiffer = with_parameters(car, {SPRING: spring, f"{SPRING}.stiffness": 5e4})
    assert value_at(stiffer, f"{SPRING}.stiffness") == 5e4
    again = with_parameters(car, {f"{SPRING}.stiffness": 5e4, SPRING: spring})
    assert value_at(again, SPRING) == spring
