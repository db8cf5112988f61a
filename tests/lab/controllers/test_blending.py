"""Brake blending, automatic shifting by a map, and anti-lock brakes on pressures: laws without a run."""

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.lab.controllers.catalogue.anti_lock import AntiLock
from jounce.lab.controllers.catalogue.automatic import AutomaticGearbox
from jounce.lab.controllers.catalogue.blending import BrakeBlending
from jounce.lab.controllers.catalogue.stability import StabilityControl
from jounce.model.library import load_vehicle
from jounce.model.vehicle import (
    CHARGE_LIMIT,
    GEAR,
    LOCK_UP,
    REGENERATION,
    THROTTLE,
    brake_gains,
    brake_inputs,
    full_brake_inputs,
    full_deceleration,
)

ELECTRIC, AWD, SEDAN = (load_vehicle(name) for name in ("electric2", "awd", "sedan"))
RADIUS = 0.3


class Channels(dict):
    """Channels of a car that rolls at a speed; what is not named is 0."""

    def __init__(self, speed: float, **others: float) -> None:
        super().__init__({"chassis.speed": speed} | others)
        self.spin = speed / RADIUS

    def __missing__(self, name: str) -> float:
        return self.spin if name.endswith(".spin") else 0.0


def asked(car, share: float) -> dict[str, float]:
    """Brake pedal down by a share, no throttle."""
    pedals = {THROTTLE: 0.0, GEAR: 1.0, REGENERATION: 0.0}
    return pedals | {name: share * full for name, full in full_brake_inputs(car).items()}


def friction(car, values) -> float:
    """Torque of all brakes for values of their inputs [N m]."""
    return sum(gain * values[name] for name, gain in brake_gains(car).items())


@pytest.mark.parametrize("share", [0.02, 0.2, 0.8])
def test_motors_and_brakes_together_do_what_is_asked(share):
    session = BrakeBlending().start(ELECTRIC, 20.0)
    given = asked(ELECTRIC, share)
    found = session.update(0.0, Channels(20.0), given)
    spins = dict.fromkeys(("front", "rear"), 20.0 / RADIUS)
    motors = found[REGENERATION] * sum(ELECTRIC.powertrain.braking_torques(spins).values())
    assert motors + friction(ELECTRIC, found) == pytest.approx(friction(ELECTRIC, given), rel=1e-9)
    assert found[REGENERATION] == pytest.approx(1.0 if share > 0.5 else found[REGENERATION])
    assert (friction(ELECTRIC, found) < 1e-6) == (share < 0.5)


def test_regeneration_is_taken_back_near_lock_up_and_at_rest():
    given = asked(ELECTRIC, 0.5)
    session = BrakeBlending().start(ELECTRIC, 20.0)
    slipping = Channels(20.0, **{"tire.fl.slip_ratio": -0.12})
    assert session.update(0.0, slipping, given)[REGENERATION] == 0.0
    found = session.update(0.0, Channels(0.0), given)
    assert friction(ELECTRIC, found) == pytest.approx(friction(ELECTRIC, given))


def test_a_full_battery_takes_nothing():
    car = ELECTRIC.with_values({"powertrain.battery.state_of_charge": 0.98})
    found = BrakeBlending().start(car, 20.0).update(0.0, Channels(20.0), asked(car, 0.3))
    assert found[CHARGE_LIMIT] == 0.0
    assert friction(car, found) == pytest.approx(friction(car, asked(car, 0.3)))


def test_the_charge_is_counted():
    """A second of 100 N m at 500 rad/s from the rear motor, by its efficiency."""
    session = BrakeBlending().start(ELECTRIC, 20.0)
    session.update(0.0, Channels(20.0), asked(ELECTRIC, 0.0))
    driving = Channels(20.0, **{"motor.rear.torque": 100.0, "motor.rear.speed": 500.0})
    session.update(1.0, driving, asked(ELECTRIC, 0.0))
    rear = next(motor for motor in ELECTRIC.powertrain.motors if motor.name == "rear")
    drawn = 100.0 * 500.0 / rear.efficiency / ELECTRIC.powertrain.battery.capacity
    assert session.recorded["state_of_charge"] == pytest.approx(0.8 - drawn)


def test_a_car_without_motors_has_nothing_to_blend():
    session = BrakeBlending().start(SEDAN, 20.0)
    assert session.inputs == ()
    assert session.update(0.0, Channels(20.0), {}) == {}


def gears_at(session, speeds, throttle: float) -> list[float]:
    """Gears that an automatic chooses along speeds [m/s], a second each."""
    pedals = {THROTTLE: throttle, GEAR: 1.0}
    return [
        (session.update(float(t), Channels(v, **{"engine.speed": 200.0}), pedals), session.gear)[1]
        for t, v in enumerate(speeds)
    ]


def test_an_automatic_shifts_by_its_map_with_hysteresis():
    """Up at the speed of the map, down at the lower one: rising and falling, the same speed has different gears."""
    up = np.linspace(0.5, 30.0, 120)
    session = AutomaticGearbox(shift_rest=0.0).start(AWD, 0.0)
    rising = gears_at(session, up, 0.0)
    falling = gears_at(session, up[::-1], 0.0)[::-1]
    assert rising[-1] > 5
    assert all(a <= b for a, b in zip(rising, falling, strict=True))
    assert sum(a < b for a, b in zip(rising, falling, strict=True)) > 20
    hard = gears_at(AutomaticGearbox(shift_rest=0.0).start(AWD, 0.0), up, 1.0)
    assert max(hard) < max(rising)
    map_ = AWD.powertrain.gearbox.shift_map
    first = next(v for v, gear in zip(up, rising, strict=True) if gear == 2)
    assert first / RADIUS * 3.2 == pytest.approx(map_.up[0][0], rel=0.1)


def test_the_lock_up_closes_above_first_gear_and_the_clutch_is_left_alone():
    session = AutomaticGearbox(shift_rest=0.0).start(AWD, 0.0)
    assert set(session.inputs) == {THROTTLE, GEAR, LOCK_UP}
    for t in range(40):
        found = session.update(float(t), Channels(25.0, **{"engine.speed": 200.0}), {THROTTLE: 0.1, GEAR: 1.0})
    assert session.gear > 4
    assert found[LOCK_UP] > 0.9
    slow = AutomaticGearbox().start(AWD, 0.0)
    assert slow.update(0.0, Channels(1.0, **{"engine.speed": 80.0}), {THROTTLE: 0.5, GEAR: 1.0})[LOCK_UP] == 0.0


def test_a_map_without_hysteresis_is_refused():
    shift_map = AWD.powertrain.gearbox.shift_map
    with pytest.raises(ModelError, match="no hysteresis"):
        AWD.with_values({"powertrain.gearbox.shift_map.down": shift_map.up})


def test_anti_lock_and_stability_control_move_pressures():
    names = set(brake_inputs(AWD).values())
    assert names == {f"brake_pressure_{corner}" for corner in ("fl", "fr", "rl", "rr")}
    session = AntiLock().start(AWD, 20.0)
    assert set(session.inputs) == names
    given = asked(AWD, 1.0)
    locking = Channels(20.0, **{f"tire.{c}.slip_ratio": -0.4 for c in ("fl", "fr", "rl", "rr")})
    session.update(0.0, locking, given)
    found = session.update(0.05, locking, given)
    assert all(0.0 < found[name] < given[name] for name in names)
    assert names <= set(StabilityControl().start(AWD, 20.0).inputs)


def test_the_pedal_gives_the_pressure_of_booster_and_cylinder():
    full = full_brake_inputs(AWD)
    assert full["brake_pressure_fl"] == pytest.approx(220.0 * 4.0 * 4.2 / 4.45e-4)
    assert full["brake_pressure_rl"] == pytest.approx(0.85 * full["brake_pressure_fl"])
    torque = 2.0 * 0.4 * 2.83e-3 * 0.125 * full["brake_pressure_fl"]
    assert brake_gains(AWD)["brake_pressure_fl"] * full["brake_pressure_fl"] == pytest.approx(torque)
    assert 11.0 < full_deceleration(AWD) < 14.0
