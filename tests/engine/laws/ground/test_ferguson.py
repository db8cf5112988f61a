"""The Ferguson ground: what it reproduces, and that height and slopes are continuous."""

import numpy as np
import pytest

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground import allocate_memory, extent, inside, surface, unit_normal
from jounce.engine.laws.ground.surface import forget
from jounce.engine.terrain import ferguson
from tests.engine.laws.ground.grids import KINDS, ORIGIN, SPACING, every_way, grid, name, nodes, recalled, rough

SPACINGS = ("regular", "irregular")
every_kind = pytest.mark.parametrize("kind", KINDS, ids=name)


def points(ground, count=400, seed=1):
    """Random points of the whole grid, and points of all its edges and corners."""
    x_min, x_max, y_min, y_max = extent(ground)
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(x_min, x_max, count), rng.uniform(y_min, y_max, count)
    x[:20], x[20:40], y[10:30], y[30:50] = x_min, x_max, y_min, y_max
    return x, y


def plane(x, y):
    return 3.0 - 0.25 * x + 0.5 * y


def saddle(x, y):
    return plane(x, y) + 0.125 * x * y


def biquadratic(x, y):
    return (1.0 + 0.5 * x - x * x) * (2.0 - 0.25 * y + 0.125 * y * y)


def assert_reproduced(ask, ground, function, tolerance):
    x, y = points(ground)
    found, step = ask(ground, x, y), 1e-3
    scale = np.abs(ground.heights).max()
    assert np.abs(found.height - function(x, y)).max() < tolerance * scale
    # central differences of polynomials of degree two are exact but for rounding, 1e-16 / step
    zx = (function(x + step, y) - function(x - step, y)) / (2.0 * step)
    zy = (function(x, y + step) - function(x, y - step)) / (2.0 * step)
    assert np.abs(found.gradient - np.column_stack([zx, zy])).max() < (10.0 * tolerance + 1e-12) * scale


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("function", [plane, saddle])
@every_way
def test_planes_and_saddles_are_exact(ask, function, dtype, spacing):
    assert_reproduced(ask, grid(function, spacing, dtype), function, 2e-15)


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (3, 2), (3, 3), (4, 4)])
@every_way
def test_saddles_are_exact_on_small_grids(ask, shape, spacing):
    x, y = nodes(spacing)
    heights = saddle(x[: shape[0], None], y[None, : shape[1]])
    assert_reproduced(ask, grid(heights, spacing), saddle, 2e-15)


@pytest.mark.parametrize("spacing", SPACINGS)
@every_way
def test_slopes_are_those_of_parabolas(ask, spacing):
    """Three nodes give the slopes of a parabola, at the edges too, so products of parabolas are exact."""
    assert_reproduced(ask, grid(biquadratic, spacing), biquadratic, 2e-14)


@every_way
def test_the_twist_of_the_paper_bends_a_plane(ask):
    """With R_u = g h and R_v = 0 the printed twist ½ g h adds ½ g h w(u) w(v), w = u (1 − u) (1 − 2u)."""
    slope = 0.25

    def tilted(x, y):
        return slope * x + 0.0 * y

    def w(u):
        return u * (1.0 - u) * (1.0 - 2.0 * u)

    ground = grid(tilted, "regular", twist="paper")
    x, y = points(ground)
    bent = ask(ground, x, y)
    u, v = ((np.column_stack([x, y]) - ORIGIN) / SPACING - bent.patch).T
    error = 0.5 * slope * SPACING[0] * w(u) * w(v)
    assert np.abs(error).max() > 5e-4
    assert np.abs(bent.height - tilted(x, y) - error).max() < 1e-15


@every_kind
@every_way
def test_nodes_have_their_heights(ask, kind):
    ground = rough(kind)
    x, y = nodes(kind["spacing"])
    assert np.abs(ask(ground, x[:, None], y[None, :]).height - ground.heights).max() < 1e-14


@pytest.mark.parametrize("spacing", SPACINGS)
@every_way
def test_the_patch_is_the_one_under_the_point(ask, spacing):
    ground = rough({"spacing": spacing})
    x, y = points(ground)
    patch = ask(ground, x, y).patch
    for values, table, found in zip((x, y), nodes(spacing), patch.T, strict=True):
        assert (found == np.clip(np.searchsorted(table, values, side="right") - 1, 0, table.size - 2)).all()


@every_kind
@every_way
def test_height_and_slopes_are_continuous_across_edges(ask, kind):
    """Slopes change over 2δ by what the curvature allows; differences on both sides have the slope of the edge."""
    ground, delta = rough(kind), 1e-7
    x, y = nodes(kind["spacing"])
    rng = np.random.default_rng(3)
    inner_x = np.repeat(x[1:-1], 60)
    inner_y = np.repeat(y[1:-1], 60)
    free_y, free_x = rng.uniform(y[0], y[-1], inner_x.size), rng.uniform(x[0], x[-1], inner_y.size)
    for px, py, dx, dy in ((inner_x, free_y, delta, 0.0), (free_x, inner_y, 0.0, delta)):
        before, on, after = (ask(ground, px + s * dx, py + s * dy) for s in (-1.0, 0.0, 1.0))
        curvature = 1e4  # of random heights over cells of an eighth
        assert np.abs(after.gradient - before.gradient).max() < curvature * 2.0 * delta
        across = on.gradient[:, 0 if dx else 1]
        for near, far in ((before, on), (on, after)):
            difference = (far.height - near.height) / delta
            assert np.abs(difference - across).max() < curvature * delta + 1e-14 / delta


@every_kind
@every_way
def test_height_and_slopes_are_continuous_at_corners(ask, kind):
    ground, delta = rough(kind), 1e-9
    x, y = nodes(kind["spacing"])
    px, py = (part.ravel() for part in np.meshgrid(x[1:-1], y[1:-1]))
    answers = [ask(ground, px + i * delta, py + j * delta) for i in (-1.0, 1.0) for j in (-1.0, 1.0)]
    heights = np.array([answer.height for answer in answers])
    gradients = np.array([answer.gradient for answer in answers])
    assert np.ptp(heights, axis=0).max() < 1e-6
    assert np.ptp(gradients, axis=0).max() < 1e-4
    assert np.ptp(gradients, axis=1).max() > 0.1  # but they differ from corner to corner


@every_kind
@every_way
def test_slopes_are_those_of_the_height(ask, kind):
    ground, step = rough(kind, seed=5), 1e-6
    x, y = (part[100:] for part in points(ground, 2000))
    found = ask(ground, x, y)
    zx = (ask(ground, x + step, y).height - ask(ground, x - step, y).height) / (2.0 * step)
    zy = (ask(ground, x, y + step).height - ask(ground, x, y - step).height) / (2.0 * step)
    same = (ask(ground, x + step, y + step).patch == ask(ground, x - step, y - step).patch).all(axis=1)
    assert same.sum() > 1800
    # truncation 1e-12 times third derivatives of at most 1e5, rounding 1e-15 / 1e-6
    assert np.abs(found.gradient - np.column_stack([zx, zy]))[same].max() < 1e-6
    normal = np.column_stack([-zx, -zy, np.ones_like(zx)])
    assert np.abs(found.normal - normal / np.linalg.norm(normal, axis=1)[:, None])[same].max() < 1e-6


@every_way
def test_the_error_falls_with_the_third_power_of_the_spacing(ask):
    def hills(x, y):
        return np.sin(x) * np.cos(0.7 * y)

    rng = np.random.default_rng(0)
    x, y = rng.uniform(0.0, 6.0, (2, 4000))
    errors = []
    for cells in (48, 96):
        nodes = np.linspace(0.0, 6.0, cells + 1)
        ground = ferguson(hills(nodes[:, None], nodes[None, :]), spacing=6.0 / cells)
        errors.append(np.abs(ask(ground, x, y).height - hills(x, y)).max())
    assert 7.0 < errors[0] / errors[1] < 9.0


@kernel
def drive(ground, x, y, memory, forgetful, answers):
    for i in range(x.size):
        if forgetful:
            forget(memory)
        z, zx, zy, friction = surface(ground, memory, x[i], y[i])
        n = unit_normal(zx, zy)
        answers[i, 0], answers[i, 1], answers[i, 2], answers[i, 3], answers[i, 4] = z, zx, zy, friction, n[0]


@every_kind
def test_what_is_remembered_changes_no_bit(kind):
    ground = rough(kind)
    t = np.linspace(0.0, 1.0, 3000)
    x_min, x_max, y_min, y_max = extent(ground)
    x, y = x_min + (x_max - x_min) * t, y_min + (y_max - y_min) * (0.5 + 0.5 * np.sin(9.0 * t))
    found, remembering, forgetful = recalled(ground, x, y), np.empty((x.size, 5)), np.empty((x.size, 5))
    assert (np.diff(found.patch, axis=0) == 0).all(axis=1).sum() > 2900
    drive(ground, x, y, allocate_memory(1)[0], False, remembering)
    drive(ground, x, y, allocate_memory(1)[0], True, forgetful)
    assert (remembering == forgetful).all()
    expected = np.column_stack([found.height, found.gradient, found.friction, found.normal[:, 0]])
    assert np.abs(remembering - expected).max() < 1e-13 * np.abs(expected).max()


@every_kind
@every_way
def test_beyond_the_edge_it_is_level_outwards(ask, kind):
    ground = rough(kind)
    x_min, x_max, y_min, y_max = extent(ground)
    y = np.linspace(y_min, y_max, 37)
    for edge, away in ((x_min, -1.0), (x_max, 1.0)):
        on = ask(ground, edge, y)
        for distance in (1e-3, 1.0, 1e30, np.inf):
            off = ask(ground, edge + away * distance, y)
            assert (off.height == on.height).all()
            assert (off.gradient[:, 0] == 0.0).all()
            assert (off.gradient[:, 1] == on.gradient[:, 1]).all()
        assert np.abs(on.gradient[:, 0]).min() > 0.0
    corner = ask(ground, x_max + 1.0, y_max + 1.0)
    assert corner.height == pytest.approx(ground.heights[-1, -1], abs=1e-14)
    assert (corner.gradient == 0.0).all()
    along = ask(ground, np.linspace(x_min, x_max, 41), y_min - 5.0)
    assert (along.gradient[:, 1] == 0.0).all()
    assert np.abs(along.gradient[:, 0]).min() > 0.0


@pytest.mark.parametrize("spacing", SPACINGS)
@every_way
def test_nan_stays_nan(ask, spacing):
    ground = rough({"spacing": spacing})
    found = ask(ground, [np.nan, 0.0, np.nan, np.nan], [12.0, np.nan, np.nan, np.inf])
    assert np.isnan(found.height).all()
    assert np.isnan(found.gradient[:3]).all()
    assert np.isnan(found.normal).any(axis=1).all()
    ask(ground, 0.0, 12.0)  # and the next question is answered


def test_extent_and_inside():
    ground = rough({"spacing": "regular"})
    assert extent(ground) == (-2.0, 3.25, 10.0, 12.5)
    assert extent(rough({"spacing": "irregular"})) == (-2.0, 4.5, 10.0, 14.75)
    assert inside(ground, -2.0, 12.5)
    assert inside(ground, [-2.1, 0.0, 3.26, np.nan], [11.0, 9.9, 11.0, 11.0]).tolist() == [False] * 4


@every_way
def test_where_a_grid_lies_does_not_matter(ask):
    """Far from the origin, as in map coordinates, only the coordinates' own rounding is lost."""
    heights = np.random.default_rng(2).normal(size=(9, 7))
    near = ferguson(heights, spacing=0.75)
    far = ferguson(heights, spacing=0.75, origin=(500_000.0, 4_000_000.0))
    x, y = points(near)
    assert np.abs(ask(near, x, y).height - ask(far, x + 500_000.0, y + 4_000_000.0).height).max() < 1e-8
