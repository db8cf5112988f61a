"""Controls are clamped, and refuse what is not a number."""

import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.cockpit.controls import AUTO, CONTROLS, Controls, controls_row


def test_controls_are_put_at_their_limits():
    found = Controls(steer=-3.0, throttle=2.0, brake=-1.0, handbrake=7, gear=99)
    assert found.numbers == (-1.0, 1.0, 0.0, 1.0, 32.0)
    assert Controls(gear=-5).gear == -1
    assert Controls().gear == AUTO


@pytest.mark.parametrize("name", ["steer", "throttle", "brake", "handbrake", "gear"])
@pytest.mark.parametrize("value", [math.nan, math.inf, "0.5", None])
def test_what_is_not_a_number_is_refused(name, value):
    with pytest.raises(InputError, match=name):
        Controls(**{name: value})


def test_a_gear_is_whole():
    with pytest.raises(InputError, match="gear"):
        Controls(gear=1.5)


def test_records_and_rows_give_the_same_controls():
    wanted = Controls(steer=0.25, throttle=0.5, gear=2)
    row = controls_row()
    row[0] = wanted.numbers
    assert Controls.of(row[0]) == Controls.of(np.array(wanted.numbers)) == wanted
    assert CONTROLS.itemsize == 8 * 5
