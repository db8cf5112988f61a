"""Runs that are looked at together: the bits, notes and errors of runs that are looked at alone."""

from dataclasses import replace

import numpy as np
import pytest

from jounce.engine.simulate import light_observer
from jounce.engine.simulate.many import CarRun, simulate_cars
from jounce.errors import SimulationError
from jounce.lab.maneuvers import maneuver
from jounce.lab.metrics.measuring import measure
from jounce.lab.metrics.registry import METRICS
from jounce.lab.results import Result
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.finish import finish_together, quick_finish
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.prepare import prepare
from jounce.model.library import load_vehicle
from jounce.model.vehicle.parameters import with_parameters

CAR, CARAVAN = load_vehicle("dw18"), load_vehicle("car_caravan")
TURN = maneuver("j-turn", start=0.1, ramp_time=0.2, duration=0.6)
EVERYTHING = ChannelNeeds()


def cars_like(car, count):
    """Cars with another mass, another rack, other wheels and other hardpoints each."""
    found = []
    for i in range(count):
        x, y, z = car.axles[0].suspension.wheel_centre
        changes = {
            "chassis.mass": car.chassis.mass * (1.0 + 0.02 * i),
            "axles.front.suspension.wheel_centre": (x + 1e-3 * i, y, z),
            "axles.front.wheel.mass": car.axles[0].wheel.mass * (1.0 + 0.1 * i),
        }
        found.append(with_parameters(car, changes))
    return found


def simulated(plans, cars, **settings):
    """Prepared runs and what was recorded of them, in one batch."""
    ready, like = [], None
    for plan, car in zip(plans, cars, strict=True):
        like = prepare(plan, car, RunSettings(**settings), like=like)
        ready.append(like)
    runs = simulate_cars(
        [r.system for r in ready],
        [r.start for r in ready],
        end=[r.end for r in ready],
        integrator=ready[0].method,
        sample=ready[0].sample,
        threads=1,
    )
    return list(zip(ready, runs, strict=True))


def assert_same(one, other):
    assert isinstance(one, Result)
    assert isinstance(other, Result)
    assert list(one) == list(other)
    for a, b in zip(one.channels, other.channels, strict=True):
        assert (a.unit, a.frame, a.description) == (b.unit, b.frame, b.description)
        assert a.values.tobytes() == b.values.tobytes(), a.name
    timeless = {"created": "", "wall_time": 0.0}
    assert replace(one.metadata, **timeless) == replace(other.metadata, **timeless)
    assert measure(one, METRICS) == measure(other, METRICS)


STOPS = ((), ("t > 0.3 s",), (), ("chassis.yaw_rate > 0.1 rad/s", "t > 0.5 s"), ("t > 0.3 s",))
CASES = {
    "ends": ([replace(TURN, end=0.3 + 0.07 * i) for i in range(5)], cars_like(CAR, 5), {}),
    "stops": ([replace(TURN, stop=stop) for stop in STOPS], cars_like(CAR, 5), {}),
    "trailers": ([replace(TURN, end=0.4 + 0.1 * i) for i in range(3)], cars_like(CARAVAN, 3), {}),
    "speeds": ([replace(TURN, speed=8.0 + 4.0 * i) for i in range(4)], [CAR] * 4, {"integrator": "chord"}),
    "rough": ([TURN] * 3, cars_like(CAR, 3), {"ground": "iso8608, class=C, length=40, seed=4"}),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("needs", [EVERYTHING, ChannelNeeds(["tire.*.slip_angle", "rack.travel", "chassis.speed"])])
def test_a_run_has_its_own_bits(case, needs):
    plans, cars, settings = CASES[case]
    runs = simulated(plans, cars, **settings)
    for own, found in zip(runs, finish_together(runs, needs), strict=True):
        assert_same(found, quick_finish(*own, needs))


def test_cars_of_two_kinds_may_stand_beside_each_other():
    runs = [*simulated([TURN] * 2, cars_like(CAR, 2)), *simulated([TURN] * 2, cars_like(CARAVAN, 2))]
    mixed = [runs[0], runs[2], runs[1], runs[3]]
    for own, found in zip(mixed, finish_together(mixed, EVERYTHING), strict=True):
        assert_same(found, quick_finish(*own, EVERYTHING))


def test_channels_of_stop_conditions_are_those_of_the_run_that_has_them():
    plans = [TURN, replace(TURN, stop=("tire.fl.slip_angle < -1 deg",)), TURN]
    plain, stopped, _ = finish_together(simulated(plans, [CAR] * 3), ChannelNeeds(["chassis.speed"]))
    assert "tire.fl.slip_angle" in stopped
    assert "tire.fl.slip_angle" not in plain


def test_a_state_without_a_slope_is_the_error_of_its_run_alone():
    runs = simulated([TURN] * 3, cars_like(CAR, 3))
    ready, run = runs[1]
    broken = run.samples.copy()
    broken[20, 1:] = np.nan
    mixed = [runs[0], (ready, CarRun(broken, run.counts, False, None)), runs[2]]
    found = finish_together(mixed, EVERYTHING)
    assert isinstance(found[1], SimulationError)
    assert "t = 0.2 s" in str(found[1])
    for i in (0, 2):
        assert_same(found[i], quick_finish(*runs[i], EVERYTHING))


def test_a_condition_that_cannot_be_evaluated_is_the_error_of_its_run_alone():
    found = run_many([Run(replace(TURN, stop=(stop,)), CAR) for stop in ("t > 1 s", "tire.nonsense > 1", "t > 1 s")])
    assert "tire.nonsense" in str(found[1])
    assert isinstance(found[0], Result)
    assert isinstance(found[2], Result)


def test_all_runs_of_a_batch_are_looked_at_once(monkeypatch):
    looks = []
    look = light_observer.LightTrajectory.__init__
    monkeypatch.setattr(
        light_observer.LightTrajectory,
        "__init__",
        lambda self, systems, samples: looks.append(len(systems)) or look(self, systems, samples),
    )
    run_many([Run(TURN, car) for car in cars_like(CAR, 8)])
    assert looks == [8]
