"""Fewer states for a linear model: some held, others settled.

With the states x₁ that stay and the others x₂, settled means ẋ₂ = 0, so that x₂ = L x₁ + M u with

    L = −A₂₂⁻¹ A₂₁,   M = −A₂₂⁻¹ B₂                                                                       (order 0)

(residualisation). A wishbone that follows the roll angle has then no velocity, and its damper no force. The next order
gives x₂ the rates that the order before it leads to, ẋ₁ = F x₁ + G u, F = A₁₁ + A₁₂ L, G = B₁ + A₁₂ M:

    L ← A₂₂⁻¹ (L F − A₂₁),   M ← A₂₂⁻¹ (L G − B₂)                                                         (order + 1)

At every order steady gains are those of all states: in a steady state the rates vanish. Modes slow against those of A₂₂
come nearer with every order; where the others are not faster than the states that stay, high orders run away.
Truncation, x₂ = 0, would take the tires of a car away with their states.
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


def reduce(model: LinearModel, states: Sequence[str], held: Sequence[str], order: int) -> LinearModel:
    """The model in `states`, in their order, with `held` kept at the reference and all others settled."""
    _check(model, (*states, *held))
    rest = hold(model, [name for name in held if name not in states])
    rest = without_positions(rest, keep=states)
    kept = [rest.states.index(name) for name in states]
    others = [i for i in range(len(rest.states)) if i not in kept]
    L, M = _follow(rest, kept, others, order)
    small, along, seen = choose_states(rest, kept), rest.A[np.ix_(kept, others)], rest.C[:, others]
    return replace(small, A=small.A + along @ L, B=small.B + along @ M, C=small.C + seen @ L, D=rest.D + seen @ M)


def _follow(model: LinearModel, kept: list[int], others: list[int], order: int) -> tuple[np.ndarray, np.ndarray]:
    """L and M of the given order: the other states are L x₁ + M u."""
    if isinstance(order, bool) or not isinstance(order, int) or order < 0:
        raise InputError("not an order", repr(order), "0, 1, 2 …", where="order")
    A, B = model.A, model.B
    inverse = _solve(A[np.ix_(others, others)], np.eye(len(others)), [model.states[i] for i in others])
    to_others, along = A[np.ix_(others, kept)], A[np.ix_(kept, others)]
    L, M = -inverse @ to_others, -inverse @ B[others]
    for _ in range(order):
        F, G = A[np.ix_(kept, kept)] + along @ L, B[kept] + along @ M
        L, M = inverse @ (L @ F - to_others), inverse @ (L @ G - B[others])
    return L, M


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
    if sizes[-1] <= SETTLES * sizes[0]:
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
