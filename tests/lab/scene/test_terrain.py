"""Grounds for the eye: the nodes that the wheels feel, windows of large fields, samples of all other grounds."""

import numpy as np
import pytest

from jounce.engine.laws.ground import Bump, Flat, Split, ask
from jounce.engine.terrain import ferguson, generate, plane
from jounce.lab.scene import TERRAIN, pack, terrain_container, unpack
from jounce.lab.scene.terrain import MAX_NODES


def read(ground, around=(0.0, 0.0), reach=None):
    data, window = terrain_container(ground, around, reach)
    kind, words, numbers = unpack(data)
    assert kind == TERRAIN
    return words, numbers, window


def axes(words):
    x = words["x0"] + words["dx"] * np.arange(words["nx"])
    y = words["y0"] + words["dy"] * np.arange(words["ny"])
    return x[:, None], y[None, :]


def test_flat_ground_is_endless():
    words, numbers, window = read(Flat(1.5, 0.6))
    assert words == {"nx": 0, "ny": 0, "height": 1.5, "friction_value": 0.6}
    assert numbers.size == 0
    assert window == (-np.inf, np.inf, -np.inf, np.inf)


def test_a_grid_is_sent_as_it_is():
    ground = generate(size=60.0, spacing=1.0, seed=2).ground()
    words, numbers, window = read(ground)
    np.testing.assert_array_equal(numbers, np.asarray(ground.heights, np.float32).ravel())
    assert words["refine"]
    assert words["ends"]
    assert not words["friction"]
    assert window == (-np.inf, np.inf, -np.inf, np.inf)


def test_of_a_large_field_a_window_is_sent_in_which_the_surface_is_the_same():
    heights = np.random.default_rng(3).standard_normal((MAX_NODES + 400, 40)).astype(np.float32)
    ground = ferguson(heights, spacing=0.5, origin=(0.0, 0.0))
    words, numbers, window = read(ground, (400.0, 10.0))
    assert words["nx"] == MAX_NODES
    assert words["ny"] == 40
    assert not words["ends"]
    x, y = axes(words)
    np.testing.assert_allclose(numbers.reshape(MAX_NODES, 40), ask(ground, x, y).height, atol=1e-6)
    part = ferguson(numbers.reshape(MAX_NODES, 40), spacing=0.5, origin=(words["x0"], words["y0"]))
    rng = np.random.default_rng(4)
    px, py = rng.uniform(window[0], window[1], 200), rng.uniform(1.0, 18.0, 200)
    np.testing.assert_allclose(ask(part, px, py).height, ask(ground, px, py).height, atol=1e-9)
    assert window[0] < 400.0 < window[1]


def test_a_reach_cuts_a_window_around_a_path():
    ground = generate(size=200.0, spacing=1.0, seed=2).ground()
    words, _, window = read(ground, (20.0, -30.0), 25.0)
    assert 50 <= words["nx"] <= 54
    assert window[0] <= -4.0
    assert window[1] >= 44.0
    assert window[2] <= -54.0


@pytest.mark.parametrize("ground", [plane(grade=0.1, bank=0.05), Bump(start=5.0, length=2.0, height=0.1)])
def test_other_grounds_are_sampled(ground):
    words, numbers, _ = read(ground, (3.0, 2.0), 20.0)
    assert not words["refine"]
    x, y = axes(words)
    heights = numbers.reshape(words["nx"], words["ny"])
    np.testing.assert_allclose(heights, ask(ground, x, y).height, atol=1e-6)


def test_where_a_ground_ends_its_window_does_not():
    """Or a car near the edge would have the same window made again for every frame."""
    ground = ferguson(np.zeros((40, 40)), x=np.linspace(0.0, 50.0, 40) ** 1.02, y=np.arange(40.0))
    _, _, window = read(ground, (48.0, 20.0), 30.0)
    assert window[0] == 18.0
    assert window[1:] == (np.inf, -np.inf, np.inf)


def test_friction_is_sent_where_it_is_not_one():
    split = Split(1.0, 0.3, 2.0)
    ground = generate(size=30.0, spacing=1.0, seed=1).ground()._replace(friction=split)
    words, numbers, _ = read(ground)
    assert words["friction"]
    n = words["nx"] * words["ny"]
    assert numbers.size == 2 * n
    x, y = axes(words)
    np.testing.assert_allclose(numbers[n:].reshape(words["nx"], -1), ask(ground, x, y).friction, atol=1e-6)
    assert np.ptp(numbers[n:]) > 0.5


def test_what_is_no_container_is_refused():
    good = pack(TERRAIN, {"nx": 1}, np.zeros(3))
    assert unpack(good)[1] == {"nx": 1}
    for bad in (b"", b"abc", good[:9], good[:-1], b"\x09" + good[1:], np.zeros(4, np.uint32).tobytes()):
        with pytest.raises(ValueError):  # noqa: PT011
            unpack(bad)
