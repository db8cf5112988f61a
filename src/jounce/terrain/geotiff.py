"""Heights in a GeoTIFF: georeference, unit and holes as the file says, the top row in the north.

Heights are those at the centres of the pixels. In a geographic reference system degrees become local metres
(`jounce.terrain.geographic`) with the south-west node at the origin; in a projected one coordinates keep their origin.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import JounceError, Refusal
from jounce.findings import shown
from jounce.terrain.geographic import local_metres
from jounce.terrain.holes import fill_holes
from jounce.terrain.opening import brief, check_size, existing, package, unreadable
from jounce.terrain.options import height_factor
from jounce.terrain.raster import Raster, from_north_west

NAMES = {
    **dict.fromkeys(("", "m", "metre", "metres", "meter", "meters"), 1.0),
    **dict.fromkeys(("ft", "foot", "feet"), 0.3048),
    **dict.fromkeys(("us-ft", "us survey foot", "us_survey_foot", "ussurveyfoot"), 1200.0 / 3937.0),
}
"""Units of height as files spell them, in metres; without one, metres."""


def read_geotiff(
    path: str | Path,
    *,
    band: int = 1,
    horizontal: str | None = None,
    unit: str | None = None,
    fill: Any = "refuse",
) -> Raster:
    """The heights of a GeoTIFF; raises FileError or Refusal.

    band: the one with the heights; horizontal: unit of the coordinates, where the file has no reference system; unit:
    of the heights, instead of the file's; fill: what to do with holes (see `fill_holes`).
    """
    file = existing(path)
    rasterio = package("rasterio", file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a missing georeference is judged below
            with rasterio.open(file, driver="GTiff") as dataset:
                return _raster(file, dataset, band, horizontal, unit, fill)
    except JounceError:
        raise
    except Exception as error:  # a foreign decoder: whatever it raises, the file is at fault
        raise unreadable(file, f"not a GeoTIFF that can be read: {brief(error)}") from None


def _raster(file: Path, dataset: Any, band: int, horizontal: str | None, unit: str | None, fill: Any) -> Raster:
    if isinstance(band, bool) or not isinstance(band, int) or not 1 <= band <= dataset.count:
        raise Refusal("no such band", shown(band), f"1 to {dataset.count}", where="band")
    if min(dataset.width, dataset.height) < 2:
        raise unreadable(file, "no grid of heights", f"{dataset.width} × {dataset.height} pixels", "2 × 2 or more")
    check_size(file, dataset.width * dataset.height, "cut it, for example with gdal_translate -srcwin")
    west, south, dx, dy = _grid(file, dataset)
    factor = _height_factor(file, dataset.units[band - 1]) if unit is None else height_factor(unit)
    coordinates = _coordinates(file, dataset.crs, horizontal)
    x0, y0, dx, dy, place = local_metres(west, south, dx, dy, dataset.height, coordinates)
    heights = _heights(file, dataset, band) * factor
    return fill_holes(Raster(heights, x0, y0, dx, dy, about=f"{file.name}{place}"), fill, file)


def _grid(file: Path, dataset: Any) -> tuple[float, float, float, float]:
    """Centre of the south-west pixel and spacing, in the coordinates of the file."""
    t = dataset.transform
    if t.is_identity:
        hint = "give spacing= and scale= to read it as a plain image"
        raise unreadable(file, "has no georeference", expected="a GeoTIFF", hint=hint)
    if t.b != 0.0 or t.d != 0.0:
        got = f"({t.a:g}, {t.b:g}, {t.d:g}, {t.e:g})"
        raise unreadable(file, "a rotated grid", got, "rows along x", "resample it, for example with gdalwarp")
    if not (t.a > 0.0 and t.e < 0.0 and math.isfinite(t.a * t.e * t.c * t.f)):
        raise unreadable(file, "a mirrored grid", f"pixels of {t.a:g} × {t.e:g}", "x rising, rows from north to south")
    return t.c + 0.5 * t.a, t.f + (dataset.height - 0.5) * t.e, t.a, -t.e


def _coordinates(file: Path, crs: Any, horizontal: str | None) -> str | None:
    """The unit of x and y, as `jounce.units` reads it."""
    if not crs or horizontal is not None:
        return horizontal
    if crs.is_geographic:
        return "deg"
    _, factor = crs.linear_units_factor
    known = {1.0: "m", 0.3048: "ft"}
    unit = next((name for size, name in known.items() if abs(factor - size) < 1e-5 * size), None)
    if unit is None:
        raise unreadable(file, "an unknown unit of length", str(crs.linear_units), "m or ft", "give horizontal=")
    return unit


def _height_factor(file: Path, name: str | None) -> float:
    factor = NAMES.get((name or "").strip().lower())
    if factor is None:
        raise unreadable(file, "an unknown unit of height", shown(name), "m or ft", "give unit=, for example 'm'")
    return factor


def _heights(file: Path, dataset: Any, band: int) -> NDArray[Any]:
    if dataset.dtypes[band - 1].startswith("complex"):
        raise unreadable(file, "heights are no real numbers", dataset.dtypes[band - 1], "floats or integers")
    rows = dataset.read(band, masked=True).astype(np.float64).filled(math.nan)
    return from_north_west(rows * dataset.scales[band - 1] + dataset.offsets[band - 1])
