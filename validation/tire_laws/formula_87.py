"""The Magic Formula of 1987, evaluated a second time in the form of the paper: Y = D sin(C atan(B φ)) + S_V."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from jounce.model.mechanism import MagicFormula87
from validation.magic_formula import State


class Formula87:
    """Loads in kN, angles in degrees, slip in percent, forces to the right, as printed; then turned to ISO axes."""

    nominal = 5000.0

    def __init__(self, tire: MagicFormula87) -> None:
        self.tire = tire

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""
        t = self.tire
        x, y, m = _Curve(t.longitudinal, s), _Curve(t.lateral, s, is_lateral=True), _Curve(t.aligning, s)
        kappa, alpha = 100.0 * s.kappa + x.SH, np.degrees(s.alpha)
        # one normalised slip for both forces: slip by the slip at which the initial slope would reach the peak
        u, w = kappa * x.BCD / x.D, (alpha + y.SH) * y.BCD / y.D
        size = np.hypot(u, w)
        Fx = u * np.divide(x.at(size * x.D / x.BCD), size, out=0.0 * size, where=size > 0.0) + x.SV
        Fy = w * np.divide(y.at(size * y.D / y.BCD), size, out=0.0 * size, where=size > 0.0) + y.SV
        # the moment at the angle that is worth both slips
        angle, along = alpha + m.SH, u * y.D / y.BCD
        equal = np.hypot(angle, along)
        Mz = angle * np.divide(m.at(equal), equal, out=0.0 * equal, where=equal > 0.0) + m.SV
        return {"Fx": Fx, "Fy": -Fy, "Mx": 0.0 * Fx, "My": 0.0 * Fx, "Mz": -Mz}


class _Curve:
    """B, C, D, E and the shifts of one curve at loads [N] and camber [rad]."""

    def __init__(self, row: tuple[float, ...], s: State, *, is_lateral: bool = False) -> None:
        self.C, *rest = row
        a = dict(enumerate([*rest, *[0.0] * 13], start=1))
        Fz, gamma = 1e-3 * s.load, np.degrees(s.camber)
        self.D = a[1] * Fz**2 + a[2] * Fz
        rise = (a[3] * Fz**2 + a[4] * Fz) / np.exp(a[5] * Fz)
        self.BCD = a[3] * np.sin(a[4] * np.arctan(a[5] * Fz)) if is_lateral else rise
        self.BCD = self.BCD * (1.0 - a[12] * np.abs(gamma))
        self.E = (a[6] * Fz**2 + a[7] * Fz + a[8]) / (1.0 - a[13] * np.abs(gamma))
        self.SH, self.SV = a[9] * gamma, (a[10] * Fz**2 + a[11] * Fz) * gamma

    def at(self, x):
        """D sin(C atan(B φ)), φ = (1 − E) x + (E/B) atan(B x)."""
        B, E = self.BCD / (self.C * self.D), np.minimum(self.E, 1.0)
        phi = (1.0 - E) * x + E / B * np.arctan(B * x)
        return self.D * np.sin(self.C * np.arctan(B * phi))
