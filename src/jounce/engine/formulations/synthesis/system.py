"""A mechanism on generated kernels: built, loaded and ready to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import Literal

import numpy as np

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.pack import Layout, Packed, pack
from jounce.engine.assembly.repack import pack_like
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Rate, StateLayout
from jounce.engine.assembly.world_state_writer import WorldStateWriter
from jounce.engine.assembly.world_states import (
    TreeStates,
    from_world,
)
from jounce.engine.formulations import coordinates as kinds
from jounce.engine.formulations import formulation
from jounce.engine.formulations.elements import take_elements
from jounce.engine.formulations.formulation import Capabilities, SystemDefaults
from jounce.engine.formulations.synthesis import state_derivatives  # noqa: F401  registers them
from jounce.engine.formulations.synthesis.arrays import Model, Work, same_geometry, same_masses, same_structure
from jounce.engine.formulations.synthesis.choice import Choice, Reasons, choose, choose_like
from jounce.engine.formulations.synthesis.code import derivative_of, load_code, load_derivatives, project_of
from jounce.engine.formulations.synthesis.formulation import CAPABILITIES
from jounce.engine.formulations.synthesis.generated_module import TOGGLE, GeneratedModule, write_module
from jounce.engine.formulations.synthesis.module import load_module
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.shape import ShapeQuestions, known_tires, outline
from jounce.engine.formulations.synthesis.start import (
    Wheels,
    find_wheels,
    rolling_states,
    start_state,
    with_closed_loops,
)
from jounce.engine.laws.ground import Flat, Ground, load_surface_derivatives, place_ground
from jounce.engine.laws.tires.records import contact_rows
from jounce.engine.laws.tires.tire import tire_address
from jounce.errors import InputError
from jounce.model.mechanism import Mechanism, Signal

ILL = 1e6
"""Condition of Φ_u above which another choice of independent coordinates is no way out."""
TITLES = {"joint": "joint", "cartesian": "Cartesian"}
"""Coordinates that can be asked for, as people write them."""
SHARED = (
    "coordinates",
    "independent",
    "auxiliary",
    "module",
    "derivative",
    "project",
    "outline",
    "rolling",
    "shape_questions",
)
"""What systems of the same kernels have in common once it is known; `rolling` is noted by
`jounce.engine.analysis.rolling_rest`."""
OF_ONE_TREE = ("own_writer",)
"""What systems of the same kernels, tree and places in y have in common."""
OF_ONE_GEOMETRY = ("wheels",)
"""What systems of the same kernels, geometry and places in y have in common."""


@dataclass(frozen=True)
class System(TreeStates, SystemDefaults):
    """One mechanism in this formulation. `work` is scratch: a System serves one thread at a time."""

    mechanism: Mechanism = field(repr=False)
    packed: Packed = field(repr=False)
    state: StateLayout = field(repr=False)
    partitions: dict[str, Partition] = field(repr=False)
    reasons: Reasons | None = field(repr=False)
    """What the choice of coordinates rests on."""
    generated: GeneratedModule = field(repr=False)
    model: Model = field(repr=False)
    work: Work = field(repr=False)
    inputs: Mapping[str, Signal]
    """What the run-time inputs are bound to."""

    @property
    def size(self) -> int:
        """Length of the state vector."""
        return self.state.size

    @property
    def capabilities(self) -> Capabilities:
        """Relative Cartesian coordinates have no independent velocities in y."""
        if self.kind == "joint":
            return CAPABILITIES
        return replace(CAPABILITIES, has_independent_coordinates=False, has_exact_derivatives=False)

    @property
    def kind(self) -> str:
        """`joint` or `cartesian` coordinates."""
        return "joint" if self.state.joint is None else "cartesian"

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.packed.layout

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""
        return self.packed.frames

    @cached_property
    def coordinates(self) -> np.ndarray:
        """Where positions and velocities stand in y, for integrators that displace positions; empty with relative
        Cartesian coordinates, whose independent velocities are not in y."""
        if self.kind == "cartesian":
            return np.zeros(0, dtype=kinds.COORDINATE)
        base = [(kinds.BASE, 0, self.state.velocity_start)] if self.state.free else []
        own = [(kinds.BALL if c.kind == BALL else kinds.SCALAR, c.position, c.velocity) for c in self.state.coordinates]
        return np.array([*base, *own], dtype=kinds.COORDINATE)

    @cached_property
    def independent(self) -> np.ndarray:
        """Places of the independent velocities in y, the base's first."""
        if self.kind == "cartesian":
            return np.zeros(0, dtype=np.int64)
        start = self.state.velocity_start
        base = range(start, start + 6) if self.state.free else range(0)
        own = [c.velocity + i for s in self.state.subsystems for c, i in self.partitions[s.name].independent]
        return np.array([*base, *own], dtype=np.int64)

    @cached_property
    def auxiliary(self) -> np.ndarray:
        """Places of first-order states in y."""
        first = self.state.auxiliary_start
        return np.arange(first, first + len(self.state.auxiliary), dtype=np.int64)

    @cached_property
    def module(self) -> ModuleType:
        """The generated module."""
        return load_module(self.generated.source)

    @cached_property
    def derivative(self) -> Callable:
        """Pointer to ẏ (model, work, t, y, dy); compiled when first asked for, or taken from the disk."""
        load_code(self.generated.source, self.model.code)
        y = np.zeros(self.size)
        return derivative_of(self.generated.source, self.model, self.work, 0.0, y, y)

    @cached_property
    def project(self) -> Callable:
        """Pointer to the closing of all loops (model, work, t, y)."""
        load_code(self.generated.source, self.model.code)
        return project_of(self.generated.source, self.model, self.work, 0.0, np.zeros(self.size))

    def load_derivatives(self) -> None:
        """Compile the derivatives of the equations and of the ground, or take them from the disk; not with relative
        Cartesian coordinates, which have no use for them."""
        if self.capabilities.has_exact_derivatives:
            load_derivatives(self.generated.source, self.model.code)
            load_surface_derivatives(self.model.ground)

    @property
    def contact_order(self) -> list[int]:
        """Index in `work.contacts` of every tire of the layout: kernels order tires by subsystem."""
        return [self.generated.elements["tires"].index(i) for i in range(len(self.layout.tires))]

    def start_state(self, t: float = 0.0) -> np.ndarray:
        """The design position with the velocities given on the bodies, all loops closed; raises AssemblyError."""
        return start_state(self, t)

    def world_state_writer(self) -> WorldStateWriter | None:
        """The compiled way to world states; None with relative Cartesian coordinates."""
        return self.own_writer.with_own_memory() if self.kind == "joint" else None

    @cached_property
    def own_writer(self) -> WorldStateWriter:
        """What `world_state_writer` gives copies of; systems of the same kernels and geometry share it."""
        return WorldStateWriter(self.state, self.packed)

    @cached_property
    def wheels(self) -> Wheels:
        """The wheels whose spins are coordinates."""
        return find_wheels(self)

    @cached_property
    def shape_questions(self) -> ShapeQuestions:
        """Where the shape of a car of these kernels is looked for."""
        return ShapeQuestions(self.packed, self.state)

    @cached_property
    def outline(self) -> tuple:
        """What the kernels were written from beside names and shape."""
        return outline(self.state, self.partitions)

    def body_poses(self, y: np.ndarray) -> np.ndarray:
        """Centres of mass and quaternions of all bodies in the world, (bodies, 7)."""
        if self.kind != "joint":
            nb = len(self.layout.bodies)
            return self.bodies_to_world(self.layout.bodies, y)[0, : 7 * nb].reshape(nb, 7)
        writer = self.own_writer.with_own_memory()
        writer.write(y)
        return writer.poses

    def from_world(self, world: np.ndarray, t: float = 0.0) -> np.ndarray:
        """One world state in the coordinates of this formulation, all loops closed; raises AssemblyError."""
        return with_closed_loops(self, from_world(self, world)[0], t)

    def with_inputs(self, inputs: Mapping[str, Signal]) -> System:
        """The same system with its run-time inputs bound to other signals."""
        return rebind_parameters(self, self.mechanism, inputs, self.model.ground)

    def with_mechanism(
        self, mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
    ) -> System:
        """Another mechanism; one that differs in numbers and signals alone shares the kernels."""
        return rebind_parameters(self, mechanism, inputs, ground)

    def with_other_coordinates(self, y: np.ndarray) -> System | None:
        """The same system with independent coordinates that fit the position y; if there are no better ones, allowed
        as near to the toggle position as it goes; None when it already is."""
        return repartition(self, y) or allow_nearer_toggle(self)

    def rolling_states(self, y: np.ndarray, t: float) -> list[np.ndarray]:
        """States like y at rising speeds of the base, wheels rolling; see
        `jounce.engine.formulations.synthesis.start`."""
        return rolling_states(self, y, t)

    def shares_kernels_with(self, other: formulation.System) -> bool:
        """Whether the source of both is the same."""
        if not isinstance(other, System):
            return False
        return self.generated is other.generated or self.generated.source == other.generated.source


def build(
    mechanism: Mechanism,
    *,
    coordinates: Literal["joint", "cartesian"] = "joint",
    inputs: Mapping[str, Signal] | None = None,
    ground: tuple | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
    at: np.ndarray | None = None,
) -> System:
    """Choose tree, cuts and independent coordinates, and write the kernels.

    coordinates: what y holds of the subsystems, relative joint coordinates or the poses of their bodies. base: name of
    the base body. independent: names of coordinates (as `jounce explain` prints them) that must be independent. at:
    position at which the choice is made, by default the design position.
    """
    if coordinates not in TITLES:
        raise InputError("unknown coordinates", repr(coordinates), f"one of {', '.join(TITLES)}")
    return _write(mechanism, pack(mechanism, inputs), inputs or {}, ground, coordinates, base, independent, at)


def repartition(system: System, y: np.ndarray) -> System | None:
    """The same mechanism with independent coordinates chosen at the position y; None when the choice is no better.

    The state vector stays the same: y has all coordinates, dependent ones too.
    """
    ground, base = system.model.ground, system.state.tree.base
    again = _write(system.mechanism, system.packed, system.inputs, ground, system.kind, base, (), y)
    worst = max((b.condition for p in again.partitions.values() for b in p.blocks), default=1.0)
    same = _independent(again) == _independent(system)
    return None if same or worst > ILL else again


def _independent(system: System) -> set[Rate]:
    return {rate for p in system.partitions.values() for rate in p.independent}


def rebind_parameters(
    system: System, mechanism: Mechanism, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
) -> System:
    """`build(mechanism, …)`, without writing kernels when `system` differs from it in numbers and signals alone."""
    given = inputs or {}
    packed = pack_like(system.packed, mechanism, given)
    base = system.state.tree.base if mechanism is system.mechanism else None
    if system.kind != "joint" or not same_structure(system.packed, packed):
        return _write(mechanism, packed, given, ground, system.kind, base, (), None)
    same = same_geometry(system.packed, packed)
    chosen = choose_like(_choice_of(system), system.packed, mechanism, packed, same)
    if chosen is None:
        chosen = choose(mechanism, packed, "joint", base)
        if outline(chosen.layout, chosen.partitions) != system.outline:
            return _written(mechanism, packed, given, ground, chosen)
    generated = _with_numbers(system, packed, chosen, same)
    if generated is None:
        return _write(mechanism, packed, given, ground, "joint", base, (), None)
    again = replace(
        system,
        mechanism=mechanism,
        packed=packed,
        state=chosen.layout,
        partitions=chosen.partitions,
        reasons=chosen.reasons,
        generated=generated,
        model=model_of(mechanism, packed, generated, place_ground(ground if ground is not None else Flat())),
        work=fresh_work(mechanism, generated),
        inputs=given,
    )
    same_tree = chosen.layout is system.state
    shared = (*SHARED, *(OF_ONE_TREE if same_tree else ()), *(OF_ONE_GEOMETRY if same_tree and same else ()))
    again.__dict__.update({name: system.__dict__[name] for name in shared if name in system.__dict__})
    if not same_tree and "own_writer" in system.__dict__:
        again.__dict__["own_writer"] = system.own_writer.with_tree(chosen.layout.tree)
    return again


def _choice_of(system: System) -> Choice:
    return Choice(system.state, system.partitions, system.reasons)


def _with_numbers(system: System, packed: Packed, chosen: Choice, same: bool) -> GeneratedModule | None:
    """The module of `system` with the numbers of a car of the same words and outline; None if its source would differ
    in shape. same: whether points and axes are those of `system`."""
    written = system.generated
    if chosen.layout is system.state and same and same_masses(system.packed, packed):  # all but tires is as it was
        return written if known_tires(packed) == written.shape.tires else None
    if system.shape_questions.answer(packed, chosen.layout.tree) != written.shape:
        return None
    return replace(written, parameters=written.table.values(packed, chosen.layout, chosen.partitions))


def allow_nearer_toggle(system: System) -> System | None:
    """The same system, allowed as near to a toggle position as rounding permits; None when it already is."""
    limit = system.generated.limit
    if system.model.parameters[limit] <= TOGGLE:
        return None
    parameters = system.model.parameters.copy()
    parameters[limit] = TOGGLE
    return replace(system, model=system.model._replace(parameters=parameters))


def _write(
    mechanism: Mechanism,
    packed: Packed,
    inputs: Mapping[str, Signal],
    ground: tuple | None,
    coordinates: str,
    base: str | None,
    independent: Sequence[str],
    at: np.ndarray | None,
) -> System:
    """Choose and write."""
    chosen = choose(mechanism, packed, coordinates, base, independent, at)
    return _written(mechanism, packed, inputs, ground, chosen)


def _written(
    mechanism: Mechanism, packed: Packed, inputs: Mapping[str, Signal], ground: tuple | None, chosen: Choice
) -> System:
    """The kernels for a choice."""
    layout, partitions = chosen.layout, chosen.partitions
    title = f"Equations of motion in relative {TITLES['cartesian' if layout.cartesian else 'joint']} coordinates."
    generated = write_module(packed, layout, partitions, title)
    model = model_of(mechanism, packed, generated, place_ground(ground if ground is not None else Flat()))
    work = fresh_work(mechanism, generated)
    return System(mechanism, packed, layout, partitions, chosen.reasons, generated, model, work, inputs)


def model_of(mechanism: Mechanism, packed: Packed, generated: GeneratedModule, ground: Ground) -> Model:
    """The numbers that kernels read; ground: a placed one."""
    arrays = packed.arrays
    ordered = {kind: arrays[kind][order] for kind, order in generated.elements.items()}
    return Model(
        parameters=generated.parameters,
        elements=take_elements(arrays | ordered, tire_address(arrays["tires"])),
        signals=arrays["signals"].copy(),  # what drives a car writes into it while it runs
        tables=arrays["tables"].copy(),
        ground=ground,
        code=generated.code,
    )


def fresh_work(mechanism: Mechanism, generated: GeneratedModule) -> Work:
    """Scratch for one thread."""
    return Work(np.zeros(generated.numbers), contact_rows(len(mechanism.tires)), np.zeros(4))
