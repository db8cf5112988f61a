"""Bodies of revolution on a hinge, such as wheels: their angle changes nothing, so its sine and cosine are not needed.

Such a body only turns and carries nothing. Its inertia is the same about all axes across the hinge, and everything that
is given on it lies on the hinge or points along it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from jounce.engine.assembly.bodies import cross, turned
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.spanning_tree import TURN, Tree
from jounce.engine.formulations.synthesis.parameter_table import turned_inertias
from jounce.engine.laws.forces.body_forces import FORCE_BODY, FORCE_WORLD, TORQUE_BODY
from jounce.engine.laws.forces.measure import TWIST

ROUND = 1e-12
"""Relative deviation up to which a body counts as one of revolution."""

Mark = tuple[int, str, str, int]
"""Something given on a candidate: number of that, array, field, record."""


class RoundBodies:
    """The bodies that may be round, and what is given on them; cars of the same structure share this."""

    def __init__(self, packed: Packed, tree: Tree, outside: Collection[int]) -> None:
        """outside: measures that belong to no coordinate of the tree."""
        carriers = {b.parent for b in tree.branches}
        hinged = [i for i, b in enumerate(tree.branches) if _only_turns(b.motions) and b.body not in carriers]
        self.branches = [i for i in hinged if _may_be_round(packed, packed.layout.body(tree.branches[i].body), outside)]
        bodies = [packed.layout.body(tree.branches[i].body) for i in self.branches]
        self.bodies = np.array(bodies, dtype=np.int64)
        self.motions = [tree.first_motion[tree.branches[i].body] for i in self.branches]
        places = {int(body): k for k, body in enumerate(bodies)}
        self.twists = list(_twists(packed, places))
        self.points = list(_marks(packed, places, (FORCE_WORLD, FORCE_BODY), ("centre", "point")))
        self.directions = list(_marks(packed, places, (TORQUE_BODY, FORCE_BODY), ("spin", "direction")))

    def find(self, packed: Packed, tree: Tree) -> set[str]:
        """Names of the bodies that are round."""
        arrays, R, n = packed.arrays, tree.alignments[self.branches], tree.axes[self.motions]
        centres = tree.centres[self.branches]
        # inertia: of revolution about the hinge
        J = turned_inertias(arrays["bodies"][self.bodies], R)
        Jn = turned(J, n)
        nn, nJ = n[:, :, None] * n[:, None, :], n[:, :, None] * Jn[:, None, :]
        inside = J - nJ - np.swapaxes(nJ, 1, 2) + nn * (n * Jn).sum(axis=1)[:, None, None]
        across = (np.eye(3) - nn) * (np.trace(inside, axis1=1, axis2=2) / 2.0)[:, None, None]
        deviation = np.maximum(np.abs(cross(n, Jn)).max(axis=1), np.abs(inside - across).max(axis=(1, 2)))
        is_round = deviation / np.abs(J).max(axis=(1, 2)) < ROUND
        # points on the hinge, directions along it
        given, owners = [centres], list(range(len(self.branches)))
        if self.points:
            own = [mark[0] for mark in self.points]
            given.append(centres[own] + turned(R[own], np.array([arrays[a][f][r] for _, a, f, r in self.points])))
            owners += own
        axes = [arrays[a][f][r] for _, a, f, r in self.directions]
        axes += [_twist_axis(packed, k, side) for _, k, side in self.twists]
        if axes:
            own = [mark[0] for mark in self.directions] + [twist[0] for twist in self.twists]
            given.append(turned(R[own], np.array(axes)))
            owners += own
        off = cross(np.concatenate(given), n[owners])
        too_far = np.sqrt((off * off).sum(axis=1)) >= ROUND
        is_round[np.array(owners, dtype=np.int64)[too_far]] = False
        return {tree.branches[i].body for i, yes in zip(self.branches, is_round.tolist(), strict=True) if yes}

    def spins(self, packed: Packed, tree: Tree, rounds: Collection[str]) -> dict[tuple[int, str], float]:
        """Twist and end of it on a round body → ±1, the way in which that body's coordinate turns about its axis."""
        found = {}
        for owner, k, side in self.twists:
            branch = tree.branches[self.branches[owner]]
            if branch.body in rounds:
                axis = branch.direction(_twist_axis(packed, k, side))
                found[k, side] = float(np.sign(axis @ branch.motions[0].axis))
        return found


def _only_turns(motions: tuple) -> bool:
    return [motion.kind for motion in motions] == [TURN]


def _may_be_round(packed: Packed, body: int, outside: Collection[int]) -> bool:
    """Whether nothing but points and directions on a body can tell its angle."""
    arrays = packed.arrays
    measures = arrays["measures"]
    own = np.flatnonzero((measures["a"] == body) | (measures["b"] == body)).tolist()
    if any(k in outside and measures[k]["kind"] != TWIST for k in own):
        return False
    return not (any(body in (m["a"], m["b"]) for m in arrays["bushings"]) or body in arrays["drags"]["body"])


def _twists(packed: Packed, places: dict[int, int]) -> Iterator[tuple[int, int, str]]:
    """Candidate, measure and end of every twist that ends on one."""
    measures = packed.arrays["measures"]
    for k in np.flatnonzero(measures["kind"] == TWIST).tolist():
        for side in "ab":
            if int(measures[k][side]) in places:
                yield places[int(measures[k][side])], k, side


def _twist_axis(packed: Packed, k: int, side: str) -> np.ndarray:
    m = packed.arrays["measures"][k]
    return cross(m[f"axis_{side}"], m[f"second_{side}"])


def _marks(packed: Packed, places: dict[int, int], kinds: tuple[int, ...], fields: tuple[str, str]) -> Iterator[Mark]:
    """Fields of tires and of loads of some kinds on candidates."""
    for array, field in zip(("tires", "loads"), fields, strict=True):
        for r, record in enumerate(packed.arrays[array]):
            if int(record["body"]) in places and (array == "tires" or record["kind"] in kinds):
                yield places[int(record["body"])], array, field, r
