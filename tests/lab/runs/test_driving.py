"""What a driver does becomes the inputs of a car."""

import numpy as np
import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.drivers import ChassisObservation, SpeedDriver
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.maneuvers.maneuver import check_needs
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.driving import adapt_to_car
from jounce.lab.runs.prepare import prepare
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Input, Sine, SmoothStep, Table, replace, scale_signal
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import TARGET_SPEED
from jounce.model.vehicle.pedals import drive_shares, full_brake_inputs, full_hand_brake_inputs, total_mass

SIGNALS = [
    Constant(value=0.3),
    Table(times=(0.0, 1.0, 3.0), values=(0.1, -0.2, 0.4)),
    Table(times=(0.0, 1.0, 3.0), values=(0.1, -0.2, 0.4), interpolation="linear"),
    Sine(amplitude=0.2, frequency=0.7, phase=0.4, offset=0.1, start=0.5, cycles=1.5),
    SmoothStep(before=-0.1, after=0.5, start=1.0, end=2.0),
    Input(name="hand", default=0.25),
]
T = np.linspace(-0.5, 4.0, 181)


def asking(**inputs):
    return Maneuver(name="test", about="", speed=20.0, end=1.0, inputs=inputs)


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: signal.kind)
def test_a_scaled_signal_has_scaled_values(signal):
    assert sample_signal(scale_signal(signal, -2.5), T) == pytest.approx(-2.5 * sample_signal(signal, T), abs=1e-14)


def test_the_steering_wheel_moves_the_rack_by_its_ratio():
    car = load_vehicle("dw18")
    plan = adapt_to_car(asking(steering_wheel_angle=Constant(value=2.0 * np.pi)), car)
    assert plan.inputs["rack_travel"].value == pytest.approx(-0.050)  # one turn to the left
    assert plan.inputs["steering_wheel_angle"].value == 2.0 * np.pi  # kept for the record


def test_brake_torques_give_the_deceleration_of_the_pedal():
    """All wheels of dw18 are equally high: the sum of torques / radius is pedal × 1.1 × weight."""
    car = load_vehicle("dw18")
    plan = adapt_to_car(asking(brake=Table(times=(0.0, 1.0), values=(0.0, 0.4))), car)
    torques = {name: signal.values[-1] for name, signal in plan.inputs.items() if name.startswith("brake_torque")}
    assert set(torques) == {"brake_torque_fl", "brake_torque_fr", "brake_torque_rl", "brake_torque_rr"}
    weight = total_mass(car) * 9.81
    assert sum(torques.values()) == pytest.approx(0.4 * 1.1 * weight * 0.29)
    assert torques["brake_torque_fl"] / torques["brake_torque_rl"] == pytest.approx(0.65 / 0.35)
    assert torques["brake_torque_fl"] == torques["brake_torque_fr"]
    assert "brake" in plan.inputs


def test_pedals_of_other_cars():
    dw18, sedan = load_vehicle("dw18"), load_vehicle("sedan")
    assert set(full_hand_brake_inputs(dw18)) == {"brake_torque_rl", "brake_torque_rr"}
    assert drive_shares(dw18) == pytest.approx({"drive_torque_rl": 0.145, "drive_torque_rr": 0.145})
    assert drive_shares(sedan) == {}  # its engine drives it
    one = replace(dw18, axles=(dw18.axles[0], replace(dw18.axles[1], brake=None)))
    assert sum(full_brake_inputs(one).values()) == pytest.approx(sum(full_brake_inputs(dw18).values()))
    assert full_brake_inputs(dw18, mass=100.0)["brake_torque_fl"] == pytest.approx(1.1 * 981.0 * 0.65 * 0.29 / 2)


def test_two_inputs_for_the_same_thing_are_refused():
    car, one = load_vehicle("dw18"), Constant(value=1.0)
    with pytest.raises(InputError, match="steering_wheel_angle and rack_travel"):
        adapt_to_car(asking(steering_wheel_angle=one, rack_travel=one), car)
    with pytest.raises(InputError, match="brake and brake_torque_rl"):
        adapt_to_car(asking(brake=one, brake_torque_rl=one), car)


def test_a_clutch_is_opened_where_there_is_one():
    plan = maneuver("braking")
    assert "clutch" not in adapt_to_car(plan, load_vehicle("dw18")).inputs
    of_sedan = adapt_to_car(plan, load_vehicle("sedan")).inputs
    assert of_sedan["clutch"] == plan.inputs["clutch"]
    assert of_sedan["target_speed"] == plan.inputs["target_speed"]
    assert of_sedan["gear"].value > 0


def test_a_speed_is_held_until_it_is_let_go():
    """By a driver, of a car driven by torques; its brakes are left to a maneuver that has a pedal of its own."""
    car, held = load_vehicle("dw18"), Constant(value=20.0)
    for plan, brakes in ((asking(target_speed=held), True), (maneuver("braking"), False)):
        ready = prepare(plan, car, RunSettings())
        assert ready.control is not None
        assert any(name.startswith("brake_torque") for name in ready.control.names) is brakes
        assert TARGET_SPEED not in ready.plan.inputs
    letting_go = SpeedDriver(Constant(value=-1.0)).start(car, 20.0)
    assert set(letting_go.update(ChassisObservation(0.0, 0.0, 0.0, 0.0, 20.0, 0.0, 0.0, 0.0, 0.0), 0.01)) == {0.0}


def test_propulsion_is_drive_or_a_powertrain():
    plan, dw18 = maneuver("step-steer"), load_vehicle("dw18")
    check_needs(plan, dw18)
    check_needs(plan, load_vehicle("sedan"))
    pushed = replace(dw18, axles=tuple(replace(axle, drive=None) for axle in dw18.axles))
    with pytest.raises(
        ModelError, match=r"propulsion: the maneuver step-steer needs it.*an axle with drive, or a power"
    ):
        check_needs(plan, pushed)
