"""The hull of a car that something else moves: forces by the law, balance with the objects that it meets."""

import numpy as np
import pytest

from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.single_body import Cone, Course, Crate, HullBox, HullContact

K, C, MU, H = 400e3, 10e3, 0.5, 1e-3
BOX = HullBox(centre=(0.0, 0.0, 0.0), size=(4.0, 2.0, 1.0))


def make(course=None):
    ground = Flat()
    return HullContact([BOX], ground, place_ground(ground), course=course, stiffness=K, damping=C, friction=MU)


def test_points_press_with_stiffness_times_depth():
    """A box 2 mm deep in the ground stands on 4 corners and 4 lower middles of its faces."""
    hull, depth = make(), 2e-3
    hull.body[2] = 0.5 - depth
    push = hull.advance(H)
    assert push == pytest.approx([0.0, 0.0, 8 * K * depth, 0.0, 0.0, 0.0], abs=1e-6)


def test_damping_sets_in_with_the_depth():
    """At 2 mm of 5 mm the damper has two fifths of its rate; it does not pull when the box leaves."""
    hull = make()
    hull.body[2], hull.body[9] = 0.498, -0.1
    assert hull.advance(H)[2] == pytest.approx(8 * (K * 2e-3 + 0.4 * C * 0.1))
    hull.reset()
    hull.body[9] = 10.0
    assert hull.advance(H)[2] == 0.0


def test_sliding_is_resisted_by_friction_times_load():
    """A box that slides to the left for long is pushed to the right by μ F_n; the torque is that of the lever."""
    hull = make()
    hull.body[2], hull.body[8] = 0.498, 3.0
    for _ in range(200):
        push = hull.advance(H)
    assert push[1] == pytest.approx(-MU * push[2], rel=1e-9)
    assert push[3] == pytest.approx(0.5 * push[1], rel=1e-9)


def test_a_rolled_box_stands_on_its_edge():
    """Rotated by 90° about x, it lies on 4 corners and 2 middles of a face; one middle is at the edge of the face."""
    hull = make()
    hull.body[3:5] = np.sqrt(0.5)
    hull.body[2] = 1.0 - 1e-3
    push = hull.advance(H)
    assert push[2] == pytest.approx(6 * K * 1e-3)
    assert push[3:] == pytest.approx([0.5 * K * 1e-3, 0.0, 0.0], abs=1e-6)


@pytest.mark.parametrize("thing", [Crate(x=2.25, mass=20.0), Cone(x=2.1)])
def test_objects_get_the_opposite(thing):
    """Momentum along the way: what the hull loses in the first step of a contact is what the object has; friction of
    the ground takes at most μ m g h of it, less than 2 %."""
    hull = make(Course(objects=(thing,)))
    hull.body[2], hull.body[7] = 0.7, 10.0
    taken = 0.0
    for _ in range(40):
        push = hull.advance(H)
        taken += -push[0] * H
        hull.body[0] += H * 10.0
        if push[0] < 0.0:
            break
    mass = thing.mass
    assert taken > 0.0
    assert mass * hull.things[0]["velocity"][0] == pytest.approx(taken, rel=0.02)


def test_objects_far_away_sleep():
    hull = make(Course(objects=(Cone(x=50.0),)))
    hull.body[2] = 2.0
    before = hull.things.copy()
    for _ in range(100):
        assert not hull.advance(H).any()
    assert (hull.things["position"] == before["position"]).all()


def test_restoring_gives_the_same_bits():
    hull = make(Course(objects=(Crate(x=2.2),)))
    hull.body[2], hull.body[7] = 0.7, 5.0
    for _ in range(20):
        hull.advance(H)
    kept = [array.copy() for array in hull.arrays()]
    first = [hull.advance(H).copy() for _ in range(20)]
    hull.restore(kept)
    again = [hull.advance(H).copy() for _ in range(20)]
    assert np.array_equal(first, again)
