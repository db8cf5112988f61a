"""Keys for the set-up of a car: toe and camber, payload, a right side of its own, damper scale, actuators."""

import math

import numpy as np
import pytest

import jounce
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.world_frame.entries import accelerations, evaluate
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, replace
from jounce.model.vehicle import Payload, Vehicle, parse_vehicle, rolling, to_mechanism
from jounce.model.vehicle.parameters import value_at, with_parameters
from jounce.model.vehicle.suspensions.springs import TorsionBar

DW18 = load_vehicle("dw18")
SPRING = "axles.front.suspension.spring"


def aligned(**angles):
    front = DW18.axles[0]
    suspension = replace(front.suspension, spin_axis=None, **angles)
    return replace(DW18, axles=(replace(front, suspension=suspension), DW18.axles[1]))


def forces_of(car, name: str, inputs=None, speed: float = 0.0) -> float:
    """Force of an element of the car at the design position, its chassis moving up [m/s]."""
    system = build(to_mechanism(car), inputs=inputs or {})
    y = design_state(system)
    y[system.twist("chassis")][2] = speed
    evaluate(system.model, system.work, 0.0, y)
    return float(system.work.scalar_forces[system.layout.scalar_forces.index(name), 1])


# ---------------------------------------------------------------------------------------------- toe and camber


@pytest.mark.parametrize(("toe", "camber"), [("0.2 deg", "-1.5 deg"), (0.0, "2 deg"), ("-0.3 deg", 0.0)])
def test_kc_reports_the_toe_and_camber_that_are_given(toe, camber):
    car = aligned(toe=toe, camber=camber)
    sheet = jounce.kc(car, axle="front", travel=0.01).axles[0].parallel
    for wheel in (sheet.left, sheet.right):
        assert float(wheel.toe[sheet.design]) == pytest.approx(car.axles[0].suspension.toe, abs=1e-12)
        assert float(wheel.camber[sheet.design]) == pytest.approx(car.axles[0].suspension.camber, abs=1e-12)


def test_toe_in_turns_the_front_of_a_wheel_inwards_and_camber_its_top_outwards():
    """Heading of a wheel: its axis turned by −90° about z; its top: up, perpendicular to the axis."""
    x, y, z = aligned(toe="1 deg", camber="1 deg").axles[0].suspension.wheel_axis
    heading, top = np.array([y, -x, 0.0]), np.array([0.0, 0.0, 1.0]) - z * np.array([x, y, z])
    assert heading[1] < 0.0 < top[1]
    assert math.hypot(x, y, z) == pytest.approx(1.0, abs=1e-15)


def test_without_any_alignment_the_wheel_is_upright():
    assert aligned().axles[0].suspension.wheel_axis == (0.0, 1.0, 0.0)
    assert to_mechanism(aligned()) == to_mechanism(DW18)


def test_alignment_is_said_once():
    with pytest.raises(ModelError, match="toe: given in two ways; got toe and spin_axis"):
        replace(DW18.axles[0].suspension, toe=0.01)
    with pytest.raises(ModelError, match="camber: out of range"):
        aligned(camber="91 deg")


# ---------------------------------------------------------------------------------------------- payload


def test_payload_is_added_by_the_parallel_axis_theorem():
    """Two masses at ±a from the centre: J grows by 2 m a² about the axes across, and nothing else moves."""
    x, y, z = DW18.chassis.centre_of_mass
    load = [{"name": side, "mass": 50.0, "position": (x, y + sign * 0.4, z)} for side, sign in (("l", 1), ("r", -1))]
    part = replace(DW18, payload=load).laden_chassis
    assert part.mass == 1600.0
    assert part.centre_of_mass == pytest.approx((x, y, z), abs=1e-15)
    more = 2.0 * 50.0 * 0.4**2
    assert part.inertia == pytest.approx((500.0 + more, 2300.0, 2500.0 + more, 0.0, 0.0, 0.0), abs=1e-9)


def test_one_mass_moves_the_centre_by_its_share():
    """Reduced mass m M / (m + M) at the distance d: J = J₀ + μ (d·d 1 − d dᵀ)."""
    car = replace(DW18, payload=[{"name": "luggage", "mass": "100 kg", "position": (-1.6, 0.2, 0.75)}])
    d, mu = np.array([-1.6, 0.2, 0.2]), 1500.0 * 100.0 / 1600.0
    chassis = next(body for body in to_mechanism(car).bodies if body.name == "chassis")
    assert chassis.mass == 1600.0
    assert chassis.centre_of_mass == pytest.approx((np.array([0.0, 0.0, 0.55]) + 100.0 / 1600.0 * d).tolist())
    wanted = np.diag([500.0, 2300.0, 2500.0]) + mu * (d @ d * np.eye(3) - np.outer(d, d))
    assert chassis.inertia_matrix == pytest.approx(wanted, rel=1e-12)


def test_payload_has_names_and_paths():
    car = replace(DW18, payload=[Payload(name="driver", mass=75.0, position=(0.0, 0.4, 0.5))])
    assert with_parameters(car, {"payload.driver.mass": 90.0}).laden_chassis.mass == 1590.0
    with pytest.raises(ModelError, match="two payload of one name"):
        replace(car, payload=(*car.payload, *car.payload))
    with pytest.raises(ModelError, match=r"payload\.0\.mass: out of range"):
        replace(car, payload=[{"name": "gas", "mass": -1.0, "position": (0, 0, 0)}])


# ---------------------------------------------------------------------------------------------- the right side


ASYMMETRIC = {
    "suspension": {"spring": {"stiffness": "45 N/mm", "damping": 2000.0}, "spin_axis": None, "toe": "0.1 deg"},
    "tire": {"radius": 0.312},
    "wheel": {"mass": 21.0},
}


def test_only_what_is_given_differs_on_the_right():
    front = replace(DW18.axles[0], right=ASYMMETRIC)
    mechanism = to_mechanism(replace(DW18, axles=(front, DW18.axles[1])))
    left, right = (next(f for f in mechanism.forces if f.name == f"spring_f{side}") for side in "lr")
    assert (left.stiffness, right.stiffness) == (35e3, 45e3)
    assert (left.damping, right.damping) == (3000.0, 2000.0)
    assert left.free_length == right.free_length
    tires = {tire.name: tire for tire in mechanism.tires}
    assert tires["tire_fl"].law.radius == 0.31
    assert tires["tire_fr"].law.radius == 0.312
    assert tires["tire_fl"].spin_axis == (0.0, 1.0, 0.0)
    assert math.atan2(-tires["tire_fr"].spin_axis[0], tires["tire_fr"].spin_axis[1]) == pytest.approx(
        math.radians(0.1)
    )  # toe-in steers a right wheel to the left
    bodies = {body.name: body.mass for body in mechanism.bodies}
    assert (bodies["wheel_fl"], bodies["wheel_fr"]) == (20.0, 21.0)


def test_the_mirror_image_of_a_car_leans_to_the_other_side():
    """Accelerations of the chassis from rest at the design position: x, z and pitch as they are, the others negated."""
    stiff = {"suspension": {"spring": {"stiffness": 45e3}}}
    soft = {"suspension": {"spring": {"stiffness": 35e3}}}
    hard_front = with_parameters(DW18, {f"{SPRING}.stiffness": 45e3}).axles[0]
    found = []
    for front in (replace(DW18.axles[0], right=stiff), replace(hard_front, right=soft)):
        system = build(to_mechanism(replace(DW18, axles=(front, DW18.axles[1]))))
        accelerations(system.model, system.work, 0.0, design_state(system))
        found.append(system.work.x[system.layout.bodies.index("chassis")].copy())
    one, other = found
    assert one == pytest.approx(np.array([1, -1, 1, -1, 1, -1]) * other, abs=1e-10)
    assert abs(one[3]) > 0.1


def test_other_laws_on_the_right_share_the_compiled_code():
    laws = {"suspension": {"spring": ASYMMETRIC["suspension"]["spring"]}, "tire": ASYMMETRIC["tire"]}
    front = replace(DW18.axles[0], right=laws)
    cars = (DW18, replace(DW18, axles=(front, DW18.axles[1])))
    one, other = (synthesis.build(rolling(car, 10.0)).generated.source for car in cars)
    assert one == other


def test_what_differs_on_the_right_is_checked_and_found_in_its_file():
    text = (
        "axles:\n  front:\n    right:\n      suspension:\n        spring: {stifness: 3}\n"
        "      brake: {}\n      tire: {radius: -1}\n"
    )
    whole = jounce.model.library.path("dw18").read_text(encoding="utf-8")
    text = whole.replace("axles:\n  front:\n", text.rsplit("      brake", 1)[0])
    with pytest.raises(ModelError, match=r"right\.suspension\.spring\.stifness: unknown key; did you mean 'stiffness'"):
        parse_vehicle(text)
    with pytest.raises(ModelError, match=r"right\.brake: not a value of one side; known: suspension, wheel, tire"):
        replace(DW18.axles[0], right={"brake": {}})
    with pytest.raises(ModelError, match=r"right: not a mapping; got 3"):
        replace(DW18.axles[0], right=3)
    with pytest.raises(ModelError, match=r"right\.suspension\.spring: not a mapping; got 3"):
        replace(DW18.axles[0], right={"suspension": {"spring": 3}})
    with pytest.raises(ModelError, match=r"right\.tire\.radius: out of range"):
        replace(DW18.axles[0], right={"tire": {"radius": -1.0}})


def test_studies_reach_the_right_side():
    path = "axles.front.right.suspension.spring.stiffness"
    car = with_parameters(DW18, {path: "40 N/mm"})
    assert value_at(car, path) == "40 N/mm"
    assert forces_of(car, "spring_fr") / forces_of(car, "spring_fl") == pytest.approx(40.0 / 35.0, rel=1e-12)


# ---------------------------------------------------------------------------------------------- dampers and actuators


@pytest.mark.parametrize("name", ["dw18", "sedan"])
def test_the_whole_damper_is_scaled(name):
    """F(v) − F(0) grows by the factor, for a number as for a curve."""
    car = load_vehicle(name)
    soft, hard = (
        forces_of(c, "spring_fl", speed=0.2) - forces_of(c, "spring_fl")
        for c in (car, with_parameters(car, {f"{SPRING}.damper_scale": 1.5}))
    )
    assert abs(soft) > 100.0
    assert hard == pytest.approx(1.5 * soft, rel=1e-12)


@pytest.mark.parametrize("name", ["dw18", "sedan", "hatchback"])
def test_an_actuator_of_a_spring_adds_its_force(name):
    car = with_parameters(load_vehicle(name), {f"{SPRING}.actuator": True})
    pushed = forces_of(car, "spring_fr", {"spring_force_fr": Constant(value=500.0)})
    assert pushed - forces_of(car, "spring_fr") == pytest.approx(500.0, abs=1e-9)
    assert set(build(to_mechanism(car)).layout.inputs) >= {"spring_force_fl", "spring_force_fr"}


def test_a_damper_apart_and_a_torsion_bar_have_actuators_of_their_own():
    car = load_vehicle("hatchback")
    car = with_parameters(car, {"axles.rear.suspension.damper.actuator": True})
    pushed = forces_of(car, "damper_rl", {"damper_force_rl": Constant(value=-300.0)})
    assert pushed - forces_of(car, "damper_rl") == pytest.approx(-300.0, abs=1e-9)
    rover = load_vehicle("rover6")
    bar = TorsionBar(stiffness=12e3, preload=700.0, actuator=True)
    front = replace(rover.axles[0], suspension=replace(rover.axles[0].suspension, torsion_bar=bar))
    car = replace(rover, axles=(front, *rover.axles[1:]))
    turned = forces_of(car, "torsion_fl", {"torsion_torque_fl": Constant(value=50.0)})
    assert turned - forces_of(car, "torsion_fl") == pytest.approx(50.0, abs=1e-9)


def test_an_actuator_changes_the_law_of_its_spring_alone():
    """Nothing else of the generated equations but the number of signals."""
    car = with_parameters(DW18, {f"{SPRING}.actuator": True})
    one, other = (synthesis.build(rolling(c, 10.0)).generated.source.splitlines() for c in (DW18, car))
    changed = [line for line in other if line not in one]
    assert any("actuated_spring_force(" in line for line in changed)
    assert all("actuated_spring_force" in line or "put_signals(" in line for line in changed)


def test_a_car_with_all_of_it_comes_back_from_its_data():
    """As the record of a run keeps it."""
    suspension = {"right": ASYMMETRIC, "suspension.spring.free_length": None, "suspension.spring.preload": "balance"}
    car = with_parameters(DW18, {f"axles.front.{path}": value for path, value in suspension.items()})
    car = replace(car, payload=[Payload(name="driver", mass=75.0, position=(0.0, 0.4, 0.5))])
    assert Vehicle(**car.model_dump(mode="json")) == car
