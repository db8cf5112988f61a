"""The torque at the steering wheel: virtual work of a hanging axle, a column at rest, friction, and stops."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.observe import effort, observe
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import Midpoint, simulate
from jounce.model.library import load_vehicle
from jounce.model.mechanism import (
    AppliedForce,
    Body,
    Constant,
    Fixed,
    Input,
    Mechanism,
    PowerSteering,
    Revolute,
    Sine,
    replace,
)
from jounce.model.vehicle import (
    Column,
    ColumnFriction,
    RackServo,
    SteeringStops,
    Vehicle,
    to_mechanism,
    with_prescribed_rack,
)
from jounce.model.vehicle.steerings.elements import steering_elements
from tests.model.vehicle.steered_cars import ASSIST, pitman_arm

pytestmark = pytest.mark.compiled

GRAVITY = (1.0, 6.0, -9.81)
"""Leaning, so that the wheels want to steer [m/s²]."""


def hanging(car: Vehicle, travel: float):
    """The car with its chassis held and without tires, settled with its rack asked for a travel [m]: system, sample."""
    written = to_mechanism(car)
    hung = Fixed(name="hung", body_b="chassis", point=car.chassis.centre_of_mass)
    senseless = tuple(force for force in written.forces if not isinstance(force, PowerSteering))
    mechanism = replace(written, joints=(*written.joints, hung), tires=(), gravity=GRAVITY, forces=senseless)
    system = build(mechanism, inputs={"rack_travel": Constant(value=travel)})
    return system, np.concatenate([[0.0], settle(system).state])[None]


def potential_energy(system, sample) -> float:
    """Of weights, and of linear springs and bars with their stops [J]."""
    seen = observe(system, sample)
    heights = -np.array([sample[0, 1 + 7 * i : 4 + 7 * i] @ GRAVITY for i in range(len(system.layout.bodies))])
    energy = float(system.model.bodies["mass"] @ heights)
    laws = zip(system.layout.scalar_forces, system.model.elements.scalar_forces, seen.scalar_forces[0], strict=True)
    for name, law, (x, *_) in laws:
        if name.startswith(("spring", "anti_roll_bar")):
            energy += 0.5 * law["stiffness"] * (law["free"] - x) ** 2
            for at, sign in (("bump", 1.0), ("rebound", -1.0)):
                p = max(sign * (law[f"{at}_at"] - x), 0.0)
                energy += 0.5 * law[f"{at}_stiffness"] * p**2 + 0.25 * law[f"{at}_cubic"] * p**4
    return energy


@pytest.mark.parametrize("kind", ["rack", "pitman"])
def test_what_holds_the_input_is_the_slope_of_the_energy(kind):
    """F = dV/ds of equilibria ± 0.02 mm apart. F has a second derivative of 3e7 N/m² there, which leaves h² F″ / 6 of
    2e-3 N; rounding of V, 8 kJ, is 1e-12 J / h."""
    car = load_vehicle("dw18")
    steering = car.steering if kind == "rack" else pitman_arm()
    car = with_prescribed_rack(replace(car, steering=steering))
    h = 2e-5
    behind, ahead = (potential_energy(*hanging(car, 0.01 + way * h)) for way in (-1.0, 1.0))
    system, sample = hanging(car, 0.01)
    force = effort(system, observe(system, sample), "rack_travel")[0]
    assert abs(force) > 20.0
    assert force == pytest.approx((ahead - behind) / (2.0 * h), rel=3e-4)


def test_a_servo_and_a_rigid_column_are_held_by_the_same_force():
    car = load_vehicle("dw18")
    servo = replace(car, steering=replace(car.steering, actuation=RackServo(stiffness=1e5)))
    system, sample = hanging(servo, 0.012)
    place = system.layout.scalar_forces.index("rack_servo")
    x, force = observe(system, sample).scalar_forces[0, place, :2]
    rigid, at = hanging(with_prescribed_rack(car), float(x))
    assert effort(rigid, observe(rigid, at), "rack_travel")[0] == pytest.approx(force, rel=1e-5)


def rack_alone(ratio: float, load: float, target: float, *, friction=None, stops=None, assist=None):
    """A rack on the torsion bar of a column in a chassis that is held, pulled along its axis by load [N], at rest:
    coordinate [m] and force [N] of each of its elements by name.

    The wheel that the assistance looks at stands still.
    """
    column = Column(stiffness=120.0, damping=2.0, friction=friction, assist=assist)
    steering = replace(load_vehicle("dw18").steering, actuation=column, travel_per_turn=ratio * math.tau, stops=stops)
    found = steering_elements(steering, "")
    chassis, wheel = (Body(name=name, mass=1.0, inertia=(1.0, 1.0, 1.0)) for name in ("chassis", "wheel"))
    hung = Fixed(name="hung", body_b="chassis", point=(0.0, 0.0, 0.0))
    hub = Revolute(name="hub", body_a="chassis", body_b="wheel", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    forces = found.forces
    if assist is not None:
        keys = {"joint": "rack", "target": Input(name="rack_travel"), "ratio": ratio, "stiffness": column.stiffness}
        forces += (PowerSteering(name="assist", **keys, map=assist, joints=("hub",), radii=(0.3,)),)
    forces += (AppliedForce(name="load", body="rack", point=(0.0, 0.0, 0.0), direction=steering.axis, magnitude=load),)
    mechanism = Mechanism(
        bodies=(chassis, wheel, *found.bodies), joints=(hung, hub, *found.joints), forces=forces, gravity=(0.0,) * 3
    )
    system = build(mechanism, inputs={"rack_travel": Constant(value=target)})
    seen = observe(system, np.concatenate([[0.0], settle(system).state])[None]).scalar_forces[0]
    return {name: seen[i, :2] for i, name in enumerate(system.layout.scalar_forces)}


@pytest.mark.parametrize("ratio", [0.008, -0.009])
@pytest.mark.parametrize("load", [-700.0, 2400.0])
def test_driver_and_assistance_carry_the_load(ratio, load):
    """T + A(T, 0) = −load × ratio, with T the torque of the bar by its twist."""
    found = rack_alone(ratio, load, 0.004, assist=ASSIST)
    torque = found["rack_servo"][1] * ratio
    assert torque == pytest.approx(120.0 * (0.004 - found["rack_servo"][0]) / ratio, rel=1e-9)
    assert torque + ASSIST.torque(torque, 0.0) == pytest.approx(-load * ratio, rel=1e-5)
    assert abs(torque) < 0.7 * abs(load * ratio)


def test_stops_hold():
    """Asked for 80 mm, the rack goes 1 mm past the stop at 50 mm where that takes 5 kN."""
    stops = SteeringStops(travel=0.05, stiffness=5e6)
    found = rack_alone(0.01, 0.0, 0.08, stops=stops)
    past = found["steering_stop"][0] - 0.05
    bar = 120.0 / 0.01**2
    assert past == pytest.approx(bar * 0.03 / (bar + 5e6), rel=1e-5)
    assert found["steering_stop"][1] == pytest.approx(-5e6 * past, rel=1e-6)


def test_friction_makes_a_loop():
    """Turned slowly to and fro, the bar carries the friction: its torque over the angle encloses 4 × friction × angle,
    but for the way over which friction is taken up at both ends."""
    ratio, friction, amplitude = 0.01, ColumnFriction(torque=1.5, grip_angle=math.radians(0.2)), 0.02
    steering = replace(
        load_vehicle("dw18").steering,
        actuation=Column(stiffness=120.0, friction=friction),
        travel_per_turn=ratio * math.tau,
    )
    found = steering_elements(steering, "")
    chassis = Body(name="chassis", mass=1.0, inertia=(1.0, 1.0, 1.0))
    hung = Fixed(name="hung", body_b="chassis", point=(0.0, 0.0, 0.0))
    mechanism = Mechanism(bodies=(chassis, *found.bodies), joints=(hung, *found.joints), forces=found.forces)
    turning = Sine(amplitude=amplitude, frequency=0.2)
    system = build(mechanism, inputs={"rack_travel": turning})
    run = simulate(system, system.start_state(), end=10.0, integrator=Midpoint(step=2e-4), sample=0.02)
    last = run.time >= 5.0
    torque = run.spring_force("rack_servo")[last] * ratio
    angle = amplitude * np.sin(0.4 * math.pi * run.time[last]) / ratio
    work = float(np.sum(0.5 * (torque[1:] + torque[:-1]) * np.diff(angle)))
    assert np.abs(torque).max() == pytest.approx(1.5, rel=0.02)
    ends = 2.0 * 1.5 / 120.0 + 4.0 * friction.grip_angle  # twist of the bar, and the pads
    assert 4.0 * 1.5 * (amplitude / ratio - ends) < work < 4.0 * 1.5 * amplitude / ratio


def test_the_channel_is_the_force_of_the_servo_at_the_steering_wheel(left_turn):
    """T = ratio × (k (asked − travel) − c × rate), from channels alone; a turn to the left is held to the left.

    The rate is a difference over 10 ms, which is good to a part in a hundred of the torque.
    """
    steering = load_vehicle("dw18").steering
    travel, asked = left_turn["rack.travel"].values, left_turn["input.rack_travel"].values
    rate = np.gradient(travel, left_turn["time"].values)
    force = steering.actuation.stiffness * (asked - travel) - steering.actuation.damping * rate
    torque = left_turn["steering_wheel.torque"].values
    assert torque[-1] > 1.0
    assert torque[-20:] == pytest.approx(steering.ratio * force[-20:], abs=0.02 * np.abs(torque).max())
