"""OpenCRG roads, text and binary, through the package pyOpenCRG.

A road is a reference line in the plane, its height and banking along u, and a grid of heights over u and v. Modifiers
of the file are applied as simulators do it: without any, the road starts at the origin, at height 0, in the direction
of x. Nodes without data take the last height of their cross section; between two others they are interpolated.

A straight road along x keeps its own nodes: x runs with u, y with v. Any other road is resampled on nodes in x and y:
each belongs to the nearest point of the reference line, which gives u and v, and there the height by bilinear
interpolation. Nodes beside the road, and before and after it, have the height of its edge. The way from x and y to u
and v is ours (`reference_line`), because that of pyOpenCRG 0.2.2 was seen not to end on a damaged road.
"""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import Refusal
from jounce.terrain.opening import brief, existing, package, unreadable
from jounce.terrain.options import not_negative, positive
from jounce.terrain.raster import Mesh, Raster
from jounce.terrain.reference_line import ReferenceLine

MOST = 25_000_000
"""Nodes to resample: about a minute."""


def opencrg(path: str | Path, *, spacing: Any = None, margin: Any = 1.0) -> Raster | Mesh:
    """The road of a .crg file: its own nodes (a Mesh when they are not evenly spaced across), or resampled ones.

    spacing: of resampled nodes, the smallest step of the file when it is not given; margin: how far resampled nodes go
    beyond the road. Raises FileError or Refusal.
    """
    beyond = not_negative(margin, "margin")
    step = None if spacing is None else positive(spacing, "spacing")
    file = existing(path)
    road, notes = _road(file)
    about = "; ".join([file.name, *notes])
    if road.is_straight and abs(road.phi_start) < 1e-9:
        return _own_nodes(road, about)
    return _resampled(road, step or float(min(road.u_inc, np.min(np.diff(road.v)))), beyond, about)


def _road(file: Path) -> tuple[Any, list[str]]:
    """The road with its modifiers applied and its holes filled, and what the package warned of."""
    reader = package("pyOpenCRG", file, "pyopencrg")
    try:
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            road = reader.read(file, apply_mods=True).fill_nan()
            finite = all(np.all(np.isfinite(part)) for part in (road.z, road.x, road.y, road.zr, road.banking, road.v))
    except Exception as error:  # a foreign reader: whatever it raises, the file is at fault
        raise unreadable(file, f"not an OpenCRG road that can be read: {brief(error)}") from None
    if not finite:
        raise unreadable(file, "numbers that are not finite, or cross sections without any height")
    return road, [brief(note.message) for note in notes if isinstance(note.message, Warning)]


def _own_nodes(road: Any, about: str) -> Raster | Mesh:
    heights, x, y = np.ascontiguousarray(road.surface_z()), np.array(road.x), road.y[0] + road.v
    dx, dy = (x[-1] - x[0]) / (x.size - 1), (y[-1] - y[0]) / (y.size - 1)
    if np.allclose(np.diff(y), dy, rtol=1e-9, atol=0.0):
        return Raster(heights, float(x[0]), float(y[0]), float(dx), float(dy), about)
    return Mesh(heights, x, y, about)


def _resampled(road: Any, step: float, margin: float, about: str) -> Raster:
    edges = [road.uv_to_xy(road.u, np.full(road.nu, v)) for v in (road.v_min, road.v_max)]
    (x0, nx), (y0, ny) = (_nodes(np.concatenate(both), step, margin) for both in zip(*edges, strict=True))
    if nx * ny > MOST:
        got = f"{nx} × {ny} nodes with spacing {step:g} m"
        raise Refusal("too many nodes", got, f"at most {MOST}", "give a larger spacing", where="spacing")
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
