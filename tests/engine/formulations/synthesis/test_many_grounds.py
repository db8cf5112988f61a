"""Cars of a batch on grounds of their own, that end at times of their own, are the same cars, bit for bit."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.laws.ground import Bump, Flat, Plane, irregular, original
from jounce.engine.simulate import AdamsBashforth2, Auto, Chord, Midpoint, Rosenbrock, simulate, simulate_many
from jounce.engine.simulate.batch import many_models
from jounce.engine.terrain import ferguson, friction_map, iso8608, tandem_cam
from jounce.errors import InputError
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling

END = 0.12
METHODS = [Midpoint(), AdamsBashforth2(), Chord(), Chord(iterations=2), Rosenbrock(), Auto()]
"""With two iterations at most, matrices of chord are renewed on the way, from the numbers of the batch."""


def hills(shape, *, seed, **options):
    """Rough ground from 4 m behind the car on."""
    heights = 0.004 * np.random.default_rng(seed).normal(size=shape)
    return ferguson(heights, spacing=(0.3, 0.4), origin=(-4.0, -4.0), **options)


def grounds():
    """A plane, a slope, a bump under the front wheels, grids of two sizes, another friction, then a profile, a road of
    tandem cams, irregular axes, and friction from a map; so many that lanes of every width are filled."""
    bump = Bump(start=1.0, length=0.8, height=0.03)
    grids = [hills((60, 20), seed=7), hills((90, 31), seed=8), hills((60, 20), seed=9, friction=0.4)]
    road, behind = iso8608("C", length=30.0, track=1.5, seed=3), {"x": -6.013}
    tables = [road.ground()._replace(**behind), tandem_cam(road, 0.3).ground()._replace(**behind)]
    uneven = hills((60, 20), seed=11)
    nodes = np.cumsum(np.random.default_rng(12).uniform(0.25, 0.35, 60)) - 5.0
    slippery = friction_map(np.random.default_rng(13).uniform(0.4, 1.0, (20, 8)), spacing=1.5, origin=(-5.0, -5.0))
    tables += [uneven._replace(x=irregular(nodes)), hills((60, 20), seed=14, friction=slippery)]
    level = [Flat(friction=0.35), Plane(0.02, 0.01)]
    return [Flat(), bump, *grids, *level, hills((40, 25), seed=10), *tables]


@pytest.fixture(scope="module")
def fleet():
    car = rolling(load_vehicle("dw18"), 18.0)
    level = synthesis.build(car)
    start = start_state(level)
    start[level.independent[6]] += 1.0  # rough enough that friction, too, is felt
    return [level.with_mechanism(car, inputs={}, ground=ground) for ground in grounds()], start


@pytest.mark.parametrize("method", METHODS, ids=lambda m: type(m).__name__)
def test_each_car_has_a_ground_of_its_own(fleet, method):
    systems, start = fleet
    starts = [start] * len(systems)
    alone = [simulate(s, y, end=END, integrator=method) for s, y in zip(systems, starts, strict=True)]
    for threads in (1, 2):
        many = simulate_many(systems, starts, end=END, integrator=method, threads=threads)
        assert not many.failures
        for one, other in zip(alone, many.trajectories, strict=True):
            assert np.array_equal(one.samples, other.samples)
            assert one.counts.evaluations == other.counts.evaluations
    ends = {run.samples[-1].tobytes() for run in alone}
    assert len(ends) == len(systems)


@pytest.mark.parametrize("method", METHODS[2:], ids=lambda m: type(m).__name__)
def test_a_batch_may_be_the_first_to_make_matrices_on_its_grounds(fleet, method):
    """Derivatives of grounds are loaded for it, too: boxes that it copies say where they are."""
    systems, start = fleet
    again = [s.with_mechanism(s.mechanism, inputs={}, ground=original(s.model.ground)) for s in systems]
    many = simulate_many(again, [start] * len(again), end=END, integrator=method, threads=1)
    for system, other in zip(again, many.trajectories, strict=True):
        assert np.array_equal(simulate(system, start, end=END, integrator=method).samples, other.samples)


@pytest.mark.parametrize("method", METHODS, ids=lambda m: type(m).__name__)
def test_each_car_ends_at_a_time_of_its_own(fleet, method):
    """Some times are not those of the others until they end."""
    systems, start = fleet
    ends = [0.12, 0.06, 0.12, 0.09, 0.12, 0.12, 0.085, 0.03, 0.12, 0.075, 0.12, 0.1]
    alone = [simulate(s, start, end=end, integrator=method) for s, end in zip(systems, ends, strict=True)]
    many = simulate_many(systems, [start] * len(systems), end=ends, integrator=method, threads=2)
    for one, other, end in zip(alone, many.trajectories, ends, strict=True):
        assert other.time[-1] == end
        assert np.array_equal(one.samples, other.samples)
        assert one.counts.evaluations == other.counts.evaluations


@pytest.mark.parametrize("method", [Midpoint(), Auto()], ids=lambda m: type(m).__name__)
def test_a_car_that_leaves_its_map_does_not_disturb_the_others(fleet, method):
    systems, start = fleet
    short = hills((20, 20), seed=3)  # ends a metre before the front wheels arrive
    mixed = list(systems)
    mixed[2] = systems[2].with_mechanism(systems[2].mechanism, inputs={}, ground=short)
    many = simulate_many(mixed, [start] * len(mixed), end=END, integrator=method, threads=1)
    assert set(many.failures) == {2}
    assert "beyond the edge of the ground" in str(many.failures[2])
    calm = simulate_many(systems, [start] * len(systems), end=END, integrator=method, threads=1)
    for i in set(range(len(systems))) - {2}:
        assert np.array_equal(many.samples[i], calm.samples[i])


def test_a_car_that_fails_is_not_stepped_again_while_others_go_on(fleet):
    systems, start = fleet
    starts, ends = [start.copy() for _ in systems], [0.06 if i % 2 else END for i in range(len(systems))]
    starts[2][systems[2].independent] = 1e9
    many = simulate_many(systems, starts, end=ends, integrator=Midpoint(), threads=1)
    alone = simulate_many(systems[2:3], starts[2:3], end=END, integrator=Midpoint(), threads=1)
    assert set(many.failures) == {2}
    assert many.trajectories[2].counts.evaluations == alone.trajectories[0].counts.evaluations


@pytest.mark.skipif(INTERPRETED, reason="boxes hold addresses in compiled code")
def test_grids_are_not_copied_and_live_as_long_as_the_batch(fleet):
    systems, _ = fleet
    large = ferguson(np.zeros((2000, 500)), spacing=0.1, origin=(-4.0, -4.0))
    car = systems[0].with_mechanism(systems[0].mechanism, inputs={}, ground=large)
    models = many_models([car.model] * 1000)
    assert models.grounds.boxes.nbytes < large.heights.nbytes
    del car, large
    gc.collect()
    held = models.grounds.boxes.base
    while not hasattr(held, "value"):
        held = held.obj if isinstance(held, memoryview) else held.base
    assert held.value[0].heights.shape == (2000, 500)


def test_ends_are_one_for_all_or_one_each(fleet):
    systems, start = fleet
    with pytest.raises(InputError, match=r"12 cars, 2 ends.*one for all, or one each"):
        simulate_many(systems, [start] * len(systems), end=[0.1, 0.2])
    for end in (0.0, np.nan, np.inf):
        with pytest.raises(InputError, match=r"not an end time.*for car 1.*after the beginning at 0 s"):
            simulate_many(systems[:2], [start] * 2, end=[0.1, end])
