"""On its wheels: how deep, how round, how far, how fast at most."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Flat, Plane, Split
from jounce.engine.single_body import SIMPLE, Fleet
from jounce.schema.frozen import replace
from tests.engine.single_body.cars import FREE, G, heading, speed

L = SIMPLE.wheelbase


def test_static_sag():
    """The mean depth of four wheels is m g / (4 K_s), and the car stays at the height that was given."""
    fleet = Fleet()
    fleet.place(above=0.05)
    fleet.advance(6.0)
    assert fleet.wheels["depth"].mean() == pytest.approx(1200.0 * G / (4.0 * 40e3), rel=1e-6)
    assert fleet.wheels["load"].sum() == pytest.approx(1200.0 * G, rel=1e-6)
    assert fleet.bodies["position"][0, 2] == pytest.approx(SIMPLE.height, abs=1e-6)


@pytest.mark.parametrize("steer", [0.3, -0.3, 0.55])
def test_slow_turns_are_those_of_the_geometry(steer):
    """The centre of mass drives on a circle of √((L / tan δ)² + b²); 1 m/s, so slip angles are below 0.1 %."""
    fleet = Fleet(FREE)
    fleet.place(speed=1.0)
    fleet.drive(steer=steer / SIMPLE.max_steer)
    fleet.advance(4.0)
    radius = speed(fleet) / fleet.bodies["spin"][0, 2]
    expected = math.copysign(math.hypot(L / math.tan(steer), L - SIMPLE.front_axle), steer)
    assert radius == pytest.approx(expected, rel=5e-3)


@pytest.mark.parametrize("driven", [10.0, 15.0, 20.0])
def test_understeer_is_that_of_the_linear_bicycle(driven):
    """δ = L κ + a_y / g (1 / C_f − 1 / C_r), C per load."""
    fleet = Fleet(FREE)
    fleet.place(speed=driven)
    fleet.drive(steer=0.02 / SIMPLE.max_steer)
    fleet.advance(3.0)
    v, yaw = speed(fleet), fleet.bodies["spin"][0, 2]
    angle = L * yaw / v + v * yaw / G * (1.0 / SIMPLE.cornering_front - 1.0 / SIMPLE.cornering_rear)
    assert angle == pytest.approx(0.02, rel=5e-3)


def test_acceleration_along_the_ground_stays_within_friction():
    """Whatever the driver does on level ground: |a| ≤ μ g ΣF_n / (m g), step by step."""
    rng = np.random.default_rng(0)
    fleet = Fleet(FREE, count=8)
    fleet.place(speed=rng.uniform(5.0, 35.0, 8))
    most = 0.0
    for _ in range(60):
        fleet.drive(steer=rng.uniform(-1, 1, 8), throttle=rng.uniform(-1, 1, 8), brake=rng.integers(0, 2, 8))
        fleet.advance(0.05)
        v = fleet.bodies["velocity"].copy()
        fleet.advance(steps=1)
        level = np.linalg.norm((fleet.bodies["velocity"] - v)[:, :2], axis=1) / 1e-3
        touching = fleet.points["force"].any(axis=(1, 2))
        loads = fleet.wheels["load"].sum(axis=1)
        assert np.all(touching | (level <= 0.9 * loads / 1200.0 + 1e-9))
        most = max(most, level[~touching].max(initial=0.0))
    assert most > 0.7 * 0.9 * G


def test_stopping_distance():
    """v² / (2 μ g) with all wheels locked. Pitching lets the wheels' loads swing, by a few percent of the way."""
    fleet = Fleet(FREE)
    fleet.place(speed=25.0)
    fleet.drive(brake=1.0)
    fleet.advance(6.0)
    assert speed(fleet) < 1e-3
    assert fleet.bodies["position"][0, 0] == pytest.approx(25.0**2 / (2.0 * 0.9 * G), rel=0.03)


@pytest.mark.parametrize("way", [0.0, 1.2, math.pi / 2])
def test_it_rests_on_a_slope(way):
    """20°, brakes on, a minute: less than a micrometre. tan 20° is 0.36, friction 0.9."""
    fleet = Fleet(ground=Plane(slope_x=math.tan(math.radians(20.0))))
    fleet.place(heading=way)
    fleet.drive(brake=1.0)
    fleet.advance(5.0)
    before = fleet.bodies["position"][0].copy()
    fleet.advance(60.0)
    assert fleet.bodies["position"][0] == pytest.approx(before, abs=1e-6)
    assert speed(fleet) < 1e-9


def test_across_a_slope_it_rests_without_brakes():
    """Its tires hold it sideways; along the slope it has nothing to hold it but rolling resistance."""
    fleet = Fleet(ground=Plane(slope_x=math.tan(math.radians(20.0))))
    fleet.place(heading=math.pi / 2)
    fleet.advance(10.0)
    assert abs(fleet.bodies["velocity"][0, 0]) < 1e-3


def test_it_slides_on_a_steep_slope():
    """g (sin θ − μ cos θ), when tan θ > μ."""
    angle = math.radians(35.0)
    fleet = Fleet(replace(FREE, friction=0.4), ground=Plane(slope_x=math.tan(angle)))
    fleet.drive(brake=1.0)
    fleet.advance(2.0)
    before = speed(fleet)
    fleet.advance(1.0)
    assert speed(fleet) - before == pytest.approx(G * (math.sin(angle) - 0.4 * math.cos(angle)), rel=2e-3)


def test_drive_is_force_then_power():
    """m dv/dt = F up to P / F, and then m v²/2 grows with P; no slip, 90 kW, 3 kN."""
    fleet = Fleet(replace(FREE, drive_force=3000.0))
    fleet.drive(throttle=1.0)
    fleet.advance(10.0)
    assert speed(fleet) == pytest.approx(3000.0 / 1200.0 * 10.0, rel=2e-3)
    fleet.advance(30.0)
    at, until = 30.0, 12.0
    assert speed(fleet) == pytest.approx(math.sqrt(at**2 + 2.0 * 90e3 * (40.0 - until) / 1200.0), rel=2e-3)


def test_reverse_and_handbrake():
    fleet = Fleet()
    fleet.drive(throttle=-0.5)
    fleet.advance(3.0)
    assert fleet.bodies["velocity"][0, 0] < -4.0
    fleet.drive(throttle=0.0, handbrake=1.0)
    fleet.advance(5.0)
    assert speed(fleet) < 1e-3


def test_the_friction_of_the_ground_is_felt():
    """Ice on the right: a braking car turns to the left, where it is braked; on ice alone it takes ten times as far."""
    fleet = Fleet(FREE, ground=Flat(friction=Split(left=1.0, right=0.1, width=0.2)))
    fleet.place(speed=15.0)
    fleet.drive(brake=1.0)
    fleet.advance(1.0)
    assert heading(fleet) > 0.1
    ice = Fleet(FREE, ground=Flat(friction=0.1))
    ice.place(speed=5.0)
    ice.drive(brake=1.0)
    ice.advance(8.0)
    assert ice.bodies["position"][0, 0] == pytest.approx(25.0 / (2.0 * 0.09 * G), rel=0.02)


def test_wheels_turn_by_the_way():
    fleet = Fleet(FREE)
    fleet.place(speed=10.0)
    fleet.advance(2.0)
    assert fleet.wheels["angle"][0] == pytest.approx([20.0 / SIMPLE.wheel_radius] * 4, rel=1e-3)
