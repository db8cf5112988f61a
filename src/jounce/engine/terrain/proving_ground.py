"""A proving ground to drive on, 640 m × 480 m, made of the generators beside this file and friction zones.

    oval             two straights of 200 m and two turns of 150 m radius, banked by 15 %, three lanes
    handling course  a lap of 925 m over hills, with a start line at x = 20 m, y = 0 and two sectors
    dynamics pad     a level pad with a slalom of 18 m, a bump track, cleats and a strip of split friction
    skid pad         a circle of 30 m radius, its inner half watered
    hills            up to 23 % steep inside the oval, and open country around it

The origin lies before the start line of the handling course, which begins along x. Nodes are 0.6 m apart, so bumps are
1.8 m long; cleats of some centimetres are objects that wheels meet (`jounce.engine.single_body.cleats`).
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.checks import positive
from jounce.engine.terrain.course import Area, Course, Gate, Road, Sign, circle, rectangle
from jounce.engine.terrain.generate import generate
from jounce.engine.terrain.raster import Raster
from jounce.engine.terrain.road import friction_map, smooth_rise

Field = NDArray[Any]

SIZE, HEIGHT, SPACING = 640.0, 480.0, 0.6
"""Extent along x and y, and distance between nodes [m]."""
STRAIGHT, RADIUS, OVAL_WIDTH, BANK = 200.0, 150.0, 12.0, 0.15
"""Straights and turns of the oval [m], its width [m], and the banking of its turns [-]."""
HANDLING_WIDTH = 8.0
"""Width of the handling course [m]."""
HANDLING = (
    (-80, 0), (0, 0), (80, 0), (140, 9), (172, 40), (158, 74), (115, 82), (80, 62), (46, 70), (30, 104), (-10, 124),
    (-62, 116), (-86, 86), (-82, 54), (-106, 34), (-138, 46), (-164, 68), (-192, 56), (-190, 22), (-150, 3),
)  # fmt: skip
"""Points of the handling course in the direction of driving [m]; a cubic through them is its middle."""
GATES = (20.0, 0.36, 0.68)
"""Start line [m along the lap from the origin], and ends of the first two sectors in shares of the lap."""
PAD = (-40.0, 190.0), (-112.0, -22.0)
"""Ranges of the dynamics pad along x and y [m]."""
SKID_PAD = (-110.0, -75.0, 45.0, 30.0)
"""Centre of the skid pad, its radius, and that of its painted circle [m]."""
SLALOM = 20.0, -35.0, 18.0, 8
"""First cone x, y, distance of cones [m] and their number."""
BUMP_LANE, BUMP_LENGTH, BUMP_PITCH = -55.0, 1.8, 12.0
"""y of the bump track, length and distance of its bumps [m]."""
BUMP_HEIGHTS = (0.03, 0.03, 0.04, 0.04, 0.05, 0.05)
"""[m]; every second one only under the left wheels."""
CLEAT_LANE, CLEAT_START = -68.0, 20.0
"""y of the cleats, and x of the first [m]."""
WATERED = (40.0, 175.0), (-86.0, -80.0)
"""Ranges of the watered strip along x and y [m]; along y = −86 m its left side is slippery, its right side dry."""
WET, GRASS = 0.3, 0.6
"""Friction factors of watered basalt and of grass, of dry asphalt being 1 [-]."""
HILLS = ((-20.0, 95.0, 5.0, 26.0), (115.0, 48.0, -2.5, 24.0), (-130.0, 35.0, 3.5, 24.0), (100.0, 104.0, 4.5, 14.0))
"""Centre x, y, height and standard deviation of the hills inside the oval [m]."""


def proving_ground(friction: float = 1.0, seed: int = 2, **options: Any) -> tuple:
    """The ground; friction: factor on all zones. options: those of `jounce.engine.terrain.ferguson`.

    Raises InputError.
    """
    factors = positive(friction, "friction") * _zones()
    zones = friction_map(factors, spacing=1.0, origin=(-0.5 * SIZE, -0.5 * HEIGHT))
    return _raster(seed).ground(friction=zones, **{"outside": "level", **options})


@cache
def proving_ground_course() -> Course:
    """Roads, pads, gates, cones and signs."""
    path = handling_path()
    start, *shares = GATES
    first, y, pitch, number = SLALOM
    gates = tuple(_gate(path, s) for s in (start, *(share * _length(path) for share in shares)))
    x, across, pad, radius = SKID_PAD
    signs = [
        Sign(-8.0, -6.5, 0.0, "HANDLING →"),
        Sign(PAD[0][0] + 2.0, y + 5.0, 0.0, "SLALOM"),
        Sign(PAD[0][0] + 2.0, BUMP_LANE + 5.0, 0.0, "BUMPS"),
        Sign(PAD[0][0] + 2.0, CLEAT_LANE + 5.0, 0.0, "CLEATS"),
        Sign(PAD[0][0] + 2.0, WATERED[1][1] + 4.0, 0.0, "SPLIT μ"),
        Sign(x + pad + 4.0, across, math.pi, "SKID PAD R 30"),
        *(Sign(-90.0 + 50.0 * k, -RADIUS - 0.5 * OVAL_WIDTH - 2.5, 0.0, f"{50 * k} m") for k in range(4)),
    ]
    return Course(
        roads=(
            Road("oval", oval_path(), OVAL_WIDTH, 3, closed=True),
            Road("handling course", path, HANDLING_WIDTH, 2, closed=True, kerbs=True),
            Road("skid circle", circle(x, across, radius), 7.0, 2, closed=True),
        ),
        areas=(Area("dynamics pad", rectangle(*PAD)), Area("skid pad", circle(x, across, pad))),
        lap="handling course",
        gates=gates,
        cones=tuple((first + pitch * k, y) for k in range(number)),
        signs=tuple(signs),
    )


@cache
def handling_path() -> NDArray[np.float64]:
    """Middle of the handling course (n, 2) [m], from the origin, a point a metre."""
    from scipy.interpolate import CubicSpline

    points = np.array(HANDLING, dtype=float)
    closed = np.vstack([points, points[:1]])
    s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])
    curve = CubicSpline(s, closed, bc_type="periodic")
    fine = curve(np.linspace(0.0, s[-1], 8000, endpoint=False) + s[1])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(fine, axis=0).T))])
    wanted = np.arange(0.0, along[-1], 1.0)
    return np.column_stack([np.interp(wanted, along, column) for column in fine.T])


@cache
def oval_path() -> NDArray[np.float64]:
    """Middle of the oval (n, 2) [m], counterclockwise from the beginning of its southern straight."""
    half, angle = 0.5 * STRAIGHT, np.linspace(-0.5 * math.pi, 0.5 * math.pi, 161)
    turn = np.column_stack([half + RADIUS * np.cos(angle), RADIUS * np.sin(angle)])
    return np.vstack([[[-half, -RADIUS]], turn, -turn[:-1]])


@cache
def _raster(seed: int) -> Raster:
    country = generate(
        SIZE, SPACING, seed=seed, hills=16, roughness=0.05, flat=(520.0, 330.0), flat_roughness=0.0, blend=55.0
    )
    country = country.window((-0.5 * SIZE, 0.5 * SIZE), (-0.5 * HEIGHT, 0.5 * HEIGHT))
    x, y = country.x[:, None], country.y[None, :]
    across = _across_oval(x, y)
    clear = smooth_rise((np.abs(across) - 0.5 * OVAL_WIDTH - 2.0) / 22.0)
    heights = np.where(across > 0.0, country.heights * clear, 0.0)
    inside = np.where(across < 0.0, clear, 0.0) * _away_from_pads(x, y)
    for hill_x, hill_y, height, width in HILLS:
        heights = heights + inside * height * np.exp(-0.5 * ((x - hill_x) ** 2 + (y - hill_y) ** 2) / width**2)
    heights = heights + _banking(x, across) + _bumps(x, y)
    return Raster(heights, country.x0, country.y0, SPACING, SPACING, about=f"proving ground, seed {seed}")


def _across_oval(x: Field, y: Field) -> Field:
    """Distance from the middle of the oval [m], outwards positive."""
    beyond = np.maximum(np.abs(x) - 0.5 * STRAIGHT, 0.0)
    return np.hypot(beyond, y) - RADIUS


def _banking(x: Field, across: Field) -> Field:
    """Heights of the banked turns [m]: from the inner edge outwards, and down again behind the outer one."""
    share = BANK * smooth_rise((np.abs(x) - 0.5 * STRAIGHT + 20.0) / 60.0)
    half = 0.5 * OVAL_WIDTH + 3.0
    top = 2.0 * half
    rise = np.clip(across + half, 0.0, top)
    fall = smooth_rise((across - half) / 20.0)
    round_off = smooth_rise((across + half) / 3.0)
    return np.asarray(share * rise * round_off * (1.0 - fall))


def _away_from_pads(x: Field, y: Field) -> Field:
    """0 on the pads and along the start straight, 1 at 25 m from them."""
    (x0, x1), (y0, y1) = PAD
    pad = np.hypot(np.maximum(np.maximum(x0 - x, x - x1), 0.0), np.maximum(np.maximum(y0 - y, y - y1), 0.0))
    skid = np.hypot(x - SKID_PAD[0], y - SKID_PAD[1]) - SKID_PAD[2]
    return np.asarray(smooth_rise(np.minimum(pad, skid) / 25.0))


def _bumps(x: Field, y: Field) -> Field:
    """Cosine bumps across the lane y = BUMP_LANE: both wheels, then the left ones alone, and again."""
    total = np.zeros((x.size, y.size))
    lane = 1.0 - smooth_rise((np.abs(y - BUMP_LANE) - 3.0) / 1.5)
    left = smooth_rise(0.5 * (y - BUMP_LANE) / 0.3 + 0.5)
    for k, height in enumerate(BUMP_HEIGHTS):
        phase = np.clip((x - 10.0 - BUMP_PITCH * k) / BUMP_LENGTH, -0.5, 0.5)
        total += 0.5 * (1.0 + np.cos(math.tau * phase)) * height * lane * (left if k % 2 else 1.0)
    return total


@cache
def _zones() -> NDArray[np.float64]:
    """Friction factors every metre: grass, asphalt of roads and pads, watered strips."""
    from scipy.spatial import cKDTree

    x = np.arange(round(SIZE) + 1)[:, None] - 0.5 * SIZE
    y = np.arange(round(HEIGHT) + 1)[None, :] - 0.5 * HEIGHT
    factors = np.full((x.size, y.size), GRASS)
    nodes = np.column_stack([np.broadcast_to(x, factors.shape).ravel(), np.broadcast_to(y, factors.shape).ravel()])
    reach = 0.5 * HANDLING_WIDTH + 1.0
    near, _ = cKDTree(handling_path()).query(nodes, distance_upper_bound=reach + 1.0)
    factors[(near <= reach).reshape(factors.shape)] = 1.0
    factors[np.abs(_across_oval(x, y)) <= 0.5 * OVAL_WIDTH + 1.0] = 1.0
    for (x0, x1), (y0, y1), value in ((*PAD, 1.0), (*WATERED, WET)):
        factors[(x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)] = value
    centre_x, centre_y, pad, radius = SKID_PAD
    distance = np.hypot(x - centre_x, y - centre_y)
    factors[distance <= pad] = 1.0
    factors[distance <= radius - 6.0] = WET
    factors.flags.writeable = False
    return factors


def _length(path: NDArray[np.float64]) -> float:
    return float(np.hypot(*np.diff(np.vstack([path, path[:1]]), axis=0).T).sum())


def _gate(path: NDArray[np.float64], s: float) -> Gate:
    """A gate across a path of which a point stands at every metre, s metres from its beginning."""
    k = round(s) % len(path)
    ahead = path[(k + 1) % len(path)] - path[k]
    return Gate(float(path[k, 0]), float(path[k, 1]), float(math.atan2(ahead[1], ahead[0])), 0.5 * HANDLING_WIDTH + 2.0)
