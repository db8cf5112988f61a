"""TMeasy, evaluated a second time: curves of both axes, joined over the direction of the slip."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from jounce.model.mechanism import TMeasyTire
from jounce.model.mechanism.tmeasy import TMeasyCurve
from validation.magic_formula import State


class TMeasy:
    """As the book has it, with the choices that docs/theory/tires.md lists."""

    def __init__(self, tire: TMeasyTire) -> None:
        self.tire, self.nominal = tire, tire.nominal_load

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""
        t, u = self.tire, s.load / self.nominal
        # vertical spring a₁ρ + a₂ρ² with both stiffnesses; contact patch
        c1, c2 = t.vertical_stiffness, t.double_load_stiffness
        assert c2 is not None
        a2 = (c2**2 - c1**2) / (4.0 * self.nominal)
        a1 = np.sqrt(2.0 * c1**2 - c2**2)
        rho = (np.sqrt(a1**2 + 4.0 * a2 * s.load) - a1) / (2.0 * a2)
        L, r, B = 2.0 * np.sqrt(t.radius * rho), t.radius - rho, t.width
        bore, turning = (L + B) / 6.0, np.sin(s.camber) / r + s.turn
        # slips by the speed of the tread, normalised
        s_x, s_y = s.kappa / np.abs(1.0 + s.kappa), -np.tan(s.alpha) / np.abs(1.0 + s.kappa)
        x, y = _at_load(t.longitudinal, u), _at_load(t.lateral, u)
        r_x, r_y = x["peak"] / x["slope"], y["peak"] / y["slope"]
        h_x = x["peak_slip"] / (x["peak_slip"] + y["peak_slip"]) + r_x / (r_x + r_y)
        h_y = y["peak_slip"] / (x["peak_slip"] + y["peak_slip"]) + r_y / (r_x + r_y)
        n_x, n_y = s_x / h_x, s_y / h_y
        phi = np.arctan2(np.abs(n_y), np.abs(n_x))
        phi = np.where((n_x == 0.0) & (n_y == 0.0), 0.5 * np.pi, phi)
        # the curve in that direction
        joined = {
            "slope": np.hypot(x["slope"] * h_x * np.cos(phi), y["slope"] * h_y * np.sin(phi)),
            "peak_slip": np.hypot(x["peak_slip"] / h_x * np.cos(phi), y["peak_slip"] / h_y * np.sin(phi)),
            "sliding_slip": np.hypot(x["sliding_slip"] / h_x * np.cos(phi), y["sliding_slip"] / h_y * np.sin(phi)),
            "peak": np.hypot(x["peak"] * np.cos(phi), y["peak"] * np.sin(phi)),
            "sliding": np.hypot(x["sliding"] * np.cos(phi), y["sliding"] * np.sin(phi)),
        }
        s_b = -bore * turning
        size = np.sqrt(n_x**2 + n_y**2 + s_b**2)
        secant = _secant(joined, size)
        slid = secant * n_y
        Fx, Fy = secant * n_x, slid - secant / h_y * L / 6.0 * turning
        Mz = -L * _trail(t, u, np.abs(s_y)) * slid + bore * secant * s_b
        stiffness = a1 + 2.0 * a2 * rho
        Mx = -0.5 * s.load * B * np.tanh(B * stiffness * s.camber / (6.0 * s.load))
        f_1, f_2 = t.rolling_resistance
        return {"Fx": Fx, "Fy": Fy, "Mx": Mx, "My": -(f_1 + (f_2 - f_1) * (u - 1.0)) * s.load * r, "Mz": Mz}


def _at_load(curve: TMeasyCurve, u) -> dict[str, np.ndarray]:
    """Forces and slopes on the parabola through zero and both loads, slips on the line."""
    found = {}
    for name in ("slope", "peak", "sliding"):
        one, two = getattr(curve, name)
        found[name] = one * u * (2.0 - u) + two * u * (u - 1.0) / 2.0  # Lagrange through loads 0, 1, 2
    for name in ("peak_slip", "sliding_slip"):
        one, two = getattr(curve, name)
        found[name] = one * (2.0 - u) + two * (u - 1.0)
    return found


def _secant(curve, s):
    """F(s)/s; the slope at s = 0."""
    slope, s_M, F_M = curve["slope"], curve["peak_slip"], curve["peak"]
    s_S, F_S = curve["sliding_slip"], curve["sliding"]
    way, drop = s_S - s_M, F_M - F_S
    rise = slope * s / (1.0 + s / s_M * (s / s_M + slope * s_M / F_M - 2.0))
    # a parabola down from the peak, one into sliding, with one tangent where they meet
    a = np.maximum(F_M**2 / (slope * s_M**3), 2.0 * drop / way**2)
    meet = s_M + drop / (a * way)
    b = a * (meet - s_M) / (s_S - meet)
    fall = np.where(s < meet, F_M - a * (s - s_M) ** 2, F_S + b * (s_S - np.minimum(s, s_S)) ** 2)
    return np.divide(np.where(s < s_M, rise, fall), s, out=slope + 0.0 * s, where=s > 0.0)


def _trail(t: TMeasyTire, u, s):
    """n/L over the lateral slip."""
    (n, zero, end) = (
        one * (2.0 - u) + two * (u - 1.0) for one, two in (t.aligning.trail, t.aligning.zero_slip, t.aligning.end_slip)
    )
    w, q = zero / end, s / zero
    near = (1.0 - w) * (1.0 - q) + w * (1.0 - (3.0 - 2.0 * q) * q**2)
    far = -(1.0 - w) * (s - zero) / zero * ((end - s) / (end - zero)) ** 2
    return n * np.where(s <= zero, near, np.where(s < end, far, 0.0))
