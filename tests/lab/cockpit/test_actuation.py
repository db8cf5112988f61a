"""The automatic gearbox and its clutch, with an engine and a car of three lines each, so that no car is compiled."""

import math

import numpy as np
import pytest

from jounce.engine.laws.forces.signal import VALUE
from jounce.lab.cockpit.actuation_kernel import (
    ACTUATOR,
    CAR,
    CLUTCH,
    LEVER,
    LOCK,
    MEMORY,
    MOTORS,
    PEDAL,
    POWERTRAIN,
    apply_controls,
)
from jounce.lab.cockpit.controls import AUTO, controls_row

IDLE, STRONGEST, RATIOS = 80.0, 600.0, (-13.0, 15.0, 8.0, 5.0, 3.5)
"""Speeds [rad/s]; turns of the engine by those of the differential, reverse first."""
STEP, RADIUS, MASS, INERTIA = 1e-3, 0.3, 1500.0, 0.2


class Car:
    """An engine, one clutch for each gear, and a mass."""

    def __init__(self) -> None:
        self.car, self.memory, self.controls = np.zeros(1, CAR), np.zeros(1, MEMORY), controls_row()
        car = self.car[0]
        car["kind"], car["speed"], car["engine"], car["shaft"] = POWERTRAIN, 0, 1, 2
        car["engine_sense"] = car["shaft_sense"] = car["reverse"] = 1
        car["gears"], car["idle"], car["strongest"] = 4, IDLE, STRONGEST
        self.memory["rest"] = 10.0
        roles = [(i, role, 0.0, 0.0) for i, role in enumerate((PEDAL, CLUTCH, LEVER))]
        self.actuators, self.signals = np.array(roles, ACTUATOR), np.zeros((3, 8))
        self.y = np.array([0.0, IDLE, 0.0])  # speed [m/s], engine and differential [rad/s]
        self.ratios = np.array(RATIOS)

    def drive(self, seconds: float, throttle: float, gear: int = AUTO, brake: float = 0.0) -> list[float]:
        """Hold pedals for a time; returns the gears of all steps."""
        self.controls[0] = 0.0, throttle, brake, 0.0, gear
        gears = []
        for _ in range(round(seconds / STEP)):
            apply_controls(
                *(self.car, self.actuators, self.memory, self.ratios, self.controls, self.signals, self.y),
                STEP,
            )
            pedal, clutch, lever = self.signals[:, VALUE]
            self._step(pedal, clutch, lever, brake)
            gears.append(float(self.memory[0]["gear"]))
        return gears

    def _step(self, pedal: float, clutch: float, lever: float, brake: float) -> None:
        speed, engine, shaft = self.y
        idling = 15.0 * max(-1.0, min(1.0, (IDLE - engine) / 20.0))
        torque = idling + pedal * (180.0 - idling) * (engine < 1.1 * STRONGEST)
        force = 0.0
        for number, ratio in zip((-1, 1, 2, 3, 4), RATIOS, strict=True):
            share = max(0.0, 1.0 - abs(lever - number)) * clutch
            carried = 300.0 * share * math.tanh((engine - ratio * shaft) / 20.0)
            torque -= carried
            force += carried * ratio / RADIUS
        self.y[1] += STEP * torque / INERTIA
        drag = 0.4 * speed * abs(speed) + brake * 8000.0 * math.tanh(10.0 * speed)
        self.y[0] += STEP * (force - drag) / MASS
        self.y[2] = self.y[0] / RADIUS


def test_at_rest_the_clutch_is_open_and_the_engine_idles():
    car = Car()
    car.drive(2.0, throttle=0.0)
    assert car.signals[1, VALUE] == 0.0
    assert car.y[0] == 0.0
    assert car.y[1] == pytest.approx(IDLE, rel=0.02)


@pytest.mark.parametrize("throttle", [0.25, 1.0])
def test_it_pulls_away_without_stalling_and_shifts_up_once_a_gear(throttle):
    car = Car()
    speeds = []
    for _ in range(120):
        gears = car.drive(0.1, throttle)
        speeds.append(car.y[0])
        assert car.y[1] > 0.7 * IDLE
    assert np.all(np.diff(speeds) > -0.05)  # shifts do not brake it
    assert speeds[-1] > 6.0
    assert gears[-1] >= 2.0


def test_gears_do_not_hunt_at_constant_throttle():
    car = Car()
    gears = [gear for _ in range(20) for gear in car.drive(1.0, 0.5)]
    shifts = np.diff(gears)
    assert np.all(shifts >= 0.0)
    assert np.count_nonzero(shifts) <= 4


def test_braking_shifts_down_to_first_and_does_not_stall():
    car = Car()
    car.drive(5.0, 0.8)
    assert car.memory[0]["gear"] > 1.0
    car.drive(6.0, 0.0, brake=0.8)
    assert abs(car.y[0]) < 0.1
    assert car.memory[0]["gear"] == 1.0
    assert car.y[1] > 0.8 * IDLE


def test_reverse_only_when_slow():
    car = Car()
    car.drive(5.0, 0.5)
    assert car.y[0] > 2.0
    car.drive(0.5, 0.0, gear=-1)
    assert car.memory[0]["gear"] == 0.0  # neutral, until it stands
    car.drive(5.0, 0.0, gear=-1, brake=0.5)
    assert car.memory[0]["gear"] == -1.0
    car.drive(2.0, 0.4, gear=-1)
    assert car.y[0] < -0.5


def test_gears_by_hand_as_far_as_the_engine_bears():
    car = Car()
    car.drive(3.0, 0.6, gear=2)
    assert car.memory[0]["gear"] == 2.0
    car.drive(9.0, 1.0)
    fast = car.memory[0]["gear"]
    assert fast > 2.0
    car.drive(0.5, 0.3, gear=1)
    assert car.memory[0]["gear"] == fast  # first would turn the engine too fast
    car.drive(0.5, 0.3, gear=0)
    assert car.memory[0]["gear"] == 0.0


def test_motors_follow_the_pedal_and_change_direction_at_low_speed_only():
    car = Car()
    car.car["kind"] = MOTORS
    car.controls[0] = 0.0, 0.6, 0.0, 0.0, 1
    for speed, gear, expected in ((0.0, 1, 1.0), (12.0, 1, 1.0), (12.0, -1, 0.0), (0.5, -1, -1.0), (-3.0, 1, 0.0)):
        car.y[0] = speed
        car.controls["gear"] = gear
        for _ in range(100):
            arrays = (car.car, car.actuators, car.memory, car.ratios, car.controls, car.signals, car.y)
            apply_controls(*arrays, STEP)
        pedal, _, lever = car.signals[:, VALUE]
        assert lever == expected, (speed, gear)
    assert pedal == pytest.approx(0.6)


def test_a_lock_up_closes_with_the_speed_of_the_gearboxs_input():
    car = Car()
    car.actuators["role"] = PEDAL, LOCK, LEVER
    car.controls[0] = 0.0, 0.3, 0.0, 0.0, 3
    for turning, expected in ((1.0, 0.0), (2.0, 0.5), (2.5, 1.0)):  # of idle speeds: closes from 1.8 to 2.2
        car.y[:] = 10.0, 3.0 * IDLE, turning * IDLE / RATIOS[3]
        for _ in range(1500):
            arrays = (car.car, car.actuators, car.memory, car.ratios, car.controls, car.signals, car.y)
            apply_controls(*arrays, STEP)
        assert car.signals[1, VALUE] == pytest.approx(expected, abs=1e-9)
