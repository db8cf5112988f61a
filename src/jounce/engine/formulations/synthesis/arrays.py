"""The arrays that a generated kernel works on, and whether kernels written for one mechanism serve another.

`Model` holds the numbers of a mechanism, `Work` the scratch of an evaluation. Laws are read while a car runs:
stiffnesses, dampings, tire coefficients, signals. Masses, points and axes are parameters of the kernels, and are worked
out while these are written. So when only laws differ, what was written stays (`same_kernels`).
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


def same_kernels(a: Packed, b: Packed) -> bool:
    """Whether kernels written for one serve the other with the same parameters."""
    return same_geometry(a, b) and all(np.array_equal(a.arrays[name], b.arrays[name]) for name in ("bodies", "gravity"))


def same_geometry(a: Packed, b: Packed) -> bool:
    """Whether kernels written for one serve the other but for masses and gravity."""
    if not _same_names(a.layout, b.layout) or not _same_frames(a, b):
        return False
    if not all(np.array_equal(a.arrays[name], b.arrays[name]) for name in WRITTEN):
        return False
    if a.arrays["signals"].shape != b.arrays["signals"].shape:
        return False
    return all(
        _same_elements(a.arrays[kind], b.arrays[kind], kind) for kind in ("scalar_forces", "bushings", "drags", "tires")
    )


def _same_names(a: Layout, b: Layout) -> bool:
    names = ("bodies", "measures", "scalar_forces", "bushings", "loads", "tires", "inputs", "auxiliary")
    return a.joints.keys() == b.joints.keys() and all(getattr(a, name) == getattr(b, name) for name in names)


def _same_frames(a: Packed, b: Packed) -> bool:
    return a.frames.keys() == b.frames.keys() and all(
        np.array_equal(f.centre, g.centre) and np.array_equal(f.axes, g.axes)
        for f, g in zip(a.frames.values(), b.frames.values(), strict=True)
    )


def _same_elements(a: np.ndarray, b: np.ndarray, kind: str) -> bool:
    if a.shape != b.shape:
        return False
    if kind == "scalar_forces" and list(map(kernel_of, a)) != list(map(kernel_of, b)):
        return False
    names = [n for n in a.dtype.names or () if a.dtype[n].kind == "i"] if kind != "scalar_forces" else list(HEADER)
    return all(np.array_equal(a[n], b[n]) for n in (*names, *GEOMETRY.get(kind, ())))
