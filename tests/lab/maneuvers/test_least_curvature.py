"""The curve of least curvature between bounds, against what is known of it."""

import os
import subprocess
import sys

import numpy as np
import pytest

from jounce.lab.maneuvers.least_curvature import MIN_ROOM, least_curvature

SPACING = 0.5
FREE, OFFSET = 30.0, 3.0
"""Length between two lanes, and how far the second is beside the first [m]."""


def lanes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Straight on, free, and straight on at an offset: x and both bounds."""
    x = np.arange(-20.0, FREE + 20.0 + SPACING, SPACING)
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    low[x <= 0.0] = high[x <= 0.0] = 0.0
    low[x >= FREE] = high[x >= FREE] = OFFSET
    return x, low, high


def curvature(y: np.ndarray) -> float:
    return float(np.abs(np.diff(y, 2)).max()) / SPACING**2


def test_two_lanes_are_joined_with_hardly_more_than_the_least_curvature():
    """Half of the way to the left and half of it to the right, a parabola each: κ = 4 h / L². A curve whose curvature
    is continuous needs more; a sine, π²/2 h / L², has a quarter more, and one of least squares half more (6)."""
    _, low, high = lanes()
    least = 4.0 * OFFSET / FREE**2
    found = curvature(least_curvature(low, high, SPACING))
    assert least * 0.97 < found < 1.25 * least


def test_the_curve_stays_between_its_bounds():
    x, low, high = lanes()
    high = np.where((x > 12.0) & (x < 15.0), 0.5, high)  # a cone on the way
    y = least_curvature(low, high, SPACING)
    assert (y - low).min() > -MIN_ROOM
    assert (high - y).min() > -MIN_ROOM
    assert curvature(y) > 1.5 * curvature(least_curvature(*lanes()[1:], SPACING))


def test_what_may_be_straight_is_straight():
    x = np.arange(0.0, 60.0, SPACING)
    y = least_curvature(np.full(len(x), -1.0), np.full(len(x), 1.0) + 0.02 * x, SPACING)
    assert np.abs(np.diff(y, 2)).max() < 1e-6


def test_mirrored_bounds_give_the_mirrored_curve():
    _, low, high = lanes()
    there, back = least_curvature(low, high, SPACING), least_curvature(-high, -low, SPACING)
    assert there == pytest.approx(-back, abs=1e-9)
    turned = OFFSET - least_curvature(OFFSET - high[::-1], OFFSET - low[::-1], SPACING)[::-1]
    assert there == pytest.approx(turned, abs=1e-4)


def test_a_curve_that_is_nearly_known_leads_to_the_same():
    x, low, high = lanes()
    whole = least_curvature(low, high, SPACING)
    near = least_curvature(low, high, SPACING, near=whole + 0.01 * np.sin(x))
    assert near == pytest.approx(whole, abs=0.02)
    assert curvature(near) == pytest.approx(curvature(whole), rel=0.05)


def test_the_bits_do_not_depend_on_the_number_of_threads():
    """The path before this one was solved by a dense inverse, whose last digits differed with the threads of BLAS."""
    code = (
        "import numpy as np; from jounce.lab.maneuvers.least_curvature import least_curvature;"
        "low, high = np.full(600, -np.inf), np.full(600, np.inf);"
        "low[:80] = high[:80] = 0.0; low[200:320] = high[200:320] = 3.0; low[440:] = high[440:] = 0.2;"
        "print(least_curvature(low, high, 0.5).tobytes().hex())"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    ]
    assert len(texts[0]) > 9600
    assert texts[0] == texts[1]
