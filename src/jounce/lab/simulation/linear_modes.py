"""Modes of a linear model: how fast, how damped, and which states take part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eig


@dataclass(frozen=True)
class LinearMode:
    """One eigenvalue of A and its meaning."""

    eigenvalue: complex
    """λ [1/s]"""
    frequency: float
    """|λ| / 2π [Hz], the undamped natural frequency"""
    damping: float
    """−Re λ / |λ|: 1 for a decay that does not oscillate, below 0 for a mode that grows"""
    states: dict[str, float] = field(repr=False)
    """Share of each state, largest first, by participation factors |l_i r_i| of left and right eigenvector"""

    @property
    def oscillates(self) -> bool:
        """Whether the eigenvalue is one of a conjugate pair."""
        return self.eigenvalue.imag != 0.0

    @property
    def time_constant(self) -> float:
        """−1 / Re λ [s]: time in which the amplitude falls to 37 %; negative if it grows, infinite if it stays."""
        return -1.0 / self.eigenvalue.real if self.eigenvalue.real != 0.0 else np.inf


def find_modes(A: np.ndarray, names: Sequence[str]) -> list[LinearMode]:
    """Modes of A, one of each conjugate pair, slowest first."""
    if not len(A):
        return []
    values, left, right = eig(A, left=True, right=True)
    shares = np.abs(left * right)
    shares = shares / np.maximum(shares.sum(axis=0), 1e-300)
    found = [_mode(value, shares[:, i], names) for i, value in enumerate(values) if value.imag >= 0.0]
    return sorted(found, key=lambda mode: mode.frequency)


def _mode(value: complex, share: np.ndarray, names: Sequence[str]) -> LinearMode:
    size = abs(value)
    damping = -value.real / size if size > 0.0 else 0.0
    ranked = {names[i]: float(share[i]) for i in np.argsort(-share, kind="stable")}
    return LinearMode(complex(value), float(size / (2.0 * np.pi)), float(damping), ranked)
