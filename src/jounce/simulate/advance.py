"""From an integrator's options to a function that advances: scratch, matrices and the call of compiled code."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any, Protocol

import numpy as np

from jounce.errors import SimulationError
from jounce.formulations import status
from jounce.formulations.generated import Model
from jounce.integrators import bank, chord, dormand_prince, explicit, fixed, linearise, progress, rosenbrock, tangent
from jounce.integrators.many import advance_many
from jounce.kernel import machine_code
from jounce.simulate.adams import Notes, adams_advance, scratch_size
from jounce.simulate.options import (
    AdamsBashforth2,
    AdamsBashforthMoulton,
    Chord,
    DormandPrince,
    FixedStep,
    Integrator,
    Midpoint,
    Rosenbrock,
    RungeKutta4,
    SemiImplicitEuler,
    TangentSpace,
)
from jounce.simulate.stacks import one_method, one_model, one_work
from jounce.simulate.tangent import tangent_method, world_frame

STIFF = 0.3
"""Rate × step up to which a mode is not stiff: explicit steps of order two are stable up to 2."""
GRAIN = 2.0**-20
"""Resolution of a matrix that need not be exact."""
SEPARABLE = 1e8
"""Condition of eigenvectors up to which modes can be told apart."""

Advance = Callable[[int], int]
"""Goes on until so many samples are written; returns a status."""


class Equations(Protocol):
    """What the integrators need of a system of any formulation; see `jounce.formulations.verbs` and `coordinates`."""

    @property
    def derivative(self) -> Callable: ...
    @property
    def project(self) -> Callable: ...
    @property
    def model(self) -> Any: ...
    @property
    def work(self) -> Any: ...
    @property
    def coordinates(self) -> np.ndarray: ...
    @property
    def independent(self) -> np.ndarray: ...
    @property
    def auxiliary(self) -> np.ndarray: ...
    @property
    def size(self) -> int: ...


def advance_of(
    system: Equations,
    integrator: Integrator,
    y: np.ndarray,
    record: np.ndarray,
    times: np.ndarray,
    samples: np.ndarray,
    stages: np.ndarray,
    states: Sequence[np.ndarray],
    notes: Notes | None = None,
) -> Advance:
    """Advance y, the record and the samples; stages: scratch that holds the history of multi-step methods (`scratch`);
    states: for the matrices of implicit methods (`method_of`); notes: of methods that log their steps."""
    if isinstance(integrator, AdamsBashforthMoulton):
        return adams_advance(system, integrator, y, record, times, samples, stages, notes or Notes())
    if isinstance(integrator, DormandPrince):
        return _adaptive(system, integrator, y, record, times, samples, stages)
    stride = max(1, math.ceil((times[1] - times[0]) / integrator.step - 1e-9))
    step = float(times[1] - times[0]) / stride
    method = method_of(integrator, system, step, float(record[progress.TIME]), states)
    if isinstance(system.model, Model):
        return _generated(system, method, y, record, times, stride, samples, stages)
    equations = system.derivative, system.project, system.model, system.work, method

    def advance(pause: int) -> int:
        return fixed.advance(*equations, y, stages, record, times, stride, pause, samples)

    return advance


def _generated(
    system: Equations,
    method: tuple,
    y: np.ndarray,
    record: np.ndarray,
    times: np.ndarray,
    stride: int,
    samples: np.ndarray,
    stages: np.ndarray,
) -> Advance:
    """A car on generated kernels, as many cars of which there is one (see `jounce.simulate.stacks`)."""
    stacks = one_model(system.model), one_work(system.work), one_method(method)
    outcomes = np.zeros(1, dtype=np.int64)
    states, rows, records, recorded = y[None], stages[None], record[None], samples[None]

    code = None

    def advance(pause: int) -> int:
        nonlocal code
        where = states, rows, records, times, stride, pause, recorded, outcomes
        arguments = system.derivative, system.project, *stacks, 0, 1, *where
        if code is None:  # the search for the right machine code takes longer than some steps
            advance_many(*arguments)
            code = machine_code(advance_many, *arguments)
        else:
            code(*arguments)
        return int(outcomes[0])

    return advance


def _adaptive(
    system: Equations,
    integrator: DormandPrince,
    y: np.ndarray,
    record: np.ndarray,
    times: np.ndarray,
    samples: np.ndarray,
    stages: np.ndarray,
) -> Advance:
    """Steps chosen by the error; the first guess is a thousandth of the sampling interval."""
    if record[progress.STEP] == 0.0:
        record[progress.STEP] = 1e-3 * (times[1] - times[0])
    equations = system.derivative, system.project, system.model, system.work
    control = integrator.relative, integrator.absolute, integrator.largest_step, float(integrator.most_steps)

    def advance(pause: int) -> int:
        return dormand_prince.advance_dormand_prince(*equations, y, stages, record, *control, times, pause, samples)

    return advance


@singledispatch
def method_of(integrator: FixedStep, system: Equations, step: float, t: float, states: Sequence[np.ndarray]) -> tuple:
    """The compiled method for steps of `step` [s].

    states: closed states at time t [s] for the matrices of implicit methods, by rising speed of the base; one does.
    """
    kinds = {
        SemiImplicitEuler: explicit.EULER,
        Midpoint: explicit.MIDPOINT,
        AdamsBashforth2: explicit.ADAMS_BASHFORTH,
        RungeKutta4: explicit.RUNGE_KUTTA,
    }
    return explicit.Explicit(kinds[type(integrator)], system.coordinates)


@method_of.register
def _chord(integrator: Chord, system: Equations, step: float, t: float, states: Sequence[np.ndarray]) -> chord.Chord:
    rule = {"trapezoid": chord.TRAPEZOID, "bdf2": chord.BDF2}[integrator.rule]
    matrices = filled_bank(system, chord.BETA[rule] * step, t, states)
    chart = system.coordinates, system.independent, system.auxiliary
    return chord.Chord(rule, *chart, matrices, float(integrator.tolerance), int(integrator.iterations))


@method_of.register
def _rosenbrock(
    integrator: Rosenbrock, system: Equations, step: float, t: float, states: Sequence[np.ndarray]
) -> rosenbrock.Rosenbrock:
    gamma = {"sharp": rosenbrock.SHARP, "forgiving": rosenbrock.FORGIVING}[integrator.gamma]
    matrices = filled_bank(system, gamma * step, t, states, threshold=STIFF / step)
    return rosenbrock.Rosenbrock(system.coordinates, system.independent, system.auxiliary, matrices)


@method_of.register
def _tangent(
    integrator: TangentSpace, system: Equations, step: float, t: float, states: Sequence[np.ndarray]
) -> tangent.Tangent:
    return tangent_method(integrator, world_frame(system), step, t, states[0])


def scratch(integrator: Integrator, size: int) -> np.ndarray:
    """Scratch for states of a size."""
    if isinstance(integrator, AdamsBashforthMoulton):
        return np.zeros(scratch_size(size))
    rows = {
        Chord: chord.ROWS,
        Rosenbrock: rosenbrock.ROWS,
        TangentSpace: tangent.ROWS,
        DormandPrince: dormand_prince.STAGES,
    }
    return np.zeros((rows.get(type(integrator), explicit.ROWS), size))


def filled_bank(
    system: Equations, reach: float, t: float, states: Sequence[np.ndarray], threshold: float = 0.0
) -> bank.Bank:
    """Matrices for the reach βh [s] at closed states, by rising speed of the base; the first serves all below it.

    threshold: rate [1/s] below which a mode is left out of them (see `stiff_part`).
    """
    matrices = bank.allocate(
        [bank.base_speed(system.coordinates, y) for y in states], len(system.independent) + len(system.auxiliary)
    )
    scratch = np.zeros((linearise.ROWS, system.size))
    equations = system.derivative, system.project, system.model, system.work
    chart = system.coordinates, system.independent, system.auxiliary
    for place, y in enumerate(states):
        outcome = bank.measure(*equations, *chart, matrices, place, float(t), np.array(y, dtype=float), scratch)
        if outcome == status.OK:
            matrices.lu[place] = stiff_part(matrices.lu[place], threshold)
            matrices.stiffness[place] = stiff_part(matrices.stiffness[place], threshold**2)
            outcome = bank.prepare(matrices, place, reach)
        if outcome != status.OK:
            text = f"t = {t:.6g} s: no matrix for implicit steps: {status.MEANING[outcome]}. {status.WAY_OUT[outcome]}"
            raise SimulationError(text, time=float(t), step=0, culprit="")
    return matrices


def stiff_part(A: np.ndarray, threshold: float) -> np.ndarray:
    """A without its eigenvalues up to a size.

    A W-method keeps its order with any matrix, but what the matrix says wrongly costs accuracy: one made for a car that
    rolls straight is wrong in a turn. So it says only what stability needs; the rest is integrated as it comes.
    """
    if threshold <= 0.0 or not np.all(np.isfinite(A)):
        return A
    rates, modes = np.linalg.eig(A)
    kept = np.where(np.abs(rates) > threshold, rates, 0.0)
    if not kept.any():
        return np.zeros_like(A)
    if np.linalg.cond(modes) > SEPARABLE:
        return A
    return _rounded(np.real(modes * kept @ np.linalg.inv(modes)))


def _rounded(A: np.ndarray) -> np.ndarray:
    """A to GRAIN of its largest entry: a precaution, so that equal runs give equal bits even if a linear algebra
    library should round differently from call to call, which was suspected and not seen."""
    _, exponent = np.frexp(np.abs(A).max())
    grain = np.ldexp(GRAIN, exponent)
    return np.round(A / grain) * grain
