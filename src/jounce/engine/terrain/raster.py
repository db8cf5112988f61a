"""Heights of the ground at the nodes of a grid, as plain data.

x is east or forward, y north or left, z up [m]; heights[i, j] belongs to (x_i, y_j).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.grid import ferguson
from jounce.errors import InputError
from jounce.findings import shown


@dataclass(frozen=True, eq=False)
class Raster:
    """Heights [m] on a regular grid: x_i = x0 + i dx, y_j = y0 + j dy."""

    heights: NDArray[Any]
    x0: float
    y0: float
    dx: float
    dy: float
    about: str = ""
    """Where the heights come from, for people."""

    def __post_init__(self) -> None:
        _check(self.heights)
        for name in ("dx", "dy"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value > 0.0):
                raise InputError("not a spacing", shown(value), "a length greater than 0 [m]", where=name)

    @property
    def x(self) -> NDArray[Any]:
        """x of the nodes [m]."""
        return self.x0 + self.dx * np.arange(self.heights.shape[0])

    @property
    def y(self) -> NDArray[Any]:
        """y of the nodes [m]."""
        return self.y0 + self.dy * np.arange(self.heights.shape[1])

    def ground(self, **options: Any) -> Any:
        """The smooth ground through the nodes; `options` are those of `jounce.engine.terrain.ferguson`."""
        return ferguson(self.heights, spacing=(self.dx, self.dy), origin=(self.x0, self.y0), **options)

    def window(self, x: tuple[float, float], y: tuple[float, float]) -> Raster:
        """The nodes inside the ranges x and y [m]; raises InputError when fewer than 2 × 2 are."""
        rows, columns = _inside("x", self.x, x), _inside("y", self.y, y)
        return replace(
            self,
            heights=self.heights[rows, columns],
            x0=self.x0 + rows.start * self.dx,
            y0=self.y0 + columns.start * self.dy,
        )

    def with_origin(self, x: float, y: float, z: float = 0.0) -> Raster:
        """The same ground seen from the point (x, y, z) [m], which becomes (0, 0, 0)."""
        heights = self.heights - z if z else self.heights
        return replace(self, heights=heights, x0=self.x0 - x, y0=self.y0 - y)

    def largest_slope(self) -> float:
        """The largest slope |∇z| [-] at a node, by central differences (one-sided at the edges)."""
        return _largest_slope(self.heights, self.x, self.y)


@dataclass(frozen=True, eq=False)
class Mesh:
    """Heights [m] on a grid with node tables: strictly rising x_i and y_j, with any distances [m]."""

    heights: NDArray[Any]
    x: NDArray[Any]
    y: NDArray[Any]
    about: str = ""
    """Where the heights come from, for people."""

    def __post_init__(self) -> None:
        _check(self.heights)
        for name, count in zip(("x", "y"), self.heights.shape, strict=True):
            nodes = np.asarray(getattr(self, name))
            if nodes.shape != (count,) or not (np.all(np.isfinite(nodes)) and np.all(np.diff(nodes) > 0.0)):
                raise InputError("not a table of nodes", shown(nodes), f"{count} rising numbers [m]", where=name)

    def ground(self, **options: Any) -> Any:
        """The smooth ground through the nodes; `options` are those of `jounce.engine.terrain.ferguson`."""
        return ferguson(self.heights, x=self.x, y=self.y, **options)

    def largest_slope(self) -> float:
        """The largest slope |∇z| [-] at a node, by central differences (one-sided at the edges)."""
        return _largest_slope(self.heights, self.x, self.y)


def from_north_west(rows: NDArray[Any]) -> NDArray[Any]:
    """Rows from north to south, each from west to east, as files store them, turned into heights[i, j]."""
    return np.ascontiguousarray(rows[::-1].T, dtype=np.float64)


def _check(heights: Any) -> None:
    if not isinstance(heights, np.ndarray) or heights.ndim != 2 or min(heights.shape) < 2:
        got = f"an array of shape {heights.shape}" if isinstance(heights, np.ndarray) else shown(heights)
        raise InputError(
            "no grid of heights", got, "an array with two axes, x and y, of 2 or more nodes", where="heights"
        )
    if heights.dtype.kind not in "fiu":
        raise InputError("heights are no real numbers", f"dtype {heights.dtype}", "floats or integers", where="heights")


def _inside(name: str, nodes: NDArray[Any], bounds: tuple[float, float]) -> slice:
    try:
        low, high = (float(bound) for bound in bounds)
    except (TypeError, ValueError):
        raise InputError("not a range", shown(bounds), "two numbers [m], lower and upper", where=name) from None
    first, last = np.searchsorted(nodes, low, side="left"), np.searchsorted(nodes, high, side="right")
    if last - first < 2:
        got = f"{low:g} to {high:g} m"
        raise InputError("too small a window", got, f"2 or more nodes of {nodes[0]:g} to {nodes[-1]:g} m", where=name)
    return slice(int(first), int(last))


def _largest_slope(heights: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> float:
    along, across = np.gradient(np.asarray(heights, dtype=np.float64), x, y)
    return float(np.sqrt(np.max(along**2 + across**2)))
