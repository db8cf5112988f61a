"""OpenCRG roads, text and binary, through the package pyOpenCRG.

A road is a reference line in the plane, its height and banking along u, and a grid of heights over u and v. Modifiers
of the file are applied as simulators do it: without any, the road starts at the origin, at height 0, in the direction
of x. Nodes without data take the last height of their cross section; between two others they are interpolated.

A straight road along x keeps its own nodes: x runs with u, y with v. Any other road is resampled on nodes in x and y:
each belongs to the nearest point of the reference line, which gives u and v, and there the height by bilinear
interpolation. Nodes beside the road, and before and after it, have the height of its edge. The way from x and y to u
and v is our own (`reference_line`), because that of pyOpenCRG 0.2.2 does not terminate on some damaged roads.

A point beside a road has u along its reference line and v to the left of it. The line is a chain of straight parts of
equal length in u. A point belongs to the part between whose corner normals, which halve the angles of the chain, it
lies; u goes from corner to corner in the ratio of its distances from both normals, v is the distance from the part. Of
several, a part next to the nearest corner counts. Beyond the centre of a curve none of these may qualify; then it is
the foot of the perpendicular on the nearer one.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.open_file import file_error, find_file, first_line, import_package
from jounce.engine.terrain.options import not_negative, positive
from jounce.engine.terrain.raster import Mesh, Raster
from jounce.errors import InputError

Table = NDArray[Any]


@dataclass(frozen=True, eq=False)
class ReferenceLine:
    """Corners (n, 2) [m] of a road's reference line, `step` apart in u from `start` on."""

    corners: Table
    start: float
    step: float

    def locate(self, points: Table) -> tuple[Table, Table]:
        """u and v [m] of points (m, 2); u stays on the line."""
        parts = np.diff(self.corners, axis=0)
        tangents = _corner_tangents(parts)
        from scipy.spatial import cKDTree

        nearest = cKDTree(self.corners).query(points)[1]
        last = len(parts) - 1
        around = (np.clip(nearest, 0, last), np.clip(nearest - 1, 0, last))
        after, before = (self._beside(points, j, parts, tangents) for j in around)
        _, place, v = _better(after, before)
        return self.start + self.step * place, v

    def _beside(self, points: Table, j: Table, parts: Table, tangents: Table) -> tuple[Table, Table, Table]:
        """How far points lie outside the normals of part j (0 inside), their place in corners, and v."""
        part, offset = parts[j], points - self.corners[j]
        size = np.hypot(part[:, 0], part[:, 1])
        behind = _dot(offset, tangents[j]) / np.maximum(_dot(part, tangents[j]), 1e-9 * size)
        ahead = _dot(part - offset, tangents[j + 1]) / np.maximum(_dot(part, tangents[j + 1]), 1e-9 * size)
        inside = (behind >= 0.0) & (ahead >= 0.0)
        both = np.where(inside & (behind + ahead > 0.0), behind + ahead, 1.0)
        foot = np.clip(_dot(offset, part) / size**2, 0.0, 1.0)
        v = (part[:, 0] * offset[:, 1] - part[:, 1] * offset[:, 0]) / size
        outside = np.where(inside, 0.0, np.hypot(*(offset - foot[:, None] * part).T) + 1.0)
        return outside, j + np.where(inside, behind / both, foot), v


def _better(one: tuple[Table, Table, Table], other: tuple[Table, Table, Table]) -> tuple[Table, Table, Table]:
    take = other[0] < one[0]
    outside, place, v = (np.where(take, b, a) for a, b in zip(one, other, strict=True))
    return outside, place, v


def _corner_tangents(parts: Table) -> Table:
    """Unit tangents at the corners, which halve the angle between the parts that meet there."""
    units = parts / np.hypot(parts[:, 0], parts[:, 1])[:, None]
    tangents = np.vstack([units[:1], units[:-1] + units[1:], units[-1:]])
    size = np.hypot(tangents[:, 0], tangents[:, 1])
    return tangents / np.where(size > 0.0, size, 1.0)[:, None]


def _dot(a: Table, b: Table) -> Table:
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]


MAX_NODES = 25_000_000
"""Most nodes to resample: about a minute."""


def opencrg(path: str | Path, *, spacing: Any = None, margin: Any = 1.0) -> Raster | Mesh:
    """The road of a .crg file: its own nodes (a Mesh when they are not evenly spaced across), or resampled ones.

    spacing: of resampled nodes, the smallest step of the file when it is not given; margin: width of the strip of nodes
    beyond the road. Raises FileError or InputError.
    """
    beyond = not_negative(margin, "margin")
    step = None if spacing is None else positive(spacing, "spacing")
    file = find_file(path)
    road, notes = _read_road(file)
    about = "; ".join([file.name, *notes])
    if road.is_straight and abs(road.phi_start) < 1e-9:
        return _own_nodes(road, about)
    return _resample(road, step or float(min(road.u_inc, np.min(np.diff(road.v)))), beyond, about)


def _read_road(file: Path) -> tuple[Any, list[str]]:
    """The road with its modifiers applied and its holes filled, and what the package warned of."""
    reader = import_package("pyOpenCRG", file, "pyopencrg")
    try:
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            road = reader.read(file, apply_mods=True).fill_nan()
            finite = all(np.all(np.isfinite(part)) for part in (road.z, road.x, road.y, road.zr, road.banking, road.v))
    except Exception as error:  # a foreign reader: whatever it raises, the file is at fault
        raise file_error(file, f"not an OpenCRG road that can be read: {first_line(error)}") from None
    if not finite:
        raise file_error(file, "numbers that are not finite, or cross sections without any height")
    return road, [first_line(note.message) for note in notes if isinstance(note.message, Warning)]


def _own_nodes(road: Any, about: str) -> Raster | Mesh:
    heights, x, y = np.ascontiguousarray(road.surface_z()), np.array(road.x), road.y[0] + road.v
    dx, dy = (x[-1] - x[0]) / (x.size - 1), (y[-1] - y[0]) / (y.size - 1)
    if np.allclose(np.diff(y), dy, rtol=1e-9, atol=0.0):
        return Raster(heights, float(x[0]), float(y[0]), float(dx), float(dy), about)
    return Mesh(heights, x, y, about)


def _resample(road: Any, step: float, margin: float, about: str) -> Raster:
    edges = [road.uv_to_xy(road.u, np.full(road.nu, v)) for v in (road.v_min, road.v_max)]
    (x0, nx), (y0, ny) = (_nodes(np.concatenate(both), step, margin) for both in zip(*edges, strict=True))
    if nx * ny > MAX_NODES:
        got = f"{nx} × {ny} nodes with spacing {step:g} m"
        raise InputError("too many nodes", got, f"at most {MAX_NODES}", "give a larger spacing", where="spacing")
    line = ReferenceLine(np.column_stack([road.x, road.y]), road.u_start, road.u_inc)
    heights, y = np.empty((nx, ny)), y0 + step * np.arange(ny)
    rows = max(1, 1_000_000 // ny)
    for first in range(0, nx, rows):  # in parts, which keeps the memory small
        x = x0 + step * np.arange(first, min(first + rows, nx))
        u, v = line.locate(np.column_stack([np.repeat(x, ny), np.tile(y, x.size)]))
        z = road.uv_to_z(np.clip(u, road.u_start, road.u_end), np.clip(v, road.v_min, road.v_max))
        heights[first : first + rows] = z.reshape(x.size, ny)
    return Raster(heights, x0, y0, step, step, f"{about}; resampled with spacing {step:g} m")


def _nodes(edge: np.ndarray[Any, Any], step: float, margin: float) -> tuple[float, int]:
    """First node and number of nodes, whole multiples of the spacing, around the edges of the road."""
    first = math.floor((float(edge.min()) - margin) / step)
    last = math.ceil((float(edge.max()) + margin) / step)
    return first * step, last - first + 1
