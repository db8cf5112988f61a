"""Fewer states for a linear model: some held, others settled.

With the states x₁ that stay and the others x₂, settled means ẋ₂ = 0, so that x₂ = −A₂₂⁻¹ (A₂₁ x₁ + B₂ u) and

    A = A₁₁ − A₁₂ A₂₂⁻¹ A₂₁,   B = B₁ − A₁₂ A₂₂⁻¹ B₂,   C = C₁ − C₂ A₂₂⁻¹ A₂₁,   D = D − C₂ A₂₂⁻¹ B₂

(residualisation): steady gains are kept exactly, and modes that are slow against those of A₂₂ nearly. Truncation would
keep the response of the first instant instead, and take the tires of a car away with their states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.simulation.free_displacements import choose_states, without_positions
from jounce.lab.simulation.linear_model import LinearModel

SETTLES = 1e-8
"""Smallest singular value of a matrix whose states settle, relative to its largest, rows and columns scaled to one."""


def hold(model: LinearModel, states: Iterable[str]) -> LinearModel:
    """The model with states kept at the reference."""
    held = tuple(states)
    _check(model, held)
    return choose_states(model, [i for i, name in enumerate(model.states) if name not in held])


def reduce(model: LinearModel, states: Sequence[str], held: Sequence[str]) -> LinearModel:
    """The model in `states`, in their order, with `held` kept at the reference and all others settled."""
    _check(model, (*states, *held))
    rest = hold(model, [name for name in held if name not in states])
    rest = without_positions(rest, keep=states)
    kept = [rest.states.index(name) for name in states]
    others = [i for i in range(len(rest.states)) if i not in kept]
    A, B, C, D = rest
    names = [rest.states[i] for i in others]
    follow = -_solve(A[np.ix_(others, others)], np.hstack([A[np.ix_(others, kept)], B[others]]), names)
    X, U = follow[:, : len(kept)], follow[:, len(kept) :]
    small, along = choose_states(rest, kept), A[np.ix_(kept, others)]
    return replace(
        small, A=small.A + along @ X, B=small.B + along @ U, C=small.C + C[:, others] @ X, D=D + C[:, others] @ U
    )


def dc_gain(model: LinearModel) -> np.ndarray:
    """D − C A⁻¹ B."""
    return model.D - model.C @ _solve(model.A, model.B, model.states)


def _solve(A: np.ndarray, right: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """A⁻¹ right; raises InputError that names states which do not settle."""
    if not len(A):
        return np.zeros((0, right.shape[1]))
    rows = np.maximum(np.abs(A).max(axis=1), 1e-300)
    columns = np.maximum(np.abs(A / rows[:, None]).max(axis=0), 1e-300)
    left, sizes, directions = np.linalg.svd(A / rows[:, None] / columns)
    if sizes[-1] < SETTLES * sizes[0]:
        motion = np.abs(directions[-1])
        worst = ", ".join(names[i] for i in np.argsort(-motion, kind="stable")[:4])
        hint = "drop displacements with without_positions(), or keep states at the reference with hold(…)"
        raise InputError("states that do not settle", worst, "a model that settles", hint, where="linear model")
    return ((directions.T / sizes) @ (left.T @ (right / rows[:, None]))) / columns[:, None]


def _check(model: LinearModel, names: Iterable[str]) -> None:
    """Raise ModelError with every name of no state."""
    findings = [
        Finding(name, "no such state", hint=suggestion(name, model.states) or "see `states` for all names")
        for name in names
        if name not in model.states
    ]
    if findings:
        raise ModelError(findings, "the states")
