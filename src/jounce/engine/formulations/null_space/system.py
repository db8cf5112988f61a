"""A mechanism ready to run on a null space: tree, islands, arrays, scratch.

A run begins at the design position with the velocities of the bodies, all loops closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.pack import Layout, Packed, pack
from jounce.engine.assembly.poses import design_state
from jounce.engine.assembly.spanning_tree import choose_base, span
from jounce.engine.assembly.state_layout import StateLayout, angle_states, lay_out
from jounce.engine.assembly.world_states import (
    TreeStates,
    design_world,
    from_world,
)
from jounce.engine.formulations import status
from jounce.engine.formulations.elements import take_elements
from jounce.engine.formulations.formulation import Capabilities, SystemDefaults
from jounce.engine.formulations.null_space import model as kinds
from jounce.engine.formulations.null_space.bases import basis_address
from jounce.engine.formulations.null_space.entries import begin, choose_basis, derivative_of, evaluate, project_of
from jounce.engine.formulations.null_space.formulation import CAPABILITIES
from jounce.engine.formulations.null_space.islands import Numbering, number
from jounce.engine.formulations.null_space.model import Model, Work, allocate
from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.laws.tires.tire import tire_address
from jounce.errors import AssemblyError, InputError
from jounce.findings import Finding
from jounce.model.mechanism import Mechanism, Signal

BASES: dict[str, int] = {
    "projection": kinds.PROJECTION,
    "qr": kinds.QR,
    "svd": kinds.SVD,
    "partitioning": kinds.PARTITIONING,
    "augmented": kinds.AUGMENTED,
}
VELOCITIES: dict[str, int] = {"all": kinds.ALL, "independent": kinds.INDEPENDENT}
RANK = 1e-9
"""Relative singular value of Φ_q below which a constraint counts as redundant."""


@dataclass(frozen=True)
class System(TreeStates, SystemDefaults):
    """One mechanism in this formulation. `work` is scratch: a System serves one thread at a time."""

    mechanism: Mechanism = field(repr=False)
    packed: Packed = field(repr=False)
    state: StateLayout = field(repr=False)
    numbering: Numbering = field(repr=False)
    basis: str
    velocities: str
    model: Model = field(repr=False)
    work: Work = field(repr=False)
    inputs: Mapping[str, Signal] = field(repr=False)
    """What the run-time inputs are bound to."""

    @property
    def size(self) -> int:
        """Length of the state vector: that of `jounce.engine.assembly.state_layout`, then ż where they are
        integrated."""
        independent = self.velocities == "independent"
        return self.state.size + (int(self.model.cells["freedom"].sum()) if independent else 0)

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.packed.layout

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""
        return self.packed.frames

    @property
    def redundant(self) -> dict[str, int]:
        """Joints of cells in which constraints follow from others → how many do in their cell."""
        found: dict[str, int] = {}
        for cell in self.model.cells:
            rows = self.model.rows[cell["row"] : cell["last_row"]]
            surplus = len(rows) - int(cell["last"] - cell["column"] - cell["freedom"])
            if surplus > 0:
                found |= {self.layout.joint_name(int(r["joint"])): surplus for r in rows}
        return found

    @cached_property
    def derivative(self) -> Callable:
        """ẏ, as a pointer for the integrators."""
        return derivative_of(self.model, self.work)

    @cached_property
    def project(self) -> Callable:
        """The correction of positions and velocities, as a pointer for the integrators."""
        return project_of(self.model, self.work)

    @property
    def capabilities(self) -> Capabilities:
        """A null space knows directions, not which coordinates are independent."""
        return CAPABILITIES

    def start_state(self, t: float = 0.0) -> np.ndarray:
        """The design position with the velocities given on the bodies, all loops closed; raises AssemblyError."""
        return start_state(self, t)

    def from_world(self, world: np.ndarray, t: float = 0.0) -> np.ndarray:
        """One world state in the coordinates of this formulation, all loops closed; raises AssemblyError."""
        return close_world_state(self, world, t)

    def with_inputs(self, inputs: Mapping[str, Signal]) -> System:
        """The same system with its run-time inputs bound to other signals."""
        return self._rebuild(self.mechanism, inputs, self.model.ground, self.state.tree.base)

    def with_mechanism(
        self, mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
    ) -> System:
        """Another mechanism with the same basis."""
        return self._rebuild(mechanism, inputs, ground, None)

    def _rebuild(
        self, mechanism: Mechanism, inputs: Mapping[str, Signal] | None, ground: tuple | None, base: str | None
    ) -> System:
        kind = {"basis": self.basis, "velocities": self.velocities}
        return build(mechanism, inputs=inputs, ground=ground, base=base, **kind)

    def begin(self, t: float, y: np.ndarray) -> None:
        """Choose the basis anew, so that runs do not depend on those before."""
        choose_basis(self.model, self.work, t, y)


def build(
    mechanism: Mechanism,
    *,
    basis: str = "projection",
    velocities: str = "all",
    inputs: Mapping[str, Signal] | None = None,
    ground: tuple | None = None,
    base: str | None = None,
) -> System:
    """Hang a mechanism on a tree, cut its loops, and number its islands.

    basis: how constraint forces are removed. velocities: `all`, integrated and corrected at the end of a step, or
    `independent`, ż alone; with the basis `projection` that is the method of the paper as printed, of first order
    whatever the integrator, and not convergent where motions are prescribed. base: name of the base body.
    """
    if basis not in BASES:
        raise InputError("unknown basis", repr(basis), f"one of {', '.join(BASES)}")
    if velocities not in VELOCITIES:
        raise InputError("unknown velocities", repr(velocities), f"one of {', '.join(VELOCITIES)}")
    if velocities == "independent" and basis not in ("projection", "qr"):
        raise InputError("no independent velocities", f"the basis {basis}", "the basis projection or qr")
    packed = pack(mechanism, inputs)
    tree = span(mechanism, packed.frames, choose_base(mechanism, base))
    state = lay_out(mechanism, tree, packed.layout, angle_states(packed))
    numbering = number(packed, state)
    own = {name: numbering.arrays[name] for name in Model._fields if name in numbering.arrays}
    model = Model(
        **own,
        elements=take_elements(numbering.arrays, tire_address(numbering.arrays["tires"])),
        ground=place_ground(ground if ground is not None else Flat()),
        base=packed.layout.body(tree.base),
        free=state.free,
        auxiliary=state.auxiliary_start,
        twist=state.velocity_start,
        independent=state.size,
        method=BASES[basis],
        velocities=VELOCITIES[velocities],
        other=basis_address(BASES[basis]),
    )
    draft = System(mechanism, packed, state, numbering, basis, velocities, model, allocate(model), inputs or {})
    return with_rank(draft, design_state(state))


def with_rank(system: System, y: np.ndarray, t: float = 0.0) -> System:
    """The system with the freedom of its cells counted at y."""
    evaluate(system.model, system.work, t, y)
    cells = system.model.cells.copy()
    free = 0
    for cell in cells:
        n, first = int(cell["last"] - cell["column"]), int(cell["column"] - cell["shift"])
        J = system.work.space.J[cell["row"] : cell["last_row"], first : first + n]
        sizes = np.linalg.svd(J, compute_uv=False) if J.size else np.zeros(0)
        rank = int(np.sum(sizes > RANK * np.max(sizes, initial=0.0)))
        cell["freedom"], cell["first_free"] = n - rank, free
        free += n - rank
    model = system.model._replace(cells=cells)
    return replace(system, model=model, work=allocate(model))


def start_state(system: System, t: float = 0.0) -> np.ndarray:
    """The design position, with the velocities given on the bodies."""
    return close_world_state(system, design_world(system), t)


def close_world_state(system: System, world: np.ndarray, t: float = 0.0) -> np.ndarray:
    """A world state in the coordinates of this formulation, closed."""
    y = np.zeros(system.size)
    y[: system.state.size] = from_world(system, world)[0]
    return with_closed_loops(system, y, t)


def with_closed_loops(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """y with all loops closed, and with the ż of its velocities; raises AssemblyError."""
    y = y.copy()
    outcome = begin(system.model, system.work, t, y)
    if outcome != status.OK:
        joint = system.layout.joint_name(int(system.work.culprit[0]))
        size = f"{float(system.work.culprit[1]):.3g}"
        raise AssemblyError([Finding(joint, status.MEANING[outcome], size, hint=status.HINT[outcome])], "the start")
    return y
