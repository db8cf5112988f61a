"""How the synthesis formulation sees a mechanism, as plain data: what hangs on what, is cut, depends on what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from jounce.engine.assembly import state_layout as places
from jounce.engine.assembly.spanning_tree import Branch
from jounce.engine.formulations.synthesis import partition as partitions
from jounce.engine.formulations.synthesis.elements import Element, elements_of, home
from jounce.engine.formulations.synthesis.generated_module import Instance
from jounce.engine.formulations.synthesis.partition import Partition, rates_of
from jounce.engine.formulations.synthesis.system import System
from jounce.model.mechanism import AerodynamicDrag, Connection, Input, Joint, Mechanism, PrescribedMotion

INDEPENDENT, DEPENDENT, PRESCRIBED = "independent", "dependent", "prescribed"


@dataclass(frozen=True)
class Velocity:
    """One velocity by the name that `independent=` takes, and its role."""

    name: str
    role: str
    """`independent`, `dependent` or `prescribed`."""


@dataclass(frozen=True)
class CoordinateSummary:
    """One primitive motion of a tree joint."""

    name: str
    kind: str
    """`turn`, `slide` or `ball`."""
    velocities: tuple[Velocity, ...]
    """The one velocity of the motion, or the three of a ball."""
    driver: str | None
    """Driver that prescribes the motion."""
    motion: str | None
    """What the driver follows: `input rack_travel`, `sine`, …"""


@dataclass(frozen=True)
class BodySummary:
    """A body on its parent."""

    name: str
    parent: str
    joint: str | None
    """Name of the tree joint; None for a body that hangs on forces only."""
    kind: str | None
    coordinates: tuple[CoordinateSummary, ...]


@dataclass(frozen=True)
class LoopSummary:
    """A cut joint, a coupler, or a driver of a cut joint."""

    name: str
    kind: str
    between: tuple[str, ...]
    """Two bodies, or the joints that a coupler ties together."""
    cut: bool
    """Whether it is a joint between bodies."""
    equations: int
    dropped: int
    """Equations of it that follow from others and are not solved."""
    motion: str | None = None


@dataclass(frozen=True)
class BlockSummary:
    """Equations that are solved together for as many dependent velocities."""

    equations: dict[str, int]
    """Joint or coupler → number."""
    dependent: tuple[str, ...]
    independent: tuple[str, ...]
    """Independent velocities that move the block."""
    prescribed: tuple[str, ...]
    condition: float
    """Condition number of Φ_u, rows and columns scaled to unit length, where the choice was made."""


@dataclass(frozen=True)
class ForceElement:
    """A force element and the bodies it acts on."""

    name: str
    kind: str
    bodies: tuple[str, ...]


@dataclass(frozen=True)
class SubsystemSummary:
    """One subsystem."""

    name: str
    kernel: str
    driven: bool
    """Whether all its motions are prescribed: it then carries others as the base does."""
    parent: str | None
    """Subsystem between it and the base, to which it hands its effective inertia and force, too."""
    bodies: tuple[BodySummary, ...]
    loops: tuple[LoopSummary, ...]
    blocks: tuple[BlockSummary, ...]
    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    prescribed: tuple[str, ...]
    forces: tuple[ForceElement, ...]
    parameters: int

    @property
    def degrees_of_freedom(self) -> int:
        """Number of independent velocities."""
        return len(self.independent)


@dataclass(frozen=True)
class KernelSummary:
    """Generated functions, and the subsystems that share them."""

    name: str
    subsystems: tuple[str, ...]
    source_lines: int


@dataclass(frozen=True)
class Explanation:
    """A mechanism as `jounce explain` shows it."""

    mechanism: str
    base: str
    base_moves: bool
    base_forces: tuple[ForceElement, ...]
    """Force elements that act on nothing but the base."""
    subsystems: tuple[SubsystemSummary, ...]
    links: tuple[ForceElement, ...]
    """Forces between subsystems."""
    kernels: tuple[KernelSummary, ...]
    bodies: int
    degrees_of_freedom: int
    states: int
    auxiliary_states: int
    """How many of the states are auxiliary: filters, and turns of angles that no coordinate counts."""
    parameters: int
    work_numbers: int
    source_lines: int


def explain(system: System) -> Explanation:
    """What was decided while a system was built; nothing is compiled."""
    layout, names = system.state, _element_names(system)

    def shown(elements: Iterable[Element]) -> tuple[ForceElement, ...]:
        return tuple(_element(e, names) for e in elements)

    elements = elements_of(system.packed)
    subsystems = tuple(_subsystem(system, i, shown(i.kernels.elements)) for i in system.generated.instances)
    free = 6 if layout.free else 0
    return Explanation(
        mechanism=system.mechanism.name,
        base=layout.tree.base,
        base_moves=layout.free,
        base_forces=shown(e for e in elements if not home(layout, e)),
        subsystems=subsystems,
        links=shown(e for e in elements if len(home(layout, e)) > 1),
        kernels=_kernels(system.generated.instances),
        bodies=len(system.mechanism.bodies),
        degrees_of_freedom=free + sum(s.degrees_of_freedom for s in subsystems),
        states=system.size,
        auxiliary_states=len(layout.auxiliary),
        parameters=len(system.generated.parameters),
        work_numbers=system.generated.numbers,
        source_lines=len(system.generated.source.splitlines()),
    )


def _subsystem(system: System, instance: Instance, forces: tuple[ForceElement, ...]) -> SubsystemSummary:
    own, mechanism = instance.kernels.subsystem, system.mechanism
    partition = system.partitions[own.name]
    roles = _roles(own, partition)
    dropped = Counter(row.joint for row in partition.dropped)
    written = instance.kernels.functions.values()
    return SubsystemSummary(
        name=own.name,
        kernel=instance.name,
        driven=own.driven,
        parent=own.parent,
        bodies=tuple(
            _body(system, branch, roles) for branch in system.state.tree.branches if branch.body in own.bodies
        ),
        loops=tuple(_loop(mechanism, j, len(system.packed.layout.joints[j].rows), dropped[j]) for j in own.joints),
        blocks=tuple(_block(block) for block in partition.blocks),
        independent=_named(roles, INDEPENDENT),
        dependent=_named(roles, DEPENDENT),
        prescribed=_named(roles, PRESCRIBED),
        forces=forces,
        parameters=sum(origin.size for f in written for origin in f.parameters),
    )


def _roles(subsystem: places.Subsystem, partition: Partition) -> dict[str, str]:
    """Velocity → role, in the order of y."""
    dependent = {c.rate_name(i) for c, i in partition.dependent}
    roles = {}
    for c, i in rates_of(subsystem):
        name = c.rate_name(i)
        roles[name] = PRESCRIBED if c.driver is not None else DEPENDENT if name in dependent else INDEPENDENT
    return roles


def _named(roles: dict[str, str], role: str) -> tuple[str, ...]:
    return tuple(name for name, its in roles.items() if its == role)


def _body(system: System, branch: Branch, roles: dict[str, str]) -> BodySummary:
    mechanism = system.mechanism
    coordinates = []
    for i in range(len(branch.motions)):
        c = system.state.by_motion[branch.body, i]
        velocities = tuple(Velocity(c.rate_name(k), roles[c.rate_name(k)]) for k in range(c.rates))
        motion = None if c.driver is None else _motion(mechanism.joint(c.driver))
        coordinates.append(CoordinateSummary(c.name, c.kind, velocities, c.driver, motion))
    kind = None if branch.joint is None else mechanism.joint(branch.joint).kind
    return BodySummary(branch.body, branch.parent, branch.joint, kind, tuple(coordinates))


def _loop(mechanism: Mechanism, name: str, equations: int, dropped: int) -> LoopSummary:
    joint = mechanism.joint(name)
    if isinstance(joint, Connection):
        return LoopSummary(name, joint.kind, (joint.body_a, joint.body_b), True, equations, dropped)
    return LoopSummary(name, joint.kind, places.coupled_joints(joint), False, equations, dropped, _motion(joint))


def _motion(joint: Joint) -> str | None:
    """What a driver follows."""
    if not isinstance(joint, PrescribedMotion):
        return None
    return f"input {joint.motion.name}" if isinstance(joint.motion, Input) else joint.motion.kind


def _block(block: partitions.Block) -> BlockSummary:
    def names(rates: Iterable[places.Rate]) -> tuple[str, ...]:
        return tuple(c.rate_name(i) for c, i in rates)

    return BlockSummary(
        dict(Counter(row.joint for row in block.rows)),
        names(block.dependent),
        names(block.independent),
        names(block.known),
        block.condition,
    )


def _kernels(instances: Iterable[Instance]) -> tuple[KernelSummary, ...]:
    shared: dict[str, list[Instance]] = {}
    for instance in instances:
        shared.setdefault(instance.name, []).append(instance)
    found = []
    for name, several in shared.items():
        k = several[0].kernels
        lines = sum(len(f.text.splitlines()) for f in k.functions.values())
        found.append(KernelSummary(name, tuple(i.kernels.subsystem.name for i in several), lines))
    return tuple(found)


def _element_names(system: System) -> dict[tuple[str, int], tuple[str, str]]:
    """(kind of record, number) → name and kind as the mechanism has them."""
    mechanism, layout = system.mechanism, system.packed.layout
    kinds = {force.name: force.kind for force in mechanism.forces}
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for records in ("scalar_forces", "bushings", "loads"):
        for i, name in enumerate(getattr(layout, records)):  # one of several elements of a force: NAME.PART
            found[records, i] = name, kinds[name if name in kinds else name.rpartition(".")[0]]
    air = [force for force in mechanism.forces if isinstance(force, AerodynamicDrag)]
    found |= {("drags", i): (force.name, force.kind) for i, force in enumerate(air)}
    return found | {("tires", i): (name, "tire") for i, name in enumerate(layout.tires)}


def _element(element: Element, names: dict[tuple[str, int], tuple[str, str]]) -> ForceElement:
    name, kind = names[element.kind, element.index]
    return ForceElement(name, kind, tuple(sorted(element.bodies)))
