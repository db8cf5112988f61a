"""A place on a patch straight from the 16 heights around it, for askers without memory.

With slopes (G6) and the twist (G15), which is their product, a bicubic patch is (G16) along x of (G16) along y. So 6
weights in each direction give height and slopes, and the patch's 16 coefficients are never formed. Only differences are
weighted: level ground is level to the last bit, however high it lies.
"""

import numpy as np

from jounce.ground.axis import difference_weights
from jounce.kernel import kernel


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
