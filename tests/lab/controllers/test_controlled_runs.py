"""Controllers in whole runs: what they see, what they change, their order and rates, and the same bits in company."""

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.controllers.controller import controller
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers import Maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.recording import arguments
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Table

CAR = load_vehicle("dw18")
BRAKE = Table(times=(0.1, 0.3), values=(0.0, 0.3), interpolation="linear")
STOP = Maneuver(name="stop", about="", speed=15.0, end=0.5, inputs={"brake": BRAKE})
FRONT = ("brake_torque_fl", "brake_torque_fr")


class Watcher:
    """Keeps what it sees at every update; moves nothing."""

    name, rate, inputs = "watcher", 200.0, FRONT

    def start(self, car, speed):
        self.session = _Watch()
        return self.session


class _Watch:
    def __init__(self):
        self.seen, self.recorded, self.records = {}, {}, {"double_speed": "m/s"}

    def update(self, t, channels, inputs):
        names = ("chassis.speed", "chassis.longitudinal_acceleration", "tire.fl.slip_ratio", "input.brake_torque_fl")
        self.seen[t] = {name: channels[name] for name in names} | {"asked": inputs["brake_torque_fl"]}
        self.recorded["double_speed"] = 2.0 * channels["chassis.speed"]
        return {}


@controller(inputs=FRONT, rate=50.0)
def halve(t, channels, inputs):
    return {name: 0.5 * inputs[name] for name in FRONT}


@controller(inputs=FRONT[:1], rate=100.0)
def add_ten(t, channels, inputs):
    return {"brake_torque_fl": inputs["brake_torque_fl"] + 10.0}


@pytest.fixture(scope="module")
def plain():
    return run(STOP, vehicle="dw18", integrator="chord")


@pytest.fixture(scope="module")
def watched():
    watcher = Watcher()
    return run(STOP, vehicle="dw18", controllers=[watcher]), watcher.session.seen


def test_a_controller_that_moves_nothing_changes_nothing(plain, watched):
    """The demand is sampled at every tick and straight in between, as it is: what differs is the rounding of times."""
    for name in ("chassis.position_x", "chassis.speed", "tire.fl.slip_ratio", "input.brake_torque_fl"):
        assert watched[0][name].values == pytest.approx(plain[name].values, abs=1e-8)


def test_a_controller_sees_what_the_result_shows(watched):
    """At the times of samples; the observer of results is the world frame, which agrees to its own rounding."""
    result, seen = watched
    assert sorted(seen) == pytest.approx(np.arange(0.0, 0.4999, 0.005))
    for n in range(0, 50, 7):
        at = seen[min(seen, key=lambda t, n=n: abs(t - result.time[n]))]
        for name in (
            "chassis.speed",
            "chassis.longitudinal_acceleration",
            "tire.fl.slip_ratio",
            "input.brake_torque_fl",
        ):
            assert at[name] == pytest.approx(result[name][n], abs=1e-6, rel=1e-6), name


def test_what_it_records_is_a_channel(watched):
    result, seen = watched
    channel = result["controller.watcher.double_speed"]
    assert channel.unit == "m/s"
    assert channel.values[-1] == 2.0 * seen[max(seen)]["chassis.speed"]


def test_the_order_of_controllers_and_their_rates(plain):
    """Each sees what those before it ask for, and holds what it returns: half of the demand every 20 ms, and 10 N m
    more every 10 ms."""
    result = run(STOP, vehicle="dw18", controllers=[halve, add_ten])
    other = run(STOP, vehicle="dw18", controllers=[add_ten, halve])
    demand = plain["input.brake_torque_fl"].values
    # a sample shows the value that led to it, which was asked for a tick before; the first holds for two ticks
    asked = 0.5 * demand[(np.arange(50) // 2) * 2]
    assert result["input.brake_torque_fl"].values[1:] == pytest.approx(asked + 10.0)
    assert result["input.brake_torque_fr"].values[1:] == pytest.approx(asked)
    assert other["input.brake_torque_fl"].values[1:] == pytest.approx(asked + 5.0)
    assert result["input.brake_torque_rl"].values == pytest.approx(plain["input.brake_torque_rl"].values)


def test_controllers_act_on_what_a_driver_asks_for():
    """A driver holds the speed; a controller that takes all drive away lets the car coast."""
    path = Path.through([(0, 0), (20, 0), (60, 0)])
    plan = Maneuver(name="cruise", about="", speed=10.0, end=0.4, driver=PathDriver(path, speed=12.0))
    wheels = ("drive_torque_rl", "drive_torque_rr")
    cut = controller(inputs=wheels, rate=500.0, name="cut")(lambda t, channels, inputs: dict.fromkeys(wheels, 0.0))
    driven, coasting = run(plan, vehicle="dw18"), run(plan, vehicle="dw18", controllers=[cut])
    assert driven["chassis.speed"][-1] > 10.2
    assert coasting["chassis.speed"][-1] < 10.01
    assert coasting["input.drive_torque_rl"].values[1:] == pytest.approx(0.0)
    assert np.abs(coasting["input.rack_travel"].values).max() < 1e-6


def test_all_channels_of_a_result_can_be_read():
    seen = {}

    @controller(inputs=FRONT)
    def read(t, channels, inputs):
        seen.update(channels)
        seen["wrong"] = channels.get("chassis.sped")
        return {}

    result = run(STOP, vehicle="dw18", controllers=[read])
    expected = {name for name in result if not name.startswith(("energy.", "joints."))}
    assert expected <= set(seen)
    assert seen["wrong"] is None
    assert seen["spring.fl.force"] == pytest.approx(result["spring.fl.force"][-2], rel=1e-6)
    assert seen["suspension.fl.velocity"] == pytest.approx(result["suspension.fl.velocity"][-2], abs=1e-6)


def test_other_formulations_are_controlled_alike():
    short = Maneuver(name="stop", about="", speed=15.0, end=0.3, inputs={"brake": BRAKE})
    here = run(short, vehicle="dw18", controllers=[halve], integrator="midpoint")
    there = run(short, vehicle="dw18", controllers=[halve], formulation="world-frame", integrator="midpoint")
    assert there["chassis.speed"].values == pytest.approx(here["chassis.speed"].values, abs=1e-4)
    assert there["input.brake_torque_fl"].values == pytest.approx(here["input.brake_torque_fl"].values)


def test_many_controlled_runs_have_the_bits_of_single_ones():
    settings = {"ground": "flat, friction=0.4", "controllers": "abs"}
    full = Table(times=(0.1, 0.2), values=(0.0, 1.0), interpolation="linear")
    plans = [Maneuver(name="stop", about="", speed=speed, end=0.5, inputs={"brake": full}) for speed in (12.0, 15.0)]
    runs = [Run(plan, CAR, settings) for plan in plans] + [Run(plans[0], CAR, {"ground": settings["ground"]})]
    many = run_many(runs, threads=2)
    for one, found in zip(runs, many, strict=True):
        alone = run(one.maneuver, vehicle=one.vehicle, **one.settings)
        names = [c.name for c in found.channels if c.name.startswith(("chassis.position", "input.", "controller."))]
        assert len(names) >= 8
        for name in names:
            assert np.array_equal(found[name].values, alone[name].values), name
    assert np.min(many[0]["controller.abs.fl.torque_share"].values) < 0.9


def test_the_record_repeats_named_controllers_and_says_what_it_cannot_repeat():
    named = run(STOP, vehicle="dw18", controllers="abs(target_slip=0.1)")
    assert named.metadata.settings["controllers"] == ["abs(target_slip=0.1)"]
    again = run(**arguments(named.record))
    assert np.array_equal(again["chassis.position_x"].values, named["chassis.position_x"].values)
    own = run(STOP, vehicle="dw18", controllers=[halve])
    assert own.metadata.settings["controllers"] == ["FunctionController (Python object)"]
    with pytest.raises(InputError, match="controllers that were given as objects"):
        arguments(own.record)


def test_inputs_that_the_car_does_not_have_are_refused():
    with pytest.raises(InputError, match="no such input of this car"):
        prepare(STOP, CAR, RunSettings(controllers=[controller(inputs=["throttle"])(lambda *_: {})]))


def test_the_velocity_of_a_suspension_is_the_rate_of_its_travel(plain):
    """Central differences of samples 10 ms apart, after the start has died out: their error is h² d³x/dt³/6, below
    1 mm/s here."""
    travel, velocity = plain["suspension.fl.travel"].values, plain["suspension.fl.velocity"].values
    assert velocity[10:-1] == pytest.approx((travel[11:] - travel[9:-2]) / 0.02, abs=1e-3)
    height, rising = plain["chassis.position_z"].values, plain["chassis.vertical_velocity"].values
    assert rising[10:-1] == pytest.approx((height[11:] - height[9:-2]) / 0.02, abs=1e-3)
    assert np.abs(velocity).max() > 0.02
