"""A mechanism ready to run in world-frame Cartesian coordinates: names, arrays, scratch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.pack import Layout, pack
from jounce.engine.assembly.world_states import BodyStates
from jounce.engine.formulations.cartesian.model import POSE, TWIST, Model, Work, allocate
from jounce.engine.formulations.elements import take_elements
from jounce.engine.formulations.formulation import Capabilities, SystemDefaults
from jounce.engine.formulations.world_frame.assembly import close_joints
from jounce.engine.formulations.world_frame.entries import derivative_of, evaluate, project_of
from jounce.engine.formulations.world_frame.formulation import CAPABILITIES
from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.laws.tires.tire import tire_address
from jounce.engine.linalg.block_ldl import BlockFinder, BlockPattern, analyse, elimination_order
from jounce.model.mechanism import Mechanism, Signal

REGULAR, REDUNDANT = 1e-11, 1e-7
"""Regularisation relative to the joints' typical inverse mass, without and with redundant constraints.

The residual iteration of `linear_system` removes its effect. Redundant directions need one well above rounding, so
that minimum-norm multipliers are clean, and because such mechanisms are evaluated on their constraints it may be large;
the chains of four-bars in validation/ lose nothing by it, and pass their singular positions best with it."""
RANK = 1e-9
"""Relative singular value of the mass-weighted Jacobian below which a constraint counts as redundant."""
CLEARLY_REGULAR = 1e-10
"""Relative eigenvalue of W Wᵀ above which no constraint is redundant."""


@dataclass(frozen=True)
class System(SystemDefaults):
    """One mechanism in this formulation. `work` is scratch: a System serves one thread at a time."""

    mechanism: Mechanism
    layout: Layout
    frames: dict[str, Frame]
    model: Model
    work: Work
    inputs: Mapping[str, Signal] = field(default_factory=dict)
    """What the run-time inputs are bound to."""

    @property
    def size(self) -> int:
        """Length of the state vector y = (r, q of every body; v, ω of every body; auxiliary states)."""
        return self.work.state.size

    @cached_property
    def derivative(self) -> Callable:
        """ẏ, as a pointer for the integrators."""
        return derivative_of(self.model, self.work)

    @cached_property
    def project(self) -> Callable:
        """The projection onto the constraints, as a pointer for the integrators."""
        return project_of(self.model, self.work)

    @property
    def capabilities(self) -> Capabilities:
        """All bodies share the constraints, and no velocity is more independent than another."""
        return CAPABILITIES

    @property
    def world_frame(self) -> System:
        """This system itself."""
        return self

    def pose(self, body: str) -> slice:
        """Centre of mass (world) and quaternion of a body within y."""
        i = self.layout.body(body)
        return slice(POSE * i, POSE * (i + 1))

    def twist(self, body: str) -> slice:
        """Velocity (world) and angular velocity (body axes) of a body within y."""
        first = POSE * len(self.layout.bodies) + TWIST * self.layout.body(body)
        return slice(first, first + TWIST)

    def start_state(self, t: float = 0.0) -> np.ndarray:
        """The design position with the velocities given on the bodies, all joints closed; raises AssemblyError."""
        return close_joints(self, design_state(self), t)

    def to_world(self, states: np.ndarray) -> np.ndarray:
        """The states themselves, (n, size)."""
        return np.atleast_2d(states)

    def from_world(self, world: np.ndarray, t: float = 0.0) -> np.ndarray:
        """A copy of the world state, as it is."""
        return np.array(world, dtype=float)

    def with_inputs(self, inputs: Mapping[str, Signal]) -> System:
        """The same system with its run-time inputs bound to other signals."""
        return build(self.mechanism, inputs=inputs, ground=self.model.ground)

    def with_mechanism(
        self, mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None
    ) -> System:
        """Another mechanism in the world frame."""
        return build(mechanism, inputs=inputs, ground=ground)

    def with_other_coordinates(self, y: np.ndarray) -> System:
        """This system itself: `tangent` chooses its independent coordinates itself, when it is made anew."""
        return self

    def body_states(self, body: str) -> BodyStates:
        """Where pose and twist of a body stand in y."""
        return BodyStates(self.pose(body).start, self.twist(body).start, False)

    def joint_coordinates(self, joint: str) -> dict[str, int]:
        """Angles of a joint whose turns are counted → index in y."""
        places = {label: measure for (name, label), measure in self.layout.measures.items() if name == joint}
        turns = {label: int(self.model.measures[measure]["winding"]) for label, measure in places.items()}
        return {label: self.auxiliary_index(winding) for label, winding in turns.items() if winding >= 0}

    def auxiliary_index(self, number: int) -> int:
        """Index in y of an auxiliary state, given by its number in the packed mechanism."""
        return (POSE + TWIST) * len(self.layout.bodies) + number


def build(mechanism: Mechanism, *, inputs: Mapping[str, Signal] | None = None, ground: tuple | None = None) -> System:
    """Number, pack and order a mechanism. `inputs` binds run-time inputs to signals."""
    packed = pack(mechanism, inputs)
    nodes = len(packed.layout.bodies) + len(packed.layout.joints)
    own = {name: packed.arrays[name] for name in Model._fields if name in packed.arrays}
    draft = Model(
        **own,
        elements=take_elements(packed.arrays, tire_address(packed.arrays["tires"])),
        ground=place_ground(ground if ground is not None else Flat()),
        pattern=analyse([set() for _ in range(nodes)], list(range(nodes))),
        regularisation=0.0,
        redundant=False,
    )
    size = (POSE + TWIST) * len(packed.layout.bodies) + packed.layout.auxiliary
    system = System(mechanism, packed.layout, packed.frames, draft, allocate(draft, size), inputs or {})
    model = _ordered(system)
    return replace(system, model=model, work=allocate(model, size))


def design_state(system: System) -> np.ndarray:
    """State at the design position with the velocities given on the bodies (not yet made consistent)."""
    y = np.zeros(system.size)
    for body in system.mechanism.bodies:
        frame = system.frames[body.name]
        y[system.pose(body.name)] = [*frame.centre, *body.orientation]
        y[system.twist(body.name)] = [*body.velocity, *(frame.axes.T @ np.array(body.angular_velocity))]
    return y


def jacobian(system: System) -> np.ndarray:
    """Φ_q of the last evaluation, dense (rows, 6 nb), for analysis outside the time loop."""
    model, gradients = system.model, system.work.measures["gradient"]
    nb = model.bodies.size
    J = np.zeros((model.rows.size, nb + 1, TWIST))
    counts = model.rows["stop"] - model.rows["start"]
    rows = np.repeat(np.arange(model.rows.size), counts)
    terms = model.terms[np.arange(rows.size) + np.repeat(model.rows["start"] - np.cumsum(counts) + counts, counts)]
    measures = model.measures[terms["measure"]]
    pulls = terms["factor"][:, None] * gradients[terms["measure"]]
    np.add.at(J, (rows, measures["a"]), pulls[:, :TWIST])
    np.add.at(J, (rows, measures["b"]), pulls[:, TWIST:])
    return J.reshape(model.rows.size, TWIST * (nb + 1))[:, : TWIST * nb]


def mass_matrices(model: Model) -> np.ndarray:
    """The 6×6 mass matrix of each body, shape (nb, 6, 6)."""
    M = np.zeros((model.bodies.size, TWIST, TWIST))
    M[:, [0, 1, 2], [0, 1, 2]] = model.bodies["mass"][:, None]
    M[:, 3:, 3:] = model.bodies["inertia"].reshape(-1, 3, 3)
    return M


def weighted_jacobian(system: System) -> np.ndarray:
    """Φ_q M^(−1/2) of the last evaluation: lengths and angles on one scale, for ranks."""
    J = jacobian(system)
    for i, M in enumerate(mass_matrices(system.model)):
        half = np.linalg.inv(np.linalg.cholesky(M)).T
        J[:, TWIST * i : TWIST * (i + 1)] = J[:, TWIST * i : TWIST * (i + 1)] @ half
    return J


def has_redundant_rows(W: np.ndarray) -> bool:
    """Whether the rank of a matrix is smaller than its number of rows: singular values up to RANK of the largest count
    as zero.

    Eigenvalues of W Wᵀ are their squares, and ten times as quick to find. They are exact to rounding of the largest
    (1e-16), so that a smallest one above 1e-10 of it proves full rank; only below that singular values decide.
    """
    if not W.size:
        return False
    squares = np.linalg.eigvalsh(W @ W.T)
    if squares[0] > CLEARLY_REGULAR * squares[-1]:
        return False
    singular = np.linalg.svd(W, compute_uv=False)
    return W.shape[0] > int(np.sum(singular > RANK * singular[0]))


def _ordered(system: System) -> Model:
    """The model with elimination order, block places and regularisation from the design position."""
    model, layout = system.model, system.layout
    evaluate(model, system.work, 0.0, design_state(system))
    W = weighted_jacobian(system)
    redundant = has_redundant_rows(W)
    scale = float(np.median(np.einsum("ij,ij->i", W, W))) if W.size else 1.0
    regularisation = scale * (REDUNDANT if redundant else REGULAR)
    J = jacobian(system)
    joints = [_joint_blocks(model, J, r.rows) for r in sorted(layout.joints.values(), key=lambda p: p.node)]
    order = elimination_order(list(mass_matrices(model)), joints, regularisation)
    nb = model.bodies.size
    adjacency: list[set[int]] = [set() for _ in range(nb + len(joints))]
    for j, pairs in enumerate(joints, start=nb):
        for i, _ in pairs:
            adjacency[i].add(j)
            adjacency[j].add(i)
    pattern = analyse(adjacency, order)
    return model._replace(
        pattern=pattern,
        terms=_placed_terms(model, pattern),
        regularisation=regularisation,
        redundant=redundant,
    )


def _joint_blocks(model: Model, J: np.ndarray, rows: range) -> list[tuple[int, np.ndarray]]:
    """(body, Jacobian) pairs of one joint, for every body that its measures touch."""
    terms = model.terms[model.rows[rows.start]["start"] : model.rows[rows.stop - 1]["stop"]]
    touched = model.measures[terms["measure"]]
    bodies = sorted({int(i) for i in (*touched["a"], *touched["b"]) if i < model.bodies.size})
    return [(i, J[rows.start : rows.stop, TWIST * i : TWIST * (i + 1)]) for i in bodies]


def _placed_terms(model: Model, pattern: BlockPattern) -> np.ndarray:
    """The terms with the places of their gradients in the linear system."""
    nb, terms = model.bodies.size, model.terms.copy()
    place = BlockFinder(pattern)
    for row in model.rows:
        for term in terms[row["start"] : row["stop"]]:
            measure = model.measures[term["measure"]]
            for side in ("a", "b"):
                if measure[side] < nb:
                    found = place.locate(nb + int(row["joint"]), int(measure[side]))
                    term[f"block_{side}"], term[f"flipped_{side}"] = found
    return terms
