"""A shift of the path by one metre, at speeds from 5 to 80 m/s: the car follows it, and does not weave afterwards."""

import numpy as np
import pytest

from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers import Maneuver
from jounce.lab.runs.run import run

SHIFT = 1.0
"""How far the path moves to the left [m]."""


def shifted(speed: float) -> Path:
    """Straight on, then to the left within 1.5 s, and straight on."""
    begin, length = max(5.0, 0.5 * speed), max(10.0, 1.5 * speed)
    x = np.arange(-5.0, begin + length + 12.0 * speed, max(1.0, speed / 20.0))
    s = np.clip((x - begin) / length, 0.0, 1.0)
    return Path.through(np.column_stack([x, SHIFT * s**3 * (10.0 - 15.0 * s + 6.0 * s * s)]))


SAFE = ("abs", "esc")


@pytest.mark.parametrize(
    ("vehicle", "speed", "controllers"),
    [("dw18", 5.0, ()), ("dw18", 28.0, ()), ("dw18", 28.0, SAFE), ("dw18", 80.0, ()), ("sedan", 40.0, SAFE)],
)
def test_a_shift_of_the_path_is_followed_and_dies_away(vehicle, speed, controllers):
    """dw18 steers neutrally, so it answers the more the faster it is; a driver who does not know that weaves."""
    path = shifted(speed)
    plan = Maneuver(name="shift", about="", speed=speed, driver=PathDriver(path, speed=speed), end=8.0)
    found = run(plan, vehicle=vehicle, controllers=list(controllers))
    x, y, t = (found[name].values for name in ("chassis.position_x", "chassis.position_y", "time"))
    error = np.abs(y - np.interp(x, *path.points.T))
    assert error.max() < 0.6 * SHIFT
    swings = [error[(t > begin) & (t <= begin + 2.0)].max() for begin in (2.0, 4.0, 6.0)]
    assert swings[2] < max(0.7 * swings[0], 0.01)
    assert swings[2] < 0.4 * SHIFT
