"""A mechanism on generated kernels: built, loaded and ready to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Literal

import numpy as np

from jounce.errors import Refusal
from jounce.ground import Flat
from jounce.kernel import pointer
from jounce.mechanism import Mechanism, Signal
from jounce.packing.pack import Packed, pack
from jounce.synthesis.layout import StateLayout, design_positions, lay_out, lay_out_bodies
from jounce.synthesis.model import Model, Work
from jounce.synthesis.module import load_module
from jounce.synthesis.partition import Partition, partition
from jounce.synthesis.poses import from_bodies, quaternions, to_bodies
from jounce.synthesis.tree import choose_base, span
from jounce.synthesis.whole import Whole, write_whole

TITLES = {"joint": "joint", "cartesian": "Cartesian"}
"""Coordinates that can be asked for, as people write them."""


@dataclass(frozen=True)
class System:
    """One mechanism in this formulation. `work` is scratch: a System serves one thread at a time."""

    mechanism: Mechanism
    packed: Packed
    state: StateLayout
    partitions: dict[str, Partition]
    whole: Whole
    model: Model
    work: Work

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return self.state.size

    @cached_property
    def module(self) -> ModuleType:
        """The generated module."""
        return load_module(self.whole.source)

    @cached_property
    def derivative(self) -> Callable:
        """Pointer to ẏ (model, work, t, y, dy); compiled when first asked for, or taken from the disk."""
        y = np.zeros(self.size)
        return pointer(self.module.derivative, self.model, self.work, 0.0, y, y)

    @cached_property
    def project(self) -> Callable:
        """Pointer to the closing of all loops (model, work, t, y)."""
        return pointer(self.module.project, self.model, self.work, 0.0, np.zeros(self.size))


def angle_states(packed: Packed) -> dict[int, tuple[str, str] | None]:
    """Packed auxiliary state → (joint or element, label) of the angle whose turns it counts, None for a filter."""
    names = {measure: name for name, measure in packed.layout.measures.items()}
    turning = {
        int(m["winding"]): names.get(k, ("", "")) for k, m in enumerate(packed.arrays["measures"]) if m["winding"] >= 0
    }
    return {k: turning.get(k) for k in range(packed.layout.auxiliary)}


def build(
    mechanism: Mechanism,
    *,
    coordinates: Literal["joint", "cartesian"] = "joint",
    inputs: Mapping[str, Signal] | None = None,
    ground: tuple | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
    at: np.ndarray | None = None,
) -> System:
    """Choose tree, cuts and independent coordinates, and write the kernels.

    coordinates: what y holds of the subsystems, relative joint coordinates or the poses of their bodies. base: name of
    the base body. independent: names of coordinates (as `jounce explain` prints them) that must be independent. at:
    position at which the choice is made, by default the design position.
    """
    if coordinates not in TITLES:
        raise Refusal("unknown coordinates", repr(coordinates), f"one of {', '.join(TITLES)}")
    packed = pack(mechanism, inputs)
    tree = span(mechanism, packed.frames, choose_base(mechanism, base))
    joint = lay_out(mechanism, tree, packed.layout, angle_states(packed))
    layout = joint if coordinates == "joint" else lay_out_bodies(joint, packed.layout.auxiliary)
    y = design_state(joint) if at is None else _converted(layout, joint, at)
    partitions = {}
    for s in joint.subsystems:
        names = {c.rate_name(i) for c in s.coordinates for i in range(c.rates)}
        partitions[s.name] = partition(packed, joint, s, y, [n for n in independent if n in names])
    title = f"{mechanism.name}: equations of motion in relative {TITLES[coordinates]} coordinates."
    whole = write_whole(packed, layout, partitions, title)
    arrays = packed.arrays
    model = Model(
        parameters=whole.parameters,
        **{kind: arrays[kind][order] for kind, order in whole.elements.items()},
        signals=arrays["signals"],
        tables=arrays["tables"],
        ground=ground if ground is not None else Flat(),
    )
    return System(mechanism, packed, layout, partitions, whole, model, Work(np.zeros(whole.numbers), np.zeros(2)))


def design_state(layout: StateLayout) -> np.ndarray:
    """Design position at rest."""
    if layout.joint is not None:
        return _converted(layout.joint, layout, design_state(layout.joint))
    y = np.zeros(layout.size)
    design_positions(layout, y)
    if layout.free:
        y[:3] = layout.tree.base_frame.centre
        y[3:7] = quaternions(layout.tree.base_frame.axes[None])[0]
    return y


def _converted(source: StateLayout, target: StateLayout, y: np.ndarray) -> np.ndarray:
    """A state in other coordinates, without auxiliary states."""
    if source is target:
        return y
    bodies = tuple(b.body for b in source.tree.branches)
    bodies = (source.tree.base, *bodies) if source.free else bodies
    return from_bodies(target, bodies, to_bodies(source, bodies, y))[0]
