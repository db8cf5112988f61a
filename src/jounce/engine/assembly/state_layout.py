"""Where everything is in the state vector of a synthesised mechanism.

    y = (base position and quaternion; positions of the subsystems; auxiliary states;
         base velocity and angular velocity in base axes; velocities of the subsystems)

In joint coordinates all of them are in y, the dependent ones too: a step moves them along, and closing the loops
corrects them. So y does not depend on which coordinates are called independent. In Cartesian coordinates each body of a
subsystem has the place of its branch's origin (from the base's origin) and the quaternion of its branch's frame, then
its twist (see `jounce.engine.formulations.synthesis.chains`), all in base axes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jounce.engine.assembly.nesting import Nest, Tie, find_nest
from jounce.engine.assembly.pack import Layout, Packed
from jounce.engine.assembly.spanning_tree import (
    BALL,
    Branch,
    PrimitiveMotion,
    Tree,
    ancestors,
    components,
    find_drivers,
)
from jounce.model.mechanism import GROUND, Connection, Coupler, Gear, Mechanism, PrescribedMotion, RackAndPinion

SHARED = ("coordinates", "_of_joints")
"""What layouts have in common whose trees differ in numbers, once it is known."""
POSE, TWIST = 7, 6
"""Numbers of a body's position and velocity."""


@dataclass(frozen=True)
class Coordinate:
    """One primitive motion of a tree joint, with its place in y."""

    body: str
    motion: int
    """Number of this motion among those of its branch."""
    kind: str
    name: str
    """Name for people: `lca_fl angle`."""
    position: int
    velocity: int
    driver: str | None
    """Name of the driver that prescribes it."""

    @property
    def rates(self) -> int:
        """Number of velocities."""
        return 3 if self.kind == BALL else 1

    @property
    def size(self) -> int:
        """Numbers of its position."""
        return 4 if self.kind == BALL else 1

    def rate_name(self, i: int) -> str:
        """Name of a velocity for people: `knuckle_fl rotation about x`."""
        return f"{self.name} about {'xyz'[i]}" if self.kind == BALL else self.name


Rate = tuple[Coordinate, int]
"""A velocity: a coordinate, and which of its up to three components."""

Key = tuple[int | str, int]
"""A velocity: its coordinate's place in y, or, in Cartesian coordinates, its body, and a component."""


def key(rate: Rate) -> Key:
    """A velocity by its place in y."""
    return rate[0].velocity, rate[1]


@dataclass(frozen=True)
class Subsystem:
    """Bodies that constraints tie together, and what they hang on."""

    name: str
    bodies: tuple[str, ...]
    coordinates: tuple[Coordinate, ...]
    joints: tuple[str, ...]
    """Cut joints and couplers that close its loops."""
    driven: bool
    """Whether every motion in it is prescribed: it then carries others as the base does."""
    nest: Nest | None = None
    """How it falls into a parent and equal children, if it does; its coordinates stand in that order."""
    parent: str | None = None
    """Name of the subsystem that carries it, beside the base."""


@dataclass(frozen=True)
class StateLayout:
    """Names and places of all states."""

    tree: Tree
    subsystems: tuple[Subsystem, ...]
    free: bool
    """Whether the base moves (7 + 6 states of its own)."""
    auxiliary: tuple[int, ...]
    """Numbers of the packed auxiliary states that are kept, in order."""
    auxiliary_start: int
    velocity_start: int
    size: int
    by_motion: dict[tuple[str, int], Coordinate] = field(repr=False, default_factory=dict)
    joint: StateLayout | None = None
    """In Cartesian coordinates: the layout in joint coordinates, to which the places in `subsystems` refer."""
    places: dict[str, tuple[int, int]] = field(repr=False, default_factory=dict)
    """In Cartesian coordinates: body → its pose and its twist in y."""

    @property
    def cartesian(self) -> bool:
        """Whether bodies have poses and twists in y instead of joint coordinates."""
        return self.joint is not None

    def first(self, bodies: Sequence[str]) -> tuple[int, int] | None:
        """Where positions and velocities of a subsystem's bodies begin in y; None if they have none."""
        if self.cartesian:
            return self.places[bodies[0]] if bodies else None
        return next(((c.position, c.velocity) for c in self.coordinates if c.body in bodies), None)

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """All coordinates, in the order of y."""
        return tuple(c for s in self.subsystems for c in s.coordinates)

    def subsystem_of(self, body: str) -> Subsystem | None:
        """The subsystem of a body; None for the base and the ground."""
        return next((s for s in self.subsystems if body in s.bodies), None)

    def with_tree(self, tree: Tree) -> StateLayout:
        """This layout, every place in y unchanged, for a tree with other numbers."""
        again = replace(self, tree=tree)
        again.__dict__.update({name: self.__dict__[name] for name in SHARED if name in self.__dict__})
        return again

    def design_value(self, coordinate: Coordinate) -> float:
        """Value of a turn or slide at the design position [rad, m]."""
        return self.tree.branch_of(coordinate.body).motions[coordinate.motion].start

    def of_joint(self, joint: str, label: str) -> Coordinate | None:
        """The coordinate of a tree joint by its label; None when the joint is cut."""
        return self._of_joints.get((joint, label))

    @cached_property
    def _of_joints(self) -> dict[tuple[str | None, str], Coordinate]:
        """Coordinates by joint and label; the first one of equal labels."""
        found: dict[tuple[str | None, str], Coordinate] = {}
        for branch in self.tree.branches:
            for i, motion in enumerate(branch.motions):
                found.setdefault((branch.joint, motion.label), self.by_motion[branch.body, i])
        return found


def coupled_joints(coupling: Gear | RackAndPinion | Coupler | PrescribedMotion) -> tuple[str, ...]:
    """Names of the joints whose coordinates a coupling ties together."""
    match coupling:
        case Gear():
            return coupling.joint_a, coupling.joint_b
        case RackAndPinion():
            return coupling.rack, coupling.pinion
        case Coupler():
            return coupling.joints
        case PrescribedMotion():
            return (coupling.joint,)


def angle_states(packed: Packed) -> dict[int, tuple[str, str] | None]:
    """Packed auxiliary state → (joint or element, label) of the angle whose turns it counts, None for a filter."""
    names = {measure: name for name, measure in packed.layout.measures.items()}
    turning = {
        int(m["winding"]): names.get(k, ("", "")) for k, m in enumerate(packed.arrays["measures"]) if m["winding"] >= 0
    }
    return {k: turning.get(k) for k in range(packed.layout.auxiliary)}


def lay_out(
    mechanism: Mechanism, tree: Tree, names: Layout, states: Mapping[int, tuple[str, str] | None]
) -> StateLayout:
    """Cut the tree into subsystems and number all states.

    states: packed auxiliary state → (joint, label) of the angle whose turns it counts, None for a filter.
    """
    drivers = find_drivers(mechanism, tree)
    groups = _groups(mechanism, tree, drivers)
    free = tree.base != GROUND
    position = 7 if free else 0
    starts: list[list[tuple]] = []
    for bodies, _, _, _ in groups:
        rows = []
        for body in bodies:
            branch = tree.branch_of(body)
            for i, motion in enumerate(branch.motions):
                name = f"{branch.joint or branch.body} {motion.label}"
                driver = _driver(drivers, branch, motion)
                rows.append((body, i, motion.kind, name, position, driver))
                position += 4 if motion.kind == BALL else 1
        starts.append(rows)
    in_tree = {branch.joint for branch in tree.branches}
    kept = tuple(k for k, angle in states.items() if angle is None or angle[0] not in in_tree)
    auxiliary_start = position
    velocity_start = position + len(kept)
    velocity = velocity_start + (6 if free else 0)
    subsystems, by_motion = [], {}
    taken = {name_subsystem(m.bodies) for *_, nest in groups if nest is not None for m in (nest.parent, *nest.children)}
    for (bodies, joints, driven, nest), rows in zip(groups, starts, strict=True):
        coordinates = []
        for body, i, kind, name, place, driver in rows:
            c = Coordinate(body, i, kind, name, place, velocity, driver)
            velocity += c.rates
            coordinates.append(c)
            by_motion[body, i] = c
        own = name_subsystem(bodies)
        own = f"{bodies[0]}_and_{len(bodies) - 1}" if own in taken and nest is None and len(bodies) > 1 else own
        taken.add(own)
        subsystems.append(Subsystem(own, tuple(bodies), tuple(coordinates), joints, driven, nest))
    return StateLayout(tree, tuple(subsystems), free, kept, auxiliary_start, velocity_start, velocity, by_motion)


def lay_out_bodies(joint: StateLayout, auxiliary: int) -> StateLayout:
    """The same subsystems with the poses and twists of their bodies as states; all packed auxiliary states are kept."""
    bodies = [body for s in joint.subsystems for body in s.bodies]
    own = (POSE, TWIST) if joint.free else (0, 0)
    auxiliary_start = own[0] + POSE * len(bodies)
    velocity_start = auxiliary_start + auxiliary
    first = velocity_start + own[1]
    places = {body: (own[0] + POSE * i, first + TWIST * i) for i, body in enumerate(bodies)}
    return replace(
        joint,
        auxiliary=tuple(range(auxiliary)),
        auxiliary_start=auxiliary_start,
        velocity_start=velocity_start,
        size=first + TWIST * len(bodies),
        joint=joint,
        places=places,
    )


def design_positions(layout: StateLayout, y: np.ndarray) -> None:
    """Write the joint coordinates of the design position into y."""
    for c in layout.coordinates:
        y[c.position] = 1.0 if c.kind == BALL else layout.design_value(c)


def _groups(
    mechanism: Mechanism, tree: Tree, drivers: Mapping[tuple[str, str], str]
) -> list[tuple[list[str], tuple[str, ...], bool, Nest | None]]:
    """(bodies, loop joints, driven, nest) of every subsystem, those that carry others first."""
    order = [b.body for b in tree.branches]
    carriers = [b for b in order if _is_driven(tree, b, drivers)]
    used = set(drivers.values())
    ties: dict[str, tuple[str, ...]] = {}
    for joint in mechanism.joints:
        if isinstance(joint, Connection):
            if joint.name in tree.cuts:
                ties[joint.name] = (joint.body_a, joint.body_b)
        elif joint.name not in used:
            ends = [mechanism.connection(name) for name in coupled_joints(joint)]
            ties[joint.name] = tuple(body for end in ends for body in (end.body_a, end.body_b))
    branches = [(b.body, b.parent) for b in tree.branches]
    others = [b for b in order if b not in carriers]
    found = []
    for driven, nodes in ((True, carriers), (False, others)):
        for bodies in components(nodes, [*branches, *ties.values()]):
            own = tuple(name for name, ends in ties.items() if any(e in bodies for e in ends))
            found.append((bodies, own if not driven else (), driven))
    placed = {name for _, joints, _ in found for name in joints}
    left = tuple(name for name in ties if name not in placed)
    if left and found:
        bodies, joints, driven = found[0]
        found[0] = (bodies, joints + left, driven)
    nested = []
    for bodies, joints, driven in found:
        nest = None if driven else find_nest(tree, bodies, [_tie(mechanism, tree, name) for name in joints])
        nested.append((nest.bodies if nest is not None else bodies, joints, driven, nest))
    return nested


def _tie(mechanism: Mechanism, tree: Tree, name: str) -> Tie:
    """A joint by the bodies that it ties together; a coupling of tree joints ties those whose coordinates they are."""
    joint = mechanism.joint(name)
    if isinstance(joint, Connection):
        return Tie(name, joint.kind, (joint.body_a, joint.body_b))
    own = {b.joint: b.body for b in tree.branches}
    coupled = [mechanism.connection(end) for end in coupled_joints(joint)]
    coordinates = tuple(own[end.name] for end in coupled if end.name in own)
    others = tuple(body for end in coupled if end.name not in own for body in (end.body_a, end.body_b))
    return Tie(name, joint.kind, coordinates + others, coordinates)


def _is_driven(tree: Tree, body: str, drivers: Mapping[tuple[str, str], str]) -> bool:
    """Whether every motion between the base and the body is prescribed."""
    for name in ancestors(tree, body):
        branch = tree.branch_of(name)
        if any(_driver(drivers, branch, motion) is None for motion in branch.motions):
            return False
    return True


def _driver(drivers: Mapping[tuple[str, str], str], branch: Branch, motion: PrimitiveMotion) -> str | None:
    """Name of the driver that prescribes a motion."""
    return None if branch.joint is None else drivers.get((branch.joint, motion.label))


def name_subsystem(bodies: Sequence[str]) -> str:
    """What the names of the bodies end with alike: `fl` of lca_fl, knuckle_fl, `tag_l` of arm_tag_l, wheel_tag_l; else
    the first one's name and the number."""
    if len(bodies) == 1:
        return bodies[0]
    alike: list[str] = []
    for words in zip(*(reversed(body.split("_")[1:]) for body in bodies), strict=False):
        if len(set(words)) > 1:
            break
        alike.insert(0, words[0])
    if alike:
        return f"corner_{'_'.join(alike)}"
    return f"{bodies[0]}_and_{len(bodies) - 1}"
