"""Displacements of a linear model that nothing depends on: where a car is, where it heads, how far its wheels turned.

They are the largest space N of displacements with A N within N and C N = 0. On level ground, without outputs that show
them, these are the longitudinal and lateral displacement, the yaw angle and the angles of free wheels; of driven
wheels, half shafts and differential only the turning of all together, because a half shaft feels its twist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jounce.lab.simulation.linear_model import LinearModel

NO_EFFECT = 1e-6
"""Effect of a displacement that counts as none, relative to the largest in its row; errors of differences are below."""
ROUNDING = 1e-12
"""Rows of A and C below this part of the largest hold rounding alone, and are not scaled up."""


def without_positions(model: LinearModel, keep: Sequence[str] = ()) -> LinearModel:
    """The model without displacements that nothing depends on; states in `keep` stay.

    Where several states make one of them together, the first is dropped, and the others count against it: x − E x_p
    with the basis E, which has unit entries at the dropped states p.
    """
    basis, dropped = _echelon(_free_space(model, keep))
    against = np.eye(len(model.states))
    against[:, dropped] -= basis
    moved = replace(model, A=against @ model.A, B=against @ model.B, drift=against @ model.drift)
    return choose_states(moved, [i for i in range(len(model.states)) if i not in dropped])


def choose_states(model: LinearModel, places: Sequence[int]) -> LinearModel:
    """The model with some of its states alone, in this order; the others stay at the reference."""
    kept = list(places)
    return replace(
        model,
        A=model.A[np.ix_(kept, kept)],
        B=model.B[kept],
        C=model.C[:, kept],
        states=tuple(model.states[i] for i in kept),
        state_units=tuple(model.state_units[i] for i in kept),
        drift=model.drift[kept],
    )


def _free_space(model: LinearModel, keep: Sequence[str]) -> np.ndarray:
    """Orthonormal basis (n, k) of the displacements that nothing depends on."""
    n = len(model.states)
    candidates = np.isin(model.state_units, ("m", "rad")) & ~np.isin(model.states, list(keep))
    basis = np.eye(n)[:, candidates]
    sizes = np.abs(np.vstack([model.A, model.C])).max(axis=1, initial=0.0)
    scale = 1.0 / np.where(sizes > ROUNDING * sizes.max(initial=0.0), sizes, 1.0)
    while basis.shape[1]:
        moved = model.A @ basis
        leaves = np.vstack([moved - basis @ (basis.T @ moved), model.C @ basis])
        _, effects, directions = np.linalg.svd(scale[:, None] * leaves)
        inside = directions[np.count_nonzero(effects > NO_EFFECT) :].T
        if inside.shape[1] == basis.shape[1]:
            break
        basis = basis @ inside
    return basis


def _echelon(basis: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """The same space with a basis that is 1 at one state each and 0 there in all other columns, and these states."""
    E, chosen = basis.copy(), []
    for k in range(E.shape[1]):
        sizes = np.abs(E[:, k])
        place = int(np.argmax(sizes > 0.9 * sizes.max()))
        E[:, k] /= E[place, k]
        for other in range(E.shape[1]):
            if other != k:
                E[:, other] -= E[place, other] * E[:, k]
        chosen.append(place)
    E[np.abs(E) < NO_EFFECT] = 0.0
    return E, chosen
