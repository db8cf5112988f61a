"""The same numbers however a run is shared out, and the same motion however it is looked at."""

import math

import numpy as np
import pytest

from jounce.engine.single_body import SIMPLE, TALL, Fleet, jump
from jounce.engine.terrain import generate
from tests.engine.single_body.cars import FREE, heading

GROUND = generate(size=100.0, spacing=1.0, seed=2, flat=(5.0, 5.0), blend=20.0, hill_height=4.0)


def started(cars, **options):
    """Cars of two kinds on rough ground with a ramp, each with its own start and controls."""
    fleet = Fleet([(SIMPLE, TALL)[i % 2] for i in cars], ground=GROUND, course=jump(distance=10.0), **options)
    k = np.array(cars)
    fleet.place(x=-10.0 + k, y=-2.0 * k, heading=0.1 * k, speed=8.0 + k)
    fleet.drive(steer=0.1 * np.sin(k), throttle=0.5, brake=0.1 * (k % 3))
    return fleet


def rows(fleet, i):
    return b"".join(a[i].tobytes() for a in (fleet.bodies, fleet.wheels, fleet.points, fleet.things))


def test_many_cars_are_each_alone_and_in_threads():
    together, threaded = started(range(6)), started(range(6), threads=2)
    together.advance(1.5)
    threaded.advance(1.5)
    for i in range(6):
        alone = started([i])
        alone.advance(1.5)
        assert alone.bodies["position"][0].tobytes() == together.bodies["position"][i].tobytes()
        assert alone.wheels[0].tobytes() == together.wheels[i].tobytes()
        assert alone.things[0].tobytes() == together.things[i].tobytes()
        assert rows(threaded, i) == rows(together, i)


def test_a_run_may_be_cut_anywhere_and_repeated_from_a_snapshot():
    whole, cut = started(range(3)), started(range(3))
    whole.advance(steps=1200)
    cut.advance(steps=1)
    cut.advance(steps=410)
    kept = cut.snapshot()
    cut.advance(steps=700)
    cut.restore(kept)
    for steps in (0, 88, 700, 1):
        cut.advance(steps=steps)
    for i in range(3):
        assert rows(cut, i) == rows(whole, i)


def test_mirrored_drives_are_mirrored():
    """Left and right: to rounding, which a calm drive does not blow up."""
    fleet = Fleet(count=2)
    fleet.place(speed=15.0)
    fleet.drive(steer=[0.2, -0.2], throttle=0.3)
    fleet.advance(4.0)
    position, spin = fleet.bodies["position"], fleet.bodies["spin"]
    assert position[1] == pytest.approx(position[0] * [1, -1, 1], abs=1e-8)
    assert spin[1] == pytest.approx(spin[0] * [-1, 1, -1], abs=1e-8)


def test_on_flat_ground_no_heading_is_special():
    fleet = Fleet(FREE, count=2)
    way = 2.3
    fleet.place(heading=[0.0, way], speed=15.0)
    fleet.drive(steer=0.1, brake=0.05)
    fleet.advance(3.0)
    x, y, z = fleet.bodies["position"][0]
    turned = [x * math.cos(way) - y * math.sin(way), x * math.sin(way) + y * math.cos(way), z]
    assert fleet.bodies["position"][1] == pytest.approx(turned, abs=1e-8)
    difference = heading(fleet, 1) - heading(fleet, 0) - way
    assert math.remainder(difference, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_it_drives_over_rough_ground():
    fleet = Fleet(ground=GROUND)
    fleet.place(x=-20.0, y=5.0, speed=6.0)
    fleet.drive(throttle=0.3)
    fleet.advance(4.0)
    assert fleet.stopped.size == fleet.off_ground.size == 0
    assert fleet.bodies["position"][0, 0] > 0.0
    assert (fleet.wheels["surface"] == -1).any()
