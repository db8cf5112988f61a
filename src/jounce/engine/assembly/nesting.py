"""Where a subsystem falls apart: a parent (a rack, a subframe) on the base, and equal children that meet only there.

Taking the parent away must leave at least two children of the same shape, such as the front corners behind a rack. Only
the shape of the mechanism counts here; whether the parent's velocities can be independent is decided with the loops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from jounce.engine.assembly.spanning_tree import Branch, Tree, ancestors, components

MAX_FREEDOMS = 8
"""Velocities of a parent's body, and independent velocities of a parent: each costs its children a column. Enough for a
rack on a subframe in rubber."""
MIN_BODIES = 2
"""Bodies of a child that is worth a kernel of its own."""


@dataclass(frozen=True)
class Tie:
    """A cut joint or a coupling, as far as it ties bodies together."""

    name: str
    kind: str
    bodies: tuple[str, ...]
    coordinates: tuple[str, ...] = ()
    """Those of the bodies whose coordinates it takes from y: a gear on hinges of the tree has no other end."""


@dataclass(frozen=True)
class Member:
    """Bodies of a parent or a child, and the cut joints and couplings that close its loops."""

    bodies: tuple[str, ...]
    joints: tuple[str, ...]


@dataclass(frozen=True)
class Nest:
    """A subsystem as a parent and what it carries."""

    parent: Member
    children: tuple[Member, ...]

    @property
    def bodies(self) -> list[str]:
        """All bodies, member after member."""
        return [body for member in (self.parent, *self.children) for body in member.bodies]


def find_nest(tree: Tree, bodies: Sequence[str], ties: Sequence[Tie]) -> Nest | None:
    """The parent that leaves most bodies in children of the same shape; None when there is none.

    bodies, ties: of one subsystem. One body with what it hangs on is tried before two on the base.
    """
    inside = set(bodies)
    branches = {body: tree.branch_of(body) for body in bodies}
    slim = [body for body, branch in branches.items() if _is_slim(branch)]
    roots = [body for body in slim if branches[body].parent not in inside]
    for size, candidates in ((1, slim), (2, roots)):
        if len(bodies) < size + 2 * MIN_BODIES:
            break
        chosen = combinations(candidates, size)
        found = [_take_out(branches, ties, _closure(tree, some, inside, ties)) for some in chosen]
        best = max(found, key=lambda nest: _alike(branches, nest, ties), default=None)
        if best is not None and _alike(branches, best, ties):
            return best
    return None


def _is_slim(branch: Branch) -> bool:
    return 0 < sum(motion.rates for motion in branch.motions) <= MAX_FREEDOMS


def _closure(tree: Tree, chosen: Sequence[str], inside: set[str], ties: Sequence[Tie]) -> set[str]:
    """Bodies with all that they hang on, and with those whose coordinates a coupling ties to theirs."""
    found, waiting = set[str](), set(chosen)
    while waiting:
        body = waiting.pop()
        found.add(body)
        waiting |= set(ancestors(tree, body))
        for tie in ties:
            if body in tie.coordinates:
                waiting |= set(tie.bodies)
        waiting = (waiting & inside) - found
    return found


def _take_out(branches: dict[str, Branch], ties: Sequence[Tie], parent: set[str]) -> Nest:
    """What is left without a parent, in connected pieces."""
    rest = [body for body in branches if body not in parent]
    edges = [(branch.body, branch.parent) for branch in branches.values()]
    pieces = components(rest, [*edges, *(tie.bodies for tie in ties)])
    own = {name: tuple(t.name for t in ties if any(b in t.bodies for b in piece)) for name, piece in enumerate(pieces)}
    carried = {joint for joints in own.values() for joint in joints}
    return Nest(
        Member(tuple(b for b in branches if b in parent), tuple(t.name for t in ties if t.name not in carried)),
        tuple(Member(tuple(piece), own[name]) for name, piece in enumerate(pieces)),
    )


def _alike(branches: dict[str, Branch], nest: Nest, ties: Sequence[Tie]) -> int:
    """Bodies in children that have a twin."""
    kinds = {tie.name: tie.kind for tie in ties}
    shapes = Counter(_shape(branches, child, kinds) for child in nest.children if len(child.bodies) >= MIN_BODIES)
    return sum(count * len(motions) for (motions, _), count in shapes.items() if count > 1)


def _shape(branches: dict[str, Branch], child: Member, kinds: dict[str, str]) -> tuple[tuple, tuple[str, ...]]:
    """Motions of the bodies with what each hangs on, and kinds of the joints that close loops."""
    place: dict[str, int | str] = {body: i for i, body in enumerate(child.bodies)}
    hung = [(branches[body], branches[body].parent) for body in child.bodies]
    motions = [(place.get(parent, parent), *(m.kind for m in branch.motions)) for branch, parent in hung]
    return tuple(motions), tuple(kinds[name] for name in child.joints)
