"""Fiala's tire, evaluated a second time: the bristles of a brush, integrated over the contact patch.

Across, the pressure is a parabola over a patch from −B to B: the published F_y and M_z are its closed form. Along, the
pressure is even: so is the published F_x. Both integrals are of polynomials, piece by piece, and quadrature has them
exactly. Friction by the size of the slip, and the circle that both forces stay in, are as docs/theory/tires.md says.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from jounce.model.mechanism import FialaTire
from validation.magic_formula import State

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(4)


class Fiala:
    """A brush: bristles stick from the leading edge to where friction lets go, and slide behind it."""

    nominal = 4000.0

    def __init__(self, tire: FialaTire) -> None:
        self.tire = tire

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""
        t, slope = self.tire, np.tan(s.alpha)
        size = np.minimum(1.0, np.hypot(s.kappa, slope))
        grip = (t.static_friction - (t.static_friction - t.sliding_friction) * size) * s.load
        Fx = np.sign(s.kappa) * self._even(t.slip_stiffness, np.abs(s.kappa), grip)
        force, moment = self._parabola(t.cornering_stiffness, np.abs(slope), grip)
        Fy, Mz = -np.sign(slope) * force, -np.sign(slope) * moment
        part = grip / np.maximum(grip, np.hypot(Fx, Fy))
        return {"Fx": part * Fx, "Fy": part * Fy, "Mx": 0.0 * Fx, "My": -t.rolling_lever * s.load, "Mz": Mz}

    def _even(self, stiffness, slip, grip):
        """Force of a brush under even pressure on a patch of length 2."""
        bristle, pressure = 0.5 * stiffness, 0.5 * grip
        sticks = np.minimum(2.0, pressure / np.maximum(bristle * slip, 1e-300))
        return _integral(lambda way: bristle * slip * way, 0.0 * sticks, sticks) + pressure * (2.0 - sticks)

    def _parabola(self, stiffness, slip, grip):
        """Force and its moment about the middle of a brush under a parabola of pressure from −B to B."""
        B = self.tire.width
        bristle = 0.5 * stiffness / B**2

        def pressure(x):
            return 0.75 * grip / B * (1.0 - (x / B) ** 2)

        def stick(x):
            return bristle * (B - x) * slip

        # friction lets go where bristle (B − x) slip = pressure
        edge = np.minimum(B, 4.0 * B**3 * bristle * slip / (3.0 * grip) - B)
        front, back = edge, -B + 0.0 * edge
        force = _integral(stick, front, B) + _integral(pressure, back, front)
        moment = _integral(lambda x: x * stick(x), front, B) + _integral(lambda x: x * pressure(x), back, front)
        return force, moment


def _integral(function, low, high):
    """∫ of a polynomial of degree 7 or less, between arrays of bounds."""
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    return half * sum(w * function(middle + half * x) for x, w in zip(POINTS, WEIGHTS, strict=True))
