"""ẏ and the contacts of a car along directions in its state, its numbers and its inputs: exact, several side by side.

A direction is a neighbourhood: cars at multiples of a step of one parameter, whose kernels are those of the car. What
differs are numbers, and their derivatives by the parameter are differences of arrays (`NeighbourNumbers`). From these
the change of the motion follows through the record of the program, without differences
(`jounce.engine.formulations.synthesis.parameter_code`); laws that are called by address are the exception
(`jounce.engine.formulations.synthesis.own_changes`).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import INTERPRETED, entry, subroutine
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.law_calls import context_of
from jounce.engine.formulations.synthesis.own_changes import (
    AIR,
    BUSHING,
    DAMPER_CURVE,
    DRAG,
    FORCE,
    GATHERED,
    OWN_CHANGE,
    SIGNAL,
    SPRING_CURVE,
    put_own_changes,
)
from jounce.engine.formulations.synthesis.parameter_code import (
    ALONG,
    BUSHINGS,
    CHANGES,
    CURVES,
    DRAGS,
    FORCES,
    LANES,
    LAWS,
    NOTE,
    NOTES,
    OWN_AIR,
    PROJECT_ALONG,
    PROJECT_NOTE,
    SIGNALS,
    TABLES,
    ParameterCode,
    load_parameter_code,
)
from jounce.engine.formulations.synthesis.system import System
from jounce.engine.laws.ground import load_surface_derivatives, same_ground
from jounce.engine.laws.ground.closed_form import IS_PLANE
from jounce.errors import SimulationError

if not INTERPRETED:
    from jounce.engine.compiler.raw import run_program

CENTRAL: Mapping[int, float] = {1: 8.0 / 12.0, -1: -8.0 / 12.0, 2: -1.0 / 12.0, -2: 1.0 / 12.0}
"""Central differences of order four: weight of the value at each multiple of a step."""
RECORDS = ("scalar_forces", "loads", "tires")
"""Arrays of records that the program reads, among those of changes."""
CONTACTS = 5
"""Place of contacts in `Seeds.lanes`."""
_CALLED = {"bushing": BUSHING, "drag": DRAG, "air": AIR, "spring_curve": SPRING_CURVE, "damper_curve": DAMPER_CURVE}
_RECORDS_OF = {BUSHING: 1, DRAG: 2, AIR: 2}
"""Place of the records of other laws than forces among those of laws."""


class Seeds(NamedTuple):
    """Changes of all numbers with all parameters, a row for as many parameters as go side by side."""

    lanes: tuple[np.ndarray, ...]
    """In the order of CHANGES without W, y and dy, which follow; (groups, size · lanes) each."""
    jobs: np.ndarray
    inputs: np.ndarray
    gathered: np.ndarray
    weights: np.ndarray
    beside: tuple[np.ndarray, ...]
    """Signals, tables, scalar forces, bushings and drags of neighbours, (parameters with any, neighbours, …)."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """All numbers that equations read, of one car."""

    parameters: np.ndarray
    records: tuple[np.ndarray, ...]
    ground: np.ndarray
    """The label of a plane."""
    laws: tuple[np.ndarray, ...]
    """Signals, tables, scalar forces, bushings and drags."""

    @classmethod
    def of(cls, system: System) -> Numbers:
        """Those of a system."""
        model, e = system.model, system.model.elements
        records = tuple(getattr(e, name).copy() for name in RECORDS)
        laws = model.signals.copy(), model.tables.copy(), e.scalar_forces.copy(), e.bushings.copy(), e.drags.copy()
        return cls(model.parameters.copy(), records, label_of(system), laws)

    def with_signals(self, signals: np.ndarray) -> Numbers:
        """These numbers with other signals."""
        return replace(self, laws=(signals, *self.laws[1:]))


def label_of(system: System) -> np.ndarray:
    """The numbers of the ground that programs read without a call: those of a plane."""
    return np.frombuffer(system.model.ground.box[: 8 * LABEL].tobytes(), dtype=float).copy()


def are_neighbours(system: System, other: System) -> bool:
    """Whether equations, states and sizes of arrays are the same, so that numbers alone differ; and the ground, or both
    are planes."""
    ours, theirs = system.model, other.model
    planes = all(label_of(one)[IS_PLANE] > 0.5 for one in (system, other))
    return (
        system.size == other.size
        and system.shares_kernels_with(other)
        and np.array_equal(system.independent, other.independent)
        and (planes or same_ground(ours.ground, theirs.ground))
        and ours.signals.shape == theirs.signals.shape
        and ours.tables.shape == theirs.tables.shape
    )


def make_seeds(
    system: System, neighbours: Sequence[Mapping[int, Numbers]], weights: Mapping[int, float] = CENTRAL
) -> Seeds:
    """Changes of all numbers of a system with some parameters, by one step of each.

    neighbours: for every parameter multiple of its step → numbers there, for all multiples of `weights`; none where
    nothing but the state changes.
    """
    code = load_parameter_code(system.generated.source)
    load_surface_derivatives(system.model.ground)
    lanes, count = int(code.addresses[LANES]), len(neighbours)
    groups = max(1, -(-count // lanes))
    sizes = sizes_of(system)
    arrays = {name: np.zeros((groups, size * lanes)) for name, size in sizes.items()}
    chosen = list(weights)
    jobs: list[tuple[int, ...]] = []
    inputs: list[int] = []
    with_numbers = [p for p, others in enumerate(neighbours) if others]
    for k, p in enumerate(with_numbers):
        group, lane = divmod(p, lanes)
        for name, change in _changes(neighbours[p], weights).items():
            arrays[name][group].reshape(-1, lanes)[:, lane] = change
        jobs += [(p, k, *job) for job in _jobs([neighbours[p][m] for m in chosen], code, inputs)]
    laws = [[neighbours[p][m].laws for m in chosen] for p in with_numbers] or [[Numbers.of(system).laws] * len(chosen)]
    return Seeds(
        tuple(arrays[name] for name in arrays),
        np.array(jobs, OWN_CHANGE),
        np.array(inputs or [0], np.int64),
        _gathered(system, code),
        np.array([weights[m] for m in chosen]),
        tuple(np.array([[one[k] for one in row] for row in laws]) for k in range(5)),
    )


def sizes_of(system: System) -> dict[str, int]:
    """How many numbers each array of changes has that is no state: by name, in the order of CHANGES."""
    e = system.model.elements
    sizes = {"P": system.model.parameters.size, "ground": LABEL}
    sizes |= {name: getattr(e, name).view(np.uint8).size // 8 for name in RECORDS}
    sizes["contacts"] = system.work.contacts.view(np.uint8).size // 8
    rows = {SIGNALS: len(system.model.signals), FORCES: len(e.scalar_forces), CURVES: len(e.scalar_forces)}
    rows |= {BUSHINGS: len(e.bushings), DRAGS: len(e.drags), OWN_AIR: len(e.drags)}
    sizes |= {name: rows.get(name, len(e.tires)) * width for name, width in TABLES.items()}
    return {name: max(1, sizes[name]) for name in CHANGES if name in sizes}


def _changes(others: Mapping[int, Numbers], weights: Mapping[int, float]) -> dict[str, np.ndarray]:
    """Derivatives of numbers of kernels, traced records and planes by one step of a parameter."""
    found = {"P": np.zeros_like(others[1].parameters), "ground": np.zeros_like(others[1].ground)}
    for m, weight in weights.items():
        found["P"] += weight * others[m].parameters
        found["ground"] += weight * others[m].ground
    for k, name in enumerate(RECORDS):
        kept = [others[m].records[k] for m in weights]
        if kept[0].size:
            found[name] = _record_changes(kept, list(weights.values()))
    return found


def _record_changes(rows: Sequence[np.ndarray], weights: Sequence[float]) -> np.ndarray:
    """Differences of the floating-point numbers of records; whole numbers, which are the same in all, do not change."""
    words = [row.view(np.uint8).reshape(-1).view(np.int64) for row in rows]
    differ = np.any([word != words[0] for word in words[1:]], axis=0)
    total = np.zeros(differ.size)
    for word, weight in zip(words, weights, strict=True):
        total[differ] += weight * word[differ].view(np.float64)
    return total


def _jobs(others: Sequence[Numbers], code: ParameterCode, inputs: list[int]) -> list[tuple[int, int, int]]:
    """Laws and signals whose numbers differ among neighbours; places of their inputs are added to the list."""
    signals, tables, *laws = zip(*(one.laws for one in others), strict=True)
    other_tables = any(not np.array_equal(tables[0], one) for one in tables[1:])
    rows = range(len(signals[0]))
    moved = {r for r in rows if other_tables or any(not np.array_equal(signals[0][r], s[r]) for s in signals[1:])}
    found = [(SIGNAL, row, 0) for row in sorted(moved)]
    for call in code.law_calls:
        if call.name in ("signal", "signals", "ground"):
            continue
        kind = _CALLED.get(call.name, FORCE)
        own = laws[_RECORDS_OF.get(kind, 0)]
        differs = any(one[call.place].tobytes() != own[0][call.place].tobytes() for one in own[1:])
        signals_count, tables_count = kind in (FORCE, AIR), kind not in (BUSHING, DRAG)
        if differs or (signals_count and moved) or (tables_count and other_tables):
            found.append((kind, call.place, len(inputs)))
            inputs += call.inputs
    return found


def _gathered(system: System, code: ParameterCode) -> np.ndarray:
    found = []
    for array, row, column in code.gathered:
        rows = getattr(system.model.elements, array)
        numbers = rows.view(np.uint8).reshape(-1).view(np.int64).reshape(len(rows), -1)
        place = row * numbers.shape[1] + column
        found.append((("scalar_forces", "loads").index(array), place, int(numbers[row, column])))
    return np.array(found, GATHERED)


@subroutine
def note_all(code, model, work, t, y, here, slope, notes):
    """Evaluate both equations at y, and note what derivatives depend on; `here` is y once more closed."""
    for i in range(y.size):
        here[i] = y[i]
    context = context_of(model, work)
    e = model.elements
    records = (e.scalar_forces, e.loads, e.tires, model.ground.box, work.contacts)
    arrays = (model.parameters, work.numbers, here, slope, work.culprit, *records, notes)
    run_program(code[PROJECT_NOTE], code[LAWS], context, t, arrays)
    if work.culprit[3] != 0.0:
        return int(work.culprit[3])
    run_program(code[NOTE], code[LAWS], context, t, arrays)
    return int(work.culprit[3])


@subroutine
def put_own(seeds, g, t, notes, lanes):
    """Write what laws and signals of one group of parameters change by at the noted state."""
    _, scalar_forces, loads, _, _, _, signals, forces, curves, bushings, drags, airs, _ = seeds.lanes
    put_own_changes(
        *(seeds.jobs, seeds.inputs, seeds.gathered, seeds.weights, seeds.beside, t, notes, g, lanes),
        *((signals, forces, curves, bushings, drags, airs), (scalar_forces, loads)),
    )


@subroutine
def follow_all(code, model, work, t, notes, seeds, g, state):
    """Let dependent coordinates follow changes of the state and of the numbers of one group, in place."""
    run_along(code[PROJECT_ALONG], code, model, work, t, notes, seeds, g, state)


@subroutine
def evaluate_all(code, model, work, t, notes, seeds, g, state):
    """The changes of ẏ and of the contacts with those of the state and of the numbers of one group."""
    run_along(code[ALONG], code, model, work, t, notes, seeds, g, state)


@subroutine
def run_along(address, code, model, work, t, notes, seeds, g, state):
    """Call a program along directions; state: changes of W, y and dy."""
    P, scalar_forces, loads, tires, ground, contacts, signals, forces, curves, bushings, drags, airs, grounds = (
        seeds.lanes
    )
    records = (scalar_forces[g], loads[g], tires[g], ground[g], contacts[g])
    own = (signals[g], forces[g], curves[g], bushings[g], drags[g], airs[g], grounds[g])
    arrays = (notes, P[g], state[0], state[1], state[2], *records, *own)
    run_program(address, code[LAWS], context_of(model, work), t, arrays)


@entry
def change_along(code, model, work, t, y, seeds, given, notes, here, slope, state, out_y, out_slope, out_contacts):
    """Changes of y with its loops closed, of ẏ and of the contacts for changes of the state and all parameters.

    given: changes of the state (parameters, size); the others are written, a row a parameter. Returns a status.
    """
    outcome = note_all(code, model, work, t, y, here, slope, notes)
    if outcome != status.OK:
        return outcome
    lanes, count, size = code[LANES], given.shape[0], y.size
    for first in range(0, count, lanes):
        many = min(lanes, count - first)
        g = first // lanes
        for i in range(size):
            for lane in range(lanes):
                state[1][i * lanes + lane] = given[first + lane, i] if lane < many else 0.0
        put_own(seeds, g, t, notes, lanes)
        follow_all(code, model, work, t, notes, seeds, g, state)
        follow_all(code, model, work, t, notes, seeds, g, state)
        evaluate_all(code, model, work, t, notes, seeds, g, state)
        for lane in range(many):
            for i in range(size):
                out_y[first + lane, i] = state[1][i * lanes + lane]
                out_slope[first + lane, i] = state[2][i * lanes + lane]
            for i in range(out_contacts.shape[1]):
                out_contacts[first + lane, i] = seeds.lanes[CONTACTS][g, i * lanes + lane]
    return status.OK


class Neighbourhood(NamedTuple):
    """Changes of a state with its loops closed, of ẏ and of the contacts of all tires, a row a parameter."""

    state: np.ndarray
    slope: np.ndarray
    contacts: np.ndarray
    """(parameters, tires, numbers of a contact), in the order of the kernels."""


def derivatives_along(
    system: System,
    t: float,
    y: np.ndarray,
    given: np.ndarray,
    neighbours: Sequence[Mapping[int, Numbers]],
    weights: Mapping[int, float] = CENTRAL,
) -> Neighbourhood:
    """Exact changes at a closed state y for changes of it, (parameters, size), and of all numbers.

    neighbours, weights: see `make_seeds`. Raises SimulationError for a state at which equations cannot be evaluated.
    """
    seeds = make_seeds(system, neighbours, weights)
    code = load_parameter_code(system.generated.source).addresses
    lanes, size = int(code[LANES]), system.size
    contacts = system.work.contacts.view(np.uint8).size // 8
    out = Neighbourhood(np.zeros(given.shape), np.zeros(given.shape), np.zeros((len(given), contacts)))
    state = tuple(np.zeros(n * lanes) for n in (system.work.numbers.size, size, size))
    rooms = np.zeros(int(code[NOTES])), np.zeros(size), np.zeros(size)
    outcome = change_along(code, system.model, system.work, t, y, seeds, given, *rooms, state, *out)
    if outcome != status.OK:
        text = f"t = {t:.6g} s: no derivatives at this state: {status.MEANING[outcome]}"
        raise SimulationError(f"{text}. {status.HINT[outcome]}", time=t)
    return out._replace(contacts=out.contacts.reshape(len(given), len(system.layout.tires), -1))
