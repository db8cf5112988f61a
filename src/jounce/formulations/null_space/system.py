"""A mechanism ready to run on a null space: tree, islands, arrays, scratch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jounce.errors import Refusal
from jounce.formulations.coordinates import COORDINATE
from jounce.formulations.null_space import model as kinds
from jounce.formulations.null_space.entries import evaluate
from jounce.formulations.null_space.islands import Numbering, number
from jounce.formulations.null_space.model import Model, Work, allocate
from jounce.formulations.null_space.other_bases import basis_address
from jounce.formulations.null_space.pointers import derivative_of, project_of
from jounce.ground import Flat, placed
from jounce.mechanism import Mechanism, Signal
from jounce.packing.bodies import Frame
from jounce.packing.layout import Layout
from jounce.packing.pack import Packed, pack
from jounce.tires.tire import tire_address
from jounce.topology.layout import StateLayout, angle_states, lay_out
from jounce.topology.poses import design_state
from jounce.topology.tree import choose_base, span

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
class System:
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
        """Length of the state vector: that of `jounce.topology.layout`, then ż where they are integrated."""
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
    def coordinates(self) -> np.ndarray:
        """None: a null space knows directions, not which coordinates are independent."""
        return np.zeros(0, COORDINATE)

    @property
    def independent(self) -> np.ndarray:
        """Indices of independent velocities within y: none, see `coordinates`."""
        return np.zeros(0, np.int64)

    @property
    def auxiliary(self) -> np.ndarray:
        """Indices of first-order states within y, for methods with independent velocities: none."""
        return np.zeros(0, np.int64)


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
        raise Refusal("unknown basis", repr(basis), f"one of {', '.join(BASES)}")
    if velocities not in VELOCITIES:
        raise Refusal("unknown velocities", repr(velocities), f"one of {', '.join(VELOCITIES)}")
    if velocities == "independent" and basis not in ("projection", "qr"):
        raise Refusal("no independent velocities", f"the basis {basis}", "the basis projection or qr")
    packed = pack(mechanism, inputs)
    tree = span(mechanism, packed.frames, choose_base(mechanism, base))
    state = lay_out(mechanism, tree, packed.layout, angle_states(packed))
    numbering = number(packed, state)
    model = Model(
        **numbering.arrays,
        ground=placed(ground if ground is not None else Flat()),
        tire=tire_address() if mechanism.tires else 0,
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
