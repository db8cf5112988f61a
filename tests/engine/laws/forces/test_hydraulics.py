"""Brakes that a pressure works: lag, torque and heat against closed forms, in the world frame without compilation."""

import numpy as np
import pytest

from jounce.engine.formulations.synthesis.start import evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.model.mechanism import Body, BrakeDisc, Constant, Curve, HydraulicBrake, Mechanism, Revolute

LAG, FULL, TORQUE, HEAT, COOLING = 0.05, 8e6, 1200.0, 3000.0, 25.0
DISC = BrakeDisc(heat_capacity=HEAT, cooling=COOLING, friction=Curve(x=(0.0, 200.0, 400.0), y=(1.0, 0.8, 0.5)))


def spinning(pressure: float, *, disc: BrakeDisc | None = None, grip: float | None = None):
    """A wheel of 10 kg m² that turns on the ground's axle, braked."""
    wheel = Body(name="wheel", mass=20.0, inertia=(6.0, 10.0, 6.0), position=(0.0, 0.0, 0.0))
    brake = HydraulicBrake(
        name="brake",
        joint="hub",
        pressure=Constant(value=pressure),
        full_pressure=FULL,
        torque=TORQUE,
        lag=LAG,
        grip_angle=grip,
        disc=disc,
    )
    hub = Revolute(name="hub", body_b="wheel", point=(0.0, 0.0, 0.0), axis=(0, 1, 0))
    return build(Mechanism(bodies=(wheel,), joints=(hub,), forces=(brake,), gravity=(0.0, 0.0, 0.0)))


def rates(system, spin: float, states: dict[str, float]) -> tuple[float, dict[str, float]]:
    """Angular acceleration of the wheel, and the rates of the states of brake, pressure and disc."""
    y, dy = system.start_state(), np.zeros(system.size)
    y[system.twist("wheel").start + 4] = spin
    laws = dict(zip(system.layout.scalar_forces, system.model.elements.scalar_forces["state"], strict=True))
    places = {name: system.auxiliary_index(int(state)) for name, state in laws.items() if state >= 0}
    for name, value in states.items():
        y[places[name]] = value
    assert evaluate(system.derivative, system.model, system.work, 0.0, y, dy) == 0
    return float(dy[system.twist("wheel").start + 4]), {name: float(dy[place]) for name, place in places.items()}


def test_the_pressure_follows_with_its_lag_and_brakes_in_proportion():
    system = spinning(0.5 * FULL)
    slowed, found = rates(system, 40.0, {"brake.pressure": 0.2})
    assert found["brake.pressure"] == pytest.approx((0.5 - 0.2) / LAG)
    assert slowed == pytest.approx(-0.2 * TORQUE * np.tanh(40.0 / 0.5) / 10.0)
    assert rates(system, -40.0, {"brake.pressure": 0.2})[0] == pytest.approx(-slowed)


def test_pads_that_grip_hold_what_the_pressure_gives():
    """At rest, pads bent by 0.3 of their grip: the torque is that share of the pressure's, and nothing moves on."""
    system = spinning(0.5 * FULL, grip=0.01)
    slowed, found = rates(system, 0.0, {"brake": 0.3, "brake.pressure": 0.4})
    assert slowed == pytest.approx(-0.4 * TORQUE * 0.3 / 10.0)
    assert found["brake"] == 0.0


def test_a_disc_takes_up_the_power_of_its_brake_and_loses_heat_to_the_air():
    system = spinning(FULL, disc=DISC)
    _, found = rates(system, 40.0, {"brake.pressure": 0.5, "brake.disc": 1.5})
    power = 0.5 * TORQUE * 40.0
    assert found["brake.disc"] == pytest.approx((power - COOLING * 150.0) / HEAT / 100.0)


def test_a_hot_disc_fades():
    """400 K above the air: half of the friction, so the share of the torque goes towards 0.5, whatever the pressure."""
    system = spinning(FULL, disc=DISC)
    _, cold = rates(system, 40.0, {"brake.pressure": 0.5})
    _, hot = rates(system, 40.0, {"brake.pressure": 0.5, "brake.disc": 4.0})
    assert cold["brake.pressure"] == pytest.approx((1.0 - 0.5) / LAG)
    assert hot["brake.pressure"] == pytest.approx(0.0, abs=1e-9)
