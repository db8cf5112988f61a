"""The spanning tree of a mechanism: which body hangs on which, by what motion, and which joints are cut.

Every tree joint is a chain of primitive motions (turn about an axis, slide along one, turn freely about a point), so
that the generator knows three words instead of eight joints. Each body gets a frame that is parallel to the base when
its joint coordinates are zero, with its origin at its joint: most constants then are differences of hardpoints.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from jounce.engine.assembly.bodies import Frame, Vector, perpendicular, rotate_with_axis
from jounce.engine.assembly.joints import OnAxis
from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.model.mechanism import (
    GROUND,
    Connection,
    Cylindrical,
    Fixed,
    Mechanism,
    Planar,
    PrescribedMotion,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)

TURN, SLIDE, BALL = "turn", "slide", "ball"

Carrier: TypeAlias = OnAxis | Fixed | Universal | Spherical
"""Joints that can carry a branch of the tree; all others are cut."""

FREEDOM: dict[type[Carrier], int] = {
    Fixed: 0,
    Revolute: 1,
    Prismatic: 1,
    Cylindrical: 2,
    Universal: 2,
    Spherical: 3,
    Planar: 3,
}
"""Degrees of freedom of the joints that can carry a branch."""


@dataclass(frozen=True)
class PrimitiveMotion:
    """One primitive motion of a tree joint."""

    kind: str
    axis: np.ndarray
    """Unit axis of a turn or slide, in the frame of the parent as turned by the motions before."""
    label: str
    """What a person calls it: `angle`, `travel`, …"""
    start: float = 0.0
    """Value at the design position [rad, m]."""

    @property
    def rates(self) -> int:
        """Number of velocities."""
        return 3 if self.kind == BALL else 1


@dataclass(frozen=True)
class Branch:
    """A body on its parent. All vectors in base axes with all coordinates zero."""

    body: str
    parent: str
    joint: str | None
    """Name of the tree joint; None for a body that hangs on forces only."""
    offset: np.ndarray
    """From the parent's origin to the joint."""
    motions: tuple[PrimitiveMotion, ...]
    alignment: np.ndarray
    """Rotation from body axes to the branch's own frame."""
    centre: np.ndarray
    """Centre of mass from the branch's origin."""

    def local(self, point: Vector) -> np.ndarray:
        """A point given from the centre of mass in body axes, from the origin in the branch's frame."""
        return self.centre + self.alignment @ np.asarray(point)

    def direction(self, d: Vector) -> np.ndarray:
        """A direction in body axes, in the branch's frame."""
        return self.alignment @ np.asarray(d)


@dataclass(frozen=True)
class Tree:
    """Base, branches (parents first) and the joints that are cut."""

    base: str
    branches: tuple[Branch, ...]
    cuts: tuple[str, ...]
    base_frame: Frame
    design: dict[str, Frame] = field(repr=False)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Body → number of its branch."""
        return {branch.body: i for i, branch in enumerate(self.branches)}

    @cached_property
    def first_motion(self) -> dict[str, int]:
        """Body → number of its first motion among those of all branches."""
        counts = [0, *(len(branch.motions) for branch in self.branches)]
        return {branch.body: sum(counts[: i + 1]) for i, branch in enumerate(self.branches)}

    @cached_property
    def offsets(self) -> np.ndarray:
        """Offsets of all branches (n, 3)."""
        return np.array([b.offset for b in self.branches], dtype=float).reshape(-1, 3)

    @cached_property
    def centres(self) -> np.ndarray:
        """Centres of mass of all branches (n, 3)."""
        return np.array([b.centre for b in self.branches], dtype=float).reshape(-1, 3)

    @cached_property
    def alignments(self) -> np.ndarray:
        """Alignments of all branches (n, 3, 3)."""
        return np.array([b.alignment for b in self.branches], dtype=float).reshape(-1, 3, 3)

    @cached_property
    def axes(self) -> np.ndarray:
        """Axes of all motions (n, 3)."""
        return np.array([m.axis for b in self.branches for m in b.motions], dtype=float).reshape(-1, 3)

    def branch(self, body: str) -> Branch | None:
        """The branch of a body; None for the base and the ground."""
        number = self.numbers.get(body)
        return None if number is None else self.branches[number]

    def branch_of(self, body: str) -> Branch:
        """The branch of a body that has one; raises KeyError for the base and the ground."""
        branch = self.branch(body)
        if branch is None:
            raise KeyError(body)
        return branch


def choose_base(mechanism: Mechanism, wanted: str | None = None) -> str:
    """The ground if any joint holds on to it, else the heaviest body that may float; or the one that is asked for.

    A trailer may be heavier than the chassis that draws it, and says nothing of floating.
    """
    held = any(GROUND in (j.body_a, j.body_b) for j in mechanism.joints if isinstance(j, Connection))
    names = [b.name for b in mechanism.bodies]
    if wanted is None:
        floating = [body for body in mechanism.bodies if body.free] or mechanism.bodies
        return GROUND if held else max(floating, key=lambda b: b.mass).name
    if wanted != GROUND and wanted not in names:
        raise InputError(
            "unknown base body", repr(wanted), f"ground or one of {', '.join(names)}", suggestion(wanted, names)
        )
    if wanted != GROUND and held:
        raise InputError(
            f"{wanted} cannot be the base", "joints to the ground", "ground", "they would close loops through it"
        )
    return wanted


def span(mechanism: Mechanism, frames: dict[str, Frame], base: str) -> Tree:
    """Grow a tree from the base along the joints with the least freedom; what no joint reaches hangs freely.

    Of bodies that only forces hold the heaviest comes first, and a wheel after what carries it: coordinates that turn
    with a wheel would change their meaning with every turn.
    """
    root = frames[base] if base != GROUND else frames[GROUND]
    links: dict[str, list[tuple[int, int, Carrier]]] = {}
    for order, joint in enumerate(mechanism.joints):
        if isinstance(joint, Carrier):
            for end in (joint.body_a, joint.body_b):
                links.setdefault(end, []).append((FREEDOM[type(joint)], order, joint))
    branches: dict[str, Branch] = {}
    waiting: list[tuple[int, int, Carrier]] = []
    used: set[str] = set()

    def arrive(body: str) -> None:
        for link in links.get(body, ()):
            heapq.heappush(waiting, link)

    def grow() -> None:
        while waiting:
            _, _, joint = heapq.heappop(waiting)
            known = {base, *branches} - ({GROUND} if base != GROUND else set())
            ends = [joint.body_a in known, joint.body_b in known]
            if all(ends) or not any(ends) or (base != GROUND and GROUND in (joint.body_a, joint.body_b)):
                continue
            branch = hang(joint, ends[0], frames, branches, root)
            branches[branch.body] = branch
            used.add(joint.name)
            arrive(branch.body)

    arrive(base)
    grow()
    for body in order_of_free(mechanism):
        if body != base and body not in branches:
            branches[body] = hang_freely(body, base, frames, root)
            arrive(body)
            grow()
    cuts = tuple(j.name for j in mechanism.joints if isinstance(j, Connection) and j.name not in used)
    return Tree(base, tuple(branches.values()), cuts, root, frames)


def order_of_free(mechanism: Mechanism) -> list[str]:
    """All bodies in the order in which those that only forces hold are hung on the base."""
    spinning = _hung_on_one_hinge(mechanism)
    return [b.name for b in sorted(mechanism.bodies, key=lambda b: (b.name in spinning, -b.mass))]


def _hung_on_one_hinge(mechanism: Mechanism) -> set[str]:
    """Bodies that one hinge holds and nothing else: wheels, above all."""
    joints = [joint for joint in mechanism.joints if isinstance(joint, Connection)]
    ends = Counter(body for joint in joints for body in (joint.body_a, joint.body_b))
    return {joint.body_b for joint in joints if isinstance(joint, Revolute) and ends[joint.body_b] == 1}


def find_drivers(mechanism: Mechanism, tree: Tree) -> dict[tuple[str, str], str]:
    """(tree joint, coordinate) → name of the driver that moves it."""
    found: dict[tuple[str, str], str] = {}
    for driver in mechanism.joints:
        if isinstance(driver, PrescribedMotion):
            branch = next((b for b in tree.branches if b.joint == driver.joint), None)
            label = driver.coordinate or ("travel" if _slides(mechanism, driver.joint) else "angle")
            if branch is not None and any(m.label == label for m in branch.motions):
                found.setdefault((driver.joint, label), driver.name)
    return found


def _slides(mechanism: Mechanism, joint: str) -> bool:
    return isinstance(mechanism.joint(joint), Prismatic)


def _rotation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The smallest rotation that takes one unit vector to the other."""
    return rotate_with_axis(np.eye(3), source, target).T


def hang(
    joint: Carrier, a_is_parent: bool, frames: dict[str, Frame], branches: dict[str, Branch], root: Frame
) -> Branch:
    """Hang one end of a joint on the other.

    Joint coordinates measure body b against body a; when b is the parent the same coordinates act backwards, which is
    the same as measuring along the opposite axis.
    """
    parent, body = (joint.body_a, joint.body_b) if a_is_parent else (joint.body_b, joint.body_a)
    at_parent, at_body = (joint.point_a, joint.point_b) if a_is_parent else (joint.point_b, joint.point_a)
    hung = branches.get(parent)
    design = root.axes.T  # world at the design position → base axes; frames are parallel to the base there
    parent_axes = hung.alignment @ frames[parent].axes.T if hung else design
    offset = (hung.local(frames[parent].point(at_parent))) if hung else design @ (np.asarray(at_parent) - root.centre)
    align = np.eye(3)
    motions: tuple[PrimitiveMotion, ...] = ()
    sign = 1.0 if a_is_parent else -1.0
    if isinstance(joint, OnAxis | Universal):
        n_parent, n_body = (joint.axis_a, joint.axis_b) if a_is_parent else (joint.axis_b, joint.axis_a)
        n, own = parent_axes @ np.asarray(n_parent), parent_axes @ np.asarray(n_body)
        if isinstance(joint, Universal):
            cross = own - n * float(n @ own)
            cross /= np.linalg.norm(cross)
            align = _rotation(own, cross)
            motions = (PrimitiveMotion(TURN, n, "first angle"), PrimitiveMotion(TURN, cross, "second angle"))
        else:
            align = _rotation(own, n)
            motions = _axial(joint, n * sign, parent_axes, sign)
    elif isinstance(joint, Spherical):
        motions = (PrimitiveMotion(BALL, np.zeros(3), "rotation"),)
    alignment = align @ parent_axes @ frames[body].axes
    return Branch(body, parent, joint.name, offset, motions, alignment, -alignment @ frames[body].point(at_body))


def _axial(joint: OnAxis, n: np.ndarray, parent_axes: np.ndarray, sign: float) -> tuple[PrimitiveMotion, ...]:
    """Motions of a joint with one axis."""
    apart = np.asarray(joint.point_b) - np.asarray(joint.point_a)
    along = float(np.asarray(joint.axis_a) @ apart)
    turn, slide = PrimitiveMotion(TURN, n, "angle"), PrimitiveMotion(SLIDE, n, "travel", along)
    if isinstance(joint, Revolute):
        return (turn,)
    if isinstance(joint, Prismatic):
        return (slide,)
    if isinstance(joint, Cylindrical):
        return (slide, turn)
    sides = [sign * parent_axes @ x for x in perpendicular(np.asarray(joint.axis_a if sign > 0 else joint.axis_b))]
    gaps = [float(s @ (parent_axes @ apart)) for s in sides]
    return (PrimitiveMotion(SLIDE, sides[0], "x", gaps[0]), PrimitiveMotion(SLIDE, sides[1], "y", gaps[1]), turn)


def hang_freely(body: str, base: str, frames: dict[str, Frame], root: Frame) -> Branch:
    """A body without a joint to the rest: three slides along the base axes and a free rotation, at its own centre."""
    design = root.axes.T
    start = design @ (frames[body].centre - root.centre)
    slides = tuple(
        PrimitiveMotion(SLIDE, e, f"{label}", float(s)) for e, label, s in zip(np.eye(3), "xyz", start, strict=True)
    )
    motions = (*slides, PrimitiveMotion(BALL, np.zeros(3), "rotation"))
    return Branch(body, base, None, np.zeros(3), motions, design @ frames[body].axes, np.zeros(3))


def ancestors(tree: Tree, body: str) -> Iterator[str]:
    """A body and all it hangs on, up to but without the base."""
    branch = tree.branch(body)
    while branch is not None:
        yield branch.body
        branch = tree.branch(branch.parent)


def components(nodes: Sequence[str], edges: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Connected sets of nodes, in the order of their first member."""
    label = {n: i for i, n in enumerate(nodes)}
    for edge in edges:
        inside = [n for n in edge if n in label]
        if len(inside) > 1:
            merged = {label[n] for n in inside}
            first = min(merged)
            for n in label:
                if label[n] in merged:
                    label[n] = first
    groups: dict[int, list[str]] = {}
    for n in nodes:
        groups.setdefault(label[n], []).append(n)
    return list(groups.values())
