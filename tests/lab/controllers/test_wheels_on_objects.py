"""Cars whose wheels meet kerbs and ramps: heights, energy, the way back, bits."""

import math

import numpy as np
import pytest

import jounce
from jounce.engine.single_body import COURSES, Course, Ramp
from jounce.engine.single_body.arrays import OBJECT_FRICTION
from jounce.engine.single_body.course import PARKED_MASS
from jounce.engine.terrain.proving_ground import CLEAT_LANE, CLEAT_START
from jounce.lab.controllers.catalogue.collisions import Collisions, objects_on
from jounce.lab.controllers.hull_boxes import hull_boxes
from jounce.lab.maneuvers import maneuver
from jounce.lab.runs.many import Run, run_many
from jounce.model.library import load_vehicle

G = 9.81


def start(course, speed, vehicle="sedan"):
    return jounce.Simulation(vehicle, speed=speed, controllers=f"collisions(course={course})", record=False)


def contact_of(sim):
    return sim._ready.control.controllers[0].session.contact


def energy(sim):
    """Energy of motion and height of a car by its mass, taken for one body [J/kg]."""
    return 0.5 * sim["chassis.speed"] ** 2 + G * sim["chassis.position_z"]


def test_a_car_climbs_a_kerb_at_walking_speed():
    """A kerb of 0.1 m at 2 m/s: the car stands 0.1 m higher on it, as deep in its tires as on the road. It has lost
    what the height takes and more, which the blows of two axles cost."""
    sim = start("kerb", 2.0)
    sim.step(0.5)
    before, height = energy(sim), sim["chassis.position_z"]
    most = 0.0
    for _ in range(70):
        sim.step(0.1)
        most = max(most, energy(sim) - before)
    contact = contact_of(sim)
    weight = G * sum(body.mass for body in load_vehicle("sedan").to_mechanism().bodies)
    assert (contact.treads["surface"] == 0).all()
    assert sim["chassis.position_z"] == pytest.approx(height + 0.1, abs=2e-3)
    assert contact.treads["load"].sum() == pytest.approx(weight, rel=0.01)
    assert 0.5 < sim["chassis.speed"] < math.sqrt(2.0**2 - 2.0 * G * 0.1)
    assert most < 0.01 * before


def test_a_kerb_stops_a_car_that_is_too_slow():
    """At 0.5 m/s its energy lifts a car by 13 mm: it comes back from a kerb of 100 mm, slower."""
    sim = start("kerb", 0.5)
    sim.step(19.0)
    farthest = sim["chassis.position_x"]
    sim.step(4.0)
    wheel_ahead = load_vehicle("sedan").axles[0].suspension.wheel_centre[0]
    assert farthest < 10.0 - wheel_ahead + 0.5
    assert sim["chassis.position_x"] <= farthest + 0.05
    assert energy(sim) <= 0.5 * 0.5**2 + G * sim["chassis.position_z"]
    assert sim["chassis.position_z"] == pytest.approx(start("kerb", 0.5)["chassis.position_z"], abs=0.01)


def test_a_car_rolls_up_a_ramp(monkeypatch):
    """A long ramp of 10 %: once the blow at its foot has died away the car is as steep as the ramp, and stands over it
    as over the road: rolling freely, along the slope it falls freely, and springs carry cos 5.7° of the weight. No sill
    touches it."""
    ramp = Ramp(x=10.0, length=40.0, height=4.0)
    monkeypatch.setitem(COURSES, "jump", lambda: Course(objects=(ramp,)))
    sim, slope = start("jump", 12.0), math.atan2(ramp.height, ramp.length)
    height, speed = sim["chassis.position_z"], sim["chassis.speed"]
    for _ in range(28):
        sim.step(0.1)
        assert not contact_of(sim).push.any()
    x, z = sim["chassis.position_x"] - ramp.x, sim["chassis.position_z"]
    assert (contact_of(sim).treads["surface"] == 0).all()
    assert sim["chassis.pitch_angle"] == pytest.approx(-slope, abs=math.radians(0.2))
    assert z * math.cos(slope) - x * math.sin(slope) == pytest.approx(height, abs=5e-3)
    assert energy(sim) < 0.5 * speed**2 + G * height


def test_snapshots_hold_what_wheels_touch():
    sim = start("kerb", 5.0)
    sim.step(2.0)
    assert (contact_of(sim).treads["surface"] == 0).any()
    kept = sim.snapshot()
    sim.step(0.5)
    first = sim.observe()
    sim.restore(kept)
    sim.step(0.5)
    assert np.array_equal(first, sim.observe(), equal_nan=True)


def test_cars_on_a_kerb_have_the_same_bits_alone_and_in_a_batch():
    plan = maneuver("j-turn", duration=2.0, speed="30 km/h", start=1.0)
    settings = {"controllers": "collisions(course=kerb)"}
    alone = jounce.run(plan, vehicle="sedan", **settings)
    assert alone["chassis.position_z"].values[-1] > alone["chassis.position_z"].values[0] + 0.05
    for one in run_many([Run(plan, load_vehicle("sedan"), settings)] * 2):
        assert np.array_equal(one["chassis.position_y"].values, alone["chassis.position_y"].values)


def test_without_objects_wheels_have_no_inputs():
    """Cars without objects have the equations that they had."""
    car = load_vehicle("sedan")
    assert Collisions().start(car, 0.0).inputs == Collisions.inputs
    assert len(Collisions(course="kerb").start(car, 0.0).inputs) == 6 + 4 * 6


def test_the_rover_has_a_nose_of_its_own():
    """Its hull ends within 0.1 m of its front hinges, 0.4 m ahead of the axle, not 0.3 wheelbases ahead."""
    car = load_vehicle("rover6")
    lower, _ = hull_boxes(car)
    nose = lower.centre[0] + 0.5 * lower.size[0] + car.laden_chassis.centre_of_mass[0]
    assert car.axles[0].suspension.wheel_centre[0] + 0.4 == pytest.approx(nose)
    assert 0.0 < nose - car.axles[0].suspension.arm.inner_pivot[0] < 0.1


def test_a_car_crosses_the_cleats_of_the_proving_ground():
    """At 40 km/h along their lane front wheels meet one cleat after the other: the fifth, at 45°, the left one first,
    and the last the left one alone. Higher ones press harder. Rolling over all of them costs speed."""
    sim = jounce.Simulation(
        "dw18",
        ground="proving ground",
        speed="40 km/h",
        at=(CLEAT_START - 6.0, CLEAT_LANE, 0.0),
        controllers="collisions(course=cleats)",
        record=False,
    )
    treads, speed = contact_of(sim).treads, sim["chassis.speed"]
    first, loads = {}, np.zeros((2, 6))
    while sim.time < 8.0:
        sim.step(4e-3)
        for wheel in (0, 1):
            if (cleat := int(treads["surface"][wheel])) >= 0:
                first.setdefault((wheel, cleat), sim.time)
                loads[wheel, cleat] = max(loads[wheel, cleat], treads["load"][wheel])
    assert {cleat for wheel, cleat in first if wheel == 0} == {0, 1, 2, 3, 4, 5}
    assert {cleat for wheel, cleat in first if wheel == 1} == {0, 1, 2, 3, 4}
    assert abs(first[0, 3] - first[1, 3]) < 0.01
    assert 0.5 * 1.55 / speed < first[1, 4] - first[0, 4] < 1.5 * 1.55 / speed
    assert np.all(np.diff(loads[:, :4], axis=1) > 0.0)
    assert 0.8 * speed < sim["chassis.speed"] < speed


def test_a_parked_car_is_pushed_ahead_of_the_one_that_hits_it():
    """At 10 m/s: the blow takes energy, and no momentum but what friction of the sliding box takes meanwhile; both move
    on until they stand, the hit one farther than it was."""
    sim = start("parked", 10.0)
    thing, mass = contact_of(sim).things[:1], sum(b.mass for b in load_vehicle("sedan").to_mechanism().bodies)
    while thing["velocity"][0, 0] < 0.05:
        speed = sim["chassis.speed"]
        sim.step(0.01)
    sim.step(0.2)
    pushed, kept = thing["velocity"][0, 0], sim["chassis.speed"]
    momentum = mass * kept + PARKED_MASS * pushed
    assert mass * speed - 0.25 * OBJECT_FRICTION * PARKED_MASS * G < momentum < mass * speed
    assert mass * kept**2 + PARKED_MASS * pushed**2 < mass * speed**2
    assert 0.0 < pushed - kept < speed  # apart, and slower than they met
    sim.step(4.0)
    assert abs(sim["chassis.speed"]) < 0.2
    assert thing["position"][0, 0] > 32.0


def test_the_proving_ground_has_cleats_unless_others_are_asked_for():
    assert objects_on("proving ground") == objects_on("proving-ground, seed=2") == "cleats"
    assert objects_on("flat") == "none"
