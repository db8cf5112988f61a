"""Heights of the ground at the nodes of a grid: as plain data, and as a ground.

x is east or forward, y north or left, z up [m]; heights[i, j] belongs to (x_i, y_j). Heights may stand in memory or in
a file that is mapped and never read whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.engine.laws.ground.axis import RATIO, Irregular, Regular, irregular, regular
from jounce.engine.laws.ground.ferguson import LEVEL, MIXED, PAPER, STOP, Ferguson
from jounce.engine.terrain.checks import choice, numbers, spacing_of, table
from jounce.engine.terrain.road import Friction, friction_of
from jounce.errors import InputError
from jounce.findings import shown

TWISTS = {"mixed": MIXED, "paper": PAPER}
POLICIES = {"stop": STOP, "level": LEVEL}


def ferguson(
    heights: ArrayLike,
    *,
    spacing: float | tuple[float, float] | None = None,
    origin: tuple[float, float] = (0.0, 0.0),
    x: ArrayLike | None = None,
    y: ArrayLike | None = None,
    twist: str = "mixed",
    outside: str = "stop",
    friction: Friction = 1.0,
) -> Ferguson:
    """Ground through heights[i, j] [m] at (x_i, y_j), continuous with its slopes; raises InputError.

    Nodes lie at origin + (i, j) · spacing [m], or at the values of the tables `x` and `y`. `outside` says what a
    simulation does when a wheel leaves the grid: stop, or go on level. `twist="paper"` is that of Lee 2010, which bends
    planes. A numpy.memmap (native float32 or float64, C order) is used in place, and its values are not checked.
    """
    z = table(heights, 2, "heights")
    tables = x is not None or y is not None
    if tables == (spacing is not None):
        raise InputError("nodes given twice or not at all", expected="either spacing, or tables x and y")
    if tables and twist == "paper":
        raise InputError("twist of the paper on tables of nodes", expected="regular spacing", where="twist")
    along, across = _irregular_axes(x, y, z.shape) if spacing is None else _regular_axes(spacing, origin, z.shape)
    kind, policy = choice(twist, TWISTS, "twist"), choice(outside, POLICIES, "outside")
    return Ferguson(z, along, across, kind, policy, friction_of(friction))


def _regular_axes(
    spacing: float | tuple[float, float], origin: tuple[float, float], shape: tuple[int, ...]
) -> tuple[Regular, Regular]:
    (dx, dy), (x, y) = spacing_of(spacing), numbers(origin, 2, "origin")
    return regular(x, dx, shape[0]), regular(y, dy, shape[1])


def _irregular_axes(x: ArrayLike | None, y: ArrayLike | None, shape: tuple[int, ...]) -> tuple[Irregular, Irregular]:
    return _nodes(x, shape[0], "x"), _nodes(y, shape[1], "y")


def _nodes(values: ArrayLike | None, count: int, where: str) -> Irregular:
    if values is None:
        raise InputError("missing", expected="tables for both x and y", where=where)
    nodes = table(np.array(values, dtype=float), 1, where)
    if nodes.size != count:
        raise InputError("wrong number of nodes", str(nodes.size), f"{count}, as the heights have", where=where)
    cells = np.diff(nodes)
    if cells.min() <= 0.0:
        i = int(np.argmax(cells <= 0.0))
        raise InputError(
            "nodes must increase", f"{shown(float(nodes[i + 1]))} after {shown(float(nodes[i]))}", where=where
        )
    if cells.max() > RATIO * cells.min():
        raise InputError(
            "spacing too uneven",
            f"cells from {shown(float(cells.min()))} to {shown(float(cells.max()))} m",
            f"a ratio of at most {RATIO:g}",
            "drop nodes that nearly coincide",
            where,
        )
    return irregular(nodes)


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
        raise InputError(
            "heights are not real numbers", f"dtype {heights.dtype}", "floats or integers", where="heights"
        )


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
