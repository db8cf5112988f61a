"""Curves of the design page against those of `jounce.kc`, and hardpoints that are pulled towards targets."""

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.design.axle_curves import CURVES, OutdatedError, analyse_axle
from jounce.lab.design.curve_targets import CurveTarget, read_target, target_error, target_errors
from jounce.lab.design.hardpoints import with_hardpoints
from jounce.lab.design.pull import Free, pull
from jounce.lab.kinematics_compliance import kc
from jounce.model.library import load_vehicle

INNER = "axles.front.suspension.tie_rod.inner"


@pytest.fixture(scope="module")
def sedan():
    return load_vehicle("sedan")


@pytest.fixture(scope="module")
def curves(sedan):
    return analyse_axle(sedan, "front", 0.08)


def test_curves_are_those_of_the_rig(sedan, curves):
    sheet = kc(sedan, axle="front").axle("front")
    travel = 1e3 * sheet.parallel.travel
    for name, values in (("toe", sheet.parallel.left.toe), ("camber", sheet.parallel.left.camber)):
        at = np.searchsorted(travel, curves.x["travel"] - 1e-6)  # every second position of the rig
        np.testing.assert_allclose(curves.x["travel"], travel[at], atol=1e-9)
        np.testing.assert_allclose(curves.y[name], np.degrees(values)[at], atol=1e-9)
    assert curves.y["steering_ratio"][16] == pytest.approx(sheet.steer.steering_ratio[sheet.steer.design], rel=1e-9)
    assert {label: value for label, _, value in curves.numbers}["roll centre height"] == "63.5"


def test_a_quick_analysis_has_positions_of_the_full_one(sedan, curves):
    quick = analyse_axle(sedan, "front", 0.08, full=False)
    assert set(quick.x) == {"travel"}
    at = np.searchsorted(curves.x["travel"], quick.x["travel"] - 1e-6)
    for name in ("toe", "camber", "roll_centre", "wheel_rate"):
        np.testing.assert_allclose(quick.y[name], curves.y[name][at], rtol=1e-8, atol=1e-9)


def test_an_outdated_analysis_is_given_up(sedan):
    with pytest.raises(OutdatedError):
        analyse_axle(sedan, "front", 0.08, wanted=lambda: False)


def test_errors_of_targets_are_in_spans(curves):
    x, y = curves.x["travel"], curves.y["toe"]
    on = CurveTarget("front", "toe", tuple(zip(x[::4].tolist(), y[::4].tolist(), strict=True)))
    assert target_error(curves, [on]) < 1e-9
    off = CurveTarget("front", "toe", tuple((a, b + CURVES["toe"].span) for a, b in on.points))
    np.testing.assert_allclose(target_errors(curves, [off]), -1.0, rtol=1e-9)
    between = CurveTarget("front", "camber", ((12.0, 0.0),))  # between two positions: cubic, not a chord
    wanted = analyse_axle(load_vehicle("sedan"), "front", 0.012, full=False).y["camber"][-1]
    assert target_errors(curves, [between])[0] * CURVES["camber"].span == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("points", [[], [[1.0]], [["a", 1.0]], [[float("nan"), 1.0]], "x", [[1.0, 2.0]] * 51])
def test_what_is_no_target_is_refused(points):
    with pytest.raises(InputError):
        read_target("front", "toe", points)
    with pytest.raises(InputError, match="no such curve"):
        read_target("front", ["toe"], [[0.0, 0.0]])


def test_pulling_finds_the_point_that_a_curve_was_made_with(sedan):
    """Targets are taken from the car with its tie rod moved by (2, −3) mm in y and z: pulling must find that place."""
    moved = with_hardpoints(sedan, {INNER: (1.015, 0.387, 0.2325)})
    made = analyse_axle(moved, "front", 0.08, full=False)
    target = CurveTarget("front", "toe", tuple(zip(made.x["travel"].tolist(), made.y["toe"].tolist(), strict=True)))
    found = pull(sedan, "front", [target], [Free(INNER, 1, 0.02), Free(INNER, 2, 0.02)], 0.08)
    assert found.error_after < 0.02 * found.error_before
    np.testing.assert_allclose(found.places[INNER], (1.015, 0.387, 0.2325), atol=1.5e-4)


def test_pulling_stays_within_its_bounds(sedan):
    target = CurveTarget("front", "toe", ((-80.0, 1.0), (80.0, -1.0)))  # far more bump steer
    found = pull(sedan, "front", [target], [Free(INNER, 2, 0.002)], 0.08)
    assert abs(found.places[INNER][2] - 0.2355) <= 0.002 + 1e-9
    assert abs(found.places[INNER][2] - 0.2355) > 0.0019
    assert found.error_after < found.error_before


def test_pulling_can_be_stopped_and_wants_something_to_do(sedan):
    target = CurveTarget("front", "toe", ((40.0, 0.0),))
    stopped = pull(sedan, "front", [target], [Free(INNER, 2, 0.01)], 0.08, progress=lambda *_: False)
    assert stopped.stopped
    with pytest.raises(InputError, match="no targets"):
        pull(sedan, "front", [], [Free(INNER, 2, 0.01)], 0.08)
    with pytest.raises(InputError, match="nothing is free"):
        pull(sedan, "front", [target], [], 0.08)
