"""The arrays that a generated kernel works on, and whether kernels written for one mechanism serve another.

`Model` holds the numbers of a mechanism, `Work` the scratch of an evaluation. Laws are read while a car runs:
stiffnesses, dampings, tire coefficients, signals. Masses, points and axes are parameters of the kernels (see
`jounce.engine.formulations.synthesis.parameter_table`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.pack import Layout, Packed
from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.laws.forces.law import HEADER
from jounce.engine.laws.forces.laws import kernel_of
from jounce.engine.laws.ground import Ground


class Model(NamedTuple):
    """Run-time numbers."""

    parameters: np.ndarray
    """flat: hardpoints, axes, masses, inertias"""
    elements: ElementArrays
    """ordered by subsystem"""
    signals: np.ndarray
    tables: np.ndarray
    ground: Ground
    code: np.ndarray
    """addresses of `derivative`, `project` and the table of laws, then NOTING … LANES; zeros until asked for"""


NOTING, PROJECT_NOTING, ALONG, PROJECT_ALONG, SLOPES, NOTES, LANES = range(3, 10)
"""Places in `Model.code` of derivatives: addresses of both equations as they note, of both along directions, and of the
table of laws; how many numbers are noted, and how many directions go side by side."""
CODE_SIZE = 10


class Work(NamedTuple):
    """Scratch of one evaluation; the wheels remember the patch of ground they stood on, which changes no result."""

    numbers: np.ndarray
    contacts: np.ndarray
    """CONTACT of jounce.engine.laws.tires.records"""
    culprit: np.ndarray
    """(4,) joint and size of the last failure; largest |Φ| that the last projection found; status"""


WRITTEN = ("measures", "rows", "terms", "scalar_force_terms", "loads")
"""Arrays that the kernels were written from, beside masses and gravity."""
GEOMETRY = {"bushings": ("point_a", "point_b", "frame_a", "frame_b"), "drags": ("point",), "tires": ("centre", "spin")}
"""Fields of elements that they were written from, beside all whole numbers; of scalar forces those of HEADER."""


def same_structure(a: Packed, b: Packed) -> bool:
    """Whether two mechanisms have the same names, joints and laws between the same bodies, whatever their numbers."""
    if not _same_names(a.layout, b.layout) or a.arrays["signals"].shape != b.arrays["signals"].shape:
        return False
    if not all(_same_whole_numbers(a.arrays[name], b.arrays[name]) for name in (*WRITTEN, *GEOMETRY)):
        return False
    one, other = a.arrays["scalar_forces"], b.arrays["scalar_forces"]
    headers = all(np.array_equal(one[name], other[name]) for name in HEADER)
    return headers and list(map(kernel_of, one)) == list(map(kernel_of, other))


def same_masses(a: Packed, b: Packed) -> bool:
    """Whether two mechanisms of the same structure have the same masses and gravity."""
    return all(np.array_equal(a.arrays[name], b.arrays[name]) for name in ("bodies", "gravity"))


def same_geometry(a: Packed, b: Packed) -> bool:
    """Whether two mechanisms of the same structure have the same points, axes and factors."""
    if not _same_frames(a, b) or not all(np.array_equal(a.arrays[name], b.arrays[name]) for name in WRITTEN):
        return False
    fields = [(kind, name) for kind, names in GEOMETRY.items() for name in names]
    return all(np.array_equal(a.arrays[kind][name], b.arrays[kind][name]) for kind, name in fields)


def _same_names(a: Layout, b: Layout) -> bool:
    names = ("bodies", "measures", "scalar_forces", "bushings", "loads", "tires", "inputs", "auxiliary")
    if a.joints is not b.joints:
        places = ([(name, place.node, place.rows, place.bodies) for name, place in x.joints.items()] for x in (a, b))
        if next(places) != next(places):
            return False
    return all(getattr(a, name) == getattr(b, name) for name in names)


def _same_frames(a: Packed, b: Packed) -> bool:
    return a.frames.keys() == b.frames.keys() and all(
        np.array_equal(f.centre, g.centre) and np.array_equal(f.axes, g.axes)
        for f, g in zip(a.frames.values(), b.frames.values(), strict=True)
    )


def _same_whole_numbers(a: np.ndarray, b: np.ndarray) -> bool:
    names = [name for name in a.dtype.names or () if a.dtype[name].kind == "i"]
    return a.shape == b.shape and all(np.array_equal(a[name], b[name]) for name in names)
