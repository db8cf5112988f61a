"""The matrix of an implicit step on all bodies: H_p of Kang 2014 [42] at one state, and the coordinates it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jounce.engine.formulations.cartesian.model import TWIST, Model
from jounce.engine.formulations.chassis_frame.arrays import (
    CHASSIS,
    WORLD,
    FrameArrays,
    Slots,
    allocate_frame_arrays,
    allocate_slots,
    traced_places,
)
from jounce.engine.formulations.chassis_frame.residual import addresses, evaluate_in_frame, start_in_frame, trace_matrix
from jounce.engine.formulations.chassis_frame.slopes import Places
from jounce.errors import ModelError
from jounce.findings import Finding

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from jounce.engine.formulations.world_frame.system import System

RANK = 1e-9
"""A constraint whose pivot is smaller than this part of the largest depends on others."""
AVOIDED = 1e-3
"""How much less than others the coordinates of the base are wanted as dependent ones."""
FRAMES = {"world": WORLD, "chassis": CHASSIS}


@dataclass(frozen=True)
class Unknowns:
    """A mechanism in a frame, and the numbering of its equations and unknowns."""

    system: System
    framed: FrameArrays
    residual: int
    jacobian: int
    """Addresses of the compiled residual and Jacobian."""
    places: Places
    numbers: np.ndarray
    """Place of every auxiliary state among the unknown states, or −1."""
    states: np.ndarray
    """Auxiliary state that every unknown state is."""
    independent: np.ndarray
    """Coordinates that U picks."""

    @property
    def size(self) -> int:
        """How many: poses, velocities, rates, multipliers, states."""
        return self.places.first_state + self.states.size


def step_matrix(
    system: System,
    t: float,
    y: np.ndarray,
    *,
    frame: str = "chassis",
    reach: float = 1e-3,
    like: Unknowns | None = None,
) -> csr_matrix:
    """H_p at a closed state, for a step of reach β [s] that begins there.

    Rows F, Φ, Φ̇, Φ̈, the two of U, states; columns poses, velocities, rates, multipliers, states; in the axes of the
    frame. like: unknowns whose independent coordinates are to be kept.
    """
    from scipy.sparse import csr_matrix  # slow to import, and simulations do not need it

    unknowns = like or unknowns_of(system, frame, t, y)
    load_state(unknowns, t, y)
    slots = trace(unknowns, reach, t, y)
    rows, columns = traced_places(slots)
    return csr_matrix((slots.values, (rows, columns)), shape=(unknowns.size, unknowns.size))


def unknowns_of(system: System, frame: str, t: float, y: np.ndarray) -> Unknowns:
    """Numbering and independent coordinates at a closed state; refuses redundant constraints."""
    model = system.model
    n, m = TWIST * model.bodies.size, model.rows.size
    numbers, states = _states(system)
    places = Places(n, m, 3 * n + m)
    framed = allocate_frame_arrays(model, FRAMES[frame], base_of(system))
    residual, jacobian = addresses(framed, model, system.work, allocate_slots(0), places)
    draft = Unknowns(system, framed, residual, jacobian, places, numbers, states, np.zeros(0, np.int64))
    load_state(draft, t, y)
    return Unknowns(
        system, framed, residual, jacobian, places, numbers, states, independent_coordinates(system, framed)
    )


def load_state(unknowns: Unknowns, t: float, y: np.ndarray) -> None:
    """Velocities, rates and multipliers of a closed state into the frame's arrays, and the residual there."""
    system, framed = unknowns.system, unknowns.framed
    start_in_frame(system.derivative, framed, system.model, system.work, t, y, np.zeros(y.size))
    evaluate_in_frame(unknowns.residual, framed, system.model, system.work, t, y)


def base_of(system: System) -> int:
    """The body whose frame is the chassis frame: `chassis`, or the first free body, or the first."""
    names = system.layout.bodies
    if "chassis" in names:
        return names.index("chassis")
    return next((i for i, body in enumerate(system.mechanism.bodies) if body.free), 0)


def independent_coordinates(system: System, framed: FrameArrays) -> np.ndarray:
    """Coordinates that U picks: those left over by elimination with the largest pivots first, the base's last."""
    J = constraint_jacobian(framed, system.model)
    m, n = J.shape
    wanted = np.ones(n)
    wanted[TWIST * framed.base : TWIST * (framed.base + 1)] = AVOIDED
    A, free, waiting = J * wanted, np.ones(n, bool), np.ones(m, bool)
    largest = np.abs(A).max(initial=0.0)
    for _ in range(m):
        r, c = np.unravel_index(np.argmax(np.abs(A)), A.shape)
        if abs(A[r, c]) <= RANK * largest:
            raise _redundant(system, int(np.flatnonzero(waiting)[0]))
        A -= np.outer(A[:, c] / A[r, c], A[r])
        A[r], A[:, c] = 0.0, 0.0
        waiting[r], free[c] = False, False
    return np.flatnonzero(free)


def constraint_jacobian(framed: FrameArrays, model: Model) -> np.ndarray:
    """Φ̂ (rows, 6 nb) at the point of the last residual: Kang 2014 [14a], [14b] with two bodies in every measure."""
    nb = model.bodies.size
    jacobian = np.zeros((model.rows.size, TWIST * (nb + 1)))
    for r, row in enumerate(model.rows):
        for term in model.terms[row["start"] : row["stop"]]:
            measure = model.measures[term["measure"]]
            gradient = term["factor"] * framed.measures[term["measure"]]["gradient"]
            for side, i in enumerate((measure["a"], measure["b"])):
                jacobian[r, TWIST * i : TWIST * (i + 1)] += gradient[TWIST * side : TWIST * (side + 1)]
    return jacobian[:, : TWIST * nb]


def trace(
    unknowns: Unknowns, reach: float, t: float, y: np.ndarray, *, shaken: np.random.Generator | None = None
) -> Slots:
    """All entries of H_p with their places, at y with the velocities that are loaded, or somewhere near."""
    system, framed = unknowns.system, unknowns.framed
    moved, shift = y.copy(), np.zeros(framed.v.size)
    loaded = [array.copy() for array in (framed.v, framed.a, framed.multipliers)]
    if shaken is not None:
        shift = shaken.uniform(-1e-2, 1e-2, framed.v.size)
        for array in (framed.v, framed.a, framed.multipliers):
            array += shaken.normal(size=array.size)
        moved[system.size - system.layout.auxiliary :] += shaken.normal(size=system.layout.auxiliary) * 1e-2
    slots = allocate_slots(0)
    for _ in range(2):  # the first time they are only counted
        slots = allocate_slots(int(slots.count[0]), int(slots.count[1]))
        slots.count[2] = 1
        trace_matrix(
            unknowns.residual,
            unknowns.jacobian,
            framed,
            system.model,
            system.work,
            reach,
            t,
            y,
            shift,
            moved.copy(),
            unknowns.numbers,
            slots,
            unknowns.independent,
            unknowns.places,
        )
    for array, value in zip((framed.v, framed.a, framed.multipliers), loaded, strict=True):
        array[:] = value
    return slots


def _states(system: System) -> tuple[np.ndarray, np.ndarray]:
    """Places of the auxiliary states among the unknowns (−1: turn counters and inputs, which are not), and back."""
    numbers = np.full(max(1, system.layout.auxiliary), -1, np.int64)
    states: list[int] = []
    forces, tires = system.model.elements.scalar_forces["state"], system.model.elements.tires["state"]
    for first, count in (*((int(s), 1) for s in forces), *((int(s), 2) for s in tires)):
        for place in range(first, first + count) if first >= 0 else ():
            numbers[place] = len(states)
            states.append(place)
    return numbers, np.array(states, np.int64)


def _redundant(system: System, row: int) -> ModelError:
    joint = next(name for name, place in system.layout.joints.items() if row in place.rows)
    what = "the method tangent needs constraints that do not depend on each other"
    hint = "give a joint more freedom (spherical instead of revolute), or take another integrator, such as rk4"
    return ModelError([Finding(f"joint {joint}", what, "a redundant constraint", hint=hint)])
