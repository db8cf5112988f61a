"""`preload: balance`: the design position is the equilibrium, whatever the car weighs."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import ModelError
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import design_position, solve_position
from jounce.model.library import load_vehicle
from jounce.model.mechanism import SpringDamper, replace
from jounce.model.vehicle import Payload, Vehicle, to_mechanism, with_balanced_springs
from jounce.model.vehicle.parameters import with_parameters
from jounce.model.vehicle.statics import wheel_loads
from jounce.model.vehicle.suspensions.springs import TorsionBar

DRIVER = Payload(name="driver", mass=90.0, position=(0.1, 0.35, 0.5))


def balanced(name: str, **changes) -> Vehicle:
    """A library car with balanced springs, and tires whose radius leaves the wheel centres at their height."""
    car = replace(load_vehicle(name), **changes)
    for axle in car.axles:
        where = f"axles.{axle.name}.suspension.spring"
        car = with_parameters(car, {f"{where}.free_length": None})
        car = with_parameters(car, {f"{where}.preload": "balance"})
    return car


def with_matched_tires(car: Vehicle) -> Vehicle:
    """Radius of a simple tire: (height of the wheel centre + load / stiffness) / cos(camber), on each side."""
    loads = wheel_loads(to_mechanism(car), car)
    for axle in car.axles:
        height, cosine = axle.suspension.wheel_centre[2], math.sqrt(1.0 - axle.suspension.wheel_axis[2] ** 2)
        deflections = (loads[f"tire_{axle.name[0]}{side}"] / axle.tire.vertical_stiffness for side in "lr")
        left, right = ((height + deflection) / cosine for deflection in deflections)
        car = with_parameters(
            car, {f"axles.{axle.name}.tire.radius": left, f"axles.{axle.name}.right.tire.radius": right}
        )
    return car


@pytest.mark.parametrize(("name", "mass"), [("dw18", 1100.0), ("sedan", 1700.0)])
def test_a_car_of_any_mass_rests_at_its_design_position(name, mass):
    """The driver makes it lean, so that all four springs differ."""
    car = load_vehicle(name)
    car = balanced(name, chassis=replace(car.chassis, mass=mass), payload=(DRIVER,))
    system = build(to_mechanism(with_matched_tires(car)))
    pose = settle(system).state[system.pose("chassis")]
    assert pose[2] == pytest.approx(car.laden_chassis.centre_of_mass[2], abs=1e-6)
    assert np.abs(pose[4:6]).max() < 1e-6  # roll and pitch; a car without a driver may stand anywhere else


def test_tires_of_another_radius_only_let_the_whole_car_sink():
    """dw18 as it is: every spring keeps its design length but for what a pitch of 1.3 mrad moves of the weight."""
    car = balanced("dw18", chassis=replace(load_vehicle("dw18").chassis, mass=1800.0))
    system = build(to_mechanism(car))
    state = settle(system).state
    evaluate(system.model, system.work, 0.0, state)
    for force in system.mechanism.forces:
        if isinstance(force, SpringDamper):
            length = system.work.measures["value"][system.layout.measures[force.name, "length"]]
            assert length == pytest.approx(force.design_length, abs=2e-4)
    loads = wheel_loads(system.mechanism, car)
    sinking = np.mean([load / 200e3 - 0.02 for load in loads.values()])
    assert 0.55 - state[system.pose("chassis")][2] == pytest.approx(sinking, abs=2e-4)


def test_a_numerical_preload_is_what_statics_of_an_arm_say():
    """rover6, whose preloads in the file come from the moments about the hinges."""
    car, found = load_vehicle("rover6"), with_balanced_springs(balanced("rover6"))
    for written, axle in zip(car.axles, found.axles, strict=True):
        assert axle.suspension.spring.preload == pytest.approx(written.suspension.spring.preload, rel=1e-5)
        assert axle.right is None


def test_a_torsion_bar_is_balanced_too():
    """Instead of the springs of rover6: the moment of wheel load and weights about the hinge."""
    car = load_vehicle("rover6")
    bar = TorsionBar(stiffness=12e3, preload="balance")
    axles = (replace(a, suspension=replace(a.suspension, spring=None, torsion_bar=bar)) for a in car.axles)
    front = with_balanced_springs(replace(car, axles=tuple(axles))).axles[0].suspension
    moment = 2452.5 * 0.384 - 9.81 * (20.0 * 0.384 + 15.0 * (1.284 - 1.0056))
    assert front.torsion_bar.preload == pytest.approx(moment, rel=1e-6)


def test_one_axle_on_the_rig_has_the_preloads_of_the_whole_car():
    """Wheels without camber, so that the rig pushes where simple tires do."""
    car = balanced("dw18")
    rig = build_rig(car, "front")
    position = solve_position(rig, design_position(rig), np.zeros(3))
    loads = wheel_loads(to_mechanism(car), car)
    assert position.loads[:2] == pytest.approx([loads["tire_fl"], loads["tire_fr"]], rel=1e-9)


def test_a_spring_that_cannot_be_preloaded_is_refused():
    with pytest.raises(ModelError, match="given in two ways"):
        with_parameters(load_vehicle("dw18"), {"axles.front.suspension.spring.preload": "balance"})
    spring = load_vehicle("dw18").axles[0].suspension.spring
    with pytest.raises(ModelError, match="preload of no spring"):
        replace(spring, free_length=None, preload="balance", stiffness=0.0)


def test_one_balanced_axle_does_not_carry_a_car_on_wrong_springs():
    """The other axle's springs have a preload of their own, which does not fit this mass."""
    car = load_vehicle("dw18")
    car = with_parameters(car, {"axles.front.suspension.spring.free_length": None, "chassis.mass": 1800.0})
    car = with_parameters(car, {"axles.front.suspension.spring.preload": "balance"})
    with pytest.raises(ModelError, match="cannot carry the car"):
        to_mechanism(car)
