"""Targets that read heights: grids as text and as numbers, images, GeoTIFFs, OpenCRG roads."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from random import Random

import numpy as np
from rasterio.transform import from_origin

from jounce.engine.terrain.formats.read import read
from tests.engine.terrain import writers
from tests.robustness.mutation import damage_bytes, damage_text
from tests.robustness.target import Target

ROADS = sorted((Path(__file__).parents[1] / "data" / "roads").glob("*.crg"))
File = tuple[str, bytes, dict]
"""Ending, content and options of the reader."""


@functools.cache
def _grids() -> tuple[File, ...]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        npy = writers.npy(folder).read_bytes()
        png = writers.image(folder).read_bytes()
    options = {"spacing": 1.0}
    return (
        (".asc", writers.ascii_text().encode(), {}),
        (".npy", npy, options),
        (".png", png, {**options, "scale": 0.1}),
        (".hgt", b"\0\1" * 50, {}),
    )


@functools.cache
def _tiffs() -> tuple[File, ...]:
    with tempfile.TemporaryDirectory() as name:
        place = {"transform": from_origin(5e5, 4e6, 1.0, 1.0)}
        plain = writers.geotiff(Path(name), **place).read_bytes()
        packed = writers.geotiff(Path(name), compress="deflate", tiled=True, blockxsize=16, blockysize=16, **place)
        return ((".tif", plain, {}), (".tif", packed.read_bytes(), {}), (".tif", plain, {"spacing": 1.0, "scale": 0.1}))


@functools.cache
def _roads() -> tuple[File, ...]:
    return tuple((".crg", file.read_bytes(), {"spacing": 0.5}) for file in ROADS)


def _damaged(random: Random, files: tuple[File, ...]) -> File:
    ending, content, options = random.choice(files)
    is_text = ending in (".asc", ".crg")
    if is_text and random.random() < 0.7:
        text = damage_text(random, content.decode("latin-1"))
        return ending, text.encode("utf-8", "surrogatepass"), options
    return ending, damage_bytes(random, content), options


def _use(file: File, folder: Path) -> None:
    ending, content, options = file
    path = folder / f"N37E127{ending}"
    path.write_bytes(content)
    found = read(path, **options)
    assert np.all(np.isfinite(found.heights)), "heights that are not finite"


TARGETS = (
    Target("grid", lambda r: _damaged(r, _grids()), _use),
    Target("tiff", lambda r: _damaged(r, _tiffs()), _use),
    Target("crg", lambda r: _damaged(r, _roads()), _use),
)
