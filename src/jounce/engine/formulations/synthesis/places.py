"""Where bodies, joints and axes are at one position, side by side in arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.bodies import turned
from jounce.engine.assembly.poses import base_motion, move
from jounce.engine.assembly.spanning_tree import BALL, Tree
from jounce.engine.assembly.state_layout import StateLayout
from jounce.model.mechanism import GROUND


class Places(NamedTuple):
    """Everything in base axes, from the base's origin. Bodies: those of all branches, then base and ground."""

    orientations: np.ndarray
    """Rotations (bodies, 3, 3) from body axes."""
    centres: np.ndarray
    """Centres of mass (bodies, 3) [m]."""
    origins: np.ndarray
    """Origins of all branches (n, 3) [m]."""
    axes: np.ndarray
    """Axes of all motions, then those about which balls turn (m + 3, 3)."""


def body_places(tree: Tree) -> dict[str, int]:
    """Body → its number in `Places`; a base that is the ground comes once."""
    n = len(tree.branches)
    return tree.numbers | {GROUND: n + 1, tree.base: n}


def design_places(tree: Tree) -> Places:
    """Places at the design position, where all frames are parallel to the base."""
    origins: list[np.ndarray] = []
    for branch in tree.branches:
        parent = tree.numbers.get(branch.parent)
        at = branch.offset if parent is None else origins[parent] + branch.offset
        for motion in branch.motions:
            if motion.start != 0.0:
                at = at + motion.start * motion.axis
        origins.append(at)
    world = tree.base_frame.axes.T
    own = np.array(origins, dtype=float).reshape(-1, 3)
    return _places(tree, own, own + tree.centres, tree.alignments, tree.axes, world, -world @ tree.base_frame.centre)


def places_at(layout: StateLayout, y: np.ndarray) -> Places:
    """Places at a position y in joint coordinates."""
    tree, moved = layout.tree, move(layout, y[None, :])
    frames = [moved[branch.body] for branch in tree.branches]
    R = np.array([m.R[0] for m in frames]).reshape(-1, 3, 3)
    origins = np.array([m.x[0] for m in frames]).reshape(-1, 3)
    axes = [a[0] for m in frames for a in m.axes]
    own = R @ tree.alignments
    where, world = (x[0] for x in base_motion(layout, y[None, :])[:2])
    centres = origins + turned(R, tree.centres)
    return _places(tree, origins, centres, own, np.array(axes).reshape(-1, 3), world.T, -world.T @ where)


def _places(
    tree: Tree,
    origins: np.ndarray,
    centres: np.ndarray,
    own: np.ndarray,
    axes: np.ndarray,
    world: np.ndarray,
    away: np.ndarray,
) -> Places:
    """With base and ground behind the branches; world, away: axes and origin of the world against the base."""
    orientations = np.concatenate([own, np.array([np.eye(3), world])])
    return Places(
        orientations, np.concatenate([centres, [np.zeros(3), away]]), origins, np.concatenate([axes, np.eye(3)])
    )


def axis_places(tree: Tree) -> dict[tuple[str, int, int], int]:
    """(Body, motion, component) of a velocity → its axis in `Places`."""
    found: dict[tuple[str, int, int], int] = {}
    count, k = len(tree.axes), 0
    for branch in tree.branches:
        for i, motion in enumerate(branch.motions):
            if motion.kind == BALL:
                found |= {(branch.body, i, j): count + j for j in range(3)}
            else:
                found[branch.body, i, 0] = k
            k += 1
    return found
