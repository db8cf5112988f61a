"""World states of single states on a tree, compiled: for whoever looks at a car while it runs.

`jounce.engine.assembly.world_states.to_world` gives the same for many samples at once, in some 10 ms a call.
"""

from __future__ import annotations

import copy

import numpy as np

from jounce.engine.assembly import world_state_kernel as kernel
from jounce.engine.assembly.pack import Packed, pack
from jounce.engine.assembly.poses import POSE, TWIST, quaternions
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, choose_base, span
from jounce.engine.assembly.state_layout import StateLayout, angle_states, lay_out
from jounce.engine.assembly.world_states import counted_turns
from jounce.engine.compiler import machine_code
from jounce.model.mechanism import Mechanism


class WorldStateWriter:
    """World states of a mechanism on a tree, from its states in joint coordinates.

    world: the last one, (13 bodies + auxiliary states,); poses: a view (bodies, 7) of its beginning.
    """

    def __init__(self, layout: StateLayout, packed: Packed) -> None:
        """layout: of the states, in joint coordinates."""
        bodies = packed.layout.bodies
        rows = {name: i for i, name in enumerate(bodies)}
        frame = layout.tree.base_frame
        fixed = np.array([*frame.centre, *quaternions(frame.axes[None])[0]])
        sources = np.full(packed.layout.auxiliary, -1, np.int64)
        for i, k in enumerate(layout.auxiliary):
            sources[k] = layout.auxiliary_start + i
        for k, coordinate in counted_turns(packed, layout).items():
            sources[k] = coordinate.position
        branches, motions = _branches(layout, rows)
        velocity = layout.velocity_start if layout.free else -1
        base = rows.get(layout.tree.base, -1)
        self.world = np.zeros((POSE + TWIST) * len(bodies) + len(sources))
        self.poses = self.world[: POSE * len(bodies)].reshape(-1, POSE)
        self._tree = branches, motions, base, fixed, velocity, sources
        self._frames = np.zeros(len(bodies), kernel.FRAME)
        y = np.full(layout.size, 0.5)  # whichever of them are quaternions are of length one
        kernel.write_world_state(*self._tree, y, self._frames, self.world)
        self._write = machine_code(kernel.write_world_state, *self._tree, y, self._frames, self.world)

    @classmethod
    def of(cls, mechanism: Mechanism) -> WorldStateWriter:
        """World states for states of `jounce.engine.formulations.synthesis`, without writing its kernels."""
        packed = pack(mechanism)
        tree = span(mechanism, packed.frames, choose_base(mechanism))
        return cls(lay_out(mechanism, tree, packed.layout, angle_states(packed)), packed)

    def with_own_memory(self) -> WorldStateWriter:
        """A writer of the same tree with a `world` of its own, for whoever writes at the same time."""
        other = copy.copy(self)
        other.world, other._frames = np.zeros_like(self.world), np.zeros_like(self._frames)
        other.poses = other.world[: self.poses.size].reshape(-1, POSE)
        return other

    def write(self, y: np.ndarray) -> np.ndarray:
        """The world state of y, written to `world`."""
        self._write(*self._tree, y, self._frames, self.world)
        return self.world

    def arguments(self, y: np.ndarray) -> tuple:
        """Arguments of `write_world_state`, for compiled code that calls it for an array y that changes."""
        return (*self._tree, y, self._frames, self.world)


def _branches(layout: StateLayout, rows: dict[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """The tree and its motions as records."""
    motions: list[tuple[int, int, int, tuple[float, ...]]] = []
    branches = np.zeros(len(layout.tree.branches), kernel.BRANCH)
    for row, branch in zip(branches, layout.tree.branches, strict=True):
        on_base = branch.parent == layout.tree.base
        row["body"], row["parent"] = rows[branch.body], -1 if on_base else rows.get(branch.parent, -1)
        row["first"] = len(motions)
        for i, motion in enumerate(branch.motions):
            kind = kernel.BALL if motion.kind == BALL else kernel.SLIDE if motion.kind == SLIDE else kernel.TURN
            place = layout.by_motion[branch.body, i]
            motions.append((kind, place.position, place.velocity, tuple(motion.axis)))
        row["last"] = len(motions)
        row["offset"], row["centre"] = branch.offset, branch.centre
    if len(branches):
        branches["alignment"] = quaternions(np.array([branch.alignment for branch in layout.tree.branches]))
    return branches, np.array(motions, kernel.MOTION)
