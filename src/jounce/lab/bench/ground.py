"""Time of a question to the Ferguson ground, beside scipy's splines, and over grids of all sizes.

A path is a circle driven in steps of 5 mm, as a car at 5 m/s does in steps of 1 ms; random points are spread over the
whole grid. Along the path the asker has the memory of a wheel; at random points it has none and announces the points
before it asks, as `ask`. One question gives height, slopes, normal, friction and patch; scipy gives the height alone.
The question is built into the loop; a wheel in the equations of motion asks through an address, which takes some 30 ns
more.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.interpolate import RectBivariateSpline
from scipy.ndimage import map_coordinates, spline_filter

from jounce.engine.laws.ground import PATCH, PLACE, Ferguson
from jounce.engine.laws.ground.query import answer_each, empty
from jounce.engine.terrain import ferguson
from jounce.lab.bench.speed import Timing

SIDE, SPACING, STEP = 934, 0.75, 5e-3
"""Nodes along a side of the grid of Lee 2010, their distance and the step of the path [m]."""
SIDES = (32, 100, 316, 934, 3162, 10_000, 26_667)
"""Nodes along a side of the grids that are compared: grids of 10³ to 7·10⁸ nodes."""
POINTS, WARM = 100_000, 4_000
"""Points of one repeat; and where sizes are compared, points visited again and again, so that their pages are warm."""
IN_MEMORY = 2 * 10**7
"""Most nodes of a grid that is kept in memory; larger grids are sparse files of zeros, mapped."""
MEMORY = {"path": PATCH, "random": PLACE}
"""Numbers that the asker keeps: a wheel's, with coefficients; or indices alone."""


def measure_ground(
    *, side: int = SIDE, sides: Sequence[int] = SIDES, points: int = POINTS, warm: int = WARM, repeats: int = 7
) -> dict[str, Any]:
    """Nanoseconds per question on side × side nodes, scipy's on the same points, and `sizes`; float32 heights.

    The smallest over the repeats, which take turns; with `_median` their median. `scipy_ratio` is the faster of scipy's
    two by ours, at random points. `remembers` says where the asker keeps the coefficients of a patch.
    """
    heights = _hills(side)
    ground = ferguson(heights, spacing=SPACING)
    places = {"path": circle(side, points), "random": scatter_points(side, points)}
    nodes = SPACING * np.arange(side)
    spline = RectBivariateSpline(nodes, nodes, heights)
    cubic = partial(map_coordinates, spline_filter(heights.astype(float), order=3), order=3, prefilter=False)
    timings = []
    for place, (x, y) in places.items():
        timings += [
            Timing(f"ns_per_query_{place}", _asking(ground, x, y, MEMORY[place])),
            Timing(f"rect_bivariate_spline_ns_{place}", _each(partial(spline.ev, x, y), points)),
            Timing(f"map_coordinates_ns_{place}", _each(partial(cubic, np.array([x, y]) / SPACING), points)),
        ]
    found = _taking_turns(timings, repeats)
    numbers: dict[str, Any] = {"nodes": side * side, "points": points, "repeats": repeats}
    numbers["remembers"] = {place: size == PATCH for place, size in MEMORY.items()}
    for name, timing in found.items():
        numbers[name], numbers[f"{name}_median"] = 1e3 * timing.smallest, 1e3 * timing.median
    for key, place in (("scipy_ratio", "random"), ("scipy_ratio_path", "path")):
        for kind in ("", "_median"):
            theirs = (numbers[f"{scipy}_ns_{place}{kind}"] for scipy in ("rect_bivariate_spline", "map_coordinates"))
            numbers[key + kind] = min(theirs) / numbers[f"ns_per_query_{place}{kind}"]
    numbers["sizes"] = [_size(n, warm, repeats) for n in sides]
    return numbers


def circle(side: int, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Points at distances of STEP on a circle about the middle of the grid."""
    length = SPACING * (side - 1)
    radius = min(40.0, 0.4 * length)
    angle = STEP / radius * np.arange(points)
    return 0.5 * length + radius * np.cos(angle), 0.5 * length + radius * np.sin(angle)


def scatter_points(side: int, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Random points of the whole grid."""
    x, y = np.random.default_rng(0).uniform(0.0, SPACING * (side - 1), (2, points))
    return x, y


def _hills(side: int) -> np.ndarray:
    return np.random.default_rng(1).normal(scale=0.05, size=(side, side)).astype(np.float32)


def _size(side: int, points: int, repeats: int) -> dict[str, float | int]:
    with _grid(side) as ground:
        timings = [
            Timing("ns_per_query_path", _asking(ground, *circle(side, points), MEMORY["path"])),
            Timing("ns_per_query_random", _asking(ground, *scatter_points(side, points), MEMORY["random"])),
        ]
        found = _taking_turns(timings, repeats)
    return {"nodes": side * side, **{name: 1e3 * timing.smallest for name, timing in found.items()}}


@contextmanager
def _grid(side: int) -> Iterator[Ferguson]:
    """A ground in memory, or from a file that is removed again."""
    if side * side <= IN_MEMORY:
        yield ferguson(_hills(side), spacing=SPACING)
        return
    with tempfile.TemporaryDirectory(prefix="jounce-ground-") as folder:
        path = Path(folder) / "heights.f32"
        with open(path, "wb") as file:
            file.truncate(4 * side * side)
        yield ferguson(np.memmap(path, dtype=np.float32, mode="r", shape=(side, side)), spacing=SPACING)


def _taking_turns(timings: Sequence[Timing], repeats: int) -> dict[str, Timing]:
    for timing in timings:
        timing.measure()  # the first call may compile, and warms the pages
    for _ in range(repeats):
        for timing in timings:
            timing.repeat()
    return {timing.name: timing for timing in timings}


def _asking(ground: Ferguson, x: np.ndarray, y: np.ndarray, size: int) -> Callable[[], float]:
    memory, answer = np.empty(size), empty(x.size)
    return _each(partial(answer_each, ground, x, y, memory, answer), x.size)


def _each(call: Callable[[], object], points: int) -> Callable[[], float]:
    """Seconds per point of a call that does them all."""

    def measure() -> float:
        clock = time.perf_counter()
        call()
        return (time.perf_counter() - clock) / points

    return measure
