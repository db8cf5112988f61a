"""The right side is the mirror image of the left in the plane y = 0."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.model.mechanism import replace
from jounce.model.vehicle import LEFT, RIGHT, Corner, TieRod, Vehicle, Wheel, rolling, to_mechanism

MIRROR = np.diag([1.0, -1.0, 1.0])
ARM_INERTIA = (0.06, 0.08, 0.13, 0.004, -0.003, 0.002)
SPIN_AXIS = (0.02, 1.0, -0.03)  # toe and camber
HINGES = {"front_pivot": (1.4, 0.37, 0.2), "rear_pivot": (1.1, 0.39, 0.19), "pivot": None, "axis": None}


@pytest.fixture(scope="module")
def asymmetric(dw18: Vehicle) -> Vehicle:
    """DW18 with nothing parallel to anything, and tie rods with mass."""
    front, rear = dw18.axles
    suspension = replace(
        front.suspension,
        lower_arm=replace(front.suspension.lower_arm, inertia=ARM_INERTIA, **HINGES),
        tie_rod=TieRod(
            inner=(1.11, 0.386, 0.228), outer=(1.13, 0.7, 0.22), mass=1.0, inertia=(0.01, 0.001, 0.01, 5e-4, 0, 2e-4)
        ),
        spin_axis=SPIN_AXIS,
    )
    return replace(dw18, axles=(replace(front, suspension=suspension), rear))


@pytest.fixture(scope="module")
def model(asymmetric):
    return to_mechanism(asymmetric)


def test_points_and_centres_of_mass(model):
    for part in ("lca", "uca", "knuckle", "wheel", "tie_rod"):
        left, right = (model.body(f"{part}_f{side}").centre_of_mass for side in "lr")
        assert right == pytest.approx(MIRROR @ left, abs=0)
    for joint in ("lca", "uca", "lbj", "ubj", "tie_inner", "tie_outer", "hub"):
        left, right = (model.joint(f"{joint}_f{side}").point_a for side in "lr")
        assert right == pytest.approx(MIRROR @ left, abs=0)


def test_products_of_inertia_with_one_y_change_sign(model):
    assert model.body("lca_fl").inertia == ARM_INERTIA
    assert model.body("lca_fr").inertia == (0.06, 0.08, 0.13, -0.004, -0.003, -0.002)
    for part in ("lca", "tie_rod", "wheel"):
        left, right = (model.body(f"{part}_f{side}").inertia_matrix for side in "lr")
        assert right == pytest.approx(MIRROR @ left @ MIRROR, abs=1e-15)


def test_a_hinge_is_a_line(model):
    left, right = model.joint("lca_fl").axis_a, model.joint("lca_fr").axis_a
    assert left == pytest.approx(np.array([0.3, -0.02, 0.01]) / math.sqrt(0.0905), abs=1e-15)
    assert right == pytest.approx(MIRROR @ left, abs=0)


def test_the_hinge_point_is_halfway_between_the_pivots(model):
    assert model.joint("lca_fl").point_a == pytest.approx((1.25, 0.38, 0.195), abs=1e-15)


def test_a_spin_axis_is_a_rotation(model):
    """Toe-in and camber of both wheels mirror each other, and both spin positively when the car rolls forward."""
    left, right = (model.joint(f"hub_f{side}").axis_a for side in "lr")
    assert right == pytest.approx((-left[0], left[1], -left[2]), abs=0)
    assert left[1] > 0.0
    assert {tire.name: tire.spin_axis for tire in model.tires}["tire_fr"] == right


def test_pins_of_the_tie_rod_are_perpendicular(model):
    for side in "lr":
        joint, outer = model.joint(f"tie_inner_f{side}"), model.joint(f"tie_outer_f{side}")
        rod = np.subtract(outer.point_a, joint.point_a)
        for a, b in ((joint.axis_a, joint.axis_b), (joint.axis_a, rod), (joint.axis_b, rod)):
            assert np.dot(a, b) == pytest.approx(0.0, abs=1e-15)


def test_no_negative_zero():
    """A part on the centre line stays there, also as text."""
    assert math.copysign(1.0, RIGHT.point((1.0, 0.0, 0.0))[1]) == 1.0
    assert all(math.copysign(1.0, entry) == 1.0 for entry in RIGHT.inertia((1.0, 1.0, 1.0, 0.0, 0.0, 0.0)))
    assert all(math.copysign(1.0, entry) == 1.0 for entry in RIGHT.rotation((0.0, 1.0, 0.0)))


def test_the_left_side_is_as_given():
    point, inertia = (1.234567, 0.1, -0.3), (1.0, 2.0, 2.5, 0.1, -0.2, 0.3)
    assert LEFT.point(point) == LEFT.line(point) == LEFT.rotation(point) == point
    assert LEFT.inertia(inertia) == inertia


def test_a_tilted_wheel_is_a_balanced_rotor():
    wheel = Wheel(mass=20.0, spin_inertia=1.0, transverse_inertia=0.6)
    axis = np.array(SPIN_AXIS) / np.linalg.norm(SPIN_AXIS)
    xx, yy, zz, xy, xz, yz = wheel.inertia(tuple(axis.tolist()))
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert matrix @ axis == pytest.approx(1.0 * axis, abs=1e-15)
    assert np.linalg.eigvalsh(matrix) == pytest.approx([0.6, 0.6, 1.0], abs=1e-15)


def test_rolling_wheels_do_not_slip(asymmetric):
    """κ = 0 in the tire law: ω loaded radius = speed along the rolling direction s × z / |s × z|."""
    for tire in (moving := rolling(asymmetric, 20.0)).tires:
        s = np.array(tire.spin_axis)
        spin = np.dot(moving.body(tire.body).angular_velocity, s)
        forward = np.cross(s, (0.0, 0.0, 1.0)) / math.hypot(s[0], s[1])
        assert spin * tire.centre[2] == pytest.approx(20.0 * forward[0], rel=1e-14)


def test_names_of_corners(dw18):
    assert [corner.suffix for corner in dw18.corners] == ["fl", "fr", "rl", "rr"]
    assert Corner("tag", RIGHT).name("lca") == "lca_tag_r"
