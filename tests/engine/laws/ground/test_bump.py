"""The cosine bump: its height, its slope against differences, and its ends."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Bump, Flat, ask

BUMP = Bump(start=2.0, length=0.8, height=0.05, base=0.3, friction=0.7)


def height(x, bump: Bump = BUMP):
    return ask(bump, x, -1.0).height


def test_level_before_and_after():
    found = ask(BUMP, [-100.0, 1.999, 2.0, 2.8000001, 100.0], 5.0)
    assert (found.height == 0.3).all()
    assert (found.gradient == 0.0).all()
    assert (found.normal == [0.0, 0.0, 1.0]).all()
    assert (found.friction == 0.7).all()
    assert (found.patch == -1).all()


def test_heights_of_a_cosine():
    assert height(2.4) == pytest.approx(0.35, abs=1e-15)
    assert height(2.2) == pytest.approx(0.325, abs=1e-15)
    assert height(2.1) == pytest.approx(0.3 + 0.025 * (1.0 - math.sqrt(0.5)), abs=1e-15)
    assert height(2.3) == pytest.approx(height(2.5), abs=1e-15)


@pytest.mark.parametrize("bump", [BUMP, BUMP._replace(height=-0.08), BUMP._replace(length=3.0)])
def test_the_slope_is_that_of_the_height(bump):
    x, step = bump.start + np.array([0.05, 0.25, 0.4, 0.5, 0.71, 0.99]) * bump.length, 1e-6
    found = ask(bump, x, 0.0)
    slope = (height(x + step, bump) - height(x - step, bump)) / (2.0 * step)
    assert found.gradient[:, 0] == pytest.approx(slope, abs=1e-8)
    assert (found.gradient[:, 1] == 0.0).all()
    assert np.linalg.norm(found.normal, axis=1) == pytest.approx(1.0, abs=1e-15)
    assert -found.normal[:, 0] / found.normal[:, 2] == pytest.approx(slope, abs=1e-8)
    assert (found.friction == bump.friction).all()


def test_height_and_slope_are_continuous():
    for end in (BUMP.start, BUMP.start + BUMP.length):
        found = ask(BUMP, [end - 1e-9, end + 1e-9], 0.0)
        assert found.height == pytest.approx(0.3, abs=1e-15)
        assert found.gradient[:, 0] == pytest.approx(0.0, abs=1e-8)
    x = np.linspace(1.9, 2.9, 2001)
    bend = 2.0 * math.pi**2 * 0.05 / 0.8**2  # the largest curvature
    assert np.abs(np.diff(ask(BUMP, x, 0.0).gradient[:, 0])).max() <= bend * (x[1] - x[0]) * 1.001


def test_a_flat_bump_is_flat():
    bump, flat = ask(Bump(height=0.0), 5.4, 0.0), ask(Flat(), 5.4, 0.0)
    for mine, expected in zip(bump, flat, strict=True):
        assert (mine == expected).all()
