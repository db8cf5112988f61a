"""Suspensions by tables: made from the sedan's double wishbones, they give its kinematics and its step steer back."""

import copy
import functools
import math

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.lab.kinematics_compliance import kc
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import build_suspension
from jounce.model.vehicle.suspensions.rod_fit import wheel_pose
from tests.lab.kinematics_compliance.kc_tables import table_of, with_tables

SECOND = math.radians(1.0 / 3600.0)


@functools.cache
def sedan_on_tables():
    return with_tables(load_vehicle("sedan"))


@functools.cache
def front_table():
    return table_of(load_vehicle("sedan"), "front")


def test_the_rods_are_the_linkage():
    """Ball joints and tie rod of the front axle are found again from its kinematics alone: five rods have one way."""
    arms = load_vehicle("sedan").axle("front").suspension
    linkage = build_suspension(front_table()).linkage
    for link, arm in zip(linkage.links, (arms.lower_arm, arms.lower_arm, arms.upper_arm, arms.upper_arm), strict=True):
        assert link.outer == pytest.approx(arm.ball_joint, abs=1e-5)
    assert linkage.tie_rod.inner == pytest.approx(arms.tie_rod.inner, abs=1e-5)
    assert linkage.tie_rod.outer == pytest.approx(arms.tie_rod.outer, abs=1e-5)


def test_a_pose_has_what_its_row_says():
    """Contact point, toe, camber and side view of a pose, read from it again."""
    toe, camber = 0.02, -0.03
    axis = (math.cos(camber) * math.sin(toe), math.cos(camber) * math.cos(toe), -math.sin(camber))
    change = {"travel": 0.05, "camber": -0.02, "toe": 0.3, "track": -0.004, "wheelbase": 0.006, "side_view": 0.04}
    pose = wheel_pose((1.1, 0.75, 0.3), axis, change, 0.02, (toe, camber))
    s, upright = pose.turn @ axis, pose.turn @ (0.0, 0.0, 1.0)
    assert math.atan2(s[0], s[1]) == pytest.approx(toe + 0.3, abs=1e-14)
    assert -math.asin(s[2]) == pytest.approx(camber - 0.02, abs=1e-14)
    assert math.atan2(-upright[0], upright[2]) == pytest.approx(0.04, abs=1e-14)
    assert pose.turn @ pose.turn.T == pytest.approx(np.eye(3), abs=1e-14)
    up = np.array([0.0, 0.0, 1.0]) - s[2] * s
    contact = pose.centre - 0.3 / math.cos(camber) * up / np.linalg.norm(up)
    at_rest = 0.75 + 0.3 * math.tan(-camber) * math.cos(toe)
    assert contact[1:] == pytest.approx([at_rest - 0.004, 0.05], abs=1e-14)
    assert pose.centre[0] == pytest.approx(1.106)


@pytest.mark.parametrize("axle", ["front", "rear"])
def test_the_rig_measures_the_tables_again(axle):
    """Between the rows, too: another travel than that of the tables; toe and camber to a hundredth of a degree."""
    before, after = (kc(car, axle=axle, travel=0.06).axle(axle) for car in (load_vehicle("sedan"), sedan_on_tables()))
    for name in ("toe", "camber", "contact_y", "centre_x", "side_view_angle"):
        theirs, ours = getattr(before.parallel.left, name), getattr(after.parallel.left, name)
        assert ours == pytest.approx(theirs, abs=36.0 * SECOND)
    for sweep in ("parallel", "opposite"):
        ours, theirs = getattr(after, sweep), getattr(before, sweep)
        assert ours.left.wheel_load == pytest.approx(theirs.left.wheel_load, rel=0.02, abs=25.0)
        assert ours.left.toe == pytest.approx(
            (ours.right.toe if sweep == "parallel" else ours.right.toe[::-1]), abs=1e-9
        )
    if axle == "front":
        assert after.steer.left.steer == pytest.approx(before.steer.left.steer, abs=1e-6)
        assert after.steer.right.camber == pytest.approx(before.steer.right.camber, abs=1e-6)


@pytest.mark.slow
def test_step_steer_of_the_sedan_on_tables():
    """Yaw rate, lateral acceleration and roll within 2 % of their peaks all the way."""
    before, after = (jounce.run("step-steer", vehicle=car) for car in ("sedan", sedan_on_tables()))
    for name in ("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle"):
        theirs, ours = (np.asarray(result[name]) for result in (before, after))
        assert np.abs(ours - theirs).max() < 0.02 * np.abs(theirs).max()


def test_tables_that_cannot_be_are_refused():
    """Columns of different lengths, too few rows, one side only, and camber that jumps."""
    keys = copy.deepcopy(front_table())
    keys["travel"]["toe"] = keys["travel"]["toe"][:-1]
    with pytest.raises(ModelError, match=r"travel.toe: lengths differ; got 32 values; expected 33, as travel"):
        build_suspension(keys)
    short = {key: values[:3] for key, values in front_table()["travel"].items()}
    with pytest.raises(ModelError, match=r"travel.travel: too few points; got 3"):
        build_suspension({**front_table(), "travel": short})
    bump = {key: values[len(values) // 2 + 1 :] for key, values in front_table()["travel"].items()}
    with pytest.raises(ModelError, match=r"travel.travel: does not reach both ways"):
        build_suspension({**front_table(), "travel": bump})
    jump = copy.deepcopy(front_table())
    jump["travel"]["camber"] = [0.03 * math.copysign(1.0, travel) for travel in jump["travel"]["travel"]]
    with pytest.raises(ModelError, match=r"no five rods follow this table"):
        build_suspension(jump)


def test_a_strut_and_a_trailing_arm_have_tables_too():
    """No rods are a sliding strut: what is left over is said, and is less than a rig measures."""
    rear = load_vehicle("roadster").axle("rear").suspension
    sheet = kc(load_vehicle("hatchback"), axle="front", travel=0.06).axle("front")
    strut = load_vehicle("hatchback").axle("front").suspension
    table = build_suspension({
        "kind": "kc_table", "wheel_centre": strut.wheel_centre, "toe": strut.toe, "camber": strut.camber,
        "spin_axis": strut.spin_axis, "knuckle": rear.knuckle.model_dump(),
        **sheet.kinematic_tables(),
        "spring": {"stiffness": "20 N/mm", "preload": "balance"},
    })  # fmt: skip
    errors = table.errors()
    assert 0.0 < max(turn for _, turn in errors.values()) < math.radians(0.05)
    assert max(shift for shift, _ in errors.values()) < 0.2e-3
    moved = replace(table, spring={"stiffness": "30 N/mm"})
    assert moved.linkage.spring.stiffness == 30e3
