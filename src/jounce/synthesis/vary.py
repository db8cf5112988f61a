"""The same topology with other numbers, without writing its kernels again where they would be the same.

Laws are read while a car runs: stiffnesses, dampings, tire coefficients, signals. Masses, points and axes are
parameters of the kernels, and are worked out while these are written. So when only laws differ, what was written stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from jounce.ground import Flat, placed
from jounce.mechanism import Mechanism, Signal
from jounce.packing.layout import Layout
from jounce.packing.pack import Packed, pack
from jounce.synthesis.system import System, build, fresh_work, model_of

WRITTEN = ("bodies", "gravity", "measures", "rows", "terms", "spring_terms", "loads")
"""Arrays that the kernels were written from."""
GEOMETRY = {"bushings": ("point_a", "point_b", "frame_a", "frame_b"), "drags": ("point",), "tires": ("centre", "spin")}
"""Fields of elements that they were written from, beside all whole numbers."""
KEPT = ("coordinates", "independent", "auxiliary", "module", "derivative", "project")
"""What systems of the same kernels have in common once it is known."""


def varied(
    system: System, mechanism: Mechanism, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
) -> System:
    """`build(mechanism, …)`, faster when `system` differs from it in laws and signals alone."""
    packed = pack(mechanism, inputs)
    if not same_kernels(system.packed, packed) or system.kind != "joint":
        return build(mechanism, inputs=inputs, ground=ground)
    below = placed(ground if ground is not None else Flat())
    again = replace(
        system,
        mechanism=mechanism,
        packed=packed,
        model=model_of(mechanism, packed, system.whole, below),
        work=fresh_work(mechanism, system.whole),
        inputs=inputs or {},
    )
    again.__dict__.update({name: system.__dict__[name] for name in KEPT if name in system.__dict__})
    return again


def same_kernels(a: Packed, b: Packed) -> bool:
    """Whether kernels written for one serve the other."""
    if not _same_names(a.layout, b.layout) or not _same_frames(a, b):
        return False
    if not all(np.array_equal(a.arrays[name], b.arrays[name]) for name in WRITTEN):
        return False
    return all(
        _same_elements(a.arrays[kind], b.arrays[kind], kind) for kind in ("springs", "bushings", "drags", "tires")
    )


def _same_names(a: Layout, b: Layout) -> bool:
    names = ("bodies", "measures", "springs", "bushings", "loads", "tires", "inputs", "auxiliary")
    return a.joints.keys() == b.joints.keys() and all(getattr(a, name) == getattr(b, name) for name in names)


def _same_frames(a: Packed, b: Packed) -> bool:
    return a.frames.keys() == b.frames.keys() and all(
        np.array_equal(f.centre, g.centre) and np.array_equal(f.axes, g.axes)
        for f, g in zip(a.frames.values(), b.frames.values(), strict=True)
    )


def _same_elements(a: np.ndarray, b: np.ndarray, kind: str) -> bool:
    if a.shape != b.shape:
        return False
    names = [n for n in a.dtype.names or () if a.dtype[n].kind == "i" and not n.endswith("_table")]
    return all(np.array_equal(a[n], b[n]) for n in (*names, *GEOMETRY.get(kind, ())))
