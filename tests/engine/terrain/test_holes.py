"""Holes are refused with their number and place, or filled as asked."""

import numpy as np
import pytest

from jounce.engine.terrain.formats.read import read
from jounce.errors import FileError
from tests.engine.terrain import writers
from tests.engine.terrain.writers import plane

HOLES = ((2, 1), (2, 2), (3, 2))
SPACING = {"spacing": (2.0, 0.5)}


def with_holes(shape=(8, 7), holes=HOLES, value=np.nan):
    heights = plane(shape)
    for hole in holes:
        heights[hole] = value
    return heights


def test_the_refusal_says_how_many_where_and_what_can_be_done(tmp_path):
    with pytest.raises(FileError) as caught:
        read(writers.npy(tmp_path, with_holes()), **SPACING)
    text = str(caught.value)
    assert "3 of 56 nodes without a height, the first heights[2, 1] at x = 4 m, y = 0.5 m" in text
    assert "'refuse', 'nearest', 'linear' or a height" in text


def test_linear_restores_a_plane_inside(tmp_path):
    raster = read(writers.npy(tmp_path, with_holes()), fill="linear", **SPACING)
    np.testing.assert_allclose(raster.heights, plane((8, 7)), rtol=1e-13)
    assert "3 holes filled, linear" in raster.about


@pytest.mark.parametrize("holes", [((0, 0), (0, 1)), ((7, 3),), tuple((i, 3) for i in range(8))])
def test_linear_at_the_edge_is_as_good_as_its_neighbours(tmp_path, holes):
    raster = read(writers.npy(tmp_path, with_holes(holes=holes)), fill="linear", **SPACING)
    np.testing.assert_allclose(raster.heights, plane((8, 7)), atol=6.1)  # two nodes of 3 m at most


def test_linear_with_all_known_nodes_on_a_line(tmp_path):
    heights = np.full((4, 4), np.nan)
    heights[1] = 5.0
    assert np.all(read(writers.npy(tmp_path, heights), fill="linear", **SPACING).heights == 5.0)


def test_nearest_is_measured_in_metres(tmp_path):
    raster = read(writers.npy(tmp_path, with_holes(holes=((2, 1),))), fill="nearest", **SPACING)
    assert raster.heights[2, 1] in (plane()[2, 0], plane()[2, 2])  # 0.5 m away, along x it would be 2 m


@pytest.mark.parametrize(("fill", "height"), [(0.0, 0.0), (-3, -3.0), ("2 ft", 0.6096)])
def test_a_height(tmp_path, fill, height):
    assert read(writers.npy(tmp_path, with_holes()), fill=fill, **SPACING).heights[2, 1] == pytest.approx(height)


def test_nothing_but_holes(tmp_path):
    with pytest.raises(FileError, match="no node has a height"):
        read(writers.npy(tmp_path, np.full((3, 3), np.nan)), fill="nearest", **SPACING)


def test_every_kind_of_file_knows_its_holes(tmp_path):
    heights = with_holes(value=-9999.0)
    tile = np.zeros((1201, 1201))
    tile[5, 6] = -32768
    for path, options in (
        (writers.asc(tmp_path, writers.ascii_text(heights)), {}),
        (writers.asc(tmp_path, writers.ascii_text(with_holes()), "nan.asc"), {}),
        (writers.hgt(tmp_path, tile), {}),
        (writers.geotiff(tmp_path, heights, nodata=-9999.0), {}),
        (writers.geotiff(tmp_path, with_holes(), "nan.tif"), {}),
        (writers.image(tmp_path, counts=with_holes(value=0.0)), {"spacing": 1.0, "scale": 1.0, "nodata": 0}),
    ):
        with pytest.raises(FileError, match="without a height"):
            read(path, **options)
        assert np.all(np.isfinite(read(path, fill="nearest", **options).heights))
