"""The cosine bump: its height, its normal against differences, and its ends."""

import math

import numpy as np
import pytest

from jounce.ground import Bump, Flat, surface

BUMP = Bump(start=2.0, length=0.8, height=0.05, base=0.3, friction=0.7)


def height(x: float, bump: Bump = BUMP) -> float:
    return surface(bump, x, -1.0)[0]


def test_level_before_and_after():
    for x in (-100.0, 1.999, 2.0, 2.8000001, 100.0):
        assert surface(BUMP, x, 5.0) == (0.3, (0.0, 0.0, 1.0), 0.7)


def test_heights_of_a_cosine():
    assert height(2.4) == pytest.approx(0.35, abs=1e-15)
    assert height(2.2) == pytest.approx(0.325, abs=1e-15)
    assert height(2.1) == pytest.approx(0.3 + 0.025 * (1.0 - math.sqrt(0.5)), abs=1e-15)
    assert height(2.3) == pytest.approx(height(2.5), abs=1e-15)


@pytest.mark.parametrize("bump", [BUMP, BUMP._replace(height=-0.08), BUMP._replace(length=3.0)])
@pytest.mark.parametrize("share", [0.05, 0.25, 0.4, 0.5, 0.71, 0.99])
def test_the_normal_is_that_of_the_height(bump, share):
    x, step = bump.start + share * bump.length, 1e-6
    _, normal, friction = surface(bump, x, 0.0)
    slope = (height(x + step, bump) - height(x - step, bump)) / (2.0 * step)
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-15)
    assert normal[1] == 0.0
    assert -normal[0] / normal[2] == pytest.approx(slope, abs=1e-8)
    assert friction == bump.friction


def test_height_and_slope_are_continuous():
    for end in (BUMP.start, BUMP.start + BUMP.length):
        for side in (-1e-9, 1e-9):
            z, normal, _ = surface(BUMP, end + side, 0.0)
            assert z == pytest.approx(0.3, abs=1e-15)
            assert normal[0] == pytest.approx(0.0, abs=1e-8)
    x = np.linspace(1.9, 2.9, 2001)
    slopes = np.array([-n[0] / n[2] for _, n, _ in (surface(BUMP, float(at), 0.0) for at in x)])
    bend = 2.0 * math.pi**2 * 0.05 / 0.8**2  # the largest curvature
    assert np.abs(np.diff(slopes)).max() <= bend * (x[1] - x[0]) * 1.001


def test_a_flat_bump_is_flat():
    assert surface(Bump(height=0.0), 5.4, 0.0)[:2] == surface(Flat(), 5.4, 0.0)[:2]
