"""Derivatives of placed grounds, by address: compiled when the first matrix is made on a ground of their kind.

The address stands on the label of the box of a ground that is neither a plane nor known by its patches, whose
derivatives need no code of their own. So it goes wherever the box goes: into batches, lanes and exported cars. It must
be there before a box is copied.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import INTERPRETED, address, declare, fetch, inline, make_box, pointer
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.laws.ground.friction import friction_derivatives
from jounce.engine.laws.ground.kept_patch import DERIVATIVES, derivatives_address, ground_label
from jounce.engine.laws.ground.query import EXAMPLE, Ground, original
from jounce.engine.laws.ground.surface import surface_derivatives

derivatives_here = inline(surface_derivatives)
SIGNATURE = (*EXAMPLE, np.zeros(1))
"""Arguments of `differentiate`."""
declare("differentiate", *SIGNATURE)


def load_surface_derivatives(placed: Ground) -> None:
    """Compile the derivatives of a placed ground, or take them from the disk, and write their address to its label.

    Nothing is done for planes and for patches that are known by their numbers, nor for kinds of ground or friction
    without derivatives.
    """
    ground = original(placed)
    if INTERPRETED or ground_label(ground)[0] or derivatives_address(placed.box) or not has_derivatives(ground):
        return
    words = placed.box[: 8 * LABEL].view(np.int64)
    words[DERIVATIVES] = _address_of(make_box(ground)[0], type(ground).__module__.partition(".")[0] == "jounce")


def has_derivatives(ground: tuple) -> bool:
    """Whether there are derivatives of a kind of ground and of its friction."""
    friction = getattr(ground, "friction", 1.0)
    kind = type(friction) if isinstance(friction, tuple) else float
    return type(ground) in surface_derivatives.bodies and kind in friction_derivatives.bodies


@functools.cache
def _address_of(name: str, ours: bool) -> int:
    """The address of `differentiate` for a kind of ground; ours: whether it is kept on disk."""
    return address(pointer(_differentiate_of(name), *SIGNATURE, keep=ours))


@functools.cache
def _differentiate_of(name: str) -> Callable:
    """The derivatives of a ground whose type has this name: each of height, slopes and friction by x and by y."""

    def differentiate(box, memory, x, y, found):
        by_x, by_y = derivatives_here(fetch(box, name), memory["patch"], x, y)
        for k in range(4):
            found[2 * k], found[2 * k + 1] = by_x[k], by_y[k]
        return 0

    return differentiate
