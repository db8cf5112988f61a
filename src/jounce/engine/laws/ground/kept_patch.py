"""The ground under one wheel from numbers that are kept while it stays on a patch, for several cars in SIMD lanes.

What `jounce.engine.laws.ground.ferguson` computes on a remembered patch, bit for bit, without a look into its axes. A
ground that has no such patches, or axes and friction from tables, is not known by these numbers: then its own answer is
among them, and holds for one point.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.laws.ground.axis import Regular
from jounce.engine.laws.ground.closed_form import plane_label
from jounce.engine.laws.ground.ferguson import Ferguson, evaluate, level_beyond
from jounce.engine.laws.ground.friction import clamp
from jounce.engine.linalg.select import where

HAS_PATCHES = -1.0
"""First number of the label of a ground that is known by `PATCH_LABEL`."""
PATCH_LABEL = ("start_x", "per_metre_x", "count_x", "start_y", "per_metre_y", "count_y", "friction")
"""What follows it."""
DERIVATIVES = 7
"""Place on the label of a ground that is not known by numbers, which begins with 0: the address of its derivatives, see
`jounce.engine.laws.ground.placed_derivatives`; 0 where none are loaded."""

FRICTION, START_X, PER_METRE_X, START_Y, PER_METRE_Y, IS_PATCH = range(18, 24)
"""Places behind the indices and the 16 coefficients of a patch, as a wheel remembers them."""
DIRECT = 2
"""Where height, slopes and friction stand if there is no patch."""
KEPT = 24
"""Numbers that are kept."""
BOUNDS = 4
"""Numbers before them: x from and to, y from and to [m], between which they hold."""
ROW = BOUNDS + KEPT
MARGIN = 1e-12
"""Share of a coordinate by which these bounds are inside the patch: where nodes lie is known but for rounding."""


def ground_label(ground: tuple, derivatives: int = 0) -> tuple[float, ...]:
    """Numbers by which a ground is known without its type; zeros and an address for one that is not."""
    if isinstance(ground, Ferguson) and isinstance(ground.friction, float):
        x, y = ground.x, ground.y
        if isinstance(x, Regular) and isinstance(y, Regular):
            axes = (x.start, x.cells_per_metre, float(x.count), y.start, y.cells_per_metre, float(y.count))
            return HAS_PATCHES, *axes, ground.friction
    label = plane_label(ground)
    return label if len(label) > 1 else (0.0,) * DERIVATIVES + (float(np.int64(derivatives).view(float)),)


def derivatives_address(box: np.ndarray) -> int:
    """The address of derivatives on the label of a box; 0 where there is none."""
    words = box[: 8 * LABEL].view(np.int64)
    return 0 if words[0] else int(words[DERIVATIVES])


@kernel
def answer_in_patch(x, y, *kept):
    """Height, both slopes and friction at (x, y) [m]."""
    u, v = (x - kept[START_X]) * kept[PER_METRE_X] - kept[0], (y - kept[START_Y]) * kept[PER_METRE_Y] - kept[1]
    z, zu, zv = evaluate(kept, clamp(u), clamp(v))
    known = kept[IS_PATCH] > 0.5
    return (
        where(known, z, kept[DIRECT]),
        where(known, level_beyond(u, zu) * kept[PER_METRE_X], kept[DIRECT + 1]),
        where(known, level_beyond(v, zv) * kept[PER_METRE_Y], kept[DIRECT + 2]),
        where(known, kept[FRICTION], kept[DIRECT + 3]),
    )


@kernel
def bounds_of_cell(start, per_metre, count, m):
    """Coordinates between which points certainly lie in cell m of a regular axis; none beyond its ends."""
    low, high = start + m / per_metre, start + (m + 1.0) / per_metre
    margin = MARGIN * (abs(start) + abs(low) + abs(high))
    low, high = low + margin, high - margin
    return -np.inf if m == 0.0 else low, np.inf if m == count - 2.0 else high
