"""Steering with upright kingpins and all rods at one height is plane: four-bar linkages give every angle."""

import math

import numpy as np
import pytest

from jounce.lab.kinematics_compliance import kc
from jounce.model.mechanism import replace
from tests.lab.kinematics_compliance.upright import LEVER, TRAIL, upright_car
from tests.model.vehicle.steered_cars import ARM, pitman_arm

X, Y, PIN = 1.25 + TRAIL - LEVER, 0.386, np.array([1.25 + TRAIL, 0.775])
"""Ends of the centre link at the design position, and the left kingpin, in the plane (x, y) [m]."""


@pytest.fixture(scope="module")
def sweep():
    """The parallelogram on that car; the sector radius is not that of the arm."""
    car = replace(upright_car(), steering=pitman_arm(x=X, y=Y))
    assert car.steering_lever == pytest.approx(LEVER * 0.04 / ARM, rel=1e-12)
    return car, kc(car, axle="front", travel="20 mm").axle("front").steer


def wheel_angle(inner: np.ndarray, rod: float, pin: np.ndarray, side: float) -> float:
    """Turn of a knuckle [rad] whose arm points LEVER backwards, from where the inner end of its rod is."""
    across = inner - pin
    distance = math.hypot(*across)
    cosine = (LEVER**2 + distance**2 - rod**2) / (2.0 * LEVER * distance)
    arm = math.atan2(across[1], across[0]) - side * math.acos(cosine)
    return math.remainder(arm - math.pi, math.tau)


def test_both_wheels_follow_their_four_bars(sweep):
    car, found = sweep
    assert np.ptp(found.rack_travel) > 0.03
    for i, travel in enumerate(found.rack_travel):
        turn = travel / car.steering.sector_radius
        assert turn == pytest.approx(found.steering_wheel_angle[i] / car.steering.gear_ratio)
        link = ARM * np.array([1.0 - math.cos(turn), -math.sin(turn)])  # of a parallelogram: it only shifts
        for side, wheel in ((1.0, found.left), (-1.0, found.right)):
            inner, pin = np.array([X, side * Y]) + link, PIN * [1.0, side]
            angle = wheel_angle(inner, PIN[1] - Y, pin, side)
            assert -side * wheel.toe[i] == pytest.approx(angle, abs=1e-9)


def test_the_ratio_straight_ahead_is_that_of_the_levers(sweep):
    """One turn of the arm moves the link by its length, which turns the wheels by that over their levers."""
    car, found = sweep
    assert found.steering_ratio[found.design] == pytest.approx(car.steering.gear_ratio * LEVER / ARM, rel=1e-6)
    assert found.steering_ratio[found.design] == pytest.approx(car.steering_lever / car.steering.ratio, rel=1e-6)
