"""The kingpin is the line through the ball joints, and what follows from it."""

import math

import numpy as np
import pytest

from jounce.lab.kinematics_compliance.curves import wheel_curves
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import design_position, solve_position
from jounce.lab.kinematics_compliance.steering_axis import steering_axes
from jounce.model.library import load_vehicle


def line_through(lower, upper) -> tuple[np.ndarray, np.ndarray]:
    """Where it meets the ground, and its direction."""
    lower, upper = np.array(lower), np.array(upper)
    along = upper - lower
    return lower - lower[2] / along[2] * along, along / np.linalg.norm(along)


@pytest.mark.parametrize("axle", ["front", "rear"])
def test_a_double_wishbone_steers_about_its_ball_joints_at_every_height(axle):
    rig = build_rig(load_vehicle("dw18"), axle)
    suspension = rig.axle.suspension
    for height in (0.0, 0.04, -0.06):
        position = solve_position(
            rig, design_position(rig), np.array([height, height, 0.0][: 2 if rig.rack is None else 3])
        )
        assert position is not None
        for wheel, pin, sign in zip(rig.wheels, steering_axes(rig, position.at), (1.0, -1.0), strict=True):
            balls = []
            for part, arm in (("lca", suspension.lower_arm), ("uca", suspension.upper_arm)):
                body = f"{part}_{wheel.suffix}"
                frame, i = rig.system.frames[body], rig.system.layout.body(body)
                x, y, z = arm.ball_joint
                balls.append(position.at.r[i] + position.at.A[i] @ frame.point((x, sign * y, z)))
            assert pin is not None
            assert pin.direction == pytest.approx(line_through(*balls)[1], abs=1e-9)
            up = (pin.point - balls[0]) @ pin.direction
            assert pin.point == pytest.approx(balls[0] + up * pin.direction, abs=1e-9)
            assert pin.point[2] == pytest.approx(height, abs=1e-9)


def test_a_strut_steers_about_ball_joint_and_top_mount():
    rig = build_rig(load_vehicle("hatchback"), "front")
    suspension, start = rig.axle.suspension, solve_position(rig, design_position(rig), np.zeros(3))
    assert start is not None
    left, right = wheel_curves(rig, [start], 1.0)
    ground, along = line_through(suspension.lower_arm.ball_joint, suspension.strut_rod.top)
    i, s = 0, suspension.wheel_axis
    assert left.caster[i] == pytest.approx(math.atan2(-along[0], along[2]), abs=1e-9)
    assert left.kingpin_inclination[i] == pytest.approx(math.atan2(-along[1], along[2]), abs=1e-9)
    contact_y = suspension.wheel_centre[1] + suspension.wheel_centre[2] * s[2] / s[1]
    assert left.scrub_radius[i] == pytest.approx(contact_y - ground[1], abs=1e-9)
    assert left.mechanical_trail[i] == pytest.approx(ground[0] - suspension.wheel_centre[0], abs=1e-9)
    assert left.camber[i] == pytest.approx(math.radians(-0.5), abs=1e-8)
    assert right.scrub_radius[i] == pytest.approx(left.scrub_radius[i], abs=1e-9)
