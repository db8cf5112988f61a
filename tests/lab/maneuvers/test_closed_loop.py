"""Maneuvers with a driver: their paths, and that cars keep to them."""

import math

import numpy as np
import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.drivers import PathDriver
from jounce.lab.maneuvers import maneuver
from jounce.lab.maneuvers.lane_path import CLEARANCES, SHARE, lane_path
from jounce.lab.metrics.course import COURSES, Outline, least_margin
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import Outline as Body

OUTLINE = Outline(front=2.1, rear=2.3, width=1.8)
LAG = 0.6
"""Side slip angle by curvature of a slow car of that size [m]."""


@pytest.mark.parametrize("name", COURSES)
def test_the_body_on_its_path_between_cones_is_inside_every_lane(name):
    """Its corners too, although it is turned against its path: with the heading that the path was made for."""
    course = COURSES[name](OUTLINE.width, 30.0)
    path = lane_path(course, OUTLINE, 0.0, 5.0, LAG)
    direction = np.arctan(np.gradient(path.y, path.x))
    assert path.heading == pytest.approx(direction - LAG * np.gradient(direction, path.x), abs=0.02)
    assert path.clearance == CLEARANCES[0]
    found = least_margin(course, OUTLINE, path.x, path.y, path.heading)
    room = min(section.width - OUTLINE.width for section in course.sections)
    assert min(path.clearance, SHARE * room) - 0.1 < found.distance < 0.5 * room


@pytest.mark.parametrize("name", COURSES)
def test_the_path_is_smoother_than_straight_lanes_joined(name):
    """Less curvature than a sine from the end of one lane's middle to the beginning of the next."""
    course = COURSES[name](OUTLINE.width, 30.0)
    path = lane_path(course, OUTLINE, 0.0, 60.0, LAG)
    first, second = course.sections[:2]
    gap, aside = second.start - first.end, second.middle - first.middle
    assert path.curvature < 0.5 * aside * (math.pi / gap) ** 2
    assert path.clearance == CLEARANCES[-1]


def test_the_path_follows_the_outline_of_the_car():
    """The lanes of ISO 3888 are as wide as the car is; a wider body has another path."""
    narrow = load_vehicle("dw18")
    wide = replace(narrow, outline=Body(length=4.4, width=2.1, front_overhang=0.9))
    plan = maneuver("double-lane-change", speed="60 km/h")
    ends = [plan.driver.start(car, plan.speed).law.path.at(90.0)[1] for car in (narrow, wide)]
    assert ends[1] > ends[0] + 0.5 * 0.05 * (2.1 - 1.8135)  # the middle of the second lane moves by 0.05 of the width


def test_a_circle_is_driven_left_or_right():
    for radius, side in ((30.0, 1.0), (-30.0, -1.0)):
        plan = maneuver("constant-radius", radius=radius, speed=5.0)
        assert isinstance(plan.driver, PathDriver)
        assert plan.driver.path.headings[-1] * side > 2.0 * math.pi
    with pytest.raises(ModelError, match="nothing to increase"):
        maneuver("constant-radius", radius=5.0, speed="60 km/h")


def test_waypoints_begin_where_the_car_stands(tmp_path):
    file = tmp_path / "track.csv"
    file.write_text("x,y\n10,10\n10,30\n8,50\n")
    plan = maneuver("follow", file=str(file), speed=8.0, laps=0)
    path = plan.driver.path
    assert path.points[0].tolist() == [0.0, 0.0]
    assert path.headings[0] == pytest.approx(0.0, abs=1e-9)
    assert plan.end == pytest.approx(path.length / 8.0, abs=0.01)
    found = run(plan, vehicle="dw18")
    offsets = [
        path.station(x, y, x)[1]
        for x, y in zip(found["chassis.position_x"].values, found["chassis.position_y"].values, strict=True)
    ]
    assert np.abs(offsets).max() < 0.15
    file.write_text("x,y,speed\n0,0,5\n10,0,0\n")
    with pytest.raises(InputError, match="not positive"):
        maneuver("follow", file=str(file), laps=0)


def test_who_has_nothing_to_drive_with_is_refused():
    car = load_vehicle("dw18")
    rolling = replace(car, axles=tuple(replace(axle, drive=None) for axle in car.axles))
    with pytest.raises(ModelError, match="propulsion"):
        run("constant-radius", vehicle=rolling)
