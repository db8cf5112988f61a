"""Trailers: names, loads against hand statics, dual wheels in closed form, hitch forces, and what is refused."""

import numpy as np
import pytest

from jounce.engine.formulations.world_frame.observe import observe, reaction
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import ModelError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism, replace
from jounce.model.vehicle import Corner, Trailer, full_brake_inputs
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.geometry import LEFT
from jounce.model.vehicle.statics import wheel_loads
from jounce.model.vehicle.units import unit_of_bodies
from tests.engine.formulations.synthesis.states import sample
from tests.model.vehicle.combinations import double, trailing_axle

COMBINATIONS = {name: load_vehicle(name) for name in ("car_caravan", "tractor_semitrailer")} | {"double": double()}


def unit_weights(car):
    """Unit → its weight [N] and where it acts [m]."""
    mechanism = car.to_mechanism()
    units = unit_of_bodies(mechanism, [trailer.name for trailer in car.trailers])
    found = {}
    for unit in (CHASSIS, *(trailer.name for trailer in car.trailers)):
        own = [body for body in mechanism.bodies if units[body.name] == unit]
        mass = sum(body.mass for body in own)
        found[unit] = car.gravity * mass, sum(body.mass * body.centre_of_mass[0] for body in own) / mass
    return found


def axle_loads(car):
    """Axle → load [N] by `wheel_loads`."""
    loads, found = wheel_loads(car.to_mechanism(), car), {}
    for corner in car.corners:
        load = loads[corner.name("tire")] + loads.get(corner.inner_tire, 0.0)
        found[corner.axle] = found.get(corner.axle, 0.0) + load
    return found


def test_the_caravan_loads_the_car_by_its_lever():
    car = COMBINATIONS["car_caravan"]
    (own, x), (drawn, behind) = unit_weights(car).values()
    hitch, axle = car.trailers[0].hitch.point[0], car.trailers[0].axles[0].suspension.wheel_centre[0]
    front, rear = (each.suspension.wheel_centre[0] for each in car.axles)
    on_ball = drawn * (behind - axle) / (hitch - axle)
    on_rear = (own * (front - x) + on_ball * (front - hitch)) / (front - rear)
    expected = {"front": own + on_ball - on_rear, "rear": on_rear, "caravan": drawn - on_ball}
    assert axle_loads(car) == pytest.approx(expected, rel=1e-12)


def test_the_semitrailer_shares_its_load_among_three_axles():
    car = COMBINATIONS["tractor_semitrailer"]
    (own, x), (drawn, behind) = unit_weights(car).values()
    kingpin = car.trailers[0].hitch.point[0]
    middle = np.mean([axle.suspension.wheel_centre[0] for axle in car.trailers[0].axles])
    on_plate = drawn * (behind - middle) / (kingpin - middle)
    front, rear = (each.suspension.wheel_centre[0] for each in car.axles)
    on_rear = (own * (front - x) + on_plate * (front - kingpin)) / (front - rear)
    third = (drawn - on_plate) / 3.0
    expected = {"front": own + on_plate - on_rear, "rear": on_rear, "first": third, "second": third, "third": third}
    assert axle_loads(car) == pytest.approx(expected, rel=1e-12)


def test_a_turntable_carries_pitch():
    """The dolly and the body on it are level together: three units, and forces and moments of the whole balance."""
    car = COMBINATIONS["double"]
    loads, weights = axle_loads(car), unit_weights(car)
    assert sum(loads.values()) == pytest.approx(sum(weight for weight, _ in weights.values()), rel=1e-12)
    ball = car.trailers[0].hitch.point[0]
    drawn = sum(weight * (ball - x) for unit, (weight, x) in weights.items() if unit != CHASSIS)
    places = {axle.name: axle.suspension.wheel_centre[0] for axle in car.all_axles}
    assert sum(loads[name] * (ball - places[name]) for name in ("dolly", "last")) == pytest.approx(drawn, rel=1e-12)


def test_wheels_are_named_unit_by_unit():
    corners = COMBINATIONS["tractor_semitrailer"].corners
    assert [corner.suffix for corner in corners][:6] == ["fl", "fr", "rl", "rr", "first_l", "first_r"]
    assert {corner.unit for corner in corners[4:]} == {"semitrailer"}
    tires = [tire.name for tire in COMBINATIONS["tractor_semitrailer"].to_mechanism().tires]
    assert tires[2:6] == ["tire_rl", "tire_rl_inner", "tire_rr", "tire_rr_inner"]


def test_brakes_of_trailers_brake_what_they_carry():
    car = COMBINATIONS["tractor_semitrailer"]
    loads, torques = axle_loads(car), full_brake_inputs(car)
    radius = car.axle("second").suspension.wheel_centre[2]
    torque = torques[Corner("second", LEFT).brake_torque]
    assert torque == pytest.approx(1.1 * loads["second"] * radius / 2.0, rel=1e-12)
    own = sum(
        t / car.axle(a).suspension.wheel_centre[2]
        for a, t in ((n, torques[f"brake_torque_{n[0]}l"]) for n in ("front", "rear"))
    )
    assert 2.0 * own == pytest.approx(1.1 * (loads["front"] + loads["rear"]), rel=1e-12)


def test_dual_wheels_have_twice_the_stiffness_and_the_moment_of_the_pair():
    """Wheel sunk by δ and leaning by γ: ΣF = 2 k δ and ΣM = k s²/2 γ for tires s apart, to first order."""
    car = COMBINATIONS["tractor_semitrailer"]
    whole = car.to_mechanism()
    body = replace(next(b for b in whole.bodies if b.name == "wheel_rl"), free=True)
    tires = tuple(tire for tire in whole.tires if tire.body == "wheel_rl")
    system = build(Mechanism(name="wheel", bodies=(body,), tires=tires, gravity=(0.0, 0.0, 0.0)))
    stiffness, spacing, radius = tires[0].law.vertical_stiffness, car.axle("rear").dual_spacing, tires[0].law.radius
    centre, delta, lean = np.array(body.centre_of_mass), 0.02, 1e-5
    y = system.start_state()
    y[:7] = centre[0], centre[1], radius - delta, 1.0, 0.5 * lean, 0.0, 0.0
    contact = observe(system, np.concatenate([[0.0], y])[None]).tire[0]
    force, arm = contact["force"], contact["point"] - y[:3]
    second_order = radius * lean**2 / delta  # how much a leaning wheel is lower, by its deflection
    assert force[:, 2].sum() == pytest.approx(2.0 * stiffness * delta, rel=second_order)
    pair = np.cross(arm, force * [0.0, 0.0, 1.0])[:, 0].sum()
    middle = np.mean(arm[:, 1]) * force[:, 2].sum()  # what a single tire in the middle would do
    assert pair - middle == pytest.approx(-stiffness * spacing**2 / 2.0 * lean, rel=1e-5)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_the_hitch_carries_what_the_trailer_lacks(name):
    """Two-body balance on random states: Σ m a = Σ m g + forces of tires + force of the hitch, unit by unit."""
    car = COMBINATIONS[name]
    still = replace(car, aerodynamics=None, trailers=[replace(t, aerodynamics=None) for t in car.trailers])
    system = build(still.to_mechanism())
    mechanism, names = system.mechanism, [trailer.name for trailer in car.trailers]
    times, states = sample(system, 2, seed=4)
    samples = np.column_stack([times, states])
    seen, units = observe(system, samples), unit_of_bodies(mechanism, names)
    behind = np.zeros((len(samples), 3))
    for trailer in reversed(names):
        own = [body for body in mechanism.bodies if units[body.name] == trailer]
        inertia = sum(b.mass * (seen.acceleration[:, system.layout.body(b.name), :3] - mechanism.gravity) for b in own)
        tires = [i for i, tire in enumerate(mechanism.tires) if units[tire.body] == trailer]
        ground = seen.tire["force"][:, tires].sum(axis=1)
        plates = [b for b in mechanism.bodies if b.name.startswith("plate_") and units[b.name] == trailer]
        assert not plates
        expected = inertia - ground + behind
        found = reaction(system, samples, seen, f"hitch_{trailer}").force_world
        assert found == pytest.approx(expected, abs=1e-9 * np.abs(inertia).max() + 1e-9 * np.abs(ground).max())
        behind = expected


def trailer(**changes):
    keys = {
        "name": "box",
        "chassis": {"mass": 500.0, "centre_of_mass": [-6.0, 0.0, 0.8], "inertia": [200.0, 500.0, 500.0]},
        "hitch": {"kind": "ball", "point": [-2.7, 0.0, 0.4]},
        "axles": [trailing_axle("box", -6.1)],
    }
    return Trailer(**keys | changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"axles": [trailing_axle("rear", -6.1)]}, "trailers.box.axles.rear: two axles of one name"),
        ({"axles": [trailing_axle("box", -1.0)]}, "trailers.box: not behind the unit before it"),
        ({"hitch": {"kind": "hook", "point": [0, 0, 0]}}, "hitch.kind: unknown kind of hitch"),
        ({"axles": []}, "axles: no axles"),
        ({"name": "chassis"}, "name: the name of a body of the towing unit"),
        ({"axles": [trailing_axle("a", -6.1), trailing_axle("b", -5.0)]}, "not behind axle 'a'"),
    ],
)
def test_wrong_trailers_are_refused(changes, words):
    with pytest.raises(ModelError) as refusal:
        replace(load_vehicle("car_caravan"), trailers=(trailer(**changes),))
    assert words in str(refusal.value)


def test_parameters_reach_into_trailers():
    car = load_vehicle("car_caravan").with_values({"trailers.caravan.chassis.mass": "1500 kg"})
    assert car.trailer("caravan").chassis.mass == 1500.0
    assert car.value("trailers.caravan.axles.caravan.wheel.mass") == 18.0
