"""Calspan's tire, evaluated a second time: an equivalent slip angle and its shaping function."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from jounce.model.mechanism import CalspanTire
from validation.magic_formula import State


class Calspan:
    """As the benchmark's programs write it: camber is a slip angle that is added, and one curve takes the sum."""

    nominal = 4000.0

    def __init__(self, tire: CalspanTire) -> None:
        self.tire = tire

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""
        t = self.tire
        (A0, A1, A2), (A3, A4), (B1, B2, B3, B4) = t.cornering, t.camber, t.friction
        C1, C2, C3 = t.aligning
        N = np.minimum(s.load, t.load_share * A2)
        f = (B1 * s.load + B2 * s.speed + B3 + B4 * s.load**2) * t.skid_number_ratio
        slope = A1 * N * (N - A2) - A0 * A2
        by_camber = -A2 * A3 * (A4 - N) * N / (A4 * slope) * s.camber
        across = slope / (A2 * f * s.load) * (s.alpha + by_camber)
        along = t.slip_stiffness * s.kappa / (f * s.load)
        # both slips share the curve of the larger one
        size = np.hypot(along, across)
        curve = np.where(size < 3.0, size - size**2 / 3.0 + size**3 / 27.0, 1.0)
        share = f * s.load * np.divide(curve, size, out=np.ones_like(size), where=size > 0.0)
        Fy = share * across
        Mz = (C1 * s.load + C2 * np.abs(Fy)) * Fy - C3 * s.load * s.camber
        return {"Fx": share * along, "Fy": Fy, "Mx": 0.0 * Fy, "My": 0.0 * Fy, "Mz": Mz}
