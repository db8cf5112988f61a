"""A plane written in every kind of file comes back as it was: place, spacing, and the signs of its slopes."""

import math
import sys

import numpy as np
import pytest
from rasterio.transform import Affine, from_origin

from jounce.engine.terrain.formats.geotiff import metres_per_degree
from jounce.engine.terrain.formats.read import read
from jounce.errors import FileError
from tests.engine.terrain import writers
from tests.engine.terrain.writers import plane


def same_plane(raster, x0, y0, dx, dy):
    assert raster.heights.shape == writers.SHAPE
    np.testing.assert_allclose(raster.heights, plane(), rtol=0, atol=1e-12)
    assert (raster.x0, raster.y0, raster.dx, raster.dy) == pytest.approx((x0, y0, dx, dy), rel=1e-12)
    slope_x, slope_y = np.gradient(raster.heights, raster.x, raster.y)
    np.testing.assert_allclose(slope_x, 2.0 / dx, rtol=1e-9)
    np.testing.assert_allclose(slope_y, -3.0 / dy, rtol=1e-9)
    assert raster.largest_slope() == pytest.approx(math.hypot(2.0 / dx, 3.0 / dy))


@pytest.mark.parametrize("dtype", ["float64", "float32", ">f8", "int16", "uint8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy(tmp_path, dtype, order):
    path = writers.npy(tmp_path, np.array(plane(), dtype=dtype, order=order))
    same_plane(read(path, spacing=(0.5, "25 cm"), origin=(1.0, -2.0)), 1.0, -2.0, 0.5, 0.25)


def test_npy_is_mapped_and_a_large_one_is_never_read(tmp_path):
    assert isinstance(read(writers.npy(tmp_path), spacing=1.0).heights, np.memmap)
    path = tmp_path / "large.npy"
    shape = (20_000, 20_000)  # 1.6 GB, of which the disk holds only what was written
    heights = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
    heights[7, 9] = 5.0
    del heights
    raster = read(path, spacing=0.75)
    assert isinstance(raster.heights, np.memmap)
    assert raster.window((5.0, 6.0), (6.0, 7.5)).heights.max() == 5.0
    for options in ({"unit": "ft"}, {"fill": "nearest"}):
        with pytest.raises(FileError, match=r"1\.6 GB"):
            read(path, spacing=0.75, **options)
    turned = tmp_path / "turned.npy"
    np.lib.format.open_memmap(turned, mode="w+", dtype=np.float32, shape=shape, fortran_order=True)
    with pytest.raises(FileError, match=r"Fortran order.*ascontiguousarray"):
        read(turned, spacing=0.75)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "header",
    [
        ["xllcorner 10", "yllcorner 20", "cellsize 2"],
        ["XLLCENTER 11", "YllCenter 21", "CELLSIZE 2", "nodata_value -1"],
        ["yllcorner 20", "xllcenter 11", "dx 2", "dy 2"],
    ],
)
def test_ascii_grid(tmp_path, header, ending):
    same_plane(read(writers.asc(tmp_path, writers.ascii_text(None, header, ending))), 11.0, 21.0, 2.0, 2.0)


def test_ascii_grid_with_other_line_breaks_and_units(tmp_path):
    head, body = writers.ascii_text().split("-9999\n")
    same_plane(read(writers.asc(tmp_path, head + "-9999\n" + " ".join(body.split()))), 11.0, 21.0, 2.0, 2.0)
    feet = read(writers.asc(tmp_path), unit="ft", horizontal="ft")
    assert feet.heights[0, 0] == pytest.approx(100.0 * 0.3048)
    assert (feet.x0, feet.dx) == pytest.approx((11.0 * 0.3048, 2.0 * 0.3048))


def test_hgt(tmp_path):
    heights = np.zeros((1201, 1201))
    heights[0, 0], heights[-1, 0], heights[0, -1] = 100.0, 200.0, -300.0
    raster = read(writers.hgt(tmp_path, heights))
    np.testing.assert_array_equal(raster.heights, heights)
    assert (raster.dx * 1200, raster.dy * 1200) == pytest.approx(metres_per_degree(37.5), rel=1e-12)
    assert (raster.x0, raster.y0) == (0.0, 0.0)
    assert "latitude 37.000000, longitude 127.000000" in raster.about
    assert "latitude -34.000000, longitude -71.000000" in read(writers.hgt(tmp_path, heights, "s34w071.hgt")).about


@pytest.mark.parametrize("latitude", [0.0, 15.0, 37.5, -52.0, 70.0, 90.0])
def test_metres_per_degree_agree_with_their_series(latitude):
    phi = math.radians(latitude)  # the usual series in multiples of φ, rounded to some centimetres
    east = 111_412.84 * math.cos(phi) - 93.5 * math.cos(3.0 * phi) + 0.118 * math.cos(5.0 * phi)
    north = 111_132.92 - 559.82 * math.cos(2.0 * phi) + 1.175 * math.cos(4.0 * phi)
    assert metres_per_degree(latitude) == pytest.approx((east, north), abs=0.1)


def test_metres_per_degree_at_the_equator_and_the_pole():
    east, north = metres_per_degree(0.0)
    assert east == pytest.approx(math.radians(6_378_137.0), rel=1e-15)
    assert north == pytest.approx(110_574.276, abs=1e-3)  # π/180 a (1 − e²)
    east, north = metres_per_degree(90.0)
    assert abs(east) < 1e-10
    assert north == pytest.approx(111_693.980, abs=1e-3)  # π/180 a / √(1 − e²)


@pytest.mark.parametrize(
    ("name", "dtype"), [("plane.png", "uint16"), ("plane.tif", "uint16"), ("plane.tiff", "int32"), ("f.tif", "float32")]
)
def test_images(tmp_path, name, dtype):
    path = writers.image(tmp_path, name, (plane() - 50.0) * 100.0, dtype)
    same_plane(read(path, spacing=0.5, scale="1 cm", offset=50.0, origin=(3.0, 4.0)), 3.0, 4.0, 0.5, 0.5)


def test_an_image_of_8_bits_where_it_is_allowed(tmp_path):
    path = writers.image(tmp_path, dtype=np.uint8)
    same_plane(read(path, spacing=1.0, scale=1.0, bits=8), 0.0, 0.0, 1.0, 1.0)


def test_geotiff_in_metres_and_feet(tmp_path):
    same_plane(read(writers.geotiff(tmp_path)), 500_001.0, 4_000_001.0, 2.0, 2.0)
    feet = read(writers.geotiff(tmp_path, plane() / 0.3048, unit="foot", dtype="float64"))
    same_plane(feet, 500_001.0, 4_000_001.0, 2.0, 2.0)
    assert read(writers.geotiff(tmp_path), unit="cm").heights[0, 0] == pytest.approx(1.0)


def test_geotiff_in_degrees(tmp_path):
    step = 1.0 / 3600.0
    raster = read(writers.geotiff(tmp_path, transform=from_origin(127.0, 37.5, step, step), crs="EPSG:4326"))
    east, north = metres_per_degree(37.5 - 2.0 * step)  # the middle of four rows
    same_plane(raster, 0.0, 0.0, step * east, step * north)


def test_geotiff_without_a_reference_system(tmp_path):
    same_plane(read(writers.geotiff(tmp_path, crs=None)), 500_001.0, 4_000_001.0, 2.0, 2.0)
    degrees = writers.geotiff(tmp_path, crs=None, transform=from_origin(127.0, 37.5, 0.001, 0.001))
    with pytest.raises(ValueError, match=r"looks like degrees.*horizontal='deg'"):
        read(degrees)
    assert read(degrees, horizontal="deg").dx == pytest.approx(88.4, abs=0.1)
    assert read(degrees, horizontal="m").dx == pytest.approx(0.001)


def test_geotiff_turned_or_mirrored_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"rotated grid.*gdalwarp"):
        read(writers.geotiff(tmp_path, transform=Affine.rotation(10)))
    with pytest.raises(FileError, match="mirrored grid"):
        read(writers.geotiff(tmp_path, transform=Affine(2, 0, 5, 0, 2, 5)))


@pytest.mark.parametrize(
    ("module", "package", "write", "options"),
    [
        ("PIL.Image", "pillow", writers.image, {"spacing": 1, "scale": 1}),
        ("rasterio", "rasterio", writers.geotiff, {}),
        ("pyopencrg", "pyOpenCRG", lambda folder: writers.asc(folder, name="road.crg"), {}),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path, monkeypatch, module, package, write, options
):
    path = write(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(FileError, match=rf"needs the package {package}.*pip install 'jounce\[terrain\]'"):
        read(path, **options)
