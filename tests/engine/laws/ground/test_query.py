"""Grounds behind one type: the same answers as asked directly, for every kind."""

import gc

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED, entry
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.laws.ground import Bump, Ferguson, Flat, original, place_ground, same_ground
from jounce.engine.laws.ground.query import look, memories
from jounce.engine.terrain import friction_map, plane, profile, split
from tests.engine.laws.ground.grids import KINDS, name, recalled, rough

MAP = friction_map([[0.5, 0.25], [0.75, 1.0]], spacing=3.0, origin=(-1.0, 10.0))
SPLIT = split(0.5, 1.0, width=4.0, point=(0.0, 12.0))
GROUNDS = {
    "flat": Flat(height=1.0, friction=0.5),
    "flat-map": Flat(friction=MAP),
    "plane": plane(grade=0.1, bank=0.2, heading=0.3, friction=SPLIT),
    "bump": Bump(start=0.0, length=2.0),
    "profile": profile([0.0, 1.0, -1.0], [1.0, 0.0, 0.5], spacing=1.0, origin=(-1.0, 11.0), heading=0.4),
    **{name(kind): rough(kind) for kind in KINDS},
    "ferguson-map": rough(KINDS[0])._replace(friction=MAP),
}
every_ground = pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS.keys())
rng = np.random.default_rng(11)
X, Y = rng.uniform(-3.0, 5.0, 300), rng.uniform(9.0, 15.0, 300)


@entry
def look_at_each(ground, memory, x, y, answers):
    for i in range(x.size):
        answers[i, 0], answers[i, 1], answers[i, 2], answers[i, 3] = look(ground, memory, x[i], y[i])


def asked(ground):
    """The ground as it is, with a wheel's memory: z, zx, zy, friction."""
    answer = recalled(ground, X, Y)
    return np.column_stack([answer.height, answer.gradient, answer.friction])


@every_ground
def test_a_placed_ground_gives_the_same_answers(ground):
    expected, found = asked(ground), np.empty((X.size, 4))
    memory = memories(1)
    look_at_each(place_ground(ground), memory[0], X, Y, found)
    assert np.abs(found - expected).max() <= 1e-14 * np.abs(expected).max()  # products and sums may be contracted
    assert [memory[0][part] for part in ("z", "zx", "zy", "friction")] == found[-1].tolist()
    assert (memory["patch"][0, 0] >= 0.0) == isinstance(ground, Ferguson)


@every_ground
def test_what_was_placed_can_be_had_back(ground):
    there = place_ground(ground)
    assert original(there) is ground
    assert place_ground(there) is there
    assert same_ground(there, place_ground(ground))
    assert not same_ground(there, place_ground(Flat(height=77.0)))


@pytest.mark.skipif(INTERPRETED, reason="looks at compiled values")
@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_a_box_owns_no_array(kind):
    """A question would give up a reference that the box never had: it counts in memory that is long used otherwise."""
    owner_of_heights, owner_of_that = place_ground(rough(kind)).box[8 * LABEL :][:16].view(np.int64)
    assert (owner_of_heights, owner_of_that) == (0, 0)


@pytest.fixture
def little_to_collect():
    """Garbage is looked for among new objects only, not each time among all that earlier tests have compiled."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def test_a_placed_ground_keeps_its_heights_alive(little_to_collect):
    ground = rough(KINDS[0])
    expected, found = asked(ground), np.empty((X.size, 4))
    there = place_ground(ground._replace(heights=ground.heights.copy()))
    for _ in range(50):
        gc.collect()
        np.full(ground.heights.shape, np.nan, dtype=ground.heights.dtype)  # would take the place of heights let go
        look_at_each(there, memories(1)[0], X, Y, found)
    assert np.abs(found - expected).max() <= 1e-14 * np.abs(expected).max()
