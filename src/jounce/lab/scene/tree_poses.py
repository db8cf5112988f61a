"""Poses of all bodies from a state in joint coordinates, compiled, for live frames.

`jounce.engine.assembly.poses.to_bodies` gives the same for many samples at once and with velocities, in about 10 ms a
call.
"""

from __future__ import annotations

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.engine.assembly.poses import quaternions
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, choose_base, span
from jounce.engine.assembly.state_layout import StateLayout, angle_states, lay_out
from jounce.lab.scene import place_bodies as kernel
from jounce.lab.scene.scene import POSE
from jounce.model.mechanism import Mechanism


class TreePoses:
    """Poses of the bodies of a mechanism on a tree, from its state."""

    def __init__(self, layout: StateLayout, bodies: tuple[str, ...]) -> None:
        rows = {name: i for i, name in enumerate(bodies)}
        self._base = rows.get(layout.tree.base, -1)
        self._free = layout.free
        frame = layout.tree.base_frame
        self._fixed = np.array([*frame.centre, *quaternions(frame.axes[None])[0]])
        motions: list[tuple[int, int, tuple[float, ...]]] = []
        branches = np.zeros(len(layout.tree.branches), kernel.BRANCH)
        for row, branch in zip(branches, layout.tree.branches, strict=True):
            row["body"], row["parent"] = rows[branch.body], rows.get(branch.parent, -1)
            if branch.parent == layout.tree.base:
                row["parent"] = -1
            row["first"] = len(motions)
            for i, motion in enumerate(branch.motions):
                kind = kernel.BALL if motion.kind == BALL else kernel.SLIDE if motion.kind == SLIDE else kernel.TURN
                motions.append((kind, layout.by_motion[branch.body, i].position, tuple(motion.axis)))
            row["last"] = len(motions)
            row["offset"], row["centre"] = branch.offset, branch.centre
            row["alignment"] = quaternions(branch.alignment[None])[0]
        self._branches, self._motions = branches, np.array(motions, kernel.MOTION)
        self._local = np.zeros((len(bodies), POSE))

    @classmethod
    def of(cls, mechanism: Mechanism) -> TreePoses:
        """Poses for states of `jounce.engine.formulations.synthesis` in joint coordinates, without writing its
        kernels."""
        packed = pack(mechanism)
        tree = span(mechanism, packed.frames, choose_base(mechanism))
        return cls(lay_out(mechanism, tree, packed.layout, angle_states(packed)), packed.layout.bodies)

    def __call__(self, y: np.ndarray, poses: np.ndarray) -> None:
        """Write position of the centre of mass and quaternion of every body, (bodies, 7), world."""
        base = y[:POSE] if self._free else self._fixed
        kernel.place_bodies(self._branches, self._motions, self._base, base, y, self._local, poses)
