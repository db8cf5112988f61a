"""Driving off and backward: the law against its closed form, pedals, the gearbox, and whole cars with ABS and ESC."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import jounce
from jounce.errors import InputError
from jounce.lab.controllers.catalogue.automatic import AutomaticGearbox
from jounce.lab.drivers import Path, StartDriver
from jounce.lab.drivers.directed_pedals import DirectedPedals
from jounce.lab.drivers.start_driver import GUIDING_LENGTH, ReverseLaw
from jounce.model.library import load_vehicle
from jounce.model.vehicle import CLUTCH, GEAR, THROTTLE

LENGTH, BEHIND = 2.75, 1.6


def back_up(path, *, y=0.0, yaw=0.0, way=20.0, step=0.01):
    """Offsets of the rear axle over the way of a kinematic car that is driven backward by the law."""
    law = ReverseLaw(path, wheelbase=LENGTH, behind=BEHIND, lock=1.0, rate=1e3)
    rear, offsets = np.array([0.0, y]), []
    for _ in range(round(way / step)):
        centre = rear + BEHIND * np.array([math.cos(yaw), math.sin(yaw)])
        angle = law.angle_for(SimpleNamespace(x=centre[0], y=centre[1], yaw=yaw), 1.0)
        offsets.append(law.offset)
        middle = yaw - 0.5 * step * math.tan(angle) / LENGTH
        rear = rear - step * np.array([math.cos(middle), math.sin(middle)])
        yaw -= step * math.tan(angle) / LENGTH
    return np.array(offsets), yaw


def test_an_offset_decays_over_the_way_as_a_critically_damped_spring():
    offsets, _ = back_up(Path.through([(-60.0, 0.0), (20.0, 0.0)]), y=0.1)
    way = 0.01 * np.arange(len(offsets))
    s = way / GUIDING_LENGTH
    # e'' + 2 k e' + k² e = 0 from e = 0.1, e' = 0; sin χ and tan δ bend it by 1e-3 of it
    assert offsets == pytest.approx(0.1 * (1.0 + s) * np.exp(-s), abs=1.5e-3)


def test_a_wrong_heading_decays_too():
    offsets, yaw = back_up(Path.through([(-60.0, 0.0), (20.0, 0.0)]), yaw=0.1)
    assert offsets.min() < -0.05  # a car that looks to the left goes to the right at first, when it goes backward
    assert offsets[-1] == pytest.approx(0.0, abs=2e-3)
    assert yaw == pytest.approx(0.0, abs=2e-3)


def test_a_circle_is_followed_backward():
    turns = np.linspace(-1.5, 0.5, 400)
    circle = Path(np.column_stack([15.0 * np.sin(turns), 15.0 * (1.0 - np.cos(turns))]))
    offsets, _ = back_up(circle, way=15.0)
    assert np.max(np.abs(offsets)) < 0.01


def test_pedals_push_backward_and_brake_against_it():
    car = load_vehicle("dw18")
    pedals = DirectedPedals(car, -1, 2.0)
    values = dict(zip(pedals.inputs, pedals.press(1.0, 0.0, 0.1), strict=True))
    assert values["drive_torque_rl"] < 0.0
    assert values["brake_torque_fl"] == 0.0
    slowing = DirectedPedals(car, -1, 2.0)
    slowing.press(0.0, -3.0, 0.1)
    values = dict(zip(slowing.inputs, slowing.press(0.0, -3.0, 0.1), strict=True))
    assert values["brake_torque_fl"] > 0.0
    held = dict(zip(pedals.inputs, pedals.hold(), strict=True))
    assert held["brake_torque_rr"] > 0.0
    assert held["drive_torque_rl"] == 0.0


def test_a_car_that_cannot_is_refused():
    rover = load_vehicle("rover6")
    with pytest.raises(InputError, match="it cannot be steered"):
        StartDriver(Path.through([(0, 0), (9, 0)]), 2.0, 1.0).start(rover, 0.0)
    sedan = load_vehicle("sedan").with_values({"powertrain.gearbox.reverse": None})
    with pytest.raises(InputError, match="no reverse gear"):
        DirectedPedals(sedan, -1, 1.0)


class TestGearbox:
    OPTIONS = AutomaticGearbox()

    def test_the_clutch_is_open_at_idle_and_closed_above(self):
        assert self.OPTIONS.clutch(80.0, 80.0) == 0.0
        assert self.OPTIONS.clutch(1.775 * 80.0, 80.0) == pytest.approx(0.5)
        assert self.OPTIONS.clutch(2.4 * 80.0, 80.0) == pytest.approx(1.0)

    def test_shift_speeds(self):
        assert self.OPTIONS.shift_speeds(0.0, 80.0, 600.0) == pytest.approx((2.6 * 80.0, 1.45 * 80.0))
        assert self.OPTIONS.shift_speeds(1.0, 80.0, 600.0) == pytest.approx((0.97 * 600.0, 0.55 * 600.0))

    def session(self, asked, speed, engine, seconds=2.0, throttle=0.3):
        car = load_vehicle("sedan")
        session = self.OPTIONS.start(car, 0.0)
        spin = speed / 0.2965
        channels = {"chassis.speed": abs(speed), "engine.speed": engine, "wheel.fl.spin": spin, "wheel.fr.spin": spin}
        session.update(0.0, channels, {GEAR: 0.0, THROTTLE: 0.0})
        for k in range(1, round(seconds * 100) + 1):
            found = session.update(0.01 * k, channels, {GEAR: asked, THROTTLE: throttle})
        return found

    def test_from_neutral_into_first_and_into_reverse(self):
        assert self.session(1.0, 0.0, 80.0) == {GEAR: 1.0, CLUTCH: 0.0, THROTTLE: 0.3}
        assert self.session(-1.0, 0.0, 80.0)[GEAR] == -1.0
        assert self.session(-1.0, 5.0, 80.0)[GEAR] == 0.0  # not while it goes forward

    def test_it_shifts_up_at_speed(self):
        assert self.session(1.0, 20.0, 400.0, seconds=6.0)[GEAR] >= 3.0

    def test_a_car_without_an_engine_has_nothing_for_it(self):
        session = self.OPTIONS.start(load_vehicle("dw18"), 0.0)
        assert session.inputs == ()
        assert session.update(0.0, {}, {}) == {}


SAFE = ["abs", "esc"]


@pytest.mark.parametrize("name", ["dw18", "sedan"])
def test_standing_start(name):
    found = jounce.run("standing-start", vehicle=name, speed=5.0, after=1.5, controllers=SAFE)
    speed = found["chassis.speed"].values
    assert speed[:50] == pytest.approx(0.0, abs=0.02)  # brakes hold it
    asked = np.interp(found.time, [0.5, 3.0], [0.0, 5.0])
    moving = found.time > 1.0
    assert np.max(np.abs(speed - asked)[moving]) < 0.5
    assert speed[-1] == pytest.approx(5.0, abs=0.2)
    if name == "sedan":
        assert found["engine.speed"].values.min() > 50.0  # it does not stall; idle is 78.5 rad/s


CREEPING = [pytest.param(name, marks=pytest.mark.slow) for name in ("awd", "electric4")]
"""Cars whose converter or motors push them at rest."""


@pytest.mark.parametrize("name", ["dw18", "sedan", *CREEPING])
def test_reversing(name):
    found = jounce.run("reversing", vehicle=name, offset=2.0, length=10.0, controllers=SAFE)
    assert found["chassis.position_x"][-1] < -20.0
    assert found["chassis.position_y"][-1] == pytest.approx(2.0, abs=0.05)
    assert found["chassis.yaw_angle"][-1] == pytest.approx(0.0, abs=0.02)
    assert found["chassis.speed"][-1] < 0.05
    assert found["wheel.rl.spin"].values.min() < -5.0


def test_a_gust_pushes_the_car_away_unless_somebody_steers():
    options = {"speed": 25.0, "gust": 2.0, "after": 2.0, "vehicle": "dw18", "controllers": SAFE}
    steered = jounce.run("gust", **options)
    straight = jounce.run("gust", with_driver=False, **options)
    away = straight["chassis.position_y"].values
    assert away[-1] > 2.0  # a positive force pushes to the left
    assert np.max(np.abs(steered["chassis.position_y"].values)) < 0.15
    # the tires carry the force: Σ F_y + F = m a_y, in the middle of the gust, but for cosines of small angles
    at = int(np.searchsorted(steered.time, 2.5))
    forces = sum(steered[f"tire.{wheel}.lateral_force"][at] for wheel in ("fl", "fr", "rl", "rr"))
    push, mass = steered["input.side_force"][at], steered.metadata.facts["mass"]
    assert push == pytest.approx(1500.0)
    acceleration = steered["chassis.lateral_acceleration"][at]
    assert forces + push == pytest.approx(mass * acceleration, abs=40.0)
