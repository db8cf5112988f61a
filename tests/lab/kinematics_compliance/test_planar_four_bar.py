"""A double wishbone whose hinges lie along the car is a planar four-bar: its closed form gives every quantity."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from jounce.lab.kinematics_compliance import kc
from jounce.model.library import load_vehicle
from jounce.model.vehicle.parameters import with_parameters

A, B, C, D = (np.array(p) for p in ((0.38, 0.19), (0.725, 0.175), (0.42, 0.43), (0.68, 0.45)))
"""Lower pivot and ball joint, upper pivot and ball joint, in the plane (y, z)."""
CENTRE, SPRING_TOP, SPRING_FOOT = (np.array(p) for p in ((0.775, 0.29), (0.52, 0.56), (0.62, 0.182)))


@pytest.fixture(scope="module")
def sweep():
    """dw18 with all hinges along x, and a tie rod that is a copy of the lower arm, so that it keeps the toe."""
    front = "axles.front.suspension"
    car = with_parameters(
        load_vehicle("dw18"),
        {
            f"{front}.upper_arm.axis": (1.0, 0.0, 0.0),
            f"{front}.tie_rod.inner": (1.11, *A),
            f"{front}.tie_rod.outer": (1.11, *B),
        },
    )
    return kc(car, axle="front", travel="60 mm").axle("front").parallel


def turned(vector: np.ndarray, angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


def four_bar(arm: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Both ball joints and the turn of the knuckle about x for a turn of the lower arm [rad]."""
    ball = A + turned(B - A, arm)
    across = C - ball
    distance, knuckle, upper = np.linalg.norm(across), np.linalg.norm(D - B), np.linalg.norm(D - C)
    cosine = (knuckle**2 + distance**2 - upper**2) / (2.0 * knuckle * distance)
    other = ball + knuckle * turned(across / distance, -math.acos(cosine))
    before, now = D - B, other - ball
    return ball, other, math.atan2(now[1], now[0]) - math.atan2(before[1], before[0])


def contact(arm: float) -> np.ndarray:
    """The lowest point of the wheel; it leans with the knuckle."""
    ball, _, lean = four_bar(arm)
    return ball + turned(CENTRE - B, lean) + CENTRE[1] * np.array([math.sin(lean), -math.cos(lean)])


def test_angles_paths_roll_centre_and_spring_ratio(sweep):
    assert np.ptp(sweep.travel) == pytest.approx(0.12)
    for i, z in enumerate(sweep.travel):
        arm = brentq(lambda angle, z=z: contact(angle)[1] - z, -0.5, 0.5, xtol=1e-15)
        ball, other, lean = four_bar(arm)
        at = contact(arm)
        left = sweep.left
        assert left.camber[i] == pytest.approx(-lean, abs=1e-10)  # the top of a left wheel that turns about +x: inwards
        assert left.contact_y[i] == pytest.approx(at[0] - CENTRE[0], abs=1e-10)
        assert left.centre_y[i] == pytest.approx((ball + turned(CENTRE - B, lean))[0] - CENTRE[0], abs=1e-10)
        assert left.toe[i] == pytest.approx(0.0, abs=1e-10)

        # the instant centre, where the arms meet
        along = np.column_stack([ball - A, -(other - C)])
        pole = A + np.linalg.solve(along, C - A)[0] * (ball - A)
        height = (at[0] * (at[1] - pole[1]) / (at[0] - pole[0])) * -1.0
        assert sweep.roll_centre_height[i] == pytest.approx(height, rel=1e-8)
        per_travel = 1.0 / (at[0] - pole[0])  # turn of the knuckle
        assert left.camber_gradient[i] == pytest.approx(-per_travel, rel=1e-8)

        arm_rate = per_travel * (ball[0] - pole[0]) / (ball[0] - A[0])
        foot = A + turned(SPRING_FOOT - A, arm)
        velocity = arm_rate * np.array([-(foot - A)[1], (foot - A)[0]])
        rod = SPRING_TOP - foot
        assert left.spring_ratio[i] == pytest.approx(velocity @ rod / np.linalg.norm(rod), rel=1e-8)


def test_left_and_right_are_mirror_images(sweep):
    for key in ("camber", "toe", "centre_x", "centre_y", "wheel_load", "wheel_rate", "scrub_radius"):
        np.testing.assert_allclose(getattr(sweep.right, key), getattr(sweep.left, key), rtol=1e-7, atol=1e-9)
