"""From a flat subsystem with its choice of coordinates to a parent and its children, each with its part of the choice.

A block of loop equations lies in one child, or in the parent, unless a velocity of the parent depends on its children:
then the subsystem stays flat. Places in y are the same either way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jounce.engine.assembly.nesting import MAX_FREEDOMS, Member
from jounce.engine.assembly.state_layout import Rate, StateLayout, Subsystem, name_subsystem
from jounce.engine.formulations.synthesis.partition import Block, Partition


def nest_subsystems(
    layout: StateLayout, partitions: Mapping[str, Partition]
) -> tuple[StateLayout, dict[str, Partition]]:
    """The layout with every subsystem that can be nested replaced by its parent and children."""
    found: list[tuple[Subsystem, Partition]] = []
    for subsystem in layout.subsystems:
        found += _nested(subsystem, partitions[subsystem.name]) or [(subsystem, partitions[subsystem.name])]
    if len({s.name for s, _ in found}) < len(found):  # two children of the same name: stay flat
        return layout, dict(partitions)
    return replace(layout, subsystems=tuple(s for s, _ in found)), {s.name: p for s, p in found}


def _nested(subsystem: Subsystem, partition: Partition) -> list[tuple[Subsystem, Partition]]:
    """Parent and children with their partitions; nothing when the choice of coordinates does not allow them."""
    nest = subsystem.nest
    if nest is None:
        return []
    rates = _own(partition.independent, nest.parent)
    if not 0 < len(rates) <= MAX_FREEDOMS:
        return []
    if not all(_lies_in(block, nest.parent, nest.parent) for block in _blocks(partition, nest.parent)):
        return []
    for child in nest.children:
        if not all(_lies_in(block, child, nest.parent) for block in _blocks(partition, child)):
            return []
    parent = _member(subsystem, nest.parent, None)
    found = [(parent, _part(partition, nest.parent, ()))]
    return found + [(_member(subsystem, x, parent.name), _part(partition, x, rates)) for x in nest.children]


def _own(rates: Sequence[Rate], member: Member) -> tuple[Rate, ...]:
    return tuple(rate for rate in rates if rate[0].body in member.bodies)


def _blocks(partition: Partition, member: Member) -> list[Block]:
    """Blocks that have an equation of a member."""
    return [block for block in partition.blocks if any(row.joint in member.joints for row in block.rows)]


def _lies_in(block: Block, member: Member, parent: Member) -> bool:
    """Whether a block solves a member's equations for its own velocities, given its others and the parent's."""
    inside = (*member.bodies, *parent.bodies)
    return (
        all(row.joint in member.joints for row in block.rows)
        and all(c.body in member.bodies for c, _ in block.dependent)
        and all(c.body in inside for c, _ in block.independent)
    )


def _member(subsystem: Subsystem, member: Member, parent: str | None) -> Subsystem:
    coordinates = tuple(c for c in subsystem.coordinates if c.body in member.bodies)
    return Subsystem(
        name_subsystem(member.bodies), member.bodies, coordinates, member.joints, driven=False, parent=parent
    )


def _part(partition: Partition, member: Member, carried: tuple[Rate, ...]) -> Partition:
    return Partition(
        _own(partition.independent, member),
        _own(partition.dependent, member),
        tuple(_blocks(partition, member)),
        tuple(row for row in partition.dropped if row.joint in member.joints),
        carried,
    )
