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
    return _same_laws(a.arrays["scalar_forces"], b.arrays["scalar_forces"])


def _same_laws(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether scalar forces have the same headers and kernels."""
    if a is b:
        return True
    if len(a) != len(b) or any(not np.array_equal(a[name], b[name]) for name in HEADER):
        return False
    size = a.dtype.itemsize
    whole, other = a.tobytes(), b.tobytes()
    pieces = [i for i in range(len(a)) if whole[i * size : (i + 1) * size] != other[i * size : (i + 1) * size]]
    return all(kernel_of(a[i]) == kernel_of(b[i]) for i in pieces)


def same_masses(a: Packed, b: Packed) -> bool:
    """Whether two mechanisms of the same structure have the same masses and gravity."""
    return all(_equal(a.arrays[name], b.arrays[name]) for name in ("bodies", "gravity"))


def same_geometry(a: Packed, b: Packed) -> bool:
    """Whether two mechanisms of the same structure have the same points, axes and factors."""
    if not _same_frames(a, b) or not all(_equal(a.arrays[name], b.arrays[name]) for name in WRITTEN):
        return False
    pairs = ((names, a.arrays[kind], b.arrays[kind]) for kind, names in GEOMETRY.items())
    return all(one is other or all(_equal(one[n], other[n]) for n in names) for names, one, other in pairs)


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays are equal; one array of two mechanisms is."""
    return a is b or np.array_equal(a, b)


def _same_names(a: Layout, b: Layout) -> bool:
    if a is b:
        return True
    names = ("bodies", "measures", "scalar_forces", "bushings", "loads", "tires", "inputs", "auxiliary")
    if a.joints is not b.joints:
        places = ([(name, place.node, place.rows, place.bodies) for name, place in x.joints.items()] for x in (a, b))
        if next(places) != next(places):
            return False
    return all(getattr(a, name) == getattr(b, name) for name in names)


def _same_frames(a: Packed, b: Packed) -> bool:
    return a.frames is b.frames or (
        a.frames.keys() == b.frames.keys()
        and all(
            f is g or (np.array_equal(f.centre, g.centre) and np.array_equal(f.axes, g.axes))
            for f, g in zip(a.frames.values(), b.frames.values(), strict=True)
        )
    )


def _same_whole_numbers(a: np.ndarray, b: np.ndarray) -> bool:
    if a is b:
        return True
    names = [name for name in a.dtype.names or () if a.dtype[name].kind == "i"]
    return a.shape == b.shape and all(np.array_equal(a[name], b[name]) for name in names)
