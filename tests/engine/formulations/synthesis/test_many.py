"""Many cars at once are the same cars, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate import (
    AdamsBashforth2,
    Auto,
    Chord,
    DormandPrince,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
    simulate,
    simulate_many,
)
from jounce.engine.terrain import ferguson
from jounce.errors import InputError
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import rolling, with_prescribed_rack


@pytest.fixture(scope="module")
def fleet():
    car = load_vehicle("dw18")
    systems = []
    for i in range(5):
        plan = maneuver("j-turn", start=0.05 + 0.01 * i, ramp_time=0.1, rack_travel=-0.01 + 0.003 * i, duration=0.3)
        heavier = replace(car, chassis=replace(car.chassis, mass=car.chassis.mass * (1.0 + 0.05 * i)))
        systems.append(synthesis.build(rolling(heavier, 10.0 + 2.0 * i), inputs=plan.inputs))
    return systems, [start_state(s) for s in systems]


METHODS = [SemiImplicitEuler(), Midpoint(), AdamsBashforth2(), RungeKutta4(), Rosenbrock(), Chord(), Auto()]


@pytest.mark.parametrize("method", METHODS, ids=lambda m: type(m).__name__)
def test_the_same_numbers_as_alone_with_any_number_of_threads(fleet, method):
    systems, starts = fleet
    alone = [simulate(s, y, end=0.3, integrator=method) for s, y in zip(systems, starts, strict=True)]
    for threads in (1, 2, 4):
        many = simulate_many(systems, starts, end=0.3, integrator=method, threads=threads)
        assert not many.failures
        for one, other in zip(alone, many.trajectories, strict=True):
            assert np.array_equal(one.samples, other.samples)
            assert one.counts.evaluations == other.counts.evaluations
    assert not np.array_equal(alone[0].samples, alone[1].samples)


@pytest.mark.parametrize("method", [Midpoint(), Chord(), Auto()], ids=lambda m: type(m).__name__)
def test_the_same_numbers_on_a_grid_of_heights(fleet, method):
    """Wheels come from patch to patch, at different times in each lane."""
    systems, starts = fleet
    heights = 0.003 * np.random.default_rng(7).normal(size=(60, 20))
    rough = ferguson(heights, spacing=(0.3, 0.4), origin=(-4.0, -4.0))
    there = [s.with_mechanism(s.mechanism, inputs=s.inputs, ground=rough) for s in systems]
    alone = [simulate(s, y, end=0.2, integrator=method) for s, y in zip(there, starts, strict=True)]
    many = simulate_many(there, starts, end=0.2, integrator=method, threads=1)
    for one, other in zip(alone, many.trajectories, strict=True):
        assert np.array_equal(one.samples, other.samples)
    level = simulate(systems[0], starts[0], end=0.2, integrator=method)
    assert np.abs(level.samples - alone[0].samples).max() > 1e-3


def test_a_car_that_needs_steps_of_its_own_leaves_its_lane_for_them(fleet):
    """Long steps renew matrices and are made in parts: by some cars, while others go their common way."""
    systems, starts = fleet
    method = Chord(step=0.02, iterations=4)
    pushed = [y.copy() for y in starts]
    pushed[1][systems[1].independent[6:9]] += 4.0
    alone = [simulate(s, y, end=0.3, sample=0.02, integrator=method) for s, y in zip(systems, pushed, strict=True)]
    many = simulate_many(systems, pushed, end=0.3, sample=0.02, integrator=method, threads=1)
    assert len({run.counts.refreshes for run in alone}) > 1
    for one, other in zip(alone, many.trajectories, strict=True):
        assert np.array_equal(one.samples, other.samples)
        assert one.counts.iterations == other.counts.iterations
        assert one.counts.refreshes == other.counts.refreshes


def test_cars_that_fail_at_different_times_keep_what_they_did(fleet):
    systems, starts = fleet
    broken = [y.copy() for y in starts]
    for i, speed in ((1, 300.0), (3, 1e9)):
        broken[i][systems[i].independent[6:]] = speed
    many = simulate_many(systems, broken, end=0.1, integrator=Midpoint(), threads=1)
    assert 3 in many.failures
    for i in (0, 2, 4):
        one = simulate(systems[i], starts[i], end=0.1, integrator=Midpoint())
        assert np.array_equal(one.samples, many.trajectories[i].samples)


@pytest.mark.parametrize("method", [Midpoint(), Chord()], ids=lambda m: type(m).__name__)
def test_the_first_one_may_fail_where_others_end_at_different_times(fleet, method):
    """They pause where one of them ends, and go on from there, not from where the first one was left behind."""
    systems, starts = (own * 2 for own in fleet)
    broken = [y.copy() for y in starts]
    broken[0][systems[0].independent] = 1e9
    ends = [0.1] * 7 + [0.07, 0.04, 0.1]
    many = simulate_many(systems, broken, end=ends, integrator=method, threads=1)
    assert set(many.failures) == {0}
    for i in range(1, 10):
        one = simulate(systems[i], starts[i], end=ends[i], integrator=method)
        assert np.array_equal(one.samples, many.trajectories[i].samples), i


def test_one_that_fails_does_not_stop_the_others(fleet):
    systems, starts = fleet
    broken = [y.copy() for y in starts]
    broken[2][systems[2].independent] = 1e9
    many = simulate_many(systems, broken, end=0.1, integrator=Midpoint(), threads=2)
    assert set(many.failures) == {2}
    assert "t = " in str(many.failures[2])
    assert [len(t.samples) for i, t in enumerate(many.trajectories) if i != 2] == [11] * 4


def test_progress_counts_cars(fleet):
    systems, starts = fleet
    seen: list[int] = []
    simulate_many(systems, starts, end=0.05, integrator=Midpoint(), progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == len(systems)


def test_topologies_must_agree(fleet):
    systems, starts = fleet
    other = synthesis.build(rolling(with_prescribed_rack(load_vehicle("dw18")), 10.0))
    with pytest.raises(InputError, match="different topologies"):
        simulate_many([systems[0], other], [starts[0], starts[0]], end=0.1)
    with pytest.raises(InputError, match="one start each"):
        simulate_many(systems, starts[:1], end=0.1)


def test_what_cannot_be_stepped_is_refused(fleet):
    systems, starts = fleet
    relative = synthesis.build(systems[0].mechanism, coordinates="cartesian")
    with pytest.raises(InputError, match="needs independent coordinates"):
        simulate_many([relative], [np.zeros(relative.size)], end=0.1)
    with pytest.raises(InputError, match="finite numbers"):
        simulate_many(systems[:1], [starts[0] * np.nan], end=0.1)
    with pytest.raises(InputError, match="auto, chord or rosenbrock, or simulate"):
        simulate_many(systems[:1], starts[:1], end=0.1, integrator=DormandPrince())


def test_steps_of_one_car_do_not_depend_on_its_neighbours(fleet):
    """With steps that each car chooses: one that is pushed takes more of them, and one that fails is left behind."""
    systems, starts = fleet
    pushed = [y.copy() for y in starts]
    pushed[1][systems[1].independent[6:9]] += 4.0
    pushed[3][systems[3].independent] = 1e9
    many = simulate_many(systems, pushed, end=0.2, integrator=Auto(), threads=2)
    assert set(many.failures) == {3}
    calm = simulate_many(systems, starts, end=0.2, integrator=Auto(), threads=1)
    assert many.trajectories[1].counts.steps > calm.trajectories[1].counts.steps
    for i in (0, 2, 4):
        assert np.array_equal(many.trajectories[i].samples, calm.trajectories[i].samples)
