"""The courses of ISO 3888 and the outline that is driven through them."""

import numpy as np
import pytest

from jounce.lab.metrics import NoValueError, iso_3888_1, iso_3888_2
from jounce.lab.metrics.course import CONE_RADIUS, Outline, body_width, drive_through, outline


def test_the_double_lane_change_for_a_car_of_2_m():
    first, second, third, last = iso_3888_1(2.0).sections
    assert iso_3888_1(2.0).length == 125.0
    assert [s.end - s.start for s in (first, second, third, last)] == [15.0, 25.0, 15.0, 15.0]
    assert second.start - first.end == 30.0
    assert third.start - second.end == 25.0
    assert [s.width for s in (first, second, third, last)] == pytest.approx([2.45, 2.65, 2.85, 2.85])
    assert second.right - first.right == pytest.approx(3.5)
    assert first.middle == 0.0


def test_the_obstacle_avoidance_for_cars_of_2_m_and_25_m():
    first, second, third = iso_3888_2(2.0).sections
    assert iso_3888_2(2.0).length == 61.0
    assert [s.end - s.start for s in (first, second, third)] == [12.0, 11.0, 12.0]
    assert (second.start - first.end, third.start - second.end) == (13.5, 12.5)
    assert [s.width for s in (first, second, third)] == pytest.approx([2.45, 3.0, 3.0])
    assert second.right - first.left == pytest.approx(1.0)
    assert iso_3888_2(2.5).sections[2].width == pytest.approx(3.5)


def test_a_course_moves_and_turns_over():
    course = iso_3888_2(2.0)
    moved = course.at(40.0)
    assert (moved.start, moved.end) == (40.0, 101.0)
    assert iso_3888_2(2.0, 40.0) == moved
    assert moved.path() - course.path() == pytest.approx(np.tile([40.0, 0.0], (6, 1)))
    assert course.mirror().path() == pytest.approx(course.path() * [1.0, -1.0])
    assert course.mirror().mirror() == course


def test_cones_touch_the_lanes_from_outside():
    course = iso_3888_1(1.8)
    assert len(course.cones()) == 4 * 6 - 2  # sections 5 and 6 share two
    assert np.linalg.norm(course.cones() - course.boundary(), axis=1) == pytest.approx(CONE_RADIUS)
    for section in course.sections:
        inside = (course.cones()[:, 0] >= section.start) & (course.cones()[:, 0] <= section.end)
        y = course.cones()[inside, 1]
        assert not np.any((y > section.right) & (y < section.left))


def test_an_outline_from_what_is_known():
    plain = outline({"wheelbase": 2.6, "width": 1.8})
    assert plain == Outline(1.3 + 0.85, 1.3 + 0.85, 1.8)
    known = outline({"wheelbase": 2.6, "width": 1.8, "length": 4.6, "centre_to_front_axle": 1.1})
    assert (known.front, known.rear) == pytest.approx((2.1, 2.5))
    assert body_width({"track_front": 1.5, "track_rear": 1.6}) == pytest.approx(1.17 * 1.6)
    with pytest.raises(NoValueError, match="width"):
        body_width({})
    with pytest.raises(NoValueError, match="wheelbase"):
        outline({"width": 1.8})


def straight(y: float, yaw: float = 0.0, end: float = 150.0):
    """x every 0.2 m: drive along a line with a fixed heading."""
    x = np.arange(-20.0, end, 0.2)
    t = (x + 20.0) / 20.0
    return t, x, np.full_like(x, y), np.full_like(x, yaw), np.full_like(x, 20.0)


BODY = Outline(2.2, 2.2, 1.8)


def test_the_edge_of_a_lane_is_an_edge():
    """In the first lane of 2.23 m, a car of 1.8 m may be 0.215 m beside the middle."""
    lane = type(iso_3888_2(1.8))("one lane", iso_3888_2(1.8).sections[:1])
    inside, outside = (drive_through(lane, BODY, *straight(y)) for y in (0.2149, 0.2151))
    assert inside.passed
    assert not outside.passed
    assert outside.left_the_lane
    assert outside.cones_hit == 3


def test_a_car_that_turns_needs_more_room():
    """A corner is (2.2 sin ψ + 0.9 cos ψ) beside the middle: 1.115 m at ψ = 5.69°."""
    lane = type(iso_3888_2(1.8))("one lane", iso_3888_2(1.8).sections[:1])
    assert drive_through(lane, BODY, *straight(0.0, np.deg2rad(5.6))).passed
    assert not drive_through(lane, BODY, *straight(0.0, np.deg2rad(5.8))).passed


def test_a_long_way_between_samples_hides_no_cone():
    """Two samples, before and behind the course."""
    t, x = np.array([0.0, 10.0]), np.array([-20.0, 180.0])
    ends = np.full(2, 1.115)
    assert drive_through(iso_3888_1(1.8), BODY, t, x, ends, 0.0 * x, 0.0 * x + 20.0).cones_hit == 8


def test_a_car_that_does_not_finish_has_not_passed():
    lane = iso_3888_2(1.8)
    driven = drive_through(lane, BODY, *straight(0.0, end=30.0))
    assert not driven.finished
    assert not driven.passed
    assert driven.exit_speed is None


def test_a_car_that_does_not_come():
    with pytest.raises(NoValueError, match="x = 500 m"):
        drive_through(iso_3888_2(1.8, 500.0), BODY, *straight(0.0))
