"""A trailing arm turns about its hinge: circles, levers and loads are known."""

import math

import numpy as np
import pytest

from jounce.lab.kinematics_compliance import kc
from jounce.lab.kinematics_compliance.curves import wheel_curves
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import design_position, solve_position
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace

HINGE, WHEEL, FOOT, TOP = (np.array(p) for p in ((1.284, 0.387), (0.9, 0.275), (1.0536, 0.3198), (0.9696, 0.6078)))
"""In the plane (x, z) of rover6's front axle."""
ARM_CENTRE, ARM_MASS, WHEEL_MASS, GRAVITY = np.array([1.0056, 0.3058]), 15.0, 20.0, 9.81
STIFFNESS, PRELOAD = 84e3, 3439.386


@pytest.fixture(scope="module")
def sheet():
    car = load_vehicle("rover6")
    return kc(replace(car, axles=(car.axles[0], car.axles[2])), travel="50 mm")


def turned(point: np.ndarray, angle: complex) -> np.ndarray:
    """A point of the arm, turned about the hinge so that the wheel rises; also for complex angles."""
    x, z = point - HINGE
    return HINGE + np.array([x * np.cos(angle) + z * np.sin(angle), z * np.cos(angle) - x * np.sin(angle)])


def load(angle: complex) -> complex:
    """Wheel load from the moments about the hinge, in which all forces but that of the spring are vertical."""
    foot = turned(FOOT, angle)
    rod = TOP - foot
    length = np.sqrt(rod @ rod)
    push = PRELOAD + STIFFNESS * (math.dist(FOOT, TOP) - length)
    arm = foot - HINGE
    moment = push * (arm[0] * -rod[1] / length - arm[1] * -rod[0] / length)
    moment -= GRAVITY * (
        ARM_MASS * (turned(ARM_CENTRE, angle) - HINGE)[0] + WHEEL_MASS * (turned(WHEEL, angle) - HINGE)[0]
    )
    return -moment / (turned(WHEEL, angle) - HINGE)[0]


def test_path_is_a_circle_and_the_loads_are_those_of_the_lever(sheet):
    sweep = sheet.axle("front").parallel
    assert len(sweep.travel) >= 17
    radius, start = math.dist(HINGE, WHEEL), math.asin((HINGE - WHEEL)[1] / math.dist(HINGE, WHEEL))
    for i, z in enumerate(sweep.travel):
        angle = start - math.asin((HINGE[1] - WHEEL[1] - z) / radius)
        at = turned(WHEEL, angle)
        assert at[1] - WHEEL[1] == pytest.approx(z, abs=1e-12)
        assert sweep.left.centre_z[i] == pytest.approx(z, abs=1e-10)  # without camber both travel alike
        assert sweep.left.centre_x[i] == pytest.approx(at[0] - WHEEL[0], abs=1e-10)
        assert sweep.left.side_view_angle[i] == pytest.approx(
            -angle, abs=1e-10
        )  # behind its hinge: top forwards in bump
        assert sweep.left.camber[i] == pytest.approx(0.0, abs=1e-12)
        assert sweep.left.wheel_load[i] == pytest.approx(load(angle), rel=1e-9)
        lever = HINGE[0] - at[0]
        rate = np.imag(load(angle + 1e-30j)) / 1e-30 / lever  # complex step
        assert sweep.left.wheel_rate[i] == pytest.approx(rate, rel=1e-7)
        assert sweep.left.centre_slope_x[i] == pytest.approx(-(HINGE[1] - at[1]) / lever, rel=1e-9)
        assert sweep.left.contact_slope_x[i] == pytest.approx(-(HINGE[1] - z) / lever, rel=1e-9)


def test_wheel_rate_is_the_spring_s_over_the_square_of_the_lever_where_nothing_else_acts():
    """A slack spring at right angles to the arm, and no weight: k (a/b)²."""
    car = load_vehicle("rover6")
    spring = replace(car.axles[0].suspension.spring, preload=None)
    axle = replace(car.axles[0], suspension=replace(car.axles[0].suspension, spring=spring))
    rig = build_rig(replace(car, axles=(axle, car.axles[2]), gravity=0.0), "front")
    start = solve_position(rig, design_position(rig), np.zeros(2))
    assert start is not None
    left, _ = wheel_curves(rig, [start], 1.0)
    ratio = math.dist(HINGE, FOOT) / (HINGE - WHEEL)[0]
    assert left.spring_ratio[0] == pytest.approx(ratio, rel=1e-4)  # right but for its rounded points
    assert left.wheel_rate[0] == pytest.approx(STIFFNESS * ratio**2, rel=2e-4)
    assert left.wheel_load[0] == pytest.approx(0.0, abs=1e-6)


def test_support_is_that_of_the_side_view(sheet):
    """Hub motors: the line from contact point to hinge, against height over wheelbase; half of the drive each."""
    car = sheet.car
    share = 0.5 * car.wheelbase / car.centre_of_mass[2]
    assert car.wheelbase == pytest.approx(1.8)
    front, rear = (sheet.axle(name).parallel for name in ("front", "rear"))
    assert front.driving_support[front.design] == pytest.approx(-share * 0.387 / 0.384)  # pulls the front up
    assert rear.driving_support[rear.design] == pytest.approx(share * 0.397 / 0.384)  # holds the rear up


def test_what_a_trailing_arm_has_not(sheet):
    axle = sheet.axle("front")
    assert axle.steer is None
    assert np.all(np.isnan(axle.parallel.left.caster))
    assert np.all(np.abs(axle.parallel.roll_centre_height) < 1e-9)
    assert axle.compliance[0].left.toe == 0.0
    assert axle.elastic == ()
