"""Enveloping contact by two cams: closed forms over a step and a cleat, what the ground answers, a whole car."""

import numpy as np
import pytest

import jounce
from jounce.engine.laws.ground import ask
from jounce.engine.terrain import Tracks, envelope, tandem_cam, trapezoid
from jounce.engine.terrain.tandem_cam import cam_height
from jounce.errors import InputError

STEP = 0.002
RADIUS, PATCH = 0.32, 0.13
APART = 0.8 * PATCH
S = STEP * np.arange(1501)
EDGE, HEIGHT = 1.5, 0.02


def stairs():
    """A step up at EDGE, within one cell."""
    z = np.where(S > EDGE + 1e-9, HEIGHT, 0.0)
    return Tracks(STEP, z, z)


def cam_before_a_step(distance, height, a, b, c):
    """Z of a cam whose centre is `distance` before a step: its flank touches the edge, or the level road below does."""
    inside = np.clip(distance / a, 0.0, 1.0)
    touching = height + b * ((1.0 - inside**c) ** (1.0 / c) - 1.0)
    return np.where(distance <= 0.0, height, np.maximum(touching, 0.0))


@pytest.mark.parametrize(("order", "length", "tall"), [(2.0, 1.0, 1.0), (1.8, 1.0, 1.0), (1.8, 1.05, 0.95)])
def test_a_cam_climbs_a_step_by_its_own_shape(order, length, tall):
    a, b = length * RADIUS, tall * RADIUS
    found = cam_height(stairs().left, STEP, S, a, b, order)
    # the step is one cell wide, and the cam is steepest, 0.6, where it meets the edge: half a cell of it
    exact = cam_before_a_step(EDGE + STEP - S, HEIGHT, a, b, order)
    assert found == pytest.approx(exact, abs=0.6 * STEP)


def test_a_round_cam_of_order_two_is_the_rolling_circle():
    bar = trapezoid(HEIGHT, 0.01, 0.04, start=1.0, after=1.0, spacing=STEP)
    rolled = envelope(bar, RADIUS).left
    found = cam_height(bar.left, STEP, bar.s, RADIUS, RADIUS, 2.0)
    assert found == pytest.approx(rolled, abs=2e-5)  # points of a cam are half a millimetre apart: 1e-6 of curvature


def test_effective_height_and_slope_over_a_step():
    felt = tandem_cam(stairs(), RADIUS, contact_length=PATCH)
    height, slope = felt.heights[:, 0], felt.slopes[:, 0]
    rear, front = (cam_before_a_step(EDGE + STEP - S - k * APART / 2, HEIGHT, RADIUS, RADIUS, 1.8) for k in (-1, 1))
    assert height == pytest.approx(0.5 * (front + rear), abs=0.6 * STEP)
    assert slope == pytest.approx((front - rear) / APART, abs=1.2 * STEP / APART)
    # the slope lifts by the step altogether, and is never negative on the way up
    assert np.trapezoid(slope, S) == pytest.approx(HEIGHT, rel=1e-3)
    assert slope.min() >= -1e-12
    assert height[0] == 0.0
    assert height[-1] == HEIGHT
    # a tire begins to rise before the edge by the reach of its front cam
    reach = RADIUS * (1.0 - (1.0 - HEIGHT / RADIUS) ** 1.8) ** (1.0 / 1.8)
    begins = S[np.argmax(height > 1e-4)]
    assert begins == pytest.approx(EDGE - reach - APART / 2, abs=0.01)


def test_the_effective_slope_is_not_the_slope_of_the_effective_height():
    """Over a short cleat both cams stand on it one after the other: a dip in the height, one sign of slope each."""
    bar = trapezoid(HEIGHT, 0.002, 0.02, start=1.0, after=1.0, spacing=STEP)
    felt = tandem_cam(bar, 0.1, contact_length=0.2)
    height, slope = felt.heights[:, 0], felt.slopes[:, 0]
    middle = round(1.012 / STEP)
    assert height.max() <= 0.5 * HEIGHT + 1e-4  # one cam on it, the other beside it: half of the height
    assert slope[middle] == pytest.approx(0.0, abs=0.02)
    before, after = slope[: middle - 5], slope[middle + 5 :]
    assert before.max() == pytest.approx(HEIGHT / (0.8 * 0.2), rel=0.01)
    assert after.min() == pytest.approx(-HEIGHT / (0.8 * 0.2), rel=0.01)
    derivative = np.gradient(height, STEP)
    assert np.max(np.abs(derivative - slope)) > 0.05


def amplitude(wave):
    """Of the effective height over a sine of this wave length [m], by that of the road."""
    z = 0.002 * np.sin(2.0 * np.pi * S / wave)
    felt = tandem_cam(Tracks(STEP, z, z), RADIUS, contact_length=PATCH).heights[250:-250, 0]
    return 0.5 * np.ptp(felt) / 0.002


def test_long_waves_pass_and_short_ones_do_not():
    # where the road bends less than the cams, they are two points: the mean of two sines l apart
    assert amplitude(1.0) == pytest.approx(np.cos(np.pi * APART / 1.0), abs=0.02)
    assert amplitude(0.04) < 0.2


def test_a_slope_stays_one():
    z = 0.05 * S
    felt = tandem_cam(Tracks(STEP, z, z), RADIUS, contact_length=PATCH)
    assert felt.slopes[300:-300] == pytest.approx(0.05, abs=1e-9)


def test_the_ground_answers_with_effective_heights_and_slopes():
    bar = trapezoid(HEIGHT, 0.005, 0.05, start=1.0, side="left", after=1.0, spacing=STEP)
    felt = tandem_cam(bar, RADIUS, contact_length=PATCH)
    ground = felt.ground(distance=1.5)
    at = 400
    left = ask(ground, felt.s[at], 0.75)
    assert float(left.height) == pytest.approx(felt.heights[at, 0])
    normal = np.asarray(left.normal).reshape(-1)
    assert -normal[0] / normal[2] == pytest.approx(felt.slopes[at, 0])
    right = ask(ground, felt.s[at], -0.75)
    assert float(right.height) == 0.0
    beyond = ask(ground, -5.0, 0.75)
    assert float(beyond.height) == 0.0


def test_what_is_no_tire_is_refused():
    with pytest.raises(InputError, match="radius"):
        tandem_cam(stairs(), 0.0)
    with pytest.raises(InputError, match="contact_length"):
        tandem_cam(stairs(), 0.3, contact_length=-1.0)


def test_a_car_over_a_cleat():
    run = {"vehicle": "dw18", "speed": 8.0, "distance": 5.0, "duration": 1.2, "height": 0.015}
    rolled = jounce.run("cleat", **run)
    felt = jounce.run("cleat", contact="tandem-cam", **run)
    loads = [one["tire.fl.vertical_force"].values for one in (rolled, felt)]
    assert loads[1].max() > loads[1][0] + 500.0  # it does feel the cleat
    # the contact patch swallows part of it: less load, and less push against the direction of travel
    assert loads[1].max() < loads[0].max()
    pushes = [one["tire.fl.ground_height"].values.max() for one in (rolled, felt)]
    assert pushes[0] == pytest.approx(0.015, abs=2e-4)
    assert pushes[1] < 0.0149


def test_a_rough_road_is_smoother_under_a_contact_patch():
    point, patch = (jounce.maneuver("ride", contact=kind, duration=5.0).ground for kind in ("point", "tandem-cam"))
    rough, felt = (np.diff(ground.heights[:, 0], 2).std() for ground in (point, patch))
    assert felt < rough
    assert patch.heights.std() == pytest.approx(point.heights.std(), rel=0.1)  # hills stay
