"""From a flat subsystem with its choice of coordinates to a parent and its children, each with its part of the choice.

With the parent's equations and velocities first, Φ_u is block triangular: a parent's loops do not know its children. So
parent and children are solved apart if each has as many equations as dependent velocities. Otherwise a velocity of the
parent depends on its children, and the subsystem stays flat. Places in y are the same either way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jounce.engine.assembly.nesting import MAX_FREEDOMS, Member
from jounce.engine.assembly.state_layout import StateLayout, Subsystem, name_subsystem
from jounce.engine.formulations.synthesis.partition import Partition, Position, part_of, partition, rates_of
from jounce.engine.formulations.synthesis.questions import Entries, IsNearlyAsGood
from jounce.errors import InputError

WORSE = 10.0
"""Factor by which the worst condition of Φ_u may grow for the sake of a nest."""


def nest_subsystems(
    at: Position, partitions: Mapping[str, Partition], forced: Sequence[str] = ()
) -> tuple[StateLayout, dict[str, Partition]]:
    """The layout with every subsystem that can be nested replaced by its parent and children.

    at: the position at which the coordinates were chosen; forced: names of those that must be independent.
    """
    layout = at.layout
    found: list[tuple[Subsystem, Partition]] = []
    for subsystem in layout.subsystems:
        whole = partitions[subsystem.name]
        nested = _nested(at, subsystem, whole)
        if not nested and (other := _rather_the_parent(at, subsystem, whole, forced)) is not None:
            nested = _nested(at, subsystem, other)
        found += nested or [(subsystem, whole)]
    if len({s.name for s, _ in found}) < len(found):  # two children of the same name: stay flat
        return layout, dict(partitions)
    return replace(layout, subsystems=tuple(s for s, _ in found)), {s.name: p for s, p in found}


def _rather_the_parent(at: Position, subsystem: Subsystem, whole: Partition, forced: Sequence[str]) -> Partition | None:
    """A choice in which the parent does not depend on its children; None if there is none that is nearly as good."""
    if subsystem.nest is None:
        return None
    names = {c.rate_name(i) for c, i in rates_of(subsystem)}
    wanted = [name for name in forced if name in names]
    try:
        own = partition(at, _member(subsystem, subsystem.nest.parent, None), wanted)
        free = [c.rate_name(i) for c, i in own.independent]
        found = partition(at, subsystem, [*wanted, *free])
    except InputError:
        return None
    return found if at.ask(IsNearlyAsGood(_entries(at, found), _entries(at, whole), WORSE)) else None


def _entries(at: Position, choice: Partition) -> tuple[Entries, ...]:
    return tuple(at.places(block.rows, block.dependent) for block in choice.blocks)


def _nested(at: Position, subsystem: Subsystem, whole: Partition) -> list[tuple[Subsystem, Partition]]:
    """Parent and children with their partitions; nothing when the choice of coordinates does not allow them."""
    nest = subsystem.nest
    if nest is None:
        return []
    parent = _member(subsystem, nest.parent, None)
    own = part_of(at, whole, parent, ())
    if own is None or not 0 < len(own.independent) <= MAX_FREEDOMS:
        return []
    found = [(parent, own)]
    for member in nest.children:
        child = _member(subsystem, member, parent.name)
        part = part_of(at, whole, child, own.independent)
        if part is None:
            return []
        found.append((child, part))
    return found


def _member(subsystem: Subsystem, member: Member, parent: str | None) -> Subsystem:
    coordinates = tuple(c for c in subsystem.coordinates if c.body in member.bodies)
    name = name_subsystem(member.bodies)
    return Subsystem(name, member.bodies, coordinates, member.joints, driven=False, parent=parent)
