"""Changes of the states of a run with parameters, by differentiating its steps; which runs that is known for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.laws.ground import same_ground
from jounce.engine.simulate.many import CarRun, simulate_cars
from jounce.engine.simulate.variation import allocate_scratch, vary_trapezoid, watch_closed
from jounce.lab.runs.prepare import Prepared

WEIGHTS: Mapping[int, Mapping[int, float]] = {
    2: {1: 1.0 / 2.0, -1: -1.0 / 2.0},
    4: {1: 8.0 / 12.0, -1: -8.0 / 12.0, 2: -1.0 / 12.0, -2: 1.0 / 12.0},
}
"""Order of central differences → weight of the value at each multiple of the step."""


def why_not_exact(ready: Prepared) -> str:
    """Why the steps of a run cannot be differentiated; empty if they can."""
    if ready.control is not None:
        return "a driver or controller in Python acts on it"
    if not (isinstance(ready.method, Chord) and ready.method.rule == "trapezoid"):
        return "only the integrator chord has steps that are differentiated"
    can = ready.system.capabilities
    if not (can.has_exact_derivatives and can.runs_batches and can.observes_chassis_and_tires):
        return "only the formulation synthesis has exact derivatives"
    return ""


def are_alike(ready: Prepared, other: Prepared) -> bool:
    """Whether the states of one run mean the same in the other, so that one can be varied towards the other."""
    return (
        other.control is None
        and (ready.method, ready.sample, ready.end) == (other.method, other.sample, other.end)
        and ready.system.size == other.system.size
        and ready.system.shares_kernels_with(other.system)
        and same_ground(ready.system.model.ground, other.system.model.ground)
        and np.array_equal(ready.system.independent, other.system.independent)
    )


def run_every_step(ready: Prepared) -> CarRun:
    """The run of a fixed-step method with a sample at every step."""
    assert isinstance(ready.method, Chord)
    return simulate_cars(
        [ready.system],
        [ready.start],
        end=ready.end,
        integrator=ready.method,
        sample=ready.method.step,
        threads=1,
    )[0]


def vary_states(
    ready: Prepared, samples: np.ndarray, beside: Sequence[Mapping[int, Prepared]], order: int
) -> np.ndarray | None:
    """∂y/∂(multiple of the step) of every parameter at every step, (parameters, steps + 1, size).

    samples: the run at every step, (steps + 1, 1 + size). beside: for every parameter the same run with multiples of
    its step. None if the equations cannot be evaluated along the run, or iterations do not converge.
    """
    count, size = len(samples), ready.system.size
    forces, moves, changes = (np.zeros((len(beside), count, size)) for _ in range(3))
    closed, slopes = np.zeros((count, size)), np.zeros((count, size))
    for p, others in enumerate(beside):
        for multiple, weight in WEIGHTS[order].items():
            system = others[multiple].system
            equations = system.derivative, system.project, system.model, system.work
            outcome, _ = watch_closed(*equations, samples, closed, slopes)
            if outcome != status.OK:
                return None
            forces[p] += weight * slopes
            moves[p] += weight * closed
            changes[p, 0] += weight * others[multiple].start
    system = ready.system
    system.load_derivatives()
    chart = system.coordinates, system.independent, system.auxiliary
    scratch = allocate_scratch(system, len(beside))
    outcome, _ = vary_trapezoid(system.model, system.work, chart, samples, forces, moves, changes, scratch)
    return changes if outcome == status.OK else None
