"""A proving ground from a seed: hills, fractal roughness, a nearly flat test area in the middle, bumps if asked for.

    z = w h(x, y) + (σ₀ + w (σ − σ₀)) f(x, y) + bumps

h are a few smooth hills and hollows, f is a rough field of RMS 1, and w rises smoothly from 0 in the test area to 1 at
the distance `blend` from it. f is white noise filtered to the power law of rough ground (spectral synthesis): a
straight line across it has a displacement PSD proportional to n^−exponent, n being waves per metre, between the longest
wave and about half the Nyquist frequency of the grid. The same seed gives the same bits on the same machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.formats.open_file import MAX_NODES
from jounce.engine.terrain.options import length, not_negative, number, positive
from jounce.engine.terrain.options import seed as seed_of
from jounce.engine.terrain.raster import Raster
from jounce.engine.terrain.road import smooth_rise
from jounce.errors import InputError
from jounce.findings import shown

Field = NDArray[Any]

LANE_HALF_WIDTH = 5.0
"""Half the width of a bump at full height [m]; it fades out over half as much beyond."""
DIVIDE_HALF_WIDTH = 1.0
"""Half the width of the strip in which a bump changes from its right to its left height [m]."""


class LaneBump(NamedTuple):
    """A bump across the lane that runs along y = 0 in the direction of x; one cosine wave long."""

    x: float
    """Position of its top along x [m]."""
    left: float
    """Height for y > 0 [m]."""
    right: float
    """Height for y < 0 [m]."""
    length: float = 3.0
    """Length along x [m]."""


BUMPS = (LaneBump(16.0, 0.15, 0.10), LaneBump(32.0, 0.10, 0.20))
"""Bumps that a wheel from the origin at 4 m/s along x meets after 4 s and 8 s."""


def generate(
    size: Any = 700.0,
    spacing: Any = 0.75,
    *,
    seed: int = 1,
    hills: int = 8,
    hill_height: Any = 12.0,
    roughness: Any = 0.08,
    exponent: float = 2.0,
    longest: Any = 50.0,
    flat: tuple[Any, Any] = (160.0, 60.0),
    flat_roughness: Any = 0.015,
    blend: Any = 80.0,
    bumps: Sequence[LaneBump] = (),
) -> Raster:
    """A square proving ground with its test area around the origin; raises InputError.

    size: its side; spacing: between nodes (700 m at 0.75 m are 934 × 934 nodes)
    hills, hill_height: how many hills and hollows lie around the test area, and the largest height of one; their bells
        have standard deviations of a twelfth to an eighth of the size, so that one of 12 m is at most 0.12 steep where
        the size is 700 m; several add up
    roughness: RMS of the roughness away from the test area; 0.08 m is a rough field, 0.02 m a good gravel road
    exponent: of the PSD of a track across it; 2 is that of roads (ISO 8608), more is smoother at small scale
    longest: the longest wave of the roughness; what is longer is a hill
    flat: length along x and width along y of the test area; flat_roughness: RMS of the roughness there
    blend: how far from the test area the hills have their full height
    bumps: across the lane y = 0, for example `BUMPS`
    """
    side, step, waves = positive(size, "size"), positive(spacing, "spacing"), positive(longest, "longest")
    nodes = _nodes(side, step)
    half = 0.5 * step * (nodes - 1)
    across = step * np.arange(nodes) - half
    x, y = across[:, None], across[None, :]
    random = np.random.default_rng(seed_of(seed))
    w = _away_from(x, y, flat, positive(blend, "blend"))
    low, high = not_negative(flat_roughness, "flat_roughness"), not_negative(roughness, "roughness")
    heights = w * _hills(x, y, _count(hills), length(hill_height, "hill_height"), side, random)
    heights += (low + w * (high - low)) * _rough(nodes, step, number(exponent, "exponent"), waves, random)
    for i, bump in enumerate(bumps):
        heights += _bump(x, y, _check_bump(bump, i, step))
    raster = Raster(heights, -half, -half, step, step)
    return Raster(heights, -half, -half, step, step, about=_describe(raster, seed, w))


def _nodes(side: float, step: float) -> int:
    nodes = math.floor(side / step * (1.0 + 1e-12)) + 1
    if nodes < 8 or nodes**2 > MAX_NODES:
        got = f"size {side:g} m with spacing {step:g} m: {nodes} nodes a side"
        raise InputError("out of range", got, f"8 to {math.isqrt(MAX_NODES)}", "change size or spacing", "spacing")
    return nodes


def _count(hills: object) -> int:
    if isinstance(hills, bool) or not isinstance(hills, int) or not 0 <= hills <= 1000:
        raise InputError("out of range", shown(hills), "a whole number of 0 to 1000", where="hills")
    return hills


def _away_from(x: Field, y: Field, flat: object, blend: float) -> Field:
    """0 in the test area, 1 at the distance `blend` from it along x or y, with continuous curvature."""
    if not isinstance(flat, Sequence) or isinstance(flat, str) or len(flat) != 2:
        raise InputError("not a pair", shown(flat), "length and width of the test area", where="flat")
    long, wide = not_negative(flat[0], "flat.0"), not_negative(flat[1], "flat.1")
    return 1.0 - (1.0 - smooth_rise((np.abs(x) - 0.5 * long) / blend)) * (
        1.0 - smooth_rise((np.abs(y) - 0.5 * wide) / blend)
    )


def _hills(x: Field, y: Field, count: int, largest: float, side: float, random: np.random.Generator) -> Field:
    """Bells of random place around the test area, height, widths and direction; one in three is a hollow."""
    total = np.zeros((x.size, y.size))
    for _ in range(count):
        distance, bearing = side * random.uniform(0.3, 0.6), random.uniform(0.0, math.tau)
        centre_x, centre_y = distance * math.cos(bearing), distance * math.sin(bearing)
        height = largest * random.uniform(0.4, 1.0) * (-1.0 if random.random() < 1.0 / 3.0 else 1.0)
        width, depth = side * random.uniform(1.0 / 12.0, 1.0 / 8.0, 2)
        angle = random.uniform(0.0, math.pi)
        along = (x - centre_x) * math.cos(angle) + (y - centre_y) * math.sin(angle)
        beside = (y - centre_y) * math.cos(angle) - (x - centre_x) * math.sin(angle)
        total += height * np.exp(-0.5 * ((along / width) ** 2 + (beside / depth) ** 2))
    return total


def _rough(nodes: int, step: float, exponent: float, longest: float, random: np.random.Generator) -> Field:
    """A field of RMS 1 whose lines have a PSD ∝ n^−exponent: in the plane, amplitudes ∝ k^(−(exponent + 1)/2)."""
    if not 1.0 <= exponent <= 5.0:
        raise InputError("out of range", f"{exponent:g}", "1 to 5, 2 for roads", where="exponent")
    if longest < 4.0 * step:
        raise InputError(
            "too short a wave", f"{longest:g} m", f"4 spacings, {4.0 * step:g} m, or more", where="longest"
        )
    spectrum = np.fft.rfft2(random.standard_normal((nodes, nodes)))
    k = np.hypot(np.fft.fftfreq(nodes, step)[:, None], np.fft.rfftfreq(nodes, step)[None, :])
    passed = (k >= 1.0 / min(longest, step * nodes)) & (k <= 0.5 / step)
    spectrum *= np.where(passed, np.where(passed, k, 1.0) ** (-0.5 * (exponent + 1.0)), 0.0)
    field = np.fft.irfft2(spectrum, s=(nodes, nodes))
    return field / math.sqrt(float(np.mean(field**2)))


def _check_bump(bump: object, i: int, step: float) -> LaneBump:
    try:
        given = LaneBump(*bump)  # type: ignore[misc]
    except TypeError:
        raise InputError("not a bump", shown(bump), "LaneBump(x, left, right, length)", where=f"bumps.{i}") from None
    checked = LaneBump(*(length(value, f"bumps.{i}.{name}") for name, value in given._asdict().items()))
    if checked.length < 3.0 * step:
        got, expected = f"{checked.length:g} m", f"3 spacings, {3.0 * step:g} m, or more"
        raise InputError("too short for the grid", got, expected, "use a smaller spacing", where=f"bumps.{i}.length")
    return checked


def _bump(x: Field, y: Field, bump: LaneBump) -> Field:
    phase = np.clip((x - bump.x) / bump.length, -0.5, 0.5)
    height = bump.right + (bump.left - bump.right) * smooth_rise(0.5 * (y / DIVIDE_HALF_WIDTH + 1.0))
    inside = 1.0 - smooth_rise((np.abs(y) - LANE_HALF_WIDTH) / (0.5 * LANE_HALF_WIDTH))
    return 0.5 * (1.0 + np.cos(math.tau * phase)) * height * inside


def _describe(raster: Raster, seed: int, w: Field) -> str:
    """What it is, and how steep."""
    along, across = np.gradient(raster.heights, raster.dx, raster.dy)
    slope = np.hypot(along, across)
    flat, near = (100.0 * float(np.max(slope, where=w <= limit, initial=0.0)) for limit in (0.0, 0.5))
    where = f"largest slope {100.0 * float(slope.max()):.0f} %, {near:.0f} % near the test area, {flat:.0f} % in it"
    return f"proving ground of {raster.heights.shape[0]} × {raster.heights.shape[1]} nodes, seed {seed}; {where}"
