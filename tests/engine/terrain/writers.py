"""Small files of every kind with one known field, a plane that rises to the east and falls to the north.

z = 100 + 2 i − 3 j at the node i to the east and j to the north of the south-west one: no symmetry that could hide a
turned or mirrored grid.
"""

import numpy as np
import rasterio
from PIL import Image
from rasterio.transform import from_origin

SHAPE = (5, 4)
"""Nodes to the east and to the north."""


def plane(shape=SHAPE):
    """heights[i, j] of the plane."""
    i, j = np.meshgrid(np.arange(shape[0]), np.arange(shape[1]), indexing="ij")
    return 100.0 + 2.0 * i - 3.0 * j


def rows(heights):
    """The same heights as files store them: rows from north to south, each from west to east."""
    return np.flipud(heights.T)


def npy(folder, heights=None, name="plane.npy"):
    path = folder / name
    np.save(path, plane() if heights is None else heights)
    return path


def ascii_text(heights=None, header=None, ending="\n"):
    heights = plane() if heights is None else heights
    columns, count = heights.shape
    header = header or ["xllcorner 10", "yllcorner 20", "cellsize 2", "NODATA_value -9999"]
    body = [" ".join(f"{z:g}" for z in row) for row in rows(heights)]
    return ending.join([f"ncols {columns}", f"nrows {count}", *header, *body]) + ending


def asc(folder, text=None, name="plane.asc"):
    path = folder / name
    path.write_bytes((ascii_text() if text is None else text).encode())
    return path


def hgt(folder, heights=None, name="N37E127.hgt"):
    path = folder / name
    path.write_bytes(rows(plane((1201, 1201)) % 9000 if heights is None else heights).astype(">i2").tobytes())
    return path


def image(folder, name="plane.png", counts=None, dtype=np.uint16):
    path = folder / name
    Image.fromarray(rows(plane() if counts is None else counts).astype(dtype)).save(path)
    return path


def geotiff(folder, heights=None, name="plane.tif", transform=None, crs="EPSG:32652", unit=None, **profile):
    path = folder / name
    band = rows(plane() if heights is None else heights).astype(profile.pop("dtype", np.float32))
    transform = from_origin(500_000.0, 4_000_008.0, 2.0, 2.0) if transform is None else transform
    options = {"driver": "GTiff", "height": band.shape[0], "width": band.shape[1], "count": 1, "dtype": band.dtype}
    with rasterio.open(path, "w", **options, transform=transform, crs=crs, **profile) as file:
        file.write(band, 1)
        if unit:
            file.units = (unit,)
    return path
