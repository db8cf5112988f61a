"""Ground from a grid of heights: a bicubic Ferguson patch between every four nodes (Lee & Yoo 2010).

With the place (u, v) in patch (m, n) of size h × k (G5),

    z(u, v) = Σ a_ij uⁱ vʲ = F(u) B F(v)ᵀ                                          (G13)  Lee 2010 (1), (7)
    B: heights, slopes R_u, R_v by (G6) and twist R_uv at the four nodes           (G14)  Lee 2010 (2)–(4), (6)
    R_uv: slopes along x of the slopes along y                                     (G15)

Inside a regular grid (G15) is ¼ (z₊₊ − z₋₊ − z₊₋ + z₋₋). Lee 2010 (5) prints ½ (R_u + R_v) instead; that twist bends a
tilted plane and is kept as PAPER. With both, height and slopes are continuous, because slopes and twist belong to the
nodes; (G15) is exact for planes and bilinear saddles.

The 16 coefficients are computed when a wheel enters a patch, and kept in its memory. Who has no memory is answered from
the 16 heights (`without_memory`). Beyond the edge the ground goes on level from the nearest point of the edge: its
height and its slope along the edge, no slope across.

Without memory: with slopes (G6) and the twist (G15), which is their product, a bicubic patch is (G16) along x of (G16)
along y. So 6 weights in each direction give height and slopes, and the patch's 16 coefficients are never formed. Only
differences are weighted: level ground is level to the last bit, however high it lies.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import kernel, prefetch
from jounce.engine.laws.ground.axis import Irregular, Regular, difference_weights, locate, slope_weights
from jounce.engine.laws.ground.friction import FrictionMap, Split, clamp, friction_at, hermite, horner
from jounce.engine.laws.ground.surface import PATCH, PLACE, announce, surface
from jounce.engine.linalg.select import where


@kernel
def from_heights(ground, m, n, u, v):
    """z, ∂z/∂u and ∂z/∂v at the place (u, v) of patch (m, n)."""
    heights = ground.heights
    gx, kx = difference_weights(ground.x, m, u)
    gy, ky = difference_weights(ground.y, n, v)
    # heights and slopes along y, of the four rows around the patch
    z0, r0 = along_row(heights, max(m - 1, 0), n, gy, ky)
    z1, r1 = along_row(heights, m, n, gy, ky)
    z2, r2 = along_row(heights, m + 1, n, gy, ky)
    z3, r3 = along_row(heights, min(m + 2, heights.shape[0] - 1), n, gy, ky)
    # the same along x
    z, zu = weighted(z0, z1, z2, z3, gx, kx)
    zv, _ = weighted(r0, r1, r2, r3, gx, kx)
    return z, zu, zv


@kernel
def along_row(heights, i, n, g, k):
    """`weighted` of one row of nodes, along y."""
    left, right = max(n - 1, 0), min(n + 2, heights.shape[1] - 1)
    z0, z1, z2, z3 = heights[i, left], heights[i, n], heights[i, n + 1], heights[i, right]
    return weighted(np.float64(z0), np.float64(z1), np.float64(z2), np.float64(z3), g, k)


@kernel
def weighted(f0, f1, f2, f3, g, k):
    """Value and slope of the cubic between f₁ and f₂ (G16)."""
    d0, d1, d2 = f1 - f0, f2 - f1, f3 - f2
    return f1 + (g[0] * d0 + g[1] * d1 + g[2] * d2), k[0] * d0 + k[1] * d1 + k[2] * d2


MIXED, PAPER = 0, 1
"""Kinds of twist: (G15), Lee 2010 (5)."""
LEVEL, STOP = 0, 1
"""What a simulation does with a wheel that leaves the grid: go on, or stop. The answer here is the same."""
EDGE = 1e-6
"""A point that is off the grid by less than this share of a cell stands on the edge, whose slope it has."""


class Ferguson(NamedTuple):
    """A grid of heights; `jounce.engine.terrain.ferguson` makes it and checks it."""

    heights: np.ndarray
    """heights[i, j] at (x_i, y_j) [m]: float32 or float64, in C order, may be a memory map."""
    x: Regular | Irregular
    y: Regular | Irregular
    twist: int = MIXED
    """MIXED or PAPER (regular axes only)."""
    outside: int = STOP
    """LEVEL or STOP."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Ferguson)
def ferguson_surface(ground, patch, x, y):
    m, u, per_x = locate(ground.x, x)
    n, v, per_y = locate(ground.y, y)
    if patch.size == PATCH:
        if patch[0] != m or patch[1] != n:
            enter(ground, patch, m, n)
        z, zu, zv = evaluate(patch, clamp(u), clamp(v))
    else:
        z, zu, zv = without_memory(ground, m, n, clamp(u), clamp(v))
        if patch.size == PLACE:
            patch[0], patch[1] = m, n
    return z, level_beyond(u, zu) * per_x, level_beyond(v, zv) * per_y, friction_at(ground.friction, x, y)


@announce.of(Ferguson)
def ferguson_announced(ground, x, y):
    m, _, _ = locate(ground.x, x)
    n, _, _ = locate(ground.y, y)
    heights, left = ground.heights, max(n - 1, 0)
    prefetch(heights, max(m - 1, 0), left)
    prefetch(heights, m, left)
    prefetch(heights, m + 1, left)
    prefetch(heights, min(m + 2, heights.shape[0] - 1), left)


@kernel
def level_beyond(u, slope):
    """The slope across the edge: none beyond it."""
    return where((u < -EDGE) | (u > 1.0 + EDGE), 0.0, slope)


@kernel
def evaluate(patch, u, v):
    """z, ∂z/∂u and ∂z/∂v of the remembered patch, by Horner's rule (G13)."""
    c0, c1, c2, c3 = patch[14], patch[15], patch[16], patch[17]
    z, zv = c0 + v * (c1 + v * (c2 + v * c3)), c1 + v * (2.0 * c2 + v * 3.0 * c3)
    zu = z
    for i in range(2, -1, -1):
        c0, c1, c2, c3 = patch[2 + 4 * i], patch[3 + 4 * i], patch[4 + 4 * i], patch[5 + 4 * i]
        if i < 2:
            zu = z + u * zu
        z = c0 + v * (c1 + v * (c2 + v * c3)) + u * z
        zv = c1 + v * (2.0 * c2 + v * 3.0 * c3) + u * zv
    return z, zu, zv


@kernel
def enter(ground, patch, m, n):
    """Write the indices and the coefficients a_ij of patch (m, n), row by row, into a wheel's memory (G14)."""
    z0, z1, r0, r1 = at_nodes(ground, m, n)
    # cubics along x, then along y of their coefficients
    p0, p1, q0, q1 = hermite(z0), hermite(z1), hermite(r0), hermite(r1)
    keep(patch, 2, hermite((p0[0], p1[0], q0[0], q1[0])))
    keep(patch, 6, hermite((p0[1], p1[1], q0[1], q1[1])))
    keep(patch, 10, hermite((p0[2], p1[2], q0[2], q1[2])))
    keep(patch, 14, hermite((p0[3], p1[3], q0[3], q1[3])))
    patch[0] = m
    patch[1] = n


@kernel
def keep(patch, at, c):
    patch[at] = c[0]
    patch[at + 1] = c[1]
    patch[at + 2] = c[2]
    patch[at + 3] = c[3]


@kernel
def at_nodes(ground, m, n):
    """B of patch (m, n), column by column: heights and slopes along x, then slopes along y and twists (G14)."""
    heights = ground.heights
    a, b = slope_weights(ground.x, m)
    c, d = slope_weights(ground.y, n)
    before, after = max(m - 1, 0), min(m + 2, heights.shape[0] - 1)
    # heights and slopes along y, at the two columns of the patch, of the four rows around it
    e0 = row(heights, before, n, c, d)
    e1 = row(heights, m, n, c, d)
    e2 = row(heights, m + 1, n, c, d)
    e3 = row(heights, after, n, c, d)
    # the same along x: of the heights, which gives slopes, and of the slopes, which gives the twist
    z0 = between(e0[0], e1[0], e2[0], e3[0], a, b)
    z1 = between(e0[1], e1[1], e2[1], e3[1], a, b)
    r0 = between(e0[2], e1[2], e2[2], e3[2], a, b)
    r1 = between(e0[3], e1[3], e2[3], e3[3], a, b)
    return z0, z1, twisted(ground.twist, z0, r0), twisted(ground.twist, z1, r1)


@kernel
def row(heights, i, n, c, d):
    """`between` of one row of nodes, along y."""
    left, right = max(n - 1, 0), min(n + 2, heights.shape[1] - 1)
    z0, z1, z2, z3 = heights[i, left], heights[i, n], heights[i, n + 1], heights[i, right]
    return between(np.float64(z0), np.float64(z1), np.float64(z2), np.float64(z3), c, d)


@kernel
def between(f0, f1, f2, f3, a, b):
    """Values f₁, f₂ at the two ends of a patch and the slopes there, times its size (G6)."""
    d0, d1, d2 = f1 - f0, f2 - f1, f3 - f2
    return f1, f2, a[0] * d0 + a[1] * d1 + a[2] * d2, b[0] * d0 + b[1] * d1 + b[2] * d2


@kernel
def twisted(kind, z, r):
    """Slopes along y at two nodes with their twist: as they are, or Lee 2010 (5)."""
    if kind == PAPER:
        return r[0], r[1], 0.5 * (z[2] + r[0]), 0.5 * (z[3] + r[1])
    return r


@kernel
def without_memory(ground, m, n, u, v):
    """z, ∂z/∂u and ∂z/∂v of patch (m, n), no coefficients formed."""
    if ground.twist == PAPER:
        return from_nodes(at_nodes(ground, m, n), u, v)
    return from_heights(ground, m, n, u, v)


@kernel
def from_nodes(b, u, v):
    """z, ∂z/∂u and ∂z/∂v for any twists (G13)."""
    z0, z1, r0, r1 = horner(b[0], u), horner(b[1], u), horner(b[2], u), horner(b[3], u)
    z, zv = horner((z0[0], z1[0], r0[0], r1[0]), v)
    return z, horner((z0[1], z1[1], r0[1], r1[1]), v)[0], zv
