"""One number that was compared with one that is known."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """How far a computed quantity is from its reference, and how far it may be."""

    group: str
    """Heading under which the page shows it."""
    name: str
    """The mechanism, motion or benchmark."""
    quantity: str
    """What was compared."""
    reference: str
    """Where the true value comes from."""
    error: float
    """Distance from the reference, measured as `kind` says; never negative."""
    allowed: float
    kind: str = "relative"
    """What the error is measured in: "relative", "of peak", "m", ..."""
    note: str = ""
    """What a reader has to know in order to judge it."""

    @property
    def holds(self) -> bool:
        """Whether the error is a number within what is allowed."""
        return math.isfinite(self.error) and 0.0 <= self.error <= self.allowed

    def __str__(self) -> str:
        verdict = "" if self.holds else "  ← exceeds it"
        return f"{self.name}: {self.quantity}: {self.error:.2e} {self.kind} (allowed {self.allowed:.0e}){verdict}"


def digits(n: int) -> float:
    """The relative error that n correct digits allow: half a unit in the last."""
    return 0.5 * 10.0**-n


def relative(computed: np.ndarray | float, reference: np.ndarray | float) -> float:
    """Largest error of any entry against that entry of the reference."""
    computed, reference = np.asarray(computed, dtype=float), np.asarray(reference, dtype=float)
    return float(np.max(np.abs(computed - reference) / np.abs(reference)))


def of_peak(computed: np.ndarray, reference: np.ndarray) -> float:
    """Largest distance between two histories of a scalar or vector, (n,) or (n, k), against the reference's largest."""
    computed, reference = _columns(computed), _columns(reference)
    distance = np.linalg.norm(computed - reference, axis=1)
    return float(np.max(distance) / np.max(np.linalg.norm(reference, axis=1)))


def _columns(history: np.ndarray) -> np.ndarray:
    history = np.asarray(history, dtype=float)
    return history[:, None] if history.ndim == 1 else history
