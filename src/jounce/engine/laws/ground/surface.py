"""The ground interface: one question, asked by every wheel in every evaluation.

    (x, y)  →  z,  ∂z/∂x,  ∂z/∂y,  μ;        n = (−z_x, −z_y, 1) / √(1 + z_x² + z_y²)      (G1)

A wheel brings its memory of the ground along: `patch`, an array of PATCH numbers, holds the indices m, n of the patch
it stands on and that patch's 16 coefficients. A ground without patches ignores it. The answer does not depend on what
is remembered, but what one ground wrote must be forgotten before another is asked.

Who asks here and there has no use for coefficients and brings less: PLACE numbers, where m, n are left, or NOTHING.
Such a question is answered from the heights, on the same surface but for rounding.

Matrices of implicit steps ask how the answer changes: `surface_derivatives`, which every ground of this package answers
in closed form. At kinks the side on which `surface` has found the point counts.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from functools import partial

import numpy as np

from jounce.engine.compiler import generic_kernel, kernel

PATCH = 18
"""Numbers that a wheel remembers: m, n (−1: nothing) and 16 coefficients."""
PLACE = 2
"""Numbers of an asker who wants to know m, n and remembers no coefficients."""
NOTHING = np.zeros(0)
"""The memory of an asker who has none."""


@generic_kernel
def surface(ground, patch, x, y):
    """Height [m], slopes ∂z/∂x and ∂z/∂y, and friction factor [-] of the ground under the point (x, y) [m].

    `patch` has PATCH, PLACE or no numbers.
    """


@generic_kernel
def surface_derivatives(ground, patch, x, y):
    """Changes of height, both slopes and friction by x, then by y, at a point that was asked about just before.

    `patch` has PATCH numbers, those that `surface` has left. Grounds without a body are differentiated by differences.
    """


def nothing_to_bring(ground, x, y):
    """Do nothing: a ground without tables has nothing to bring into the cache."""


@partial(generic_kernel, otherwise=nothing_to_bring)
def announce(ground, x, y):
    """Say that (x, y) [m] will be asked about soon, so that what lies there is on its way into the cache."""


@kernel
def unit_normal(zx, zy):
    """Upward unit normal (world axes) of a surface with these slopes (G1)."""
    upright = 1.0 / math.sqrt(1.0 + zx * zx + zy * zy)
    return (-zx * upright, -zy * upright, upright)


@kernel
def forget(patch):
    """Empty one asker's memory."""
    for i in range(min(PLACE, patch.size)):
        patch[i] = -1.0


def allocate_memory(n: int) -> np.ndarray:
    """Empty memory for n wheels, a row each."""
    memory = np.zeros((n, PATCH))
    memory[:, :2] = -1.0
    return memory
