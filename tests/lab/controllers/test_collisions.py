"""Contacts of the body: a car that rolls over comes to rest, cones and crates are knocked about, bits stay the same."""

import math

import numpy as np
import pytest

import jounce
from jounce.lab.controllers.catalogue.collisions import Collisions, with_collisions
from jounce.lab.controllers.hull_boxes import hull_boxes
from jounce.lab.maneuvers import maneuver
from jounce.lab.results import Result
from jounce.lab.runs.many import Run, run_many
from jounce.model.library import load_vehicle

SEDAN = load_vehicle("sedan")


def upside_down(sim, height):
    """Put a car at rest on its roof, its chassis at a height [m]."""
    y = sim._y
    y[:3], y[3:7] = (0.0, 0.0, height), (0.0, 1.0, 0.0, 0.0)


def test_a_car_dropped_on_its_roof_comes_to_rest_there():
    """At rest the contacts carry its weight, and the roof is as deep in the ground as its four corners give way."""
    sim = jounce.Simulation("sedan", controllers="collisions", record=False)
    _, cabin = hull_boxes(SEDAN)
    roof = cabin.centre[2] + 0.5 * cabin.size[2]
    upside_down(sim, roof + 0.1)
    sim.step(4.0)
    weight = 9.81 * sum(body.mass for body in SEDAN.to_mechanism().bodies)
    force = sim._ready.control.controllers[0].held["hull_force_z"]
    assert sim["chassis.speed"] < 0.01
    assert force == pytest.approx(weight, rel=0.01)
    depth = weight / (4 * Collisions().stiffness)
    assert roof - depth - 0.01 < sim["chassis.position_z"] < roof


def test_a_fishhook_that_rolls_over_goes_on_to_rest():
    """Without contacts of the body it ends at 60° of roll; with them the car turns over and slides to a stop."""
    plan = maneuver("fishhook", angle="250 deg")
    tall = SEDAN.with_values({"chassis.centre_of_mass.2": 1.0})
    settings = {"ground": "flat, friction=1.2"}
    bare, hull = run_many([Run(plan, tall, settings), Run(plan, tall, {**settings, "controllers": "collisions"})])
    assert isinstance(bare, Result)
    assert isinstance(hull, Result)
    assert "roll_angle" in bare.metadata.stopped
    assert "speed" in hull.metadata.stopped or hull.time[-1] > 7.0
    assert np.abs(hull["chassis.roll_angle"].values).max() > math.radians(90.0)
    lowest = hull["chassis.position_z"].values.min()
    assert lowest > 0.2  # the body does not sink into the ground


def test_cones_are_knocked_away_and_drawn():
    """The first cone of a slalom stands in the way; those that are not reached stay where they are."""
    result = jounce.run(
        "j-turn", vehicle="sedan", duration=2.5, rack_travel=0.0, controllers="collisions(course=slalom)"
    )
    first, last = (result[f"controller.collisions.cone_{i}.x"].values for i in (0, 9))
    assert first[0] == pytest.approx(30.0, abs=1e-6)
    assert first[-1] > 31.0
    assert (last == last[0]).all()
    assert result.motion.scene["bodies"][-1] == "cone_9"
    speed = result["chassis.speed"].values
    assert 0.0 < speed[0] - speed[-1] < 1.0  # three kilograms do not stop a car


def test_snapshots_hold_the_objects():
    sim = jounce.Simulation("dw18", speed=15.0, controllers="collisions(course=slalom)", record=False)
    sim.step(1.7)
    kept = sim.snapshot()
    sim.step(0.8)
    first = sim.observe()
    sim.restore(kept)
    sim.step(0.8)
    assert np.array_equal(first, sim.observe(), equal_nan=True)


def test_runs_alone_and_in_a_batch_have_the_same_bits():
    plan = maneuver("j-turn", duration=2.2, start=0.2)
    settings = {"controllers": "collisions(course=slalom)"}
    alone = jounce.run(plan, vehicle="dw18", **settings)
    batch = run_many([Run(plan, load_vehicle("dw18"), settings)] * 3)
    for one in batch:
        assert np.array_equal(one["chassis.position_y"].values, alone["chassis.position_y"].values)


def test_a_car_that_touches_nothing_is_not_moved():
    """Loads of zero change nothing but rounding."""
    bare = jounce.run("j-turn", vehicle="dw18", duration=2.0, start=0.2, integrator="chord")
    hull = jounce.run("j-turn", vehicle="dw18", duration=2.0, start=0.2, controllers="collisions")
    assert hull["chassis.yaw_rate"].values == pytest.approx(bare["chassis.yaw_rate"].values, abs=1e-9)


def test_other_formulations_are_refused():
    with pytest.raises(jounce.InputError, match="synthesis"):
        jounce.run(
            "j-turn", vehicle="dw18", formulation="world-frame", duration=0.1, start=0.05, controllers="collisions"
        )


def test_collisions_come_last_and_once():
    assert with_collisions("") == ["collisions(course=none)"]
    assert with_collisions("abs", "slalom") == ["abs", "collisions(course=slalom)"]
    assert with_collisions("collisions(height=2)", "slalom") == ["collisions(height=2)"]
    with pytest.raises(jounce.InputError, match="one of none, slalom, jump, kerb, cleats, parked, playground"):
        with_collisions("", "forest")
