"""Steering, speed and the fishhook robot, on cars simple enough to know the answer."""

import math

import numpy as np
import pytest
from scipy.linalg import expm

from jounce.lab.drivers import ChassisObservation, Path, TurnOnRoll
from jounce.lab.drivers.path_driver import DAMPING, FREQUENCY, SteeringLaw
from jounce.lab.drivers.speed_driver import SpeedLaw
from jounce.model.library import load_vehicle

TICK = 0.01
L = 2.7


def seen(t=0.0, x=0.0, y=0.0, yaw=0.0, forward=15.0, yaw_rate=0.0, roll=0.0, roll_rate=0.0):
    return ChassisObservation(t, x, y, yaw, forward, 0.0, yaw_rate, roll, roll_rate)


def law(path, **changes):
    options = {
        "wheelbase": L,
        "preview": 0.0,
        "understeer": 0.0,
        "integral": 1.0,
        "lock": 0.5,
        "rate": 1.0,
        "reaction": 0.0,
    }
    return SteeringLaw(path, **(options | changes))


def driven(path, law, speed, time, understeer=0.0, start=(0.0, 0.0, 0.0)):
    """A kinematic car with an understeer gradient, which answers at once; offsets from the path over time."""
    x, y, yaw = start
    offsets, rate = [], 0.0
    for _ in range(round(time / TICK)):
        angle = law.angle_for(seen(0.0, x, y, yaw, speed, rate), TICK)
        rate = speed * angle / (L + understeer * speed**2)
        yaw += rate * TICK
        x, y = x + speed * math.cos(yaw) * TICK, y + speed * math.sin(yaw) * TICK
        offsets.append(law.offset)
    return np.array(offsets)


def test_straight_on_nothing_is_steered():
    assert law(Path.through([(0, 0), (100, 0)])).angle_for(seen(), TICK) == 0.0


def test_the_curvature_of_a_circle_is_found():
    """(D2) on the circle itself: a = κ v²."""
    radius, speed = 200.0, 10.0
    path = Path.bends([(1.0, 1.0 / radius), (300.0, 1.0 / radius)])
    found = law(path, rate=100.0, integral=0.0)
    x, y = path.at(50.0)
    i = int(np.argmin(np.abs(path.stations - 50.0)))
    angle = found.angle_for(seen(0.0, x, y, float(path.headings[i]), speed), TICK)
    assert angle == pytest.approx(L / radius, rel=0.01)


@pytest.mark.parametrize("understeer", [0.0, 0.004, -0.001])
def test_a_circle_is_met_whatever_the_car_makes_of_the_steering(understeer):
    """The integral of (D3) makes up for an understeer gradient that the driver does not know."""
    path = Path.bends([(10.0, 0.0), (20.0, 1 / 50.0), (700.0, 1 / 50.0)])
    offsets = driven(path, law(path), 15.0, 40.0, understeer)
    assert abs(offsets[-200:]).max() < 0.15


def test_an_offset_is_steered_away():
    """As (D2) says: like a damped oscillator, as long as angles are small."""
    path = Path.through([(0, 0), (500, 0)])
    offsets = driven(path, law(path, integral=0.0, rate=100.0), 20.0, 4.0, start=(0.0, 0.2, 0.0))
    t = np.arange(len(offsets)) * TICK
    w, z = FREQUENCY, DAMPING
    states = [expm(np.array([[0.0, 1.0], [-w * w, -2.0 * z * w]]) * time) @ [0.2, 0.0] for time in t]
    expected = np.array([offset for offset, _ in states])
    assert offsets == pytest.approx(expected, abs=4e-3)


def test_lock_and_rate_are_kept():
    steering = law(Path.through([(0, 0), (0.01, 50.0)]), rate=1.0, lock=0.3)
    angles = [steering.angle_for(seen(forward=5.0), TICK) for _ in range(60)]
    assert np.diff([0.0, *angles]).max() <= 1.0 * TICK + 1e-12
    assert max(angles) == 0.3
    assert steering.sum == pytest.approx(0.0, abs=0.02)  # it does not wind up at the lock


def test_speed_is_held_against_a_force():
    """(D4) on a mass with a drag of 1 m/s²: no error remains."""
    push, v = SpeedLaw(4.0, -8.0), 10.0
    for _ in range(3000):
        v += (push.force(15.0, v, TICK) - 1.0) * TICK
    assert v == pytest.approx(15.0, abs=1e-3)


def test_the_integral_does_not_wind_up():
    """After half a minute of too steep a hill the car does not rush on for long."""
    push, v, largest = SpeedLaw(2.0, -8.0), 10.0, 0.0
    for n in range(6000):
        v = max(0.0, v + (push.force(12.0, v, TICK) - (3.0 if n < 3000 else 0.0)) * TICK)
        largest = max(largest, v if n > 3000 else 0.0)
    assert largest < 12.0 + 1.0
    assert v == pytest.approx(12.0, abs=1e-2)


def test_the_robot_turns_when_the_roll_is_at_its_height():
    car = load_vehicle("dw18")
    amplitude = math.radians(180.0)
    robot = TurnOnRoll(amplitude, begin=0.5, dwell=1.0).start(car, 20.0)
    angles = []
    for n in range(700):
        t = n * TICK
        rolling = math.radians(20.0) if 0.5 < t < 1.5 else 0.0
        angles.append(robot.update(seen(t, roll_rate=rolling), TICK)[0] / car.steering.ratio)
    t = np.arange(1, 701) * TICK
    angles = np.array(angles)
    reached = 0.5 + 180.0 / 720.0
    assert angles[t < 0.5].tolist() == [0.0] * int(np.sum(t < 0.5))
    assert angles[(t > reached + 0.02) & (t < 1.49)] == pytest.approx(amplitude)
    back = 1.5 + 360.0 / 720.0
    assert angles[(t > back + 0.03) & (t < back + 0.97)] == pytest.approx(-amplitude)
    assert angles[-1] == 0.0
