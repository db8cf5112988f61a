"""Where a coordinate lies between the nodes of an axis, and the slopes that node values imply.

    regular     t = (s − s₀) / h,  m = ⌊t⌋,  u = t − m                                      (G5)  Lee 2010 (8), (9)
    irregular   m from a table of buckets no wider than the narrowest cell,  u = (s − s_m) / h_m

Buckets keep the look-up constant in time, whatever the size: cells are at least as wide as a bucket, so a point lies in
the cell of its bucket's middle or in one beside it. The table has as many entries as narrowest cells fit into the axis,
which is why RATIO bounds the spacing.

Slopes at the two nodes of cell m, times h_m, are weighted differences d₀, d₁, d₂ of the values at m−1, m, m+1, m+2:

    h z'_m = a₀ d₀ + a₁ d₁ + a₂ d₂,   h z'_{m+1} = b₀ d₀ + b₁ d₁ + b₂ d₂                    (G6)

Inside, each is the slope of the parabola through a node and its two neighbours (regular: the central difference,
a = (½, ½, 0)); at an end, of the parabola through the last three nodes; with two nodes, of the straight line.

The cubic (G10) with these slopes is a weighted sum of the same differences:

    z(u) = z_m + g₀ d₀ + g₁ d₁ + g₂ d₂,   z'(u) = k₀ d₀ + k₁ d₁ + k₂ d₂                     (G16)
    g = u (1 − u)² a − u² (1 − u) b + (0, S, 0),   S = u² (3 − 2u) (G9),   k = dg/du
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import generic_kernel, kernel

RATIO = 100.0
"""Widest over narrowest cell of an irregular axis, at most."""


class Regular(NamedTuple):
    """Nodes s₀, s₀ + h, …; `regular` makes it."""

    start: float
    """Coordinate of the first node, s₀ [m]."""
    spacing: float
    """Distance between nodes, h [m]."""
    cells_per_metre: float
    """1 / h [1/m], because a division is a third of the time of a look-up."""
    count: int  # type: ignore[assignment]
    """Nodes, at least 2."""


class Irregular(NamedTuple):
    """Nodes from a table; `irregular` makes it."""

    nodes: np.ndarray
    """s₀ < s₁ < … [m]."""
    cells: np.ndarray
    """Cell that holds the middle of each bucket."""
    buckets_per_metre: float
    count: int  # type: ignore[assignment]
    """Nodes, at least 2."""


def regular(start: float, spacing: float, count: int) -> Regular:
    """The axis with `count` nodes from `start` at distances of `spacing` [m]."""
    return Regular(float(start), float(spacing), 1.0 / spacing, count)


def irregular(nodes: np.ndarray) -> Irregular:
    """The axis with these nodes, which increase and whose widest cell is at most RATIO times the narrowest."""
    nodes = np.array(nodes, dtype=float)
    length = nodes[-1] - nodes[0]
    buckets = int(np.ceil(length / np.diff(nodes).min()))
    middles = nodes[0] + (np.arange(buckets) + 0.5) * (length / buckets)
    cells = np.clip(np.searchsorted(nodes, middles, side="right") - 1, 0, nodes.size - 2).astype(np.int32)
    nodes.flags.writeable = cells.flags.writeable = False
    return Irregular(nodes, cells, float(buckets / length), nodes.size)


@generic_kernel
def locate(axis, s):
    """Cell m, place u in it (0 … 1 between the nodes, less or more beyond the ends) and 1 / h_m [1/m]; NaN: 0, NaN."""


@locate.of(Regular)
def locate_regular(axis, s):
    t = (s - axis.start) * axis.cells_per_metre
    m = index_below(t, axis.count - 1)
    return m, t - m, axis.cells_per_metre


@locate.of(Irregular)
def locate_irregular(axis, s):
    nodes = axis.nodes
    m = int(axis.cells[index_below((s - nodes[0]) * axis.buckets_per_metre, axis.cells.size)])
    m = max(m - int(s < nodes[m]), 0)
    m = min(m + int(s >= nodes[m + 1]), axis.count - 2)
    per_metre = 1.0 / (nodes[m + 1] - nodes[m])
    return m, (s - nodes[m]) * per_metre, per_metre


@kernel
def index_below(t, size):
    """⌊t⌋, at least 0 and less than `size`; 0 for NaN."""
    if t >= size:
        return size - 1
    if t > 0.0:
        return int(t)
    return 0


@generic_kernel
def slope_weights(axis, m):
    """(a₀, a₁, a₂), (b₀, b₁, b₂) of cell m (G6); what would multiply a difference beyond the ends is zero."""


@slope_weights.of(Regular)
def regular_weights(axis, m):
    a, b = (0.5, 0.5, 0.0), (0.0, 0.5, 0.5)
    if axis.count == 2:
        return (0.0, 1.0, 0.0), (0.0, 1.0, 0.0)
    if m == 0:
        a = (0.0, 1.5, -0.5)
    if m == axis.count - 2:
        b = (-0.5, 1.5, 0.0)
    return a, b


@slope_weights.of(Irregular)
def irregular_weights(axis, m):
    s = axis.nodes
    return parabolas(s[m] - s[max(m - 1, 0)], s[m + 1] - s[m], s[min(m + 2, axis.count - 1)] - s[m + 1])


@kernel
def parabolas(before, h, after):
    """(a₀, a₁, a₂), (b₀, b₁, b₂) of a cell of width h between two others, of width zero where there are none.

    With p = h² / (k (h + k)) and q = k / (h + k), k the width of the neighbour, the slope at the node between the two
    is p d_k + q d_h, and at the far end of the cell (2 − q) d_h − p d_k.
    """
    a, b = (0.0, 1.0, 0.0), (0.0, 1.0, 0.0)
    if before > 0.0:
        p, q = h * h / (before * (h + before)), before / (h + before)
        a = (p, q, 0.0)
        b = (-p, 2.0 - q, 0.0)
    if after > 0.0:
        p, q = h * h / (after * (h + after)), after / (h + after)
        b = (0.0, q, p)
        if before == 0.0:
            a = (0.0, 2.0 - q, -p)
    return a, b


@generic_kernel
def difference_weights(axis, m, u):
    """(g₀, g₁, g₂), (k₀, k₁, k₂) at the place u of cell m (G16)."""


@difference_weights.of(Regular)
def regular_differences(axis, m, u):
    p, q, dp, dq = slope_shares(u)
    if 0 < m < axis.count - 2:
        g0, g2, k0, k2 = 0.5 * p, 0.5 * q, 0.5 * dp, 0.5 * dq
    else:
        a, b = slope_weights(axis, m)
        g0, g2 = p * a[0] + q * b[0], p * a[2] + q * b[2]
        k0, k2 = dp * a[0] + dq * b[0], dp * a[2] + dq * b[2]
    # equal differences are a straight line: z = z_m + u d
    return (g0, u - g0 - g2, g2), (k0, 1.0 - k0 - k2, k2)


@difference_weights.of(Irregular)
def irregular_differences(axis, m, u):
    p, q, dp, dq = slope_shares(u)
    a, b = slope_weights(axis, m)
    step, rate = u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u)
    return (
        (p * a[0] + q * b[0], p * a[1] + q * b[1] + step, p * a[2] + q * b[2]),
        (dp * a[0] + dq * b[0], dp * a[1] + dq * b[1] + rate, dp * a[2] + dq * b[2]),
    )


@kernel
def slope_shares(u):
    """What the slopes at the two ends add to the cubic (G10), and the derivatives of these: u (1 − u)², −u² (1 − u)."""
    rest = 1.0 - u
    return u * rest * rest, -u * u * rest, rest * (1.0 - 3.0 * u), u * (3.0 * u - 2.0)
