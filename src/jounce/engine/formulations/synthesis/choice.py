"""Where everything is in y, and which coordinates are independent: chosen for one car, and asked again for others.

What is chosen follows from structure and from the answers to some questions about Φ_q at the design position
(`jounce.engine.formulations.synthesis.questions`). For a car of the same structure the same questions are asked about
its own Φ_q. If all answers are the same, so is the choice, and what has no number is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.poses import convert_state
from jounce.engine.assembly.similar_tree import span_like
from jounce.engine.assembly.spanning_tree import choose_base, span
from jounce.engine.assembly.state_layout import StateLayout, angle_states, lay_out, lay_out_bodies
from jounce.engine.formulations.synthesis.jacobian import LoopRows
from jounce.engine.formulations.synthesis.nested_partition import nest_subsystems
from jounce.engine.formulations.synthesis.partition import Partition, Position, check_names, partition
from jounce.engine.formulations.synthesis.places import design_places, places_at
from jounce.engine.formulations.synthesis.questions import Entries, Question
from jounce.model.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class Choice:
    """Layout of the state, and the choice of coordinates in every subsystem."""

    layout: StateLayout
    partitions: dict[str, Partition]
    reasons: Reasons | None = None
    """What a choice at the design position without wishes rests on; None for others."""


@dataclass(frozen=True, eq=False)
class Reasons:
    """The questions that led to a choice, with their answers, and where its Φ_u stand in Φ_q: nothing but structure."""

    loops: LoopRows
    answers: tuple[tuple[Question, object], ...]
    blocks: dict[str, tuple[Entries, ...]]


def choose(
    mechanism: Mechanism,
    packed: Packed,
    coordinates: str = "joint",
    base: str | None = None,
    independent: Sequence[str] = (),
    at: np.ndarray | None = None,
) -> Choice:
    """Tree, cuts and independent coordinates; at: the position y at which they are chosen, by default the design
    position."""
    tree = span(mechanism, packed.frames, choose_base(mechanism, base))
    joint = lay_out(mechanism, tree, packed.layout, angle_states(packed))
    layout = joint if coordinates == "joint" else lay_out_bodies(joint, packed.layout.auxiliary)
    check_names(independent, joint)
    loops = LoopRows(packed, joint)
    places = design_places(tree) if at is None else places_at(joint, convert_state(layout, joint, at))
    here, partitions = Position(loops, joint, loops.jacobian(packed, places)), {}
    for s in joint.subsystems:
        names = {c.rate_name(i) for c in s.coordinates for i in range(c.rates)}
        partitions[s.name] = partition(here, s, [n for n in independent if n in names])
    if layout.cartesian:
        return Choice(layout, partitions)
    layout, partitions = nest_subsystems(here, partitions, independent)
    if tree.base != choose_base(mechanism) or independent or at is not None:
        return Choice(layout, partitions)
    blocks = {name: tuple(here.places(b.rows, b.dependent) for b in p.blocks) for name, p in partitions.items()}
    return Choice(layout, partitions, Reasons(loops, tuple(here.answers), blocks))


def choose_like(
    like: Choice, before: Packed, mechanism: Mechanism, packed: Packed, same_geometry: bool
) -> Choice | None:
    """`choose(mechanism, packed)` from the choice for a car of the same structure, packed as `before`.

    The very same where no joint has moved; with the same geometry also one that was made with wishes, or elsewhere.
    None where more than numbers is another one.
    """
    tree = span_like(like.layout.tree, before.mechanism, mechanism, packed.frames)
    if tree is None:
        return None
    if same_geometry:
        return like
    reasons = like.reasons
    if reasons is None or not _same_factors(before, packed):
        return None
    if tree is like.layout.tree and before.joints is packed.joints:
        return like
    J = reasons.loops.jacobian(packed, design_places(tree))
    if any(question.answer(J) != answer for question, answer in reasons.answers):
        return None
    partitions = {
        name: replace(own, blocks=tuple(replace(b, jacobian=J[e]) for b, e in places))
        for name, own in like.partitions.items()
        for places in (zip(own.blocks, reasons.blocks[name], strict=True),)
    }
    return Choice(like.layout.with_tree(tree), partitions, reasons)


def _same_factors(before: Packed, packed: Packed) -> bool:
    """Whether equations have the same factors: rows of a choice hold them."""
    a, b = before.arrays["terms"], packed.arrays["terms"]
    return a is b or np.array_equal(a["factor"], b["factor"])
