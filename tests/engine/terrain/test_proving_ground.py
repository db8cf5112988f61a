"""The proving ground: its roads are drivable, its zones slippery where they say, its lap closed."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import ask
from jounce.engine.terrain import course_of, ground_of
from jounce.engine.terrain.course import NOTHING
from jounce.engine.terrain.proving_ground import (
    BANK,
    BUMP_HEIGHTS,
    BUMP_LANE,
    BUMP_PITCH,
    RADIUS,
    SKID_PAD,
    STRAIGHT,
    WATERED,
    WET,
    handling_path,
    oval_path,
)


@pytest.fixture(scope="module")
def ground():
    return ground_of("proving ground")


def test_the_lap_is_closed_and_a_car_can_follow_it():
    """Points a metre apart all around, and no turn tighter than 15 m."""
    path = handling_path()
    steps = np.hypot(*np.diff(np.vstack([path, path[:1]]), axis=0).T)
    assert np.all(steps < 1.1)
    assert steps[:-1].min() > 0.99
    assert steps.sum() == pytest.approx(925.0, abs=1.5)
    # radius of the circle through points five metres apart
    a, b, c = np.roll(path, 5, axis=0), path, np.roll(path, -5, axis=0)
    area = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
    sides = np.hypot(*(b - a).T) * np.hypot(*(c - b).T) * np.hypot(*(c - a).T)
    assert (sides / np.maximum(4.0 * area, 1e-9)).min() > 15.0


def test_asphalt_grips_and_watered_basalt_does_not(ground):
    for path in (handling_path(), oval_path()):
        assert np.all(ask(ground, *path.T).friction == 1.0)
    (x0, x1), (y0, y1) = WATERED
    assert ask(ground, 0.5 * (x0 + x1), 0.5 * (y0 + y1)).friction == WET
    assert ask(ground, 0.5 * (x0 + x1), y0 - 2.0).friction == 1.0
    assert ask(ground, SKID_PAD[0], SKID_PAD[1]).friction == WET
    assert ask(ground, -200.0, -190.0).friction < 0.7
    assert ask(ground_of("proving ground, friction=0.5"), *SKID_PAD[:2]).friction == 0.5 * WET


def test_the_turns_of_the_oval_are_banked_and_its_straights_level(ground):
    across = np.linspace(-5.0, 5.0, 11)
    turn = ask(ground, 0.5 * STRAIGHT + RADIUS + across, np.zeros(11)).height
    assert np.polyfit(across, turn, 1)[0] == pytest.approx(BANK, rel=0.05)
    assert np.ptp(ask(ground, np.zeros(11), RADIUS + across).height) < 1e-9


def test_bumps_have_their_heights_on_both_sides_or_on_the_left(ground):
    for k, height in enumerate(BUMP_HEIGHTS):
        x = 10.0 + BUMP_PITCH * k
        left, right = (
            ask(ground, x + np.linspace(-0.6, 0.6, 41), BUMP_LANE + side).height.max() for side in (0.8, -0.8)
        )
        assert left == pytest.approx(height, rel=0.1)
        assert right == pytest.approx(0.0 if k % 2 else height, abs=0.1 * height)


def test_gates_lie_across_the_handling_course_in_its_direction():
    course = course_of("proving ground")
    path = handling_path()
    assert len(course.gates) == 3
    places = []
    for gate in course.gates:
        k = int(np.hypot(path[:, 0] - gate.x, path[:, 1] - gate.y).argmin())
        ahead = path[(k + 1) % len(path)] - path[k]
        assert math.cos(gate.heading) * ahead[0] + math.sin(gate.heading) * ahead[1] > 0.99
        places.append(k)
    assert places == sorted(places)


def test_other_grounds_have_a_road_or_nothing():
    assert course_of("flat") is NOTHING
    assert course_of("hills, friction=0.5") is NOTHING
    road = course_of("iso8608, class=D, length=200")
    assert road.roads[0].points[-1, 0] == pytest.approx(220.0)
    assert [sign.text for sign in road.signs] == ["0 m", "50 m", "100 m", "150 m", "200 m"]
