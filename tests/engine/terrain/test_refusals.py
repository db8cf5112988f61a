"""What is wrong with a file or an option is said once: where, what, what was expected, what to do."""

import contextlib
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jounce.engine.terrain.formats.read import READERS, read
from jounce.engine.terrain.raster import Mesh, Raster
from jounce.errors import FileError, InputError, JounceError
from tests.engine.terrain import writers
from tests.engine.terrain.writers import ascii_text, plane


def refused(path, *parts, error=FileError, **options):
    with pytest.raises(error) as caught:
        read(path, **options)
    assert isinstance(caught.value, JounceError)
    text = str(caught.value)
    assert all(part in text for part in parts), text
    assert "\n" not in text


def test_files_that_are_not_there_or_of_no_known_kind(tmp_path):
    refused(tmp_path / "no.asc", "no.asc: no such file; check the name")
    refused(tmp_path, "unknown kind of file")
    (tmp_path / "folder.asc").mkdir()
    refused(tmp_path / "folder.asc", "a folder, not a file")
    refused("x.stl", "unknown kind of file; got '.stl'", *READERS)
    refused("x.tiif", "did you mean '.tif' or '.tiff'?")
    refused(5, "unknown kind of file")
    refused("a\0b.asc", "no such file")
    refused("a" * 5000 + ".asc", "not a name of a file")


@pytest.mark.parametrize(
    ("name", "options", "parts"),
    [
        ("a.npy", {}, ["spacing: missing option", ".npy"]),
        ("a.asc", {"spacing": 1}, ["spacing: unknown option", "one of horizontal, unit, fill for .asc"]),
        ("a.npy", {"spacing": 1, "units": "m"}, ["units: unknown option", "did you mean 'unit'?"]),
        ("a.npy", {"spacing": 0}, ["spacing: out of range; got 0"]),
        ("a.npy", {"spacing": "2 kg"}, ["spacing: wrong unit; got '2 kg' (mass)"]),
        ("a.npy", {"spacing": (1, 2, 3)}, ["spacing: not a pair"]),
        ("a.npy", {"spacing": (1, -2)}, ["spacing.1: out of range"]),
        ("a.npy", {"spacing": float("nan")}, ["spacing: not a finite number"]),
        ("a.npy", {"spacing": 1, "origin": 3}, ["origin: not a pair"]),
        ("a.npy", {"spacing": 1, "unit": "furlong"}, ["unit: unknown unit 'furlong'", "a length such as 'm' or 'ft'"]),
        ("a.npy", {"spacing": 1, "unit": "kg"}, ["unit: wrong unit; got 'kg'"]),
        ("a.npy", {"spacing": 1, "unit": 3}, ["unit: not a unit; got 3"]),
        (
            "a.npy",
            {"spacing": 1, "fill": "cubic"},
            ["fill: unknown way to fill holes", "'refuse', 'nearest', 'linear'"],
        ),
        ("a.npy", {"spacing": 1, "fill": None}, ["fill: unknown way to fill holes"]),
        ("a.asc", {"horizontal": "kg"}, ["horizontal: wrong unit", "'deg' for longitude"]),
        ("a.asc", {"horizontal": "rev"}, ["horizontal: no latitudes"]),
        ("a.png", {"spacing": 1}, ["scale: missing option"]),
        ("a.png", {"spacing": 1, "scale": 0}, ["scale: out of range"]),
        ("a.png", {"spacing": 1, "scale": 1, "bits": 12}, ["bits: out of range; got 12"]),
        ("a.tif", {"band": 2}, ["band: no such band; got 2; expected 1 to 1"]),
        ("a.crg", {"margin": -1}, ["margin: out of range"]),
    ],
)
def test_options(tmp_path, name, options, parts):
    {"npy": writers.npy, "asc": writers.asc, "png": writers.image, "tif": writers.geotiff, "crg": writers.npy}[
        name.split(".")[1]
    ](tmp_path, name=name)
    refused(tmp_path / name, *parts, error=InputError, **options)


@pytest.mark.parametrize(
    ("heights", "parts"),
    [
        (np.zeros(5), ["no grid of heights", "shape (5,)"]),
        (np.zeros((3, 3, 3)), ["no grid of heights"]),
        (np.zeros((1, 9)), ["2 or more nodes"]),
        (np.zeros((3, 3), dtype=complex), ["not real numbers; got dtype complex128"]),
        (np.zeros((3, 3), dtype=bool), ["dtype bool"]),
        (np.array([["a", "b"], ["c", "d"]]), ["not real numbers"]),
        (np.array([[1, None], [2, 3]], dtype=object), ["not readable by NumPy", "numpy.save"]),
    ],
)
def test_npy(tmp_path, heights, parts):
    refused(writers.npy(tmp_path, heights), *parts, spacing=1)


def test_npy_cut_short_or_of_another_kind(tmp_path):
    path = writers.npy(tmp_path)
    path.write_bytes(path.read_bytes()[:-8])
    refused(path, "not readable by NumPy", "a whole .npy file", spacing=1)
    np.savez(tmp_path / "a.npz", a=plane())
    (tmp_path / "a.npz").rename(path)
    refused(path, "an archive of arrays", spacing=1)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("ncols 5\n", "", [":1: missing key ncols", "got nrows, xllcorner"]),
        ("xllcorner 10\n", "", ["missing key xllcorner or xllcenter"]),
        ("cellsize 2\n", "dx 2\n", ["missing key cellsize or dy"]),
        ("cellsize 2", "cellsize two", [":5: cellsize is not a number; got 'two'"]),
        ("cellsize 2", "cellsize 0", [":5: cellsize is out of range"]),
        ("cellsize 2", "cellsize inf", [":5: cellsize is not a number"]),
        ("cellsize 2", "cellsize", [":5: cellsize is not a number; got ''"]),
        ("nrows 4", "nrows 4.5", [":2: nrows is out of range; got 4.5"]),
        ("ncols 5", "ncols -5", [":1: ncols is out of range"]),
        ("ncols 5", "ncols 5\nncols 5", [":2: ncols given twice"]),
        ("cellsize 2", "cellsise 2", [":5: unknown key; got 'cellsise'; did you mean 'cellsize'?"]),
        ("ncols 5", "ncols 99999\nnrows 99999", [":3: nrows given twice"]),
        ("nrows 4", "nrows 99999999", ["too large to be read whole"]),
        ("ncols 5", "ncols 6", ["wrong number of heights; got 20; expected nrows × ncols = 4 × 6 = 24"]),
        ("nrows 4", "nrows 3", ["wrong number of heights; got 20", "check nrows and ncols"]),
        ("94 96 98 100 102\n", "94 96 98 102\n", [":8: wrong number of heights; got 19"]),
        ("94 96", "94 x96", [":8: not a number; got 'x96'"]),
        ("94 96", "94 9,6", [":8: not a number; got '9,6'", "decimal point"]),
    ],
)
def test_ascii_grid(tmp_path, old, new, parts):
    text = ascii_text()
    assert old in text
    refused(writers.asc(tmp_path, text.replace(old, new)), *parts)


def test_ascii_grid_cut_short_empty_or_not_text(tmp_path):
    text = ascii_text()
    refused(writers.asc(tmp_path, text[: text.index("100 102 104 106 108") - 1]), "got 15", "cut short")
    refused(writers.asc(tmp_path, ""), "missing key ncols", "no keys")
    path = writers.asc(tmp_path)
    path.write_bytes(b"ncols \xff\xfe")
    refused(path, "not text at byte 6")


def test_hgt(tmp_path):
    refused(writers.hgt(tmp_path, np.zeros((1200, 1200))), "wrong size", "2880000 bytes", "1201 × 1201")
    refused(writers.hgt(tmp_path, np.zeros((2, 2)), "tile.hgt"), "does not tell where", "N37E127.hgt")
    refused(writers.hgt(tmp_path, np.zeros((2, 2)), "N97E127.hgt"), "does not tell where")


def test_images(tmp_path):
    options = {"spacing": 1.0, "scale": 1.0}
    refused(writers.image(tmp_path, dtype=np.uint8), "too few grey levels", "8 bits", "bits=8", **options)
    colour = tmp_path / "colour.png"
    writers.Image.new("RGB", (4, 4)).save(colour)
    refused(colour, "not a grey image; got mode RGB", "16-bit grey", **options)
    writers.Image.new("RGBA", (4, 4)).save(colour)
    refused(colour, "mode RGBA", bits=8, **options)
    path = writers.image(tmp_path, counts=np.random.default_rng(1).integers(0, 60000, (99, 99)))
    path.write_bytes(path.read_bytes()[:5000])
    refused(path, "not an image that can be read", **options)
    path.write_bytes(b"not an image")
    refused(path, "not an image that can be read", **options)
    refused(writers.image(tmp_path, counts=np.zeros((1, 5))), "no grid of heights", **options)


def test_geotiff(tmp_path):
    refused(writers.geotiff(tmp_path), "a GeoTIFF, which has a spacing of its own", spacing=1.0, scale=1.0)
    refused(writers.image(tmp_path, "plain.tif"), "has no georeference", "give spacing= and scale=")
    refused(writers.geotiff(tmp_path, unit="cubit"), "unknown unit of height; got 'cubit'", "give unit=")
    refused(writers.geotiff(tmp_path, dtype="complex64"), "not real numbers; got complex64")
    path = writers.geotiff(tmp_path)
    path.write_bytes(path.read_bytes()[:100])
    refused(path, "not a GeoTIFF that can be read")


def test_rasters_made_by_hand():
    for build in (
        lambda: Raster([[1, 2], [3, 4]], 0, 0, 1, 1),
        lambda: Raster(np.zeros(4), 0, 0, 1, 1),
        lambda: Raster(np.zeros((2, 2), dtype=complex), 0, 0, 1, 1),
        lambda: Raster(np.zeros((2, 2)), 0, 0, 0, 1),
        lambda: Raster(np.zeros((2, 2)), 0, 0, 1, float("nan")),
        lambda: Mesh(np.zeros((2, 3)), np.array([0.0, 1.0]), np.array([0.0, 2.0, 1.0])),
        lambda: Mesh(np.zeros((2, 3)), np.array([0.0, 1.0]), np.array([0.0, 2.0])),
        lambda: Raster(np.zeros((5, 5)), 0, 0, 1, 1).window((0.1, 0.9), (0, 5)),
        lambda: Raster(np.zeros((5, 5)), 0, 0, 1, 1).window(3, (0, 5)),
    ):
        with pytest.raises(InputError):
            build()


WRITERS = {
    "npy": (writers.npy, {"spacing": 1.0}),
    "asc": (writers.asc, {}),
    "png": (writers.image, {"spacing": 1.0, "scale": 1.0}),
    "tif": (writers.geotiff, {}),
    "tiff": (writers.image, {"spacing": 1.0, "scale": 1.0}),
}


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(WRITERS)), st.data())
def test_damaged_files_give_heights_or_one_error(tmp_path_factory, kind, data):
    write, options = WRITERS[kind]
    path = write(tmp_path_factory.mktemp("fuzz"), name=f"plane.{kind}")
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.one_of(st.just(len(content)), st.integers(0, len(content))))])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # foreign decoders may grumble first
        with contextlib.suppress(JounceError):
            assert np.all(np.isfinite(read(path, **options).heights))
