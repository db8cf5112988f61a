"""Fewer states for a linear model: without those that nothing depends on, with some held, with others settled.

With the states x₁ that stay and the others x₂, settled means ẋ₂ = 0, so that x₂ = −A₂₂⁻¹ (A₂₁ x₁ + B₂ u) and

    A = A₁₁ − A₁₂ A₂₂⁻¹ A₂₁,   B = B₁ − A₁₂ A₂₂⁻¹ B₂,   C = C₁ − C₂ A₂₂⁻¹ A₂₁,   D = D − C₂ A₂₂⁻¹ B₂

(residualisation): steady gains are kept exactly, and so are modes slow against those of A₂₂. Truncation would keep the
response in the first instant instead, which of a car with fast tires is the wrong end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.simulation.linear_model import LinearModel

NO_EFFECT = 1e-7
"""Entry of A or C that counts as zero, relative to the largest of its row: errors of differences are below."""
SETTLES = 1e-9
"""Smallest singular value of a matrix whose states settle, relative to its largest, rows and columns scaled to one."""


def without_positions(model: LinearModel, keep: Sequence[str] = ()) -> LinearModel:
    """The model without states on which neither others nor outputs depend, but with those in `keep`."""
    A, C = np.abs(model.A), np.abs(model.C)
    acts = NO_EFFECT * A.max(axis=1, initial=0.0, keepdims=True) < A
    seen = (NO_EFFECT * np.abs(C).max(axis=1, initial=0.0, keepdims=True) < C).any(axis=0)
    needed = seen | np.isin(model.states, list(keep))
    while True:
        wider = needed | acts[needed].any(axis=0)
        if (wider == needed).all():
            return _choose(model, needed)
        needed = wider


def hold(model: LinearModel, states: Iterable[str]) -> LinearModel:
    """The model with states kept at the reference."""
    held = tuple(states)
    _check(model, held)
    return _choose(model, ~np.isin(model.states, held))


def reduce(model: LinearModel, states: Sequence[str], held: Sequence[str]) -> LinearModel:
    """The model in `states`, in their order, with `held` kept and all others settled."""
    _check(model, (*states, *(name for name in held if not name.startswith("chassis."))))
    held = [name for name in held if name in model.states and name not in states]
    model = without_positions(hold(model, held), keep=states)
    kept = [model.states.index(name) for name in states]
    others = [i for i in range(len(model.states)) if i not in kept]
    A, B, C, D = model
    names = [model.states[i] for i in others]
    follow = -_solve(A[np.ix_(others, others)], np.hstack([A[np.ix_(others, kept)], B[others]]), names)
    X, U = follow[:, : len(kept)], follow[:, len(kept) :]
    along = A[np.ix_(kept, others)]
    matrices = {
        "A": A[np.ix_(kept, kept)] + along @ X,
        "B": B[kept] + along @ U,
        "C": C[:, kept] + C[:, others] @ X,
        "D": D + C[:, others] @ U,
    }
    units = tuple(model.state_units[i] for i in kept)
    return replace(model, **matrices, states=tuple(states), state_units=units, drift=model.drift[kept])


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
        motion = np.abs(directions[-1] / columns)
        worst = ", ".join(names[i] for i in np.argsort(-motion)[:3])
        hint = "drop them with without_positions(), or hold() them"
        raise InputError("states that never settle", worst, "a model whose states settle", hint, where="linear model")
    return (directions.T / sizes @ left.T @ (right / rows[:, None])) / columns[:, None]


def _choose(model: LinearModel, kept: np.ndarray) -> LinearModel:
    """The model with the states of a mask alone."""
    places = np.flatnonzero(kept)
    return replace(
        model,
        A=model.A[np.ix_(places, places)],
        B=model.B[places],
        C=model.C[:, places],
        states=tuple(model.states[i] for i in places),
        state_units=tuple(model.state_units[i] for i in places),
        drift=model.drift[places],
    )


def _check(model: LinearModel, names: Iterable[str]) -> None:
    """Raise ModelError with every name of no state."""
    findings = [
        Finding(name, "no such state", hint=suggestion(name, model.states) or "states lists all names")
        for name in names
        if name not in model.states
    ]
    if findings:
        raise ModelError(findings, "the states")
