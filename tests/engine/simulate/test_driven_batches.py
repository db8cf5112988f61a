"""Cars with drivers and controllers go side by side with others in SIMD lanes, with the bits that they have alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jounce.engine.compiler.native import lanes as register_lanes
from jounce.engine.integrators.progress import WRITTEN
from jounce.engine.simulate import (
    AdamsBashforth2,
    Auto,
    BatchStepper,
    Chord,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
    simulate,
    simulate_many,
    stepper,
)
from jounce.engine.simulate.adaptive_batch import LanesCall
from jounce.engine.simulate.observer import to_world_samples
from jounce.errors import InputError, SimulationError
from jounce.lab.controllers.controller import controller
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import RACK_TRAVEL, TARGET_SPEED
from jounce.model.vehicle.parameters import with_parameters

CAR = load_vehicle("dw18")
SAMPLE, TICKS = 0.01, 2
PATH = Path.through([(0, 0), (1, 0), (4, 0.5), (10, 1.0), (60, 1.0)])
BRAKE = Table(times=(0.05, 0.1), values=(0.0, 1.0), interpolation="linear")
FRONT = ("brake_torque_fl", "brake_torque_fr")
ENDS = (0.3, 0.3, 0.3, 0.25, 0.2, 0.3, 0.3, 0.12)
"""Of the cars below [s]."""
METHODS = [SemiImplicitEuler(), Midpoint(), AdamsBashforth2(), RungeKutta4(), Rosenbrock(), Chord(), Auto()]
by_name = {"ids": lambda method: type(method).__name__}


@controller(inputs=[RACK_TRAVEL], rate=200.0)
def swing(t, channels, inputs):
    return {RACK_TRAVEL: 0.004 * np.sin(9.0 * t) - 0.01 * channels["chassis.yaw_rate"]}


@controller(inputs=FRONT, rate=200.0)
def pump(t, channels, inputs):
    return dict.fromkeys(FRONT, 400.0 if int(t / 0.03) % 2 else 0.0)


def steered(speed, *controllers, car=CAR, **inputs) -> Prepared:
    """A car that follows the path, with controllers."""
    plan = Maneuver(name="swerve", about="", speed=speed, end=0.3, inputs=inputs, driver=PathDriver(PATH, speed=speed))
    return prepare(plan, car, RunSettings(controllers=list(controllers) or None))


def undriven(speed, rack_travel, car=CAR) -> Prepared:
    """A car on the same kernels whose inputs are functions of time."""
    ready, plan = steered(speed, car=car), maneuver("j-turn", start=0.02, ramp_time=0.1, rack_travel=rack_travel)
    return replace(ready, system=ready.system.with_inputs(plan.inputs), control=None)


def cars() -> list[Prepared]:
    """Drivers, controllers of the catalogue and of one's own, cars that nobody drives; each at a speed of its own."""
    held = Maneuver(name="held", about="", speed=13.0, end=0.3, inputs={TARGET_SPEED: Constant(value=15.0)})
    return [
        steered(15.0),
        undriven(16.0, 0.006),
        steered(18.0, "abs", brake=BRAKE),
        steered(14.0, "esc", "abs"),
        prepare(held, CAR, RunSettings(controllers=[swing])),
        steered(17.0, pump),
        undriven(12.0, -0.008),
        steered(19.0),
    ]


def alone(method, *, count=8, changed=None):
    """What each car does alone: its trajectory, or the error with what was recorded."""
    found = []
    for ready, end in list(zip(with_controls(changed), ENDS, strict=True))[:count]:
        how = {"end": end, "integrator": method, "sample": SAMPLE, "control": ready.control, "ticks": TICKS}
        try:
            found.append(simulate(ready.system, ready.start, rewrite_equations=False, **how))
        except SimulationError as error:
            found.append(error.trajectory)
    return found


def together(method, *, threads=1, changed=None, ends=ENDS):
    """All cars at once."""
    ready = with_controls(changed)
    systems, starts, controls = zip(*((r.system, r.start, r.control) for r in ready), strict=True)
    how = {"integrator": method, "sample": SAMPLE, "ticks": TICKS, "threads": threads}
    return simulate_many(systems, starts, end=list(ends), controls=controls, **how)


def with_controls(changed):
    """All cars, some of which somebody else drives: number → what makes his control."""
    return [replace(r, control=changed[i]()) if changed and i in changed else r for i, r in enumerate(cars())]


def assert_equal(one, other):
    assert np.array_equal(one.samples, other.samples)
    assert one.counts.evaluations == other.counts.evaluations
    assert one.counts.steps == other.counts.steps


@pytest.fixture
def one_by_one(monkeypatch):
    """Sizes of the groups that were advanced in lanes; to advance a car by its own equations is an error."""
    sizes = []

    def counting(cls, name):
        call = getattr(cls, name)
        monkeypatch.setattr(cls, name, lambda self, cars, *given: sizes.append(len(cars)) or call(self, cars, *given))

    def refuse(*_):
        raise AssertionError("a car is advanced alone")

    counting(stepper._BatchCall, "_advance_in_lanes")
    counting(LanesCall, "advance")
    monkeypatch.setattr(stepper._BatchCall, "_advance_each", refuse)
    monkeypatch.setattr(Auto, "advance_function", refuse)
    return sizes


@pytest.mark.parametrize("method", METHODS, **by_name)
def test_the_bits_are_those_of_each_car_alone(method):
    expected = alone(method)
    for threads in (1, 2):
        many = together(method, threads=threads)
        assert not many.failures
        for one, other in zip(expected, many.trajectories, strict=True):
            assert_equal(one, other)
    assert len({trajectory.samples[-1].tobytes() for trajectory in expected}) == len(expected)


@pytest.mark.parametrize("method", [Chord(), Midpoint(), Auto()], **by_name)
def test_driven_cars_go_through_their_ticks_in_lanes(method, one_by_one):
    many = together(method, ends=[0.1] * len(ENDS))
    assert not many.failures
    ticks = TICKS * round(0.1 / SAMPLE)
    lanes = register_lanes()
    assert one_by_one == [lanes] * ticks * (len(ENDS) // lanes)


class Upset:
    """Somebody who makes a state of his car that is no number, at a time [s]."""

    def __init__(self, at=0.123):
        self.at, self.seen = at, []

    def attach(self, system, tables, y):
        self.y = y

    def update(self, t, until):
        self.seen.append(t)
        if t >= self.at:
            self.y[:] = np.nan


class Raiser(Upset):
    """Somebody who raises an error instead."""

    def update(self, t, until):
        self.seen.append(t)
        if t >= self.at:
            raise InputError("does not want to", f"t = {t:.4g} s")


class NotHis(Upset):
    """Somebody who refuses a car."""

    def attach(self, system, tables, y):
        raise InputError("not his car", "dw18")


@pytest.mark.parametrize("method", [Chord(), Midpoint(), Rosenbrock(), Auto()], **by_name)
@pytest.mark.parametrize("lost", [(0,), (0, 2, 6), (5,)])
def test_a_car_that_fails_on_its_way_leaves_the_others_alone(method, lost):
    """Wherever it stands, that of the first lane included; it is not driven any more."""
    controls = {i: Upset(0.083 + 0.01 * i) for i in lost}
    changed = {i: (lambda control=control: control) for i, control in controls.items()}
    expected = alone(method, changed=changed)
    seen = {i: list(control.seen) for i, control in controls.items()}
    for control in controls.values():
        control.seen.clear()
    many = together(method, changed=changed)
    assert set(many.failures) == set(lost)
    for one, other in zip(expected, many.trajectories, strict=True):
        assert_equal(one, other)
    for i, control in controls.items():
        assert control.seen == seen[i]
        assert isinstance(many.failures[i], SimulationError)
        assert many.failures[i].time == pytest.approx(control.seen[-1])


@pytest.mark.parametrize("method", [Chord(), Midpoint(), Auto()], **by_name)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_a_driver_ends_the_run_of_his_car_alone(method, threads):
    raiser = Raiser()
    expected = alone(method, changed={2: lambda: None, 5: lambda: None})
    many = together(method, threads=threads, changed={2: lambda: raiser, 5: NotHis})
    assert set(many.failures) == {2, 5}
    assert "does not want to" in str(many.failures[2])
    assert raiser.seen[-1] == pytest.approx(0.125)
    assert len(many.trajectories[2].samples) == 13
    assert "not his car" in str(many.failures[5])
    assert len(many.trajectories[5].samples) == 1
    for i in (0, 1, 3, 4, 6, 7):
        assert_equal(expected[i], many.trajectories[i])


@pytest.mark.parametrize("method", [Chord(), Midpoint(), Auto()], **by_name)
@pytest.mark.parametrize("last", [0.05, 0.3])
def test_one_driven_car_among_seven_others_may_end_before_it_begins(method, last):
    """The others pause at its ticks for as long as it would go, and then where they end."""
    ready = [undriven(12.0 + i, 0.001 * i) for i in range(8)]
    ready[3] = replace(steered(15.0), control=Raiser(at=0.0))
    systems, starts, controls = zip(*((r.system, r.start, r.control) for r in ready), strict=True)
    ends = [0.1, 0.2, 0.07, last, 0.1, 0.2, 0.04, 0.1]
    how = {"integrator": method, "sample": SAMPLE, "ticks": TICKS}
    many = simulate_many(systems, starts, end=ends, controls=controls, threads=1, **how)
    assert set(many.failures) == {3}
    assert len(many.trajectories[3].samples) == 1
    for i in (0, 1, 2, 4, 5, 6, 7):
        assert_equal(simulate(systems[i], starts[i], end=ends[i], **how), many.trajectories[i])


@pytest.mark.parametrize("method", [Chord(), Midpoint()], **by_name)
def test_lanes_that_were_given_to_others_are_entered_again(method):
    """One memory for more cars than there are lanes, all of which come by turns."""
    heavier = [with_parameters(CAR, {"chassis.mass": 1500.0 + 50.0 * i}) for i in range(3)]
    three = [undriven(11.0 + i, 0.002 * i, car) for i, car in enumerate(heavier)]
    count = 2 * register_lanes()
    systems, starts = ([getattr(three[i % 3], name) for i in range(count)] for name in ("system", "start"))
    times = np.linspace(0.0, 0.05, 6)
    batch = BatchStepper(systems, method, starts, times)
    lanes = batch.allocate_lanes()
    for pause in (3, 6):
        for first in (0, register_lanes()):
            assert batch.advance(range(first, first + register_lanes()), pause, lanes) == 0
    assert np.all(batch.records[:, WRITTEN] == 6)
    for i in range(3):
        one = simulate(systems[i], starts[i], end=0.05, sample=0.01, integrator=method)
        for k in range(i, count, 3):
            assert np.array_equal(to_world_samples(systems[i], batch.samples[k]), one.samples), (i, k)
