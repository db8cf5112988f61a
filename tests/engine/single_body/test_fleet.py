"""What a person writes is checked, and what is drawn stands where it is."""

import math

import numpy as np
import pytest

from jounce.engine.single_body import COURSES, EXAMPLES, SIMPLE, TALL, Course, Fleet, HullBox, SimpleCar, jump
from jounce.errors import InputError, ModelError, SimulationError
from jounce.schema.frozen import replace


def test_units_and_defaults():
    car = SimpleCar(mass="1.1 t", stiffness="45 N/mm", max_steer="30 deg", wheel_radius="310 mm")
    assert (car.mass, car.stiffness, car.wheel_radius) == (1100.0, 45e3, 0.31)
    assert car.max_steer == pytest.approx(math.pi / 6)
    assert set(EXAMPLES) == {"simple", "tall"}
    assert len(SIMPLE.points()) >= 12
    assert TALL.track / (2 * TALL.height) < TALL.friction < SIMPLE.track / (2 * SIMPLE.height)
    assert all(isinstance(make(), Course) for make in COURSES.values())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mass": -1.0}, "greater than 0"),
        ({"mass": "3 m"}, "mass"),
        ({"inertia": (1.0, 1.0, 3.0)}, "sum of the others"),
        ({"front_axle": 3.0}, "wheelbase"),
        ({"wheel_width": 1.0}, "wider than high"),
        ({"max_steer": "80 deg"}, "69 deg"),
        ({"drive_front": 1.5}, "share from 0 to 1"),
        ({"law": "exact"}, "unknown value"),
        ({"stifness": 1.0}, "stiffness"),
        ({"hull_boxes": [{"centre": (0, 0, 1), "size": (1, 1)}]}, "size"),
    ],
)
def test_bad_cars_are_refused(change, words):
    with pytest.raises(ModelError, match=words):
        SimpleCar(**change)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: Fleet(step=0.01), "0.002"),
        (lambda: Fleet(gravity=-1.0), "gravity"),
        (lambda: Fleet(threads=0), "1 or more"),
        (lambda: Fleet(ground=3.0), "not a ground"),
        (lambda: Fleet([]), "not cars"),
        (lambda: Fleet("car"), "not cars"),
        (lambda: Fleet([SIMPLE, TALL], count=3), "do not match"),
        (lambda: Fleet().drive(steer=2.0), "from -1 to 1"),
        (lambda: Fleet().drive(brake=math.nan), "from 0 to 1"),
        (lambda: Fleet().drive(clutch=1.0), "steer, throttle, brake, handbrake"),
        (lambda: Fleet().advance(), "one of them"),
        (lambda: Fleet().advance(-1.0), "0 or more"),
        (lambda: Fleet().advance(math.nan), "0 or more"),
        (lambda: Fleet().place(x=math.inf), "finite"),
        (lambda: Fleet().place(x=[1.0, 2.0]), "each of 1 cars"),
        (lambda: Fleet().set_state(0, (0.0, 0.0)), "3 finite numbers"),
        (lambda: Fleet().set_state(0, (0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0)), "zero length"),
        (lambda: Fleet().restore(Fleet(count=2).snapshot()), "another fleet"),
    ],
)
def test_bad_requests_are_refused(act, words):
    with pytest.raises(InputError, match=words):
        act()


def test_courses_are_read_from_plain_data():
    course = Course(objects=[{"kind": "cone", "x": "3 m"}, {"kind": "ramp", "height": "80 cm"}])
    assert course.objects[0].x == 3.0
    with pytest.raises(ModelError):
        Course(objects=[{"kind": "cone", "height": -1.0}])


def test_a_state_that_is_not_finite_is_reported_and_not_taken():
    fleet = Fleet(count=3)
    fleet.bodies["velocity"][1, 0] = 1e308
    with pytest.raises(SimulationError, match="car 1"):
        fleet.advance(steps=5)
    assert fleet.stopped.tolist() == [1]
    assert np.all(np.isfinite(fleet.bodies["position"]))
    assert fleet.bodies["steps"].tolist()[::2] == [5, 5]
    fleet.advance(steps=5)
    fleet.place(cars=[1])
    fleet.advance(steps=5)
    assert fleet.stopped.size == 0


def test_wheels_are_drawn_where_they_touch():
    """Centres a wheel's radius above level ground at rest, steered and rolled."""
    fleet = Fleet(count=2)
    fleet.place(x=[0.0, 50.0], heading=[0.0, 1.0])
    fleet.advance(0.01)
    poses = fleet.poses()
    assert poses.wheel_position[..., 2] == pytest.approx(np.full((2, 4), SIMPLE.wheel_radius), abs=1e-6)
    assert poses.wheel_position[0, 0, :2] == pytest.approx([1.2, 0.75])
    fleet.drive(steer=1.0)
    fleet.advance(1.0)
    w, _, _, z = fleet.poses().wheel_rotation[0].T
    angles = 2.0 * np.arctan2(z, w)
    assert angles[0] > 0.6 > angles[1] > 0.4
    assert angles[2:] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_objects_are_drawn_on_the_ground():
    poses = Fleet(course=jump(distance=20.0)).poses()
    assert poses.object_position.shape == (1, 7, 3)
    assert poses.object_position[0, 1:, 2] == pytest.approx([0.35] * 6)


def test_a_hull_of_ones_own():
    car = replace(SIMPLE, hull_boxes=(HullBox(centre=(0, 0, 0.8), size=(4.0, 1.6, 1.0)),), hull_points=((0, 0, 2.0),))
    fleet = Fleet(car)
    assert fleet.points.shape == (1, 1)
    fleet.advance(0.1)
