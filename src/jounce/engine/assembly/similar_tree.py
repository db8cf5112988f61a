"""The spanning tree of a mechanism that has the bodies and joints of another one, with other numbers."""

from __future__ import annotations

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.spanning_tree import Branch, Carrier, Tree, choose_base, hang, hang_freely, order_of_free
from jounce.model.mechanism import Connection, Joint, Mechanism


def span_like(tree: Tree, before: Mechanism, mechanism: Mechanism, frames: dict[str, Frame]) -> Tree | None:
    """`span(mechanism, frames, choose_base(mechanism))`, to the bit, from the tree of the mechanism `before`.

    Branches of the very same joints and frames are taken from there, and if all of them are, the tree itself. None
    where joints differ in more than numbers, or masses in a way that makes another tree.
    """
    if not (_same_joints(before, mechanism) and _same_order(tree, before, mechanism)):
        return None
    old, root = tree.design, frames[tree.base]
    joints = _carriers(mechanism)
    known = _carriers(before)
    branches: dict[str, Branch] = {}
    for like in tree.branches:
        ends = (like.body, like.parent, tree.base)
        same = all(frames[body] is old[body] for body in ends) and (
            like.parent == tree.base or branches[like.parent] is tree.branch(like.parent)
        )
        if like.joint is None:
            branches[like.body] = like if same else hang_freely(like.body, tree.base, frames, root)
            continue
        joint = joints[like.joint]
        if same and joint is known[like.joint]:
            branches[like.body] = like
        else:
            branches[like.body] = hang(joint, joint.body_a == like.parent, frames, branches, root)
    if root is tree.base_frame and all(branches[like.body] is like for like in tree.branches):
        return tree
    return Tree(tree.base, tuple(branches.values()), tree.cuts, root, frames)


def _carriers(mechanism: Mechanism) -> dict[str, Carrier]:
    return {joint.name: joint for joint in mechanism.joints if isinstance(joint, Carrier)}


def _same_joints(before: Mechanism, mechanism: Mechanism) -> bool:
    """Whether joints have the same types, names and bodies, in one order."""
    return len(before.joints) == len(mechanism.joints) and all(
        a is b or (type(a) is type(b) and a.name == b.name and _bodies(a) == _bodies(b))
        for a, b in zip(before.joints, mechanism.joints, strict=True)
    )


def _bodies(joint: Joint) -> tuple[str, ...]:
    return (joint.body_a, joint.body_b) if isinstance(joint, Connection) else ()


def _same_order(tree: Tree, before: Mechanism, mechanism: Mechanism) -> bool:
    """Whether masses, by which a tree begins and by which bodies that hang on forces alone come, leave it as it is."""
    pairs = zip(before.bodies, mechanism.bodies, strict=True)
    if all(a is b or (a.mass == b.mass and a.free == b.free) for a, b in pairs):
        return True
    if choose_base(mechanism) != tree.base:
        return False
    return all(branch.joint is not None for branch in tree.branches) or (
        order_of_free(before) == order_of_free(mechanism)
    )
