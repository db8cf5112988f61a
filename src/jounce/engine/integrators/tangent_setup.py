"""From the options of the tangent-space method to the compiled one: pivots of its matrix, arrays, policy."""

from __future__ import annotations

import functools

import numpy as np

from jounce.engine.formulations.cartesian.model import POSE
from jounce.engine.formulations.chassis_frame.arrays import Slots, allocate_slots, traced_places
from jounce.engine.formulations.chassis_frame.step_matrix import Unknowns, trace, unknowns_of
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators import tangent
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.linalg.markowitz import SingularMatrixError, analyse
from jounce.engine.linalg.sparse_lu import Pattern, allocate
from jounce.errors import ModelError, SimulationError
from jounce.findings import Finding

SHAKEN = 3
"""States, moved at random, whose matrices show which entries are always zero."""
HIGH, TOUCHING = 100.0, 0.02
"""So high that no tire reaches the ground, and so deep that one does although states are moved by 1 cm [m]."""
RULES = {"bdf1": tangent.BDF1, "trapezoid": tangent.TRAPEZOID, "bdf2": tangent.BDF2}


def tangent_method(options: TangentSpace, system: System, step: float, t: float, y: np.ndarray) -> tangent.Tangent:
    """The compiled method for steps of `step` [s] in the frame of the system, ready to start at a closed state."""
    frame = system.capabilities.step_frame
    if frame is None or system.world_frame is None:
        what, expected = "tangent moves all bodies at once", "the formulation world-frame or chassis-frame"
        raise ModelError([Finding("integrator", what, "another formulation", expected)], "the run")
    unknowns = unknowns_of(system.world_frame, frame, t, y)
    pattern, slots = _pattern(unknowns, beta_h_of(options.rule, step), t, y)
    n, m, states = unknowns.places.n, unknowns.places.m, unknowns.states
    return tangent.Tangent(
        rule=RULES[options.rule],
        every=options.every,
        rescue=int(options.refresh != "never"),
        shrink=int(options.shrink and options.refresh != "never"),
        tolerance=float(options.tolerance),
        iterations=int(options.iterations),
        residual=unknowns.residual,
        jacobian=unknowns.jacobian,
        framed=unknowns.framed,
        slots=slots,
        places=unknowns.places,
        numbers=unknowns.numbers,
        states=states,
        independent=unknowns.independent,
        pattern=pattern,
        factors=allocate(pattern),
        memory=np.zeros((tangent.MEMORIES, max(n, m, states.size))),
        flags=np.zeros(tangent.FLAGS),
        right=np.zeros(unknowns.size),
        theta=np.zeros(n),
    )


def beta_h_of(rule: str, step: float) -> float:
    """β of a rule with equal steps [s]."""
    return tangent.SHARE[RULES[rule]] * step


def _pattern(unknowns: Unknowns, beta_h: float, t: float, y: np.ndarray) -> tuple[Pattern, Slots]:
    """Pivots for the matrix at the start; entries that are zero there and at states nearby, and with tires that are in
    the air on the ground, are left out.

    Pivots that rest on the grip of a tire would be lost when it leaves the ground: they are chosen without it.
    """
    first = trace(unknowns, beta_h, t, y)
    used = first.values != 0.0
    gaps = [-float(depth) for depth in unknowns.system.work.contacts["penetration"] if depth <= 0.0]
    airborne = np.where(trace(unknowns, beta_h, t, _raised(unknowns, y, HIGH)).values == 0.0, 0.0, first.values)
    rng = np.random.default_rng(0)
    for state in (*[y] * SHAKEN, *(_raised(unknowns, y, -gap - TOUCHING) for gap in gaps)):
        used |= trace(unknowns, beta_h, t, state, shaken=rng).values != 0.0
    kept = np.flatnonzero(used)
    rows, columns = traced_places(first)
    try:
        pattern = _analysed(rows[kept].tobytes(), columns[kept].tobytes(), airborne[kept].tobytes(), unknowns.size)
    except SingularMatrixError as error:
        text = f"t = {t:.6g} s: the matrix of the implicit step is singular. Is there a body without inertia?"
        raise SimulationError(text, time=float(t), step=0, culprit="") from error
    source = kept[pattern.input_source].astype(pattern.input_source.dtype)
    return pattern._replace(input_source=source), allocate_slots(first.values.size)


@functools.lru_cache(maxsize=8)
def _analysed(rows: bytes, columns: bytes, values: bytes, size: int) -> Pattern:
    """The pivots of a matrix; kept for the last few, because runs of one car begin with the same one."""
    at_row, at_column = np.frombuffer(rows, np.int64), np.frombuffer(columns, np.int64)
    return analyse(at_row, at_column, np.frombuffer(values), (size, size))


def _raised(unknowns: Unknowns, y: np.ndarray, height: float) -> np.ndarray:
    """The state with all bodies higher by so much [m]."""
    raised, nb = y.copy(), len(unknowns.system.layout.bodies)
    raised[2 : POSE * nb : POSE] += height
    return raised
