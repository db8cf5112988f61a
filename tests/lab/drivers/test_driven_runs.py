"""Drivers in whole cars: what they see, what they ask for, and that it does not matter how the run is made."""

from dataclasses import replace

import numpy as np
import pytest

from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import simulate, simulate_many
from jounce.engine.simulate.observer import to_world_samples
from jounce.errors import InputError
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.drivers.driver import ChassisObserver
from jounce.lab.maneuvers import Maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.run import run
from jounce.model.mechanism import Constant
from jounce.model.vehicle import TARGET_SPEED

SPEED = 15.0
PATH = Path.through([(0, 0), (8, 0), (16, 0.3), (26, 1.2), (36, 1.5), (60, 1.5)])
PLAN = Maneuver(name="swerve", about="", speed=SPEED, end=2.5, driver=PathDriver(PATH, speed=SPEED))


@pytest.fixture(scope="module")
def result():
    return run(PLAN, vehicle="dw18")


def test_the_path_is_followed_at_the_speed(result):
    x, y = result["chassis.position_x"].values, result["chassis.position_y"].values
    offsets = [PATH.station(a, b, a)[1] for a, b in zip(x, y, strict=True)]
    assert np.abs(offsets).max() < 0.12
    assert y[-1] > 1.0
    assert np.abs(result["chassis.speed"].values - SPEED).max() < 0.1


def test_the_driver_sees_what_is_recorded(result):
    """The chassis of a tree's state and of a world state, against the channels of the run."""
    ready = prepare(PLAN, "dw18", RunSettings())
    trajectory = simulate(ready.system, ready.start, end=0.5, sample=0.1, control=ready.control)
    world = cartesian_system.build(ready.system.mechanism)
    samples = to_world_samples(ready.system, np.array([[0.0, *ready.start]]))
    a, b = ChassisObserver(ready.system).observe(0.0, ready.start), ChassisObserver(world).observe(0.0, samples[0, 1:])
    names = ("x", "y", "yaw", "forward", "sideways", "yaw_rate", "roll", "roll_rate")
    assert [getattr(a, name) for name in names] == pytest.approx([getattr(b, name) for name in names], abs=1e-12)
    seen = ChassisObserver(trajectory.system).observe(0.5, trajectory.samples[-1, 1:])
    n = int(np.argmin(np.abs(result.time - 0.5)))
    assert seen.x == pytest.approx(result["chassis.position_x"][n], abs=0.02)
    at = {name: result[f"chassis.{name}"][-1] for name in ("yaw_rate", "roll_angle", "roll_rate", "yaw_angle")}
    last = ChassisObserver(world).observe(0.0, _end(result))
    assert [last.yaw_rate, last.roll, last.roll_rate, last.yaw] == pytest.approx(list(at.values()), abs=1e-9)


def _end(result):
    """The world state at the end of the run, from another run of it."""
    ready = prepare(PLAN, "dw18", RunSettings())
    how = {"integrator": ready.method, "sample": ready.sample, "control": ready.control}
    return simulate(ready.system, ready.start, end=PLAN.end, **how).samples[-1, 1:]


def test_what_was_asked_for_drives_the_same_way_without_the_driver(result):
    """The recorded inputs are functions of time like any others."""
    ready = prepare(PLAN, "dw18", RunSettings())
    how = {"end": ready.end, "integrator": ready.method, "sample": ready.sample}
    simulate(ready.system, ready.start, control=ready.control, **how)
    again = run(replace(PLAN, driver=None, inputs=ready.control.to_signals()), vehicle="dw18")
    for name in ("chassis.position_y", "chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.speed"):
        assert np.abs(again[name].values - result[name].values).max() < 1e-9


def test_many_cars_are_driven_as_one_is(result):
    """To the bit, with any number of threads; a car without a driver may be among them."""
    plans = [replace(PLAN, driver=PathDriver(PATH, speed=SPEED + i)) for i in range(3)]
    ready = [prepare(plan, "dw18", RunSettings()) for plan in plans]
    how = {"end": PLAN.end, "integrator": ready[0].method, "sample": ready[0].sample}
    many = simulate_many(
        [r.system for r in ready], [r.start for r in ready], controls=[r.control for r in ready], threads=2, **how
    )
    assert not many.failures
    for plan, trajectory in zip(plans, many.trajectories, strict=True):
        alone = prepare(plan, "dw18", RunSettings())
        one = simulate(alone.system, alone.start, control=alone.control, **how)
        assert np.array_equal(one.samples, trajectory.samples)


def test_other_formulations_are_driven_alike(result):
    short = replace(PLAN, end=0.6, step=1e-3)
    world = run(short, vehicle="dw18", formulation="cartesian", integrator="midpoint")
    n = len(world.time)
    assert np.abs(world["chassis.position_y"].values - result["chassis.position_y"].values[:n]).max() < 1e-4
    assert np.abs(world["rack.travel"].values - result["rack.travel"].values[:n]).max() < 1e-4


def test_a_speed_that_is_asked_for_is_held_by_driven_wheels():
    plan = Maneuver(name="cruise", about="", speed=10.0, end=3.0, inputs={TARGET_SPEED: Constant(value=12.0)})
    found = run(plan, vehicle="dw18")
    assert found["chassis.speed"][0] == pytest.approx(10.0)
    assert found["chassis.speed"][-1] == pytest.approx(12.0, abs=0.4)
    assert found["input.drive_torque_rl"].values.max() > 0.0


def test_who_cannot_be_driven_is_refused():
    with pytest.raises(InputError, match="it cannot be steered"):
        run(PLAN, vehicle="rover6")
