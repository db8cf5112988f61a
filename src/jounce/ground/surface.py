"""The ground interface."""

import numpy as np

from jounce.algebra.vec3 import scale
from jounce.kernel import kernel, verb

PATCH = 18
"""Numbers that a wheel remembers of the ground: the patch it stands on and its 16 coefficients."""


@verb
def surface(ground, patch, x, y):
    """Height [m], slopes ∂z/∂x and ∂z/∂y, and friction factor [-] of the ground under the point (x, y) [m].

    patch: what the asker remembers, PATCH numbers, the first of them −1 for nothing.
    """


@kernel
def unit_normal(zx, zy):
    """The upward unit normal of a ground with these slopes."""
    return scale(1.0 / np.sqrt(1.0 + zx * zx + zy * zy), (-zx, -zy, 1.0))
