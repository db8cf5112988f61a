"""Parts remember what they translate to: the same part gives the same objects, another one never does."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Body, Mechanism
from jounce.model.mechanism.mechanism import mechanism_of_elements
from jounce.model.vehicle import to_mechanism
from jounce.model.vehicle.parameters import with_parameters
from jounce.schema.remembered import MAX_KEPT, remembered


def test_parts_that_a_parameter_does_not_touch_are_the_same_objects():
    car = load_vehicle("dw18")
    other = with_parameters(car, {"axles.front.suspension.spring.stiffness": 44e3})
    one, two = to_mechanism(car), to_mechanism(other)
    assert all(a is b for a, b in zip(one.joints, two.joints, strict=True))
    assert one.bodies[1:] == two.bodies[1:]
    springs = [next(f for f in m.forces if f.name == "spring_fl").stiffness for m in (one, two)]
    assert springs[1] == 44e3 != springs[0]


def test_a_part_that_is_changed_is_translated_anew():
    car = load_vehicle("dw18")
    path = "axles.front.suspension.lower_arm.ball_joint.2"
    height = car.axle("front").suspension.lower_arm.ball_joint[2]
    moved = to_mechanism(with_parameters(car, {path: height + 0.01}))
    assert moved.joint("lbj_fl").point_a[2] == height + 0.01
    assert to_mechanism(car).joint("lbj_fl").point_a[2] == height


def test_zeros_of_another_sign_are_other_points():
    calls = []
    made = remembered(lambda point: calls.append(point) or point)
    assert str(made((0.0, 1.0))) == "(0.0, 1.0)"
    assert str(made((-0.0, 1.0))) == "(-0.0, 1.0)"
    made((0.0, 1.0))
    assert len(calls) == 2


def test_no_more_is_kept_than_a_limit():
    calls = []
    made = remembered(lambda name: calls.append(name) or name)
    for i in range(MAX_KEPT + 1):
        made(f"{i}")
    made("0")  # the oldest was dropped
    made(f"{MAX_KEPT}")
    assert len(calls) == MAX_KEPT + 2


def test_numbers_of_another_sign_are_other_numbers():
    made = remembered(str)
    assert made(0.0) == "0.0"
    assert made(-0.0) == "-0.0"
    assert made((("a", -0.0), 1.0)) == "(('a', -0.0), 1.0)"


def test_several_threads_may_ask_at_once():
    made = remembered(lambda number: number, limit=3)
    numbers = [number % 7 for number in range(7000)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(made, numbers)) == numbers


def test_a_mechanism_that_differs_in_numbers_alone_is_not_checked_again(monkeypatch):
    car = load_vehicle("dw18")
    to_mechanism(car)
    monkeypatch.setattr("jounce.model.mechanism.mechanism.check", None)
    heavy = to_mechanism(with_parameters(car, {"chassis.mass": 1600.0}))
    assert heavy.body("chassis").mass == 1600.0
    assert to_mechanism(car) is not heavy


def test_what_does_not_fit_together_is_said_every_time():
    lost = Body(name="lost", mass=1.0, inertia=(1.0, 1.0, 1.0))
    fields = {"name": "m", "bodies": (lost,), "joints": (), "forces": (), "tires": (), "gravity": (0.0, 0.0, -9.81)}
    said = []
    for make in (mechanism_of_elements, mechanism_of_elements, Mechanism):
        with pytest.raises(ModelError, match="no path to ground") as error:
            make(**fields)
        said.append(str(error.value))
    assert said[0] == said[1] == said[2]
