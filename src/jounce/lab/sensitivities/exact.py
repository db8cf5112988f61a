"""Changes of the states of a run with parameters, by differentiating its steps; which runs that is known for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from jounce.engine.formulations import status, synthesis
from jounce.engine.formulations.synthesis.parameter_code import load_parameter_code
from jounce.engine.formulations.synthesis.parameter_derivatives import Numbers, are_neighbours, make_seeds
from jounce.engine.integrators.catalogue.implicit import Chord
from jounce.engine.simulate.many import CarRun, simulate_cars
from jounce.engine.simulate.variation import allocate_scratch, one_by_one, side_by_side, vary_trapezoid
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
        and are_neighbours(_generated(ready), _generated(other))
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


def _generated(ready: Prepared) -> synthesis.System:
    """The system of a run that passed `why_not_exact`."""
    return cast(synthesis.System, ready.system)


def steps_per_sample(ready: Prepared) -> int:
    """Steps from sample to sample of a run with fixed steps."""
    assert isinstance(ready.method, Chord)
    return max(1, round(ready.sample / ready.method.step))


def vary_states(
    ready: Prepared, samples: np.ndarray, beside: Sequence[Mapping[int, Prepared]], order: int, stride: int = 1
) -> np.ndarray | None:
    """∂y/∂(multiple of the step) of every parameter, (parameters, samples, size), of every so many steps.

    samples: the run at every step, (steps + 1, 1 + size). beside: for every parameter the same run with multiples of
    its step: their numbers and starts are differenced, nothing else. None if the equations cannot be evaluated along
    the run, or iterations do not converge.
    """
    system = _generated(ready)
    neighbours = [{m: Numbers.of(_generated(other)) for m, other in others.items()} for others in beside]
    seeds, code = make_seeds(system, neighbours, WEIGHTS[order]), load_parameter_code(system.generated.source)
    starts = [sum(w * others[m].start for m, w in WEIGHTS[order].items()) for others in beside]
    changes = side_by_side(np.array(starts))
    kept = np.zeros((len(changes), 1 + (len(samples) - 1) // stride, changes.shape[2]))
    system.load_derivatives()
    chart = system.coordinates, system.independent, system.auxiliary
    scratch = allocate_scratch(system, code.addresses, len(beside))
    given = samples, seeds, changes, stride, kept
    outcome, _ = vary_trapezoid(code.addresses, system.model, system.work, chart, *given, scratch)
    return one_by_one(kept, len(beside)) if outcome == status.OK else None
