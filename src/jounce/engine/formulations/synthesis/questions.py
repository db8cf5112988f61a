"""What is asked of Φ_q while coordinates are chosen: questions that name rows and columns, and hold no number of a car.

Which equations of some loops count, and which velocities depend on the others, is decided by rank and pivoting (Song
2005, [21]). A question may be asked of any car of the same structure.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from jounce.engine.assembly.spanning_tree import BALL, SLIDE
from jounce.engine.assembly.state_layout import Rate
from jounce.engine.formulations.synthesis.pivots import pick_columns

RANK = 1e-9
"""Relative size below which an equation counts as a consequence of others."""
BALL_PREFERENCE = 4.0
"""How much rather the rotations of ball joints are made dependent than angles and travels."""

SETTLED = 5.0
"""Factor by which the condition of Φ_u may be worse with the first coordinates of a loop independent than with the best
ones. Cars that differ in hardpoints then share their choice, and with it their kernels."""
STRONG = 0.3
"""Effect on the equations, relative to the strongest turn or slide, from which on a coordinate is as good as any."""

WEAK = 0.05
"""Effect on the equations, likewise, below which a coordinate never becomes dependent for the sake of an earlier one:
the height of an axle on level links has none but rounding, which no scaling of rows and columns shows."""

Entries = tuple[np.ndarray, ...]
"""Rows and columns of a part of Φ_q, as `numpy.ix_` makes them."""


class Question(Protocol):
    """Something about Φ_q."""

    def answer(self, J: np.ndarray) -> object:
        """The answer, which can be compared; J: Φ_q of all loops."""


class Dependents(NamedTuple):
    """Rows that count, and columns of dependent velocities, among those of a question; fewer columns than rows where
    too many are to be independent."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class WhichDepend:
    """Which equations of connected loops count, and which of their velocities depend on the others."""

    entries: Entries
    slides: np.ndarray
    """Which velocities are travels."""
    preferences: np.ndarray
    """How much rather each velocity is made dependent; zero where it must be independent."""
    exchanges: tuple[tuple[int, tuple[int, ...]], ...]
    """Each turn or slide that may depend, with the earlier ones of its kind."""

    def answer(self, J: np.ndarray) -> Dependents:
        """Independent rows by a rank-revealing sweep, then dependent columns by another with preferences."""
        own = J[self.entries]
        lengths = _lengths(own, 1)[:, None]
        scaled = own / np.maximum(lengths, 1e-6 * lengths.max(initial=1e-300))  # a row of mere rounding stays small
        kept = sorted(pick_columns(scaled.T, np.ones(len(own)), len(own), RANK))
        A = scaled[kept]
        effects = _lengths(A, 0)
        A = A / np.maximum(effects, 1e-300)
        chosen = sorted(pick_columns(A, self._weights(effects), len(kept), RANK))
        if len(chosen) == len(kept):
            chosen = self._prefer_first(own[kept], chosen)
        return Dependents(tuple(kept), tuple(chosen))

    def _weights(self, effects: np.ndarray) -> np.ndarray:
        """How much each column counts when the next dependent one is picked."""
        strength = effects / self._strongest(effects)
        return np.where(effects > RANK, self.preferences * np.minimum(1.0, strength / STRONG), 0.0)

    def _strongest(self, effects: np.ndarray) -> np.ndarray:
        """The largest effect of a velocity's kind, travels or turns, for each velocity."""
        slides = self.slides
        largest = (effects[~slides].max(initial=0.0), effects[slides].max(initial=0.0))
        return np.maximum(np.where(slides, largest[1], largest[0]), 1e-300)

    def _prefer_first(self, J: np.ndarray, chosen: list[int]) -> list[int]:
        """The choice of dependent columns with each independent turn or slide exchanged for an earlier dependent one of
        its kind, where the condition of Φ_u stays near that of the best choice; rounding and small changes of
        hardpoints then do not decide between coordinates that are equally good."""
        best: float | None = None
        first = set(chosen)
        effects = _lengths(J / np.maximum(_lengths(J, 1), 1e-300)[:, None], 0)
        weak = effects < WEAK * self._strongest(effects)
        for late, before in self.exchanges:
            if late in first or weak[late]:
                continue
            for early in before:
                if early not in chosen:
                    continue
                best = condition(J[:, sorted(first)]) if best is None else best
                other = sorted(late if k == early else k for k in chosen)
                if condition(J[:, other]) <= SETTLED * best:
                    chosen = other
                    break
        return chosen


def dependents_among(
    rows: Sequence[int], columns: Sequence[int], moving: Sequence[Rate], forced: Collection[str]
) -> WhichDepend:
    """The question for some rows of Φ_q and the columns of velocities that are not prescribed.

    forced: names of velocities that must be independent.
    """
    free = [c.rate_name(i) not in forced for c, i in moving]
    kinds = [c.kind for c, _ in moving]
    likings = np.array([BALL_PREFERENCE if kind == BALL else 1.0 for kind in kinds])
    likings *= 1.0 + 0.5 * np.arange(len(kinds)) / len(kinds)  # later ones rather than earlier ones
    exchanges = [
        (late, tuple(k for k in range(late) if kinds[k] == kind))
        for late, kind in enumerate(kinds)
        if kind != BALL and free[late]
    ]
    return WhichDepend(
        np.ix_(rows, columns),
        np.array([kind == SLIDE for kind in kinds], dtype=bool),
        np.where(free, likings, 0.0),
        tuple(exchanges),
    )


@dataclass(frozen=True, eq=False)
class IsNearlyAsGood:
    """Whether the worst condition of some blocks is at most so much worse than that of others."""

    blocks: tuple[Entries, ...]
    others: tuple[Entries, ...]
    factor: float

    def answer(self, J: np.ndarray) -> bool:
        """Yes or no."""
        own, other = (max((condition(J[e]) for e in some), default=1.0) for some in (self.blocks, self.others))
        return own <= self.factor * other


def condition(A: np.ndarray) -> float:
    """Condition of a matrix with its rows, then its columns, scaled to unit length; 1 without any column."""
    if not A.shape[1]:
        return 1.0
    A = A / np.maximum(_lengths(A, 1), 1e-300)[:, None]
    A = A / np.maximum(_lengths(A, 0), 1e-300)
    return float(np.linalg.cond(A))


def _lengths(A: np.ndarray, axis: int) -> np.ndarray:
    """Lengths of rows (1) or columns (0)."""
    return np.sqrt(np.add.reduce(A * A, axis=axis))
