"""Motions known in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ellipj, ellipk


@dataclass(frozen=True)
class Swing:
    """A pendulum released at rest: θ̈ = −ω₀² sin θ, θ(0) = amplitude [rad] from the stable position, θ̇(0) = 0.

    sin(θ/2) = k sn(K − ω₀t), k = sin(amplitude/2) (Whittaker, Analytical Dynamics, §44); by symmetry of sn about K this
    is k cd(ω₀t).
    """

    amplitude: float
    frequency: float
    """ω₀ of small swings [rad/s]: √(m g d / J) with J about the pivot."""

    @property
    def modulus(self) -> float:
        return float(np.sin(0.5 * self.amplitude))

    @property
    def period(self) -> float:
        """4 K(k) / ω₀ [s]."""
        return float(4.0 * ellipk(self.modulus**2) / self.frequency)

    def at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """θ [rad], θ̇ and θ̈ at times t [s]."""
        k = self.modulus
        quarter = ellipk(k**2)
        sn, cn, dn, _ = ellipj(quarter - self.frequency * np.asarray(t), k**2)
        theta = 2.0 * np.arcsin(k * sn)
        return theta, -2.0 * k * self.frequency * cn, -(self.frequency**2) * 2.0 * k * sn * dn


@dataclass(frozen=True)
class DampedOscillation:
    """m ẍ + c ẋ + k x = 0, under-damped, from x₀ and ẋ₀."""

    mass: float
    damping: float
    stiffness: float

    def at(self, t: np.ndarray, x0: float, v0: float) -> tuple[np.ndarray, np.ndarray]:
        """x [m] and ẋ [m/s] at times t [s]."""
        decay = 0.5 * self.damping / self.mass
        omega = np.sqrt(self.stiffness / self.mass - decay**2)
        a, b = x0, (v0 + decay * x0) / omega
        envelope, c, s = np.exp(-decay * t), np.cos(omega * t), np.sin(omega * t)
        x = envelope * (a * c + b * s)
        return x, -decay * x + envelope * omega * (b * c - a * s)
