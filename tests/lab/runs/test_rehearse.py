"""Attempts before a run: they make it better, and leave nothing behind but what was learnt."""

import numpy as np
import pytest

from jounce.lab.maneuvers import maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs import many
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.rehearse import rehearse
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle

OBSTACLE = {"course": "ISO 3888-2", "hold_speed": False}


def limits(speed: float, **options) -> dict:
    return run("double-lane-change", vehicle="sedan", speed=speed / 3.6, **OBSTACLE | options).metrics


@pytest.mark.parametrize(("speed", "hold_speed"), [(20.0, True), (40.0, False), (55.0, False)])
def test_the_sedan_is_driven_around_the_obstacle_below_its_limit(speed, hold_speed):
    """It failed at every speed, even walking, when its driver did not know where its corners are. Below 30 km/h its
    engine would brake it to a halt on the way."""
    found = limits(speed, hold_speed=hold_speed)
    assert found["obstacle_avoidance_passed"]
    assert 0.0 < found["obstacle_avoidance_margin"] < 0.3


def test_the_sedan_fails_beyond_its_limit():
    """A path of least curvature needs some 10 m/s² at 70 km/h, and its tires give 8."""
    found = limits(70.0)
    assert not found["obstacle_avoidance_passed"]
    assert found["obstacle_avoidance_margin"] < -0.3


def test_an_attempt_makes_the_next_one_better():
    first, last = (limits(58.0, attempts=count)["obstacle_avoidance_margin"] for count in (1, 4))
    assert first < 0.0 < last


def test_the_run_is_the_best_attempt_to_the_bit():
    """Alone, among others and prepared again: what attempts leave in the system must not be seen."""
    plan = maneuver("double-lane-change", speed=50.0 / 3.6, **OBSTACLE)
    first, again = (run(plan, vehicle="sedan") for _ in range(2))
    (beside,) = many.run_many([many.Run(plan, load_vehicle("sedan"))])
    for name in ("chassis.position_y", "chassis.yaw_rate", "input.rack_travel"):
        assert np.array_equal(first[name].values, again[name].values)
        assert np.array_equal(first[name].values, beside[name].values)
    ready = prepare(plan, "sedan", RunSettings())
    tables, numbers = ready.system.model.tables.copy(), []
    best = rehearse(ready, numbers.append)
    assert numbers == [*range(1, len(numbers) + 1)]
    assert np.array_equal(ready.system.model.tables, tables)
    assert best.control.session.poses == []
    assert best.control.session.lesson.command.tolist() != ready.control.session.lesson.command.tolist()


def test_a_driver_who_does_not_learn_drives_once():
    ready = prepare(maneuver("constant-radius"), "dw18", RunSettings())
    assert rehearse(ready) is ready
