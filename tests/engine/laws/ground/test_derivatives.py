"""Changes of height, slopes and friction by x and y: against differences and closed forms, and at kinks."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED, entry
from jounce.engine.laws.ground import (
    PATCH,
    Bump,
    External,
    Flat,
    allocate_memory,
    change_ground,
    load_surface_derivatives,
    place_ground,
    surface,
    surface_derivatives,
)
from jounce.engine.laws.ground.external import FRICTION, GIVEN, HEIGHT, ORIGIN_X, ORIGIN_Y, SLOPE_X, SLOPE_Y
from jounce.engine.laws.ground.friction import friction_at, friction_derivatives
from jounce.engine.laws.ground.kept_patch import derivatives_address
from jounce.engine.terrain import friction_map, iso8608, plane, profile, split, table, tandem_cam
from tests.engine.laws.ground.grids import KINDS, name, rough

rng = np.random.default_rng(5)
MAP = friction_map(rng.uniform(0.3, 1.0, (4, 5)), spacing=(1.5, 1.25), origin=(-1.0, 9.0))
SPLIT = split(0.5, 1.0, width=4.0, point=(1.0, 12.0), heading=0.6)
LEFT, RIGHT = rng.normal(size=(2, 8))
ROAD = {"spacing": 1.0, "distance": 3.0, "origin": (-3.0, 11.0), "heading": 0.4}
TANDEM = tandem_cam(table(0.25 * np.arange(33), *rng.normal(size=(2, 33))), 0.3).ground()
TURNED = {"x": -3.0, "y": 11.0, "ahead_x": math.cos(0.4), "ahead_y": math.sin(0.4)}
GROUNDS = {
    "flat": Flat(height=1.0),
    "flat-split": Flat(friction=SPLIT),
    "flat-map": Flat(friction=MAP),
    "plane-split": plane(grade=0.1, bank=0.2, heading=0.3, friction=SPLIT),
    "bump": Bump(start=-1.0, length=3.0, height=0.3, friction=MAP),
    "profile": profile(LEFT, RIGHT, **ROAD, friction=SPLIT),
    "profile-one-track": profile(LEFT, **ROAD),
    "tandem-cam": TANDEM._replace(**TURNED),
    "external": External(0.3, 0.7),
    **{name(kind): rough(kind) for kind in KINDS},
    "regular-map": rough(KINDS[0])._replace(friction=MAP),
    "irregular-split": rough(KINDS[-1])._replace(friction=SPLIT),
}
STEP = 1e-4
"""Of differences of order four [m]. They are exact for cubics; slopes of up to 20 leave rounding of 2e-10 in them."""


@entry
def answer_each(ground, memory, x, y, answers, changes):
    """Height, slopes and friction (n, 4) at points, and their changes by x and by y (n, 4, 2)."""
    for i in range(x.size):
        answers[i, 0], answers[i, 1], answers[i, 2], answers[i, 3] = surface(ground, memory, x[i], y[i])
        by_x, by_y = surface_derivatives(ground, memory, x[i], y[i])
        for k in range(4):
            changes[i, k, 0], changes[i, k, 1] = by_x[k], by_y[k]


def differentiate(ground, x, y, memory=None):
    """Both, as a wheel asks."""
    x, y = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
    answers, changes = np.zeros((x.size, 4)), np.zeros((x.size, 4, 2))
    memory = allocate_memory(1)[0] if memory is None else memory
    answer_each(ground, memory, np.ascontiguousarray(x), np.ascontiguousarray(y), answers, changes)
    return answers, changes


def differences(ground, x, y):
    """Changes (n, 4, 2) by differences of order four, and whether no kink is near: two steps agree."""
    found = []
    for step in (STEP, 2.0 * STEP):
        total = np.zeros((x.size, 4, 2))
        for distance, weight in ((1, 8.0 / 12.0), (2, -1.0 / 12.0)):
            for j, (dx, dy) in enumerate(((distance * step, 0.0), (0.0, distance * step))):
                more, less = (differentiate(ground, x + sign * dx, y + sign * dy)[0] for sign in (1.0, -1.0))
                total[:, :, j] += weight * (more - less) / step
        found.append(total)
    return found[0], np.abs(found[0] - found[1]).max(axis=(1, 2)) < 1e-6


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS.keys())
def test_derivatives_are_those_of_differences(ground):
    """On, beside, before and behind everything that the ground has."""
    points = np.random.default_rng(11)
    x, y = points.uniform(-5.0, 7.0, 400), points.uniform(7.0, 17.0, 400)
    _, found = differentiate(ground, x, y)
    expected, smooth = differences(ground, x, y)
    assert smooth.mean() > 0.98
    assert np.abs(found - expected)[smooth].max() < 1e-9
    if isinstance(ground, Flat | External):
        assert not found[:, :3].any()
    else:
        assert np.abs(found[:, 0]).max() > 0.05


def test_every_ground_and_every_friction_has_derivatives():
    ours = {kind for kind in surface.bodies if kind.__module__.startswith("jounce")}
    assert ours == {type(ground) for ground in GROUNDS.values()} <= set(surface_derivatives.bodies)
    assert set(friction_at.bodies) == set(friction_derivatives.bodies)


def test_curvature_of_a_bump():
    """½ H (2π / L)² cos φ (G4): at the top and in the middle of the rise; the level side at both ends."""
    bump = Bump(start=2.0, length=0.75, height=0.05)
    largest = 0.5 * 0.05 * (2.0 * math.pi / 0.75) ** 2
    _, found = differentiate(bump, [2.375, 2.1875, 2.0, 2.75, 2.0 + 1e-9], 0.0)
    assert found[:, 1, 0] == pytest.approx([-largest, 0.0, 0.0, 0.0, largest], abs=1e-12)
    assert not found[:, :, 1].any()


def test_curvature_of_a_profile_at_its_nodes():
    """Behind a node that of the cubic (G10) of the cell ahead: 6 d − 4 r₀ − 2 r₁; none beyond the ends."""
    heights = np.array([0.0, 0.5, -0.25, 1.0, 0.75])
    _, found = differentiate(profile(heights, spacing=0.5), [0.5, 1.0, -1.0, 9.0], 3.0)
    slopes = [0.0, -0.125, 0.25, 0.5, 0.0]
    cubic = [6.0 * (heights[m + 1] - heights[m]) - 4.0 * slopes[m] - 2.0 * slopes[m + 1] for m in (1, 2)]
    assert found[:, 1, 0] == pytest.approx([cubic[0] / 0.25, cubic[1] / 0.25, 0.0, 0.0], abs=1e-13)


def test_an_effective_slope_is_not_the_derivative_of_the_height():
    """Both are straight lines between nodes, each with a slope of its own."""
    ground, (m, u) = TANDEM, (12, 0.25)
    s = ground.along.start + (m + u) * ground.along.spacing
    answers, found = differentiate(ground, [s], 100.0)
    per = 1.0 / ground.along.spacing
    assert found[0, 0, 0] == pytest.approx((ground.heights[m + 1, 0] - ground.heights[m, 0]) * per, rel=1e-9)
    assert found[0, 1, 0] == pytest.approx((ground.slopes[m + 1, 0] - ground.slopes[m, 0]) * per, rel=1e-9)
    assert abs(found[0, 0, 0] - answers[0, 1]) > 1e-3


def test_split_friction_changes_in_its_strip_alone():
    ground = Flat(friction=split(0.2, 0.9, width=0.5))
    _, found = differentiate(ground, 3.0, [-0.3, 0.0, 0.3])
    assert found[:, 3, 1] == pytest.approx([0.0, 1.5 * (0.2 - 0.9) / 0.5, 0.0], abs=1e-15)  # S'(½) = 3/2
    assert not found[:, 3, 0].any()


def test_kinks_of_a_friction_map_have_the_side_of_the_cell_in_which_a_point_is_found():
    ground = Flat(friction=friction_map([[0.5, 0.5], [0.75, 0.75], [0.25, 0.25]], spacing=1.0))
    _, found = differentiate(ground, [0.5, 1.0, 1.5, -1.0, 3.0], 0.5)
    assert found[:, 3, 0].tolist() == [0.25, -0.5, -0.5, 0.0, 0.0]


def test_a_grid_changes_along_its_edge_and_not_across_it():
    for kind in (KINDS[0], KINDS[-1]):
        _, found = differentiate(rough(kind), [-9.0, 0.6], [12.1, 30.0])
        assert not found[0, :, 0].any()
        assert not found[1, :, 1].any()
        assert found[0, 0, 1] != 0.0
        assert found[1, 0, 0] != 0.0


def test_an_external_road_is_the_plane_that_a_wheel_was_told():
    memory = np.zeros(PATCH)
    memory[[GIVEN, HEIGHT, SLOPE_X, SLOPE_Y, ORIGIN_X, ORIGIN_Y, FRICTION]] = 1.0, 0.2, 0.1, -0.3, 1.0, 2.0, 0.6
    answers, found = differentiate(External(), [3.0], [4.0], memory)
    assert answers[0] == pytest.approx([0.2 + 0.2 - 0.6, 0.1, -0.3, 0.6], abs=1e-15)
    assert found[0].tolist() == [[0.1, -0.3], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]


class Ramp(NamedTuple):
    """A kind of ground of a user's own."""

    slope: float = 0.1
    friction: float = 1.0


class Hollow(NamedTuple):
    """Another one, whose user has thought of matrices."""

    bend: float = 0.1


class Worn(NamedTuple):
    """A kind of friction of a user's own."""

    factor: float = 0.5


@surface.of(Ramp)
def ramp_surface(ground, patch, x, y):
    return ground.slope * x, ground.slope, 0.0, ground.friction


@surface.of(Hollow)
def hollow_surface(ground, patch, x, y):
    return 0.5 * ground.bend * x * x, ground.bend * x, 0.0, 1.0


@surface_derivatives.of(Hollow)
def hollow_derivatives(ground, patch, x, y):
    return (ground.bend * x, ground.bend, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)


@pytest.fixture
def worn():
    """A level ground with that friction, of which no derivatives are known."""
    friction_at.of(Worn)(lambda friction, x, y: friction.factor)
    yield Flat(friction=Worn())
    del friction_at.bodies[Worn]


compiled = pytest.mark.skipif(INTERPRETED, reason="addresses of compiled code")


@compiled
@pytest.mark.parametrize(
    ("ground", "some"),
    [
        (Flat(), False),
        (plane(grade=0.1), False),
        (rough(KINDS[0]), False),
        (Ramp(), False),
        (Hollow(), True),
        (Bump(), True),
        (Flat(friction=SPLIT), True),
        (rough(KINDS[-1]), True),
        (External(), True),
    ],
    ids=lambda x: type(x).__name__,
)
def test_grounds_that_are_not_known_by_numbers_say_where_their_derivatives_are(ground, some):
    """Planes and patches need none; a kind of a user has those that the user has written."""
    placed = place_ground(ground)
    before = placed.box.copy()
    assert derivatives_address(placed.box) == 0
    load_surface_derivatives(placed)
    assert bool(derivatives_address(placed.box)) == some
    assert np.array_equal(before, placed.box) != some


@compiled
def test_a_friction_without_derivatives_leaves_its_ground_without_them(worn):
    placed = place_ground(worn)
    load_surface_derivatives(placed)
    assert derivatives_address(placed.box) == 0


@compiled
def test_a_ground_that_is_changed_keeps_its_derivatives():
    placed = place_ground(Bump())
    change_ground(placed, Bump(height=0.1))
    assert derivatives_address(placed.box) == 0
    load_surface_derivatives(placed)
    address = derivatives_address(placed.box)
    change_ground(placed, Bump(height=0.2, friction=0.5))
    assert derivatives_address(placed.box) == address


def test_a_rough_road_bends_more_than_a_smooth_one():
    """The mean square of the curvature is proportional to the roughness, which doubles twice from class to class."""
    bends = []
    for kind in "AC":
        ground = iso8608(kind, length=60.0, track=1.5, seed=4).ground()
        _, found = differentiate(ground, np.linspace(20.0, 40.0, 300), 2.0)
        bends.append(np.sqrt((found[:, 1, 0] ** 2).mean()))
    assert bends[1] == pytest.approx(4.0 * bends[0], rel=1e-6)
