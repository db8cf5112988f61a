"""World states of single states on a tree, compiled: for whoever looks at a car while it runs.

`jounce.engine.assembly.world_states.to_world` gives the same for many samples at once, in some 10 ms a call.
"""

from __future__ import annotations

import copy

import numpy as np

from jounce.engine.assembly import world_state_kernel as kernel
from jounce.engine.assembly.pack import Packed, pack
from jounce.engine.assembly.poses import POSE, TWIST, quaternions
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, Tree, choose_base, span
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
        self._tree = branches, motions, base, _fixed(layout.tree), velocity, sources
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

    def with_tree(self, tree: Tree) -> WorldStateWriter:
        """A writer for a tree that differs from its own in numbers alone."""
        branches, motions, base, _, velocity, sources = self._tree
        branches, motions = branches.copy(), motions.copy()
        _write_numbers(branches, motions, tree)
        other = self.with_own_memory()
        other._tree = branches, motions, base, _fixed(tree), velocity, sources
        return other

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


def _fixed(tree: Tree) -> np.ndarray:
    """Pose of a base that does not move."""
    frame = tree.base_frame
    return np.array([*frame.centre, *quaternions(frame.axes[None])[0]])


def _branches(layout: StateLayout, rows: dict[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """The tree and its motions as records."""
    tree = layout.tree
    motions = np.zeros(len(tree.axes), kernel.MOTION)
    branches = np.zeros(len(tree.branches), kernel.BRANCH)
    for row, branch in zip(branches, tree.branches, strict=True):
        on_base, first = branch.parent == tree.base, tree.first_motion[branch.body]
        row["body"], row["parent"] = rows[branch.body], -1 if on_base else rows.get(branch.parent, -1)
        row["first"], row["last"] = first, first + len(branch.motions)
        for i, motion in enumerate(branch.motions):
            place, own = layout.by_motion[branch.body, i], motions[first + i]
            own["kind"] = kernel.BALL if motion.kind == BALL else kernel.SLIDE if motion.kind == SLIDE else kernel.TURN
            own["place"], own["rate"] = place.position, place.velocity
    _write_numbers(branches, motions, tree)
    return branches, motions


def _write_numbers(branches: np.ndarray, motions: np.ndarray, tree: Tree) -> None:
    """Points, axes and alignments of a tree into its records."""
    branches["offset"], branches["centre"], motions["axis"] = tree.offsets, tree.centres, tree.axes
    branches["alignment"] = quaternions(tree.alignments)
