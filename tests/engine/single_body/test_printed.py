"""The law as printed: each term of Lee 2000 against its formula, in the force on the car over one step."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Plane
from jounce.engine.single_body import SIMPLE, Fleet, slalom
from jounce.engine.single_body.compiled.printed_law import side_force
from jounce.schema.frozen import replace
from tests.engine.single_body.cars import G, speed, upright

PRINTED = replace(SIMPLE, law="printed", drag_area=0.0)
H = 1e-3


def acceleration(fleet):
    """Of the centre of mass over one step [m/s²]."""
    before = fleet.bodies["velocity"][0].copy()
    fleet.advance(steps=1)
    return (fleet.bodies["velocity"][0] - before) / H


def test_contact_and_gravity():
    """(1), (11): at rest nothing is left; 1 cm deeper and rising with 0.1 m/s, 4 (K_s d − K_d v)."""
    fleet = Fleet(PRINTED)
    assert acceleration(fleet) == pytest.approx([0, 0, 0], abs=1e-9)
    fleet.set_state(0, (0.0, 0.0, SIMPLE.height - 0.01), velocity=(0.0, 0.0, 0.1))
    expected = 4.0 * (SIMPLE.stiffness * 0.01 - SIMPLE.damping * 0.1) / 1200.0
    assert acceleration(fleet)[2] == pytest.approx(expected, rel=1e-9)


def test_one_plane_serves_all_wheels():
    """On a plane: forces of contacts along its normal, whatever way the car stands."""
    fleet = Fleet(PRINTED, ground=Plane(slope_x=0.2, slope_y=-0.1))
    fleet.place(heading=0.7)
    n = np.array([-0.2, 0.1, 1.0]) / math.sqrt(1.05)
    a = acceleration(fleet)
    side = np.cross(n, [math.cos(0.7), math.sin(0.7), 0.0])
    side /= np.linalg.norm(side)
    # (9) takes away gravity along the side, contacts carry m g at the depth of level ground
    expected = np.array([0.0, 0.0, -G]) + G * n + G * side[2] * side
    assert a == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("angle", [0.05, -0.05, 0.3])
def test_side_force_without_limit(angle):
    """(5): 4 K_a K_f m v² angle, against the sliding; with v² as printed."""
    fleet = Fleet(replace(PRINTED, side_limit="none"))
    v = 12.0
    fleet.set_state(0, (0.0, 0.0, SIMPLE.height), velocity=(v * math.cos(angle), v * math.sin(angle), 0.0))
    assert acceleration(fleet)[1] == pytest.approx(-4.0 * SIMPLE.side_gain * v * v * angle, rel=1e-9)


def test_side_force_in_the_friction_circle():
    fleet = Fleet(PRINTED)
    fleet.set_state(0, (0.0, 0.0, SIMPLE.height), velocity=(30.0, 10.0, 0.0))
    assert acceleration(fleet)[1] == pytest.approx(-0.9 * G, rel=1e-9)


def test_the_angle_is_within_a_right_angle():
    assert side_force(0.02, 1.0, 1200.0, 0.0, 5.0) == pytest.approx(-0.02 * 1200.0 * 25.0 * math.pi / 2)
    assert side_force(0.02, 1.0, 1200.0, -5.0, 0.0) == 0.0
    assert side_force(0.02, 0.5, 1200.0, -3.0, 4.0) == pytest.approx(-0.01 * 1200.0 * 25.0 * math.atan2(4.0, 3.0))


def test_drive():
    """(7): K_f E h."""
    fleet = Fleet(PRINTED)
    fleet.drive(throttle=0.5)
    assert acceleration(fleet)[0] == pytest.approx(0.5 * SIMPLE.drive_force / 1200.0, rel=1e-9)


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_drag_against_the_head(way):
    """(12), with the sign that slows."""
    fleet = Fleet(replace(PRINTED, drag_area=0.8))
    fleet.place(speed=20.0 * way)
    assert acceleration(fleet)[0] == pytest.approx(-way * 0.5 * 1.2 * 0.8 * 400.0 / 1200.0, rel=1e-9)


def test_braking_by_weight_and_friction():
    fleet = Fleet(PRINTED)
    fleet.place(speed=10.0)
    fleet.drive(brake=0.5)
    assert acceleration(fleet)[0] == pytest.approx(-0.5 * 0.9 * G, rel=1e-9)
    fleet.drive(brake=1.0)
    fleet.advance(4.0)
    assert speed(fleet) < 0.05


def test_it_turns_and_stands_sideways_on_a_slope():
    fleet = Fleet(PRINTED)
    fleet.place(speed=10.0)
    fleet.drive(steer=0.2)
    fleet.advance(2.0)
    assert fleet.bodies["spin"][0, 2] > 0.1
    assert upright(fleet) > 0.99
    slope = Fleet(PRINTED, ground=Plane(slope_x=0.3))
    slope.place(heading=math.pi / 2)
    slope.advance(5.0)
    assert abs(slope.bodies["velocity"][0, 0]) < 0.05


def test_a_cone_under_a_wheel_is_not_thrown_away():
    """Forces measured by the car's weight stay off it: it never gets much faster than the car."""
    fleet = Fleet(PRINTED, course=slalom(gates=4, spacing=5.0, first=6.0))
    fleet.place(y=0.75, speed=8.0)
    fleet.drive(throttle=0.3, brake=0.1)
    fastest = 0.0
    for _ in range(60):
        fleet.advance(0.05)
        fastest = max(fastest, np.linalg.norm(fleet.things["velocity"], axis=2).max())
    assert 2.0 < fastest < 2.0 * 8.0


def test_torques_are_those_of_the_forces():
    """(2), (6), (8), (10): spin over one step from the forces and places of the wheels."""
    fleet = Fleet(PRINTED)
    fleet.set_state(0, (0.0, 0.0, SIMPLE.height - 0.02), velocity=(14.0, 1.0, 0.2))
    fleet.drive(throttle=1.0)
    fleet.advance(steps=1)
    arms = fleet.wheels["point"][0] - [0.0, 0.0, SIMPLE.height - 0.02]
    torque = np.cross(arms, fleet.wheels["force"][0]).sum(axis=0)
    assert fleet.bodies["spin"][0] * np.array(SIMPLE.inertia) == pytest.approx(H * torque, rel=1e-3, abs=1e-6)
