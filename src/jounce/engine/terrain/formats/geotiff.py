"""Heights in a GeoTIFF: georeference, unit and holes as the file says, the top row in the north.

Heights are those at the centres of the pixels. In a projected reference system coordinates keep their origin. In a
geographic one degrees become local metres on the WGS84 ellipsoid, with the south-west node at the origin
(`local_metres`). A tile of degrees is taken as a flat rectangle: one degree is as many metres everywhere in it as at
its middle latitude φ,

    north  M π/180,         M = a (1 − e²) / (1 − e² sin²φ)^(3/2)
    east   N cos φ π/180,   N = a / √(1 − e² sin²φ)

so that distances are right in the middle and east–west ones are off by tan φ · Δφ at its northern and southern edges,
0.7 % in a tile of one degree at 38° north. The curvature of the Earth is left out.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.holes import fill_holes
from jounce.engine.terrain.formats.open_file import check_size, file_error, find_file, first_line, import_package
from jounce.engine.terrain.options import coordinates, height_factor
from jounce.engine.terrain.raster import Raster, from_north_west
from jounce.errors import InputError, JounceError
from jounce.findings import shown
from jounce.schema.units import ANGLE

SEMI_MAJOR_AXIS = 6_378_137.0
FLATTENING = 1.0 / 298.257223563


def metres_per_degree(latitude: float) -> tuple[float, float]:
    """Metres per degree of longitude and of latitude, at a latitude [deg]."""
    phi = math.radians(latitude)
    e2 = FLATTENING * (2.0 - FLATTENING)
    root = math.sqrt(1.0 - e2 * math.sin(phi) ** 2)
    meridian, normal = SEMI_MAJOR_AXIS * (1.0 - e2) / root**3, SEMI_MAJOR_AXIS / root
    return math.radians(normal * math.cos(phi)), math.radians(meridian)


def local_metres(
    x0: float, y0: float, dx: float, dy: float, rows: int, unit: str | None
) -> tuple[float, float, float, float, str]:
    """First node and spacing [m], and where that is, of a grid of `rows` nodes northwards with coordinates in `unit`.

    In degrees the south-west node becomes the origin; in a length the coordinates keep theirs. None is metres, unless
    the numbers look like degrees, which is refused.
    """
    if unit is None and max(dx, dy) < 0.01 and abs(x0) <= 360.0 and abs(y0) <= 90.0:
        got = f"spacing {dx:g} × {dy:g} at ({x0:g}, {y0:g})"
        raise InputError(
            "looks like degrees", got, "metres", "give horizontal='deg', or 'm' if it is right", "horizontal"
        )
    scale = coordinates("m" if unit is None else unit)
    if scale.dimension != ANGLE:
        factor = scale.factor
        return x0 * factor, y0 * factor, dx * factor, dy * factor, ""
    degrees = math.degrees(scale.factor)
    south, north = y0 * degrees, (y0 + (rows - 1) * dy) * degrees
    if not (-90.0 <= south < north <= 90.0):
        got = f"{south:g} to {north:g} deg"
        raise InputError("no latitudes", got, "−90 to 90 deg", "give horizontal='m' if these are metres", "horizontal")
    east, northward = metres_per_degree(0.5 * (south + north))
    place = f"; origin at latitude {south:.6f}, longitude {x0 * degrees:.6f} deg"
    return 0.0, 0.0, dx * degrees * east, dy * degrees * northward, place


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
    """The heights of a GeoTIFF; raises FileError or InputError.

    band: the one with the heights; horizontal: unit of the coordinates, where the file has no reference system; unit:
    of the heights, instead of the file's; fill: what to do with holes (see `fill_holes`).
    """
    file = find_file(path)
    rasterio = import_package("rasterio", file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a missing georeference is judged below
            with rasterio.open(file, driver="GTiff") as dataset:
                return _raster(file, dataset, band, horizontal, unit, fill)
    except JounceError:
        raise
    except Exception as error:  # a foreign decoder: whatever it raises, the file is at fault
        raise file_error(file, f"not a GeoTIFF that can be read: {first_line(error)}") from None


def _raster(file: Path, dataset: Any, band: int, horizontal: str | None, unit: str | None, fill: Any) -> Raster:
    if isinstance(band, bool) or not isinstance(band, int) or not 1 <= band <= dataset.count:
        raise InputError("no such band", shown(band), f"1 to {dataset.count}", where="band")
    if min(dataset.width, dataset.height) < 2:
        raise file_error(file, "no grid of heights", f"{dataset.width} × {dataset.height} pixels", "2 × 2 or more")
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
        raise file_error(file, "has no georeference", expected="a GeoTIFF", hint=hint)
    if t.b != 0.0 or t.d != 0.0:
        got = f"({t.a:g}, {t.b:g}, {t.d:g}, {t.e:g})"
        raise file_error(file, "a rotated grid", got, "rows along x", "resample it, for example with gdalwarp")
    if not (t.a > 0.0 and t.e < 0.0 and math.isfinite(t.a * t.e * t.c * t.f)):
        raise file_error(file, "a mirrored grid", f"pixels of {t.a:g} × {t.e:g}", "x rising, rows from north to south")
    return t.c + 0.5 * t.a, t.f + (dataset.height - 0.5) * t.e, t.a, -t.e


def _coordinates(file: Path, crs: Any, horizontal: str | None) -> str | None:
    """The unit of x and y, as `jounce.schema.units` reads it."""
    if not crs or horizontal is not None:
        return horizontal
    if crs.is_geographic:
        return "deg"
    _, factor = crs.linear_units_factor
    known = {1.0: "m", 0.3048: "ft"}
    unit = next((name for size, name in known.items() if abs(factor - size) < 1e-5 * size), None)
    if unit is None:
        raise file_error(file, "an unknown unit of length", str(crs.linear_units), "m or ft", "give horizontal=")
    return unit


def _height_factor(file: Path, name: str | None) -> float:
    factor = NAMES.get((name or "").strip().lower())
    if factor is None:
        raise file_error(file, "an unknown unit of height", shown(name), "m or ft", "give unit=, for example 'm'")
    return factor


def _check_blocks(file: Path, dataset: Any, band: int) -> None:
    """Refuse a sparse file: what is missing would be read as zeros."""
    for (row, column), _ in dataset.block_windows(band):
        if dataset.get_tag_item(f"BLOCK_OFFSET_{column}_{row}", "TIFF", band) is None:
            got = f"block {column}, {row} of {dataset.width} × {dataset.height} pixels"
            raise file_error(file, "heights are missing", got, "heights in all of it", "fill it, or cut it out")


def _heights(file: Path, dataset: Any, band: int) -> NDArray[Any]:
    if dataset.dtypes[band - 1].startswith("complex"):
        raise file_error(file, "heights are not real numbers", dataset.dtypes[band - 1], "floats or integers")
    _check_blocks(file, dataset, band)
    rows = dataset.read(band, masked=True).astype(np.float64).filled(math.nan)
    return from_north_west(rows * dataset.scales[band - 1] + dataset.offsets[band - 1])
