"""Lap times of a car that drives the handling course at a constant speed."""

import numpy as np
import pytest

from jounce.engine.terrain import course_of
from jounce.engine.terrain.proving_ground import handling_path
from jounce.lab.laps import lap_times


def driven(laps, speed, offset=0.0):
    """Time, x and y of a car on the middle of the handling course, offset [m] to its left, sampled at 60 Hz."""
    path = handling_path()
    closed = np.vstack([path, path[:1]])
    s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    time = np.arange(0.0, laps * s[-1] / speed, 1.0 / 60.0)
    x, y = (np.interp(speed * time, s, column, period=s[-1]) for column in closed.T)
    return time, x, y + offset, s[-1]


def test_laps_at_a_constant_speed_take_length_over_speed():
    time, x, y, length = driven(3.2, 20.0)
    laps = lap_times(course_of("proving ground"), time, x, y)
    assert len(laps) == 3
    for lap in laps:
        assert lap.time == pytest.approx(length / 20.0, abs=0.01)
        assert sum(lap.sectors) == pytest.approx(lap.time)
    assert laps[0].sectors[0] == pytest.approx((0.36 * length - 20.0) / 20.0, abs=0.06)


def test_beside_the_gates_and_backwards_no_lap_is_counted():
    time, x, y, _ = driven(2.2, 20.0, offset=100.0)
    assert lap_times(course_of("proving ground"), time, x, y) == []
    time, x, y, _ = driven(2.2, 20.0)
    assert lap_times(course_of("proving ground"), time, x[::-1], y[::-1]) == []


def test_a_ground_without_gates_has_no_laps():
    assert lap_times(course_of("flat"), np.arange(3.0), np.arange(3.0), np.zeros(3)) == []
