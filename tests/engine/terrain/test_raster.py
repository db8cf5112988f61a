"""What a raster and a mesh do with their heights."""

import numpy as np
import pytest

from jounce.engine.terrain import raster as module
from jounce.engine.terrain.raster import Mesh, Raster, from_north_west
from tests.engine.terrain.writers import plane, rows


def test_a_window_and_another_origin():
    raster = Raster(plane(), 0.0, 0.0, 2.0, 2.0).window((2.0, 6.0), (1.0, 5.0))
    np.testing.assert_array_equal(raster.heights, plane()[1:4, 1:3])
    assert (raster.x0, raster.y0) == (2.0, 2.0)
    moved = raster.with_origin(2.0, 2.0, 99.0)
    assert (moved.x0, moved.y0, moved.heights[0, 0]) == (0.0, 0.0, 0.0)


def test_rows_from_the_north_west():
    np.testing.assert_array_equal(from_north_west(rows(plane())), plane())


def test_the_ground_goes_through_the_nodes(monkeypatch):
    monkeypatch.setattr(module, "ferguson", lambda heights, **options: (heights, options))
    heights, options = Raster(plane(), 1.0, 2.0, 0.5, 0.25).ground(friction=0.8)
    assert heights.shape == plane().shape
    assert options == {"spacing": (0.5, 0.25), "origin": (1.0, 2.0), "friction": 0.8}
    x, y = np.arange(5.0) ** 2, np.arange(4.0)
    _, options = Mesh(plane(), x, y).ground()
    assert options == {"x": pytest.approx(x), "y": pytest.approx(y)}
