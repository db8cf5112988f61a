"""OpenCRG roads against pyOpenCRG's own evaluation and against closed forms, from text and binary files."""

import contextlib
from pathlib import Path

import numpy as np
import pyopencrg
import pytest

from jounce.engine.terrain.formats.opencrg import opencrg
from jounce.engine.terrain.formats.read import read
from jounce.engine.terrain.raster import Mesh, Raster
from jounce.errors import FileError, InputError, JounceError

ROADS = Path(__file__).parents[2] / "data" / "roads"
STRAIGHT, MINIMAL, CURVED = (
    ROADS / f"handmade_{name}.crg" for name in ("straight", "straight_minimalist", "curved_banked_sloped")
)


def evaluated(path):
    """The road as pyOpenCRG sees it, modifiers applied."""
    return pyopencrg.read(path, apply_mods=True)


@pytest.mark.parametrize("path", [STRAIGHT, MINIMAL])
def test_a_straight_road_keeps_its_nodes(path):
    raster = read(path)
    assert isinstance(raster, Raster)
    assert (raster.x0, raster.y0, raster.dx, raster.dy) == (0.0, -1.5, 1.0, 0.5)
    x, y = np.meshgrid(raster.x, raster.y, indexing="ij")
    np.testing.assert_allclose(raster.heights, evaluated(path).xy_to_z(x, y), atol=1e-15)
    assert raster.heights[3, 1] == pytest.approx(0.0111111)  # u = 3 m, v = −1 m in the file
    assert raster.heights[13, 6] == pytest.approx(-0.0111111)  # u = 13 m, v = 1.5 m
    assert raster.heights[7, 0] == raster.heights[7, 1]  # missing at the right edge: the last height goes on


def test_uneven_long_sections_become_a_mesh(tmp_path):
    v = np.array([-1.5, -1.0, 0.0, 0.25, 2.0])
    u = np.arange(11.0)
    heights = 0.1 * u[:, None] - 0.02 * v[None, :]
    path = tmp_path / "uneven.crg"
    pyopencrg.CrgRoad(heights, u_inc=1.0, v=v).save(path, fmt="LDFI")
    mesh = opencrg(path)
    assert isinstance(mesh, Mesh)
    np.testing.assert_allclose(mesh.x, u, atol=1e-12)
    np.testing.assert_allclose(mesh.y, v, atol=1e-12)
    np.testing.assert_allclose(mesh.heights, heights, atol=1e-12)
    assert mesh.largest_slope() == pytest.approx(np.hypot(0.1, 0.02))


def test_slope_and_banking_of_a_straight_road(tmp_path):
    path = tmp_path / "sloped.crg"
    pyopencrg.CrgRoad(np.zeros((21, 9)), u_inc=0.5, v=2.0, slope=0.05, banking=0.03).save(path, fmt="KDBI")
    raster = opencrg(path)
    exact = 0.05 * raster.x[:, None] + 0.03 * raster.y[None, :]
    np.testing.assert_allclose(raster.heights, exact, atol=1e-12)


@pytest.mark.parametrize("spacing", [None, 0.1])
def test_a_curved_banked_and_sloped_road(spacing):
    raster = read(CURVED, **({} if spacing is None else {"spacing": spacing}))
    assert raster.dx == raster.dy == (spacing or 0.25)
    road = evaluated(CURVED)
    x, y = np.meshgrid(raster.x, raster.y, indexing="ij")
    u, v = road.xy_to_uv(x, y)
    on = (u >= road.u_start) & (u <= road.u_end) & (abs(v) <= 1.5)
    assert 0.2 < on.mean() < 0.8
    np.testing.assert_allclose(raster.heights[on], road.xy_to_z(x, y)[on], atol=1e-12)
    assert np.all(np.isfinite(raster.heights))


def test_nodes_of_the_file_on_the_resampled_road():
    """At the road's own nodes, which nobody resampled, bilinear interpolation is off by the bend of the surface."""
    raster, road = opencrg(CURVED, spacing=0.05), evaluated(CURVED)
    u, v = np.meshgrid(road.u, road.v[1:-1], indexing="ij")
    x, y = road.uv_to_xy(u, v)
    i, j = (x - raster.x0) / raster.dx, (y - raster.y0) / raster.dy
    at = raster.heights[np.rint(i).astype(int), np.rint(j).astype(int)]
    # half a spacing each way on slopes of at most 0.0111/0.25 + 0.11 across and along
    np.testing.assert_allclose(at, road.uv_to_z(u, v), atol=0.025 * 2 * (0.0111111 / 0.25 + 0.11))


def test_a_circular_road_against_its_closed_form(tmp_path):
    radius, step = 30.0, 0.1
    phi = (np.arange(300) + 0.5) * step / radius
    v = np.linspace(-2.0, 2.0, 9)
    road = pyopencrg.CrgRoad(np.zeros((301, 9)), u_inc=step, v=v, heading=phi, slope=0.02, banking=0.05)
    path = tmp_path / "circle.crg"
    road.save(path, fmt="KDBI")
    raster = opencrg(path, spacing=0.2)
    x, y = np.meshgrid(raster.x, raster.y, indexing="ij")
    # the first chord lies along x, so the tangent of the circle there is turned by half its angle: u = R θ, v = R − r
    half = 0.5 * step / radius
    centre_x, centre_y = radius * np.sin(half), radius * np.cos(half)
    angle, distance = np.arctan2(x - centre_x, centre_y - y) + half, np.hypot(x - centre_x, y - centre_y)
    u, lateral = radius * angle, radius - distance
    on = (u > 0.2) & (u < 29.8) & (abs(lateral) < 1.9)
    assert on.sum() > 1000
    # chords lie inside the circle by step²/(8 R) = 0.04 mm; along, corners are 0.1 m of u apart and a chord is as long
    np.testing.assert_allclose(raster.heights[on], (0.02 * u + 0.05 * lateral)[on], atol=0.05 * 4.2e-5 + 0.02 * 1e-4)
    beside = (u > 0.2) & (u < 29.8) & (lateral > 2.0)
    assert beside.sum() > 1000
    np.testing.assert_allclose(raster.heights[beside], (0.02 * u + 0.05 * 2.0)[beside], atol=2e-5)


@pytest.mark.parametrize(("fmt", "tolerance"), [("KRBI", 1e-8), ("KDBI", 1e-15), ("LRFI", 1e-7), ("LDFI", 1e-12)])
def test_binary_and_text_files_are_the_same_road(tmp_path, fmt, tolerance):
    path = tmp_path / "road.crg"
    pyopencrg.convert(STRAIGHT, path, fmt=fmt)
    np.testing.assert_allclose(opencrg(path).heights, opencrg(STRAIGHT).heights, atol=tolerance)


def test_a_binary_file_written_by_hand(tmp_path):
    """KRBI: big-endian single precision, records of 80 bytes filled one after another, the last with NaN."""
    heights = 0.25 * np.arange(12.0).reshape(4, 3)
    head = "$ROAD_CRG\nREFERENCE_LINE_INCREMENT = 0.5\nLONG_SECTION_V_INCREMENT = 1.0\n$\n$KD_Definition\n#:KRBI\n"
    head += "".join(f"D:long section {i},m\n" for i in (1, 2, 3)) + "$\n" + "$" * 80 + "\n"
    numbers = np.full(20, np.nan)
    numbers[:12] = heights.ravel()
    path = tmp_path / "hand.crg"
    path.write_bytes(head.encode("latin-1") + numbers.astype(">f4").tobytes())
    raster = opencrg(path)
    np.testing.assert_array_equal(raster.heights, heights - heights[0, 1])  # the start of the road is at height 0
    assert (raster.x0, raster.y0, raster.dx, raster.dy) == (0.0, -1.0, 0.5, 1.0)


def test_refusals(tmp_path):
    path = tmp_path / "road.crg"
    path.write_text("nothing")
    with pytest.raises(FileError, match="not an OpenCRG road that can be read"):
        opencrg(path)
    with pytest.raises(FileError, match="no such file"):
        opencrg(tmp_path / "no.crg")
    with pytest.raises(InputError, match="too many nodes"):
        opencrg(CURVED, spacing=1e-4)
    with pytest.raises(InputError, match="spacing: out of range"):
        opencrg(CURVED, spacing=0)


@pytest.mark.parametrize("kind", ["text", "binary"])
def test_damaged_files_give_a_road_or_one_error(tmp_path, kind):
    random = np.random.default_rng(1)
    path = tmp_path / "road.crg"
    pyopencrg.convert(CURVED, path, fmt="LRFI" if kind == "text" else "KRBI")
    whole = path.read_bytes()
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(random.integers(1, 4)):
            content[random.integers(len(content))] = random.integers(256)
        path.write_bytes(content[: random.integers(len(content))] if random.random() < 0.3 else content)
        with contextlib.suppress(JounceError):
            assert np.all(np.isfinite(opencrg(path).heights))


def test_points_beyond_the_centre_of_a_curve_are_found_too(tmp_path):
    """A hairpin of 4 m: most nodes inside it lie beyond its centre for one part of the line or another."""
    step = 0.25
    phi = np.concatenate([np.zeros(80), np.arange(50) * step / 4.0, np.full(80, 50 * step / 4.0)])
    path = tmp_path / "hairpin.crg"
    pyopencrg.CrgRoad(np.zeros((211, 5)), u_inc=step, v=2.0, heading=phi, slope=0.1).save(path)
    raster = opencrg(path, margin=10.0)
    assert np.all(np.isfinite(raster.heights))
    assert raster.heights.min() >= -1e-6
    assert raster.heights.max() <= 0.1 * 210 * step + 1e-4
